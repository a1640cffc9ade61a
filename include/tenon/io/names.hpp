// Which tensor of a file is which parameter of a module, where they are called or laid out otherwise.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tenon/config.hpp>

TENON_BEGIN_HEADER
namespace tenon::io {

/// How the tensors of a file are called and how they lie, said by the caller; by default they are called as the
/// parameters are, `W_q.weight`, and lie as PyTorch's do.
///
///     io::names()
///         .prefix("encoder.layer.0.attention.")
///         .rename("W_q", "self.query")                        // W_q.weight is self.query.weight
///         .rename("norm.weight", {"norm.weight", "norm.gamma"})  // the first that is there
///         .part("W_k.weight", "in_proj_weight", 1, 3)         // the second of three parts of its rows
///         .transposed("W_o.weight")                           // [in, out], as TensorFlow and Flax write it
///         .ignore("pooler")                                   // need not be read; as the file calls it
///
/// A path means itself and all that is below it: `W_q` is `W_q.weight` and `W_q.bias`, not `W_qk.weight`. Of several
/// paths that mean a parameter the longest counts. Names on the left are the module's, on the right the file's without
/// the prefix.
class names {
 public:
  struct renaming {
    std::string parameter;
    std::vector<std::string> tensors;
    std::uint64_t part = 0, parts = 1;
  };

  names& prefix(std::string of_tensors) {
    prefix_ = std::move(of_tensors);
    return *this;
  }
  names& rename(std::string parameter, std::string tensor) { return rename(std::move(parameter), {std::move(tensor)}); }
  names& rename(std::string parameter, std::initializer_list<std::string> tensors) {
    renamings_.push_back({std::move(parameter), tensors, 0, 1});
    return *this;
  }
  /// Part `number`, counted from 0, of `count` equal parts of the tensor along the parameter's first axis.
  names& part(std::string parameter, std::string tensor, std::uint64_t number, std::uint64_t count) {
    renamings_.push_back({std::move(parameter), {std::move(tensor)}, number, count});
    return *this;
  }
  /// The matrices at or below a path lie with rows and columns exchanged. What has one axis stays as it is.
  names& transposed(std::string parameter) {
    transposed_.push_back(std::move(parameter));
    return *this;
  }
  /// These tensors of the file need not be read.
  names& ignore(std::string tensor) {
    ignored_.push_back(std::move(tensor));
    return *this;
  }
  /// No tensor of the file need be read: who says so does not hear of them.
  names& ignore_unread() {
    ignores_all_ = true;
    return *this;
  }

  const std::vector<renaming>& renamings() const { return renamings_; }
  const std::vector<std::string>& transposed_paths() const { return transposed_; }

  /// Whether `path` is `name` or one above it.
  static bool means(std::string_view path, std::string_view name) {
    return name.starts_with(path) && (path.empty() || name.size() == path.size() || name[path.size()] == '.');
  }
  /// The renaming of a parameter, or nullptr.
  const renaming* renaming_of(std::string_view parameter) const {
    const renaming* longest = nullptr;
    for (const renaming& r : renamings_)
      if (means(r.parameter, parameter) && (longest == nullptr || r.parameter.size() >= longest->parameter.size()))
        longest = &r;
    return longest;
  }
  /// What the tensor of a parameter may be called, the first first.
  std::vector<std::string> tensors_of(const std::string& parameter) const {
    const renaming* const r = renaming_of(parameter);
    if (r == nullptr) return {prefix_ + parameter};
    std::vector<std::string> result;
    for (const std::string& tensor : r->tensors)
      result.push_back(prefix_ + tensor + parameter.substr(r->parameter.size()));
    return result;
  }
  bool is_transposed(std::string_view parameter) const {
    for (const std::string& path : transposed_)
      if (means(path, parameter)) return true;
    return false;
  }
  bool is_ignored(std::string_view tensor) const {
    if (ignores_all_) return true;
    for (const std::string& path : ignored_)
      if (means(path, tensor)) return true;
    return false;
  }

 private:
  std::string prefix_;
  std::vector<renaming> renamings_;
  std::vector<std::string> transposed_, ignored_;
  bool ignores_all_ = false;
};

}  // namespace tenon::io
TENON_END_HEADER
