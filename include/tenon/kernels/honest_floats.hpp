// Whether this program's arithmetic knows NaN and infinity: under clang's -fno-honor-nans and -fno-honor-infinities, which define
// no macro, it does not, and masks would hide nothing.
#pragma once

#include <cstdint>
#include <tenon/text/error.hpp>

namespace tenon::kernels {

// Not between TENON_BEGIN_HEADER and TENON_END_HEADER: it is compiled with the user's flags, which it asks for; but for the
// baseline, since one copy of it serves the whole program.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wfloat-equal"
#if defined(__x86_64__) || defined(__i386__)
[[gnu::target("no-sse3,no-avx,no-bmi,no-bmi2")]]
#endif
[[gnu::noinline]] inline bool honest_floats() noexcept {
  volatile std::uint32_t infinite = 0x7f800000, no_number = 0x7fc00000;
  const float infinity = __builtin_bit_cast(float, std::uint32_t{infinite});
  const float nan = __builtin_bit_cast(float, std::uint32_t{no_number});
  return __builtin_isinf(infinity) && infinity == __builtin_inff() && __builtin_isnan(nan) && nan != nan;
}
#pragma GCC diagnostic pop

}  // namespace tenon::kernels

TENON_BEGIN_HEADER
namespace tenon::kernels {

/// Ends a program whose results would be wrong.
inline void expect_honest_floats() {
  if (!honest_floats()) [[unlikely]]
    raise<error>([](writer& out) {
      out << "Tenon: compile without -fno-honor-nans and -fno-honor-infinities, their results would be wrong";
    });
}

}  // namespace tenon::kernels
TENON_END_HEADER
