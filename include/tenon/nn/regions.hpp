// The memory that a call reads, and what it writes: nothing that is written may lie in anything that is read.
#pragma once
#include <tenon/tensor/region.hpp>
#include <tenon/text/error.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn::detail {

using tenon::detail::region;
using tenon::detail::region_at;
using tenon::detail::region_of;

/// What a call writes, and what a sentence calls it; it is going to have the axes `axes`, or has none.
struct written_region {
  const char* name;
  region place;
  const shape* axes = nullptr;
  bool plural = false;

  friend writer& operator<<(writer& out, const written_region& r) {
    out << "the " << r.name;
    return r.axes != nullptr ? out << ' ' << *r.axes : out;
  }
};

/// Refuses, before anything is written, a call that writes where it reads, or twice into one place: `forward: the output
/// [seq=3, d_model=8] shares memory with W_o.weight [d_model=8, d_model'=8]`. `each_read(visit)` calls
/// `visit(owner, name, x)` for all that is read: operands, masks, parameters; `owner` is the linear map whose parameter it
/// is, or null.
template <class EachRead, int Count>
TENON_INLINE void check_memory(const written_region (&written)[Count], const EachRead& each_read) {
  int shared = 0;
  for (int i = 0; i < Count; ++i)
    for (int j = 0; j < i; ++j) shared |= static_cast<int>(written[i].place.shares_memory_with(written[j].place));
  each_read([&](const char*, const char*, const auto& x) TENON_INLINE_LAMBDA {
    const region read = region_of(x);
    for (int i = 0; i < Count; ++i) shared |= static_cast<int>(written[i].place.shares_memory_with(read));
  });
  if (shared != 0) [[unlikely]]
    refuse_memory(written, each_read);
}
template <class EachRead, int Count>
[[gnu::noinline]] void refuse_memory(const written_region (&written)[Count], const EachRead& each_read) {
  const auto refuse_shared = [](const written_region& w, const auto& say_other) {
    raise<shape_mismatch>([&](writer& out) {
      out << "forward: " << w << (w.plural ? " share" : " shares") << " memory with ";
      say_other(out);
    });
  };
  for (int i = 0; i < Count; ++i) {
    for (int j = 0; j < i; ++j)
      if (written[i].place.shares_memory_with(written[j].place))
        refuse_shared(written[i], [&](writer& out) { out << written[j]; });
    each_read([&](const char* owner, const char* name, const auto& x) {
      if (written[i].place.shares_memory_with(region_of(x)))
        refuse_shared(written[i], [&](writer& out) {
          if (owner != nullptr) out << owner << '.';
          out << name << ' ' << x.shape();
        });
    });
  }
}

}  // namespace tenon::nn::detail
TENON_END_HEADER
