// What a comparison of a module with a file has found, all of it, before anything is written.
#pragma once
#include <string>
#include <vector>

#include <tenon/io/archive.hpp>

TENON_BEGIN_HEADER
namespace tenon::io {

/// How a module and a file fit. `faults` are sentences; empty where the module can be loaded.
struct load_report {
  std::vector<std::string> faults;
  /// Parameters that are read from another type than theirs: `W_q.weight: F16 read as float`.
  std::vector<std::string> converted;
  /// Tensors that no parameter reads; those that the caller did not ignore are among the faults, too.
  std::vector<std::string> unread;

  bool fits() const { return faults.empty(); }
};

namespace detail {

/// The text of these parts.
template <class... Parts>
std::string sentence(const Parts&... parts) {
  writer counter;
  (put(counter, parts), ...);
  std::string result(counter.size(), '\0');
  writer out(result.data());
  (put(out, parts), ...);
  return result;
}

/// Raises all faults at once, a line for each.
[[noreturn]] inline void refuse_faults(const load_report& report, const std::string& source) {
  constexpr std::size_t most = 60;
  raise<file_fault<fault::does_not_fit>>([&](writer& out) {
    out << "load: " << source.c_str() << " does not fit the module, nothing is written:";
    for (std::size_t i = 0; i < report.faults.size() && i < most; ++i) out << "\n  " << report.faults[i].c_str();
    if (report.faults.size() > most)
      out << "\n  and " << static_cast<std::uint64_t>(report.faults.size() - most) << " more";
  });
}

}  // namespace detail
}  // namespace tenon::io
TENON_END_HEADER
