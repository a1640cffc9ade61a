// One tensor of a file, as a tensor whose axes the type says, or as numbers.
#pragma once
#include <tenon/io/decode.hpp>
#include <tenon/io/load_report.hpp>
#include <tenon/io/nearest_name.hpp>
#include <tenon/io/parameter_slot.hpp>

TENON_BEGIN_HEADER
namespace tenon::io {

namespace detail {

/// The tensor of this name, of elements that are read as T.
template <class T>
const stored_tensor& found_tensor(const archive& file, const std::string& name) {
  const stored_tensor* const t = file.find(name);
  if (t == nullptr) {
    nearest_name nearest(name);
    for (const stored_tensor& other : file.tensors()) nearest.look_at(other.name);
    if (nearest.found().empty()) refuse<fault::missing_tensor>(file.source(), ": there is no tensor ", quoted{name});
    refuse<fault::missing_tensor>(file.source(), ": there is no tensor ", quoted{name}, ", did you mean ",
                                  quoted{nearest.found()}, "?");
  }
  if (t->type == element_type::other)
    refuse<fault::unknown_element_type>(file.source(), ": tensor ", quoted{name}, " has elements of ",
                                        quoted{t->type_name}, ", which are not read");
  if (!reads_as(t->type, element_type_of<T>()))
    refuse<fault::wrong_element_type>(file.source(), ": tensor ", quoted{name}, " has elements of ",
                                      quoted{t->type_name}, ", which are not read as ", element_of<T>());
  if (const std::size_t at = end_of_bools(*t); at != t->bytes.size())
    refuse<fault::bad_value>(file.source(), ": tensor ", quoted{name}, ": byte ", at, " of a tensor of bool is ",
                             static_cast<int>(t->bytes[at]), ", neither 0 nor 1");
  return *t;
}

}  // namespace detail

/// The numbers of a tensor, row by row: `io::read_numbers<float>(file, "weight")`. T is one of the types that the
/// stored ones are read as: their own, a wider one for float16, bfloat16 and float, bfloat16 for float and float16.
template <class T>
[[nodiscard]] std::vector<T> read_numbers(const archive& file, const std::string& name) {
  static_assert(!std::is_same_v<T, bool>,
                "read_numbers: std::vector<bool> has no memory of numbers, did you mean read_tensor?");
  static_assert(detail::element_type_of<T>() != element_type::other,
                "read_numbers: files have no elements of this type");
  const stored_tensor& t = detail::found_tensor<T>(file, name);
  std::vector<T> numbers(t.bytes.size() / detail::size_of(t.type));
  detail::decode(detail::reading{&t}, numbers.data());
  return numbers;
}

/// A tensor: `io::read_tensor<tensor<float, seq, d_model>>(file, "x")`. Refused: no tensor of that name, elements that
/// are not read as those of the type, other extents: `x.npy: tensor "x": the file has [3, 9], wanted is [seq=3,
/// d_model=8]`.
template <class Tensor>
[[nodiscard]] Tensor read_tensor(const archive& file, const std::string& name) {
  static_assert(
      detail::rows_of<Tensor>::is_known && !Tensor::axes.bounded(),
      "read_tensor: give the type of a tensor without bounded axes, as in read_tensor<tensor<float, seq>>(file, name)");
  using T = value_type_of<Tensor>;
  const stored_tensor& t = detail::found_tensor<T>(file, name);
  bool same = t.extents.size() == static_cast<std::size_t>(Tensor::axes.rank);
  for (std::size_t i = 0; same && i < t.extents.size(); ++i)
    same = t.extents[i] == static_cast<std::uint64_t>(Tensor::axes[static_cast<int>(i)].extent);
  if (!same)
    detail::refuse<fault::wrong_shape>(file.source(), ": tensor ", detail::quoted{name}, ": the file has ",
                                       detail::shown_extents{t.extents}, ", wanted is ", Tensor::axes);
  const auto decoded = std::make_unique<T[]>(static_cast<std::size_t>(Tensor::axes.size()));
  detail::decode(detail::reading{&t}, decoded.get());
  return Tensor(typename detail::rows_of<Tensor>::type(decoded.get()));
}

}  // namespace tenon::io
TENON_END_HEADER
