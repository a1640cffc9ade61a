// What a file holds: tensors by name, their elements still as bytes.
#pragma once
#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <tenon/io/element_type.hpp>
#include <tenon/io/file_error.hpp>

TENON_BEGIN_HEADER
namespace tenon::io {

/// A tensor in a file. Its bytes are as many as its extents and its type say: that has been checked.
struct stored_tensor {
  std::string name;
  /// As the file calls it: `F32`, or `<f4` in numpy's files.
  std::string type_name;
  element_type type = element_type::other;
  std::vector<std::uint64_t> extents;
  std::span<const std::byte> bytes;
  /// numpy's files may hold the first index innermost, and the highest byte first.
  bool column_major = false;
  bool big_endian = false;
};

namespace detail {

/// Writes `[3, 8]`.
struct shown_extents {
  const std::vector<std::uint64_t>& extents;
  friend writer& operator<<(writer& out, const shown_extents& s) {
    out << '[';
    for (std::size_t i = 0; i < s.extents.size(); ++i) {
      if (i == 16) return out << ", ... and " << static_cast<std::uint64_t>(s.extents.size() - i) << " more]";
      if (i != 0) out << ", ";
      out << s.extents[i];
    }
    return out << ']';
  }
};

/// a * b, or false where that is no count.
inline bool multiply(std::uint64_t& a, std::uint64_t b) {
  constexpr std::uint64_t largest = PTRDIFF_MAX;
  if (b != 0 && a > largest / b) return false;
  a *= b;
  return true;
}

/// The bytes that extents and a type demand; refused where there is no such number.
inline std::uint64_t bytes_of(const stored_tensor& t, std::uint64_t element_bytes, const std::string& source) {
  std::uint64_t count = element_bytes;
  bool good = true;
  for (const std::uint64_t extent : t.extents)
    good = good && extent <= PTRDIFF_MAX && (extent == 0 || multiply(count, extent));
  if (!good)
    refuse<fault::bad_shape>(source, ": tensor ", quoted{t.name}, ": the shape ", shown_extents{t.extents},
                             " has more elements than can be counted");
  for (const std::uint64_t extent : t.extents)
    if (extent == 0) count = 0;
  return count;
}

}  // namespace detail

/// The tensors of a file, in the order of their names. It keeps the bytes, or the mapping, that they lie in; copies
/// share them.
class archive {
 public:
  archive() = default;
  explicit archive(std::string source) : source_(std::move(source)) {}

  /// The file's path, as sentences name it.
  const std::string& source() const { return source_; }
  const std::vector<stored_tensor>& tensors() const { return tensors_; }
  /// The texts beside the tensors, `__metadata__` of safetensors.
  const std::map<std::string, std::string>& metadata() const { return metadata_; }

  /// The tensor of this name, or nullptr.
  const stored_tensor* find(std::string_view name) const {
    const auto found =
        std::lower_bound(tensors_.begin(), tensors_.end(), name,
                         [](const stored_tensor& t, std::string_view wanted) { return t.name < wanted; });
    return found != tensors_.end() && found->name == name ? &*found : nullptr;
  }

  /// For readers of formats: more tensors, and what keeps their bytes. Refused: a name that is there twice.
  void add(std::vector<stored_tensor> more, std::shared_ptr<const void> keeper) {
    tensors_.insert(tensors_.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    std::sort(tensors_.begin(), tensors_.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    const auto twice = std::adjacent_find(tensors_.begin(), tensors_.end(),
                                          [](const auto& a, const auto& b) { return a.name == b.name; });
    if (twice != tensors_.end())
      detail::refuse<fault::duplicate_name>(source_, ": tensor ", detail::quoted{twice->name}, " is there twice");
    keep(std::move(keeper));
  }
  void keep(std::shared_ptr<const void> keeper) {
    if (keeper != nullptr) keepers_.push_back(std::move(keeper));
  }
  void add_metadata(std::map<std::string, std::string> more) { metadata_.merge(more); }

 private:
  std::string source_;
  std::vector<stored_tensor> tensors_;
  std::map<std::string, std::string> metadata_;
  std::vector<std::shared_ptr<const void>> keepers_;
};

}  // namespace tenon::io
TENON_END_HEADER
