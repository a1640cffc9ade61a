// What a function writes, as a text: a sentence that is put together may be part of a type.
#pragma once
#include <tenon/text/text.hpp>
#include <tenon/text/writer.hpp>

TENON_BEGIN_HEADER
namespace tenon::detail {

/// `text_of([](writer& out) { out << "seq=" << 3; })` is the text `seq=3`. The function has no captures, since it is called
/// once to count and once to write.
template <class Write>
consteval auto text_of(Write write) {
  constexpr std::size_t size = [] {
    writer counter;
    Write{}(counter);
    return counter.size();
  }();
  text<size + 1> result;
  writer out{result.characters};
  write(out);
  return result;
}

}  // namespace tenon::detail
TENON_END_HEADER
