// The memory that a call reads, and the memory that it writes: nothing that is written may lie in anything that is read.
#pragma once
#include <cstdint>
#include <type_traits>

#include <tenon/shape/shaped.hpp>
#include <tenon/text/error.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn::detail {

/// Memory of one operand, parameter or result, from its first byte to behind its last, and what a sentence calls it.
class region {
 public:
  constexpr region() = default;
  /// All that x spans, whatever its strides. `owner` is the linear map whose parameter it is, or null.
  template <shaped X>
  region(const char* owner, const char* name, const X& x)
      : owner_(owner), name_(name), operand_(&x), shape_of_([](const void* operand) -> shape {
          return static_cast<const X*>(operand)->shape();
        }) {
    if (x.size() == 0) return;
    index_t before = 0, behind = 1;
    if constexpr (tenon::detail::in_panels<X>) {
      behind = X::capacity;
    } else {
      for (int i = 0; i < X::axes.rank; ++i) {
        const index_t reach = (x.extent(i) - 1) * x.mapping().stride(i);
        (reach < 0 ? before : behind) += reach;
      }
    }
    place(tenon::detail::elements_of(x), before, behind);
  }
  /// `count` elements that lie packed; they are going to have the axes `now`.
  template <class T>
  region(const char* name, const T* elements, index_t count, const shape* now)
      : name_(name), operand_(now), shape_of_([](const void* axes) -> shape { return *static_cast<const shape*>(axes); }) {
    place(elements, 0, count);
  }

  bool shares_memory_with(const region& other) const { return first_ < other.past_ && other.first_ < past_; }

  friend writer& operator<<(writer& out, const region& r) {
    if (r.owner_ != nullptr) out << r.owner_ << '.';
    out << r.name_;
    return r.operand_ != nullptr ? out << ' ' << r.shape_of_(r.operand_) : out;
  }
  bool is_plural() const { return plural_; }
  region named_in_plural() const {
    region result = *this;
    result.plural_ = true;
    return result;
  }

 private:
  template <class T>
  void place(const T* elements, index_t before, index_t behind) {
    const auto at = reinterpret_cast<std::uintptr_t>(elements);
    const auto bytes = [](index_t count) { return static_cast<std::uintptr_t>(count) * sizeof(T); };
    if (elements == nullptr || behind == before) return;
    first_ = at + bytes(before);
    past_ = at + bytes(behind);
  }

  // Of no bytes: it shares memory with nothing.
  std::uintptr_t first_ = UINTPTR_MAX, past_ = 0;
  const char* owner_ = nullptr;
  const char* name_ = "";
  const void* operand_ = nullptr;
  shape (*shape_of_)(const void*) = nullptr;
  bool plural_ = false;
};

/// Collects the memory of one call, then refuses it, before anything is written, where what is written lies in what is read
/// or in what else is written: `forward: the output [seq=3, d_model=8] shares memory with W_o.weight [d_model=8, d_model'=8]`.
class call_memory {
 public:
  template <shaped X>
  void reads(const char* owner, const char* name, const X& x) {
    read_[read_count_++] = region(owner, name, x);
  }
  template <shaped X>
  void reads(const char* name, const X& x) {
    reads(nullptr, name, x);
  }
  void writes(const region& r) { written_[written_count_++] = r; }

  void check() const {
    for (int i = 0; i < written_count_; ++i) {
      for (int j = 0; j < i; ++j) check_pair(written_[i], written_[j]);
      for (int j = 0; j < read_count_; ++j) check_pair(written_[i], read_[j]);
    }
  }

 private:
  static void check_pair(const region& written, const region& other) {
    if (written.shares_memory_with(other)) [[unlikely]]
      raise<shape_mismatch>([&](writer& out) {
        out << "forward: " << written << (written.is_plural() ? " share" : " shares") << " memory with " << other;
      });
  }

  // Queries, keys, values, three masks, weights and biases of four linear maps; output, weights, workspace.
  static constexpr int most_read = 3 + 3 + 8, most_written = 3;

  region read_[most_read], written_[most_written];
  int read_count_ = 0, written_count_ = 0;
};

}  // namespace tenon::nn::detail
TENON_END_HEADER
