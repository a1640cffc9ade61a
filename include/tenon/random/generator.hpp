// The generator behind every random number: the Mersenne twister with the state of PyTorch's CPU generator.
#pragma once

#include <tenon/config.hpp>

#include <cstdint>

TENON_BEGIN_HEADER
namespace tenon::random {

/// A stream of random bits, equal to that of PyTorch's CPU generator (at::CPUGeneratorImpl) for the same seed.
///
/// It is the Mersenne twister MT19937. Copies continue the same stream independently. Draws change the state, so
/// that two modules initialised from one generator get what two modules get in PyTorch, in that order.
class generator {
 public:
  /// The seed of a PyTorch generator that nobody has seeded (c10::detail::default_rng_seed_val).
  static constexpr std::uint64_t default_seed = 67280421310721;

  /// Starts the stream of `seed`, of which only the low 32 bits matter, as in torch.manual_seed.
  [[gnu::always_inline]] explicit constexpr generator(std::uint64_t seed = default_seed) noexcept { manual_seed(seed); }

  /// Starts the stream of `seed` again (torch.Generator.manual_seed); a normal sample kept for later is forgotten.
  [[gnu::always_inline]] constexpr void manual_seed(std::uint64_t seed) noexcept {
    state_[0] = static_cast<std::uint32_t>(seed);
    for (std::uint32_t word = 1; word < words; ++word) {
      const std::uint32_t before = state_[word - 1];
      state_[word] = 1812433253U * (before ^ (before >> 30)) + word;
    }
    next_ = 0;
    normal_sample_ = 0;
    has_normal_sample_ = false;
  }

  /// The next 32 bits of the stream (at::CPUGeneratorImpl::random).
  [[gnu::always_inline]] constexpr std::uint32_t random32() noexcept {
    // The usual form renews all words at once; a word is renewed here when it is drawn, to the same value.
    const std::uint32_t after = next_ + 1 < words ? next_ + 1 : 0;
    const std::uint32_t distant = next_ + shift < words ? next_ + shift : next_ + shift - words;
    const std::uint32_t joined = (state_[next_] & 0x80000000U) | (state_[after] & 0x7fffffffU);
    std::uint32_t bits = state_[distant] ^ (joined >> 1) ^ ((joined & 1U) != 0 ? 0x9908b0dfU : 0U);
    state_[next_] = bits;
    next_ = after;
    bits ^= bits >> 11;
    // Bits that are shifted out are lost on purpose, as are those of the product in manual_seed.
    bits ^= (bits << 7) & 0x9d2c5680U;
    bits ^= (bits << 15) & 0xefc60000U;
    bits ^= bits >> 18;
    return bits;
  }

  /// The next 64 bits of the stream, the high half drawn first (at::CPUGeneratorImpl::random64).
  [[gnu::always_inline]] constexpr std::uint64_t random64() noexcept {
    const std::uint64_t high = random32();
    return (high << 32) | random32();
  }

  /// Keeps the second sample of a normal pair for the next draw (set_next_double_normal_sample).
  [[gnu::always_inline]] constexpr void keep_normal_sample(double sample) noexcept {
    normal_sample_ = sample;
    has_normal_sample_ = true;
  }

  /// Hands out the kept sample, once; false when there is none (maybe_get_next_double_normal_sample).
  [[gnu::always_inline]] constexpr bool take_normal_sample(double& sample) noexcept {
    if (!has_normal_sample_) return false;
    sample = normal_sample_;
    normal_sample_ = 0;
    has_normal_sample_ = false;
    return true;
  }

  /// Whether both will give the same numbers from here on.
  friend constexpr bool operator==(const generator&, const generator&) = default;

 private:
  static constexpr std::uint32_t words = 624;
  static constexpr std::uint32_t shift = 397;

  std::uint32_t state_[words] = {};
  std::uint32_t next_ = 0;
  double normal_sample_ = 0;
  bool has_normal_sample_ = false;
};

}  // namespace tenon::random
TENON_END_HEADER
