// The elements of a stored tensor, row by row in the types of C++, whatever order and type they are stored in.
#pragma once
#include <bit>
#include <cstring>

#include <tenon/element/bfloat16.hpp>
#include <tenon/io/archive.hpp>
#include <tenon/io/file_bytes.hpp>
#include <tenon/io/float16.hpp>

TENON_BEGIN_HEADER
namespace tenon::io::detail {

/// What is read of a stored tensor: all of it, or one of equal parts along its first index; with two indices exchanged
/// first.
struct reading {
  const stored_tensor* from = nullptr;
  bool transposed = false;
  std::uint64_t part = 0, parts = 1;

  /// The extents of all parts together, in the order of reading.
  std::vector<std::uint64_t> whole_extents() const {
    std::vector<std::uint64_t> extents = from->extents;
    if (transposed) std::reverse(extents.begin(), extents.end());
    return extents;
  }
  std::vector<std::uint64_t> extents() const {
    std::vector<std::uint64_t> extents = whole_extents();
    if (parts != 1) extents[0] /= parts;
    return extents;
  }
  /// Elements between neighbours along each index that is read.
  std::vector<std::uint64_t> steps() const {
    const std::size_t rank = from->extents.size();
    std::vector<std::uint64_t> steps(rank);
    std::uint64_t step = 1;
    for (std::size_t i = 0; i < rank; ++i) {
      const std::size_t at = from->column_major ? i : rank - 1 - i;
      steps[at] = step;
      step *= from->extents[at];
    }
    if (transposed) std::reverse(steps.begin(), steps.end());
    return steps;
  }
  /// Whether the elements lie in the order in which they are read.
  bool in_order() const {
    const bool one_order = from->extents.size() < 2;
    return one_order || transposed == from->column_major;
  }
};

template <element_type Type>
struct bits_of {
  using type =
      std::conditional_t<size_of(Type) == 1, std::uint8_t,
                         std::conditional_t<size_of(Type) == 2, std::uint16_t,
                                            std::conditional_t<size_of(Type) == 4, std::uint32_t, std::uint64_t>>>;
};

/// The value of stored bits as a To, as `reads_as` allows.
template <class To, element_type From, class Bits>
To value_of(Bits bits) {
  if constexpr (element_type_of<To>() == From) {
    if constexpr (std::is_same_v<To, bool>)
      return bits != 0;
    else if constexpr (std::is_same_v<To, bfloat16>)
      return bfloat16::from_bits(bits);
    else
      return std::bit_cast<To>(bits);
  } else if constexpr (From == element_type::f16)
    return static_cast<To>(float_of_float16(bits));
  else if constexpr (From == element_type::bf16)
    return static_cast<To>(static_cast<float>(bfloat16::from_bits(bits)));
  else
    return static_cast<To>(std::bit_cast<float>(bits));
}

template <class To, element_type From>
void decode_from(const reading& r, To* to) {
  using bits = typename bits_of<From>::type;
  const std::byte* const first = r.from->bytes.data();
  const std::vector<std::uint64_t> extents = r.extents(), steps = r.steps();
  const std::size_t rank = extents.size();
  std::uint64_t count = 1, at = rank == 0 ? 0 : r.part * extents[0] * steps[0];
  for (const std::uint64_t extent : extents) count *= extent;
  const auto element = [&](std::uint64_t place) {
    return value_of<To, From>(bits_at<bits>(first + place * sizeof(bits), r.from->big_endian));
  };
  if (r.in_order()) {
    constexpr bool as_it_is = element_type_of<To>() == From && sizeof(To) == sizeof(bits) &&
                              std::endian::native == std::endian::little && !std::is_same_v<To, bool>;
    if (as_it_is && !r.from->big_endian && count != 0) {
      std::memcpy(to, first + at * sizeof(bits), count * sizeof(bits));
      return;
    }
    for (std::uint64_t i = 0; i < count; ++i) to[i] = element(at + i);
    return;
  }
  std::vector<std::uint64_t> turns(rank);
  for (std::uint64_t i = 0; i < count; ++i) {
    to[i] = element(at);
    for (std::size_t k = rank; k-- > 0;) {
      at += steps[k];
      if (++turns[k] < extents[k]) break;
      at -= steps[k] * extents[k];
      turns[k] = 0;
    }
  }
}

template <class To, element_type... From>
void decode_any(const reading& r, To* to) {
  const auto one = [&]<element_type Type>() {
    if constexpr (reads_as(Type, element_type_of<To>()))
      if (r.from->type == Type) decode_from<To, Type>(r, to);
  };
  (one.template operator()<From>(), ...);
}

/// Writes what is read to `to`. The types have been compared, and the bytes of bool are 0 and 1.
template <class To>
void decode(const reading& r, To* to) {
  using enum element_type;
  if constexpr (has_fraction<To>)
    decode_any<To, f16, bf16, f32, f64>(r, to);
  else
    decode_any<To, element_type_of<To>()>(r, to);
}

/// The place of the first byte of a bool that is neither 0 nor 1, or the number of bytes.
inline std::size_t end_of_bools(const stored_tensor& t) {
  if (t.type != element_type::boolean) return t.bytes.size();
  return static_cast<std::size_t>(
      std::find_if(t.bytes.begin(), t.bytes.end(), [](std::byte b) { return static_cast<unsigned>(b) > 1; }) -
      t.bytes.begin());
}

}  // namespace tenon::io::detail
TENON_END_HEADER
