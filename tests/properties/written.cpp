// What is written through generated views lands where the reference says, and nowhere else: buffers have canaries around
// them, and begin where only one element is aligned.
#include <tenon/ops/assign.hpp>

#include "generated.hpp"

using namespace properties;

namespace {

/// `Count` elements between canaries, at an address that is a multiple of the element's size alone.
template <class T>
class guarded {
 public:
  guarded(long count, draw& now) : count_(static_cast<std::size_t>(count)), bytes_((count_ + 2 * margin + 1) * sizeof(T)) {
    for (std::size_t i = 0; i < bytes_.size(); ++i) bytes_[i] = canary(i);
    const auto address = reinterpret_cast<std::uintptr_t>(bytes_.data());
    // An odd multiple of the size, so that no vector is aligned there.
    const std::size_t skip = (sizeof(T) - address % sizeof(T)) % sizeof(T);
    begin_ = skip + (margin - (((address + skip) / sizeof(T) + margin) % 2 == 0 ? 1 : 0)) * sizeof(T);
    for (std::size_t i = 0; i < count_; ++i) data()[i] = drawn_value<T>(now, values::plain);
  }

  T* data() { return reinterpret_cast<T*>(bytes_.data() + begin_); }
  bool holds(const void* p) const { return p >= bytes_.data() && p < bytes_.data() + bytes_.size(); }
  array elements() {
    array result = reference::filled({static_cast<long>(count_)});
    for (std::size_t i = 0; i < count_; ++i) result.values[i] = static_cast<double>(data()[i]);
    return result;
  }
  bool canaries_live() const {
    for (std::size_t i = 0; i < bytes_.size(); ++i)
      if ((i < begin_ || i >= begin_ + count_ * sizeof(T)) && bytes_[i] != canary(i)) return false;
    return true;
  }

 private:
  static constexpr std::size_t margin = 24;
  static unsigned char canary(std::size_t i) { return static_cast<unsigned char>(0xa5 ^ (i * 29)); }
  std::size_t count_;
  std::vector<unsigned char> bytes_;
  std::size_t begin_;
};

template <class X>
using pointee = std::remove_pointer_t<decltype(std::declval<X&>().data())>;

/// A view with these axes and extents of elements that lie packed.
template <class T, tenon::shape Axes>
auto view_of(T* elements, const reference::index& extents) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    using packed = tenon::packed_view<T, tenon::canonical(Axes.at[I])...>;
    index_t given[tenon::max_rank + 1] = {};
    int count = 0;
    for (int i = 0; i < Axes.rank; ++i)
      if (Axes[i].bounded()) given[count++] = extents[static_cast<std::size_t>(i)];
    if constexpr (!Axes.bounded()) return packed(elements);
    else
      return [&]<std::size_t... J>(std::index_sequence<J...>) {
        return packed(elements, tenon::extents{given[J]...});
      }(std::make_index_sequence<properties::detail::bounded_axes(Axes)>{});
  }(std::make_index_sequence<static_cast<std::size_t>(Axes.rank)>{});
}

}  // namespace

TEST_CASE("what is written through views of views changes their elements and no others", "[properties]") {
  each_case<40>([]<std::uint64_t Seed>(draw now) {
    using T = std::tuple_element_t<draw(follow(Seed, 5)).below(4), std::tuple<float, double, int, float>>;
    constexpr tenon::shape axes = [] {
      draw d(follow(Seed, 1));
      return drawn_shape(d);
    }();
    const reference::index extents = drawn_extents(axes, now);
    guarded<T> memory(reference::product(extents), now);
    auto x = view_of<T, axes>(memory.data(), extents);
    // The reference follows the places of the elements.
    array places = reference::filled(extents);
    for (std::size_t i = 0; i < places.values.size(); ++i) places.values[i] = static_cast<double>(i);
    through_views<follow(Seed, 2), draw(follow(Seed, 3)).between(0, 3)>(x, places, now, [&](auto& v, const array& at) {
      using V = std::remove_reference_t<decltype(v)>;
      if constexpr (!std::is_const_v<pointee<V>>) {
        auto y = drawn_like<typename tenon::tensor_of<T, V::axes>::type>(extents_of(v), now);
        array wanted = memory.elements();
        const bool in_memory = memory.holds(v.data());
        const auto write = [&](const array& from, const auto& f) {
          for (std::size_t i = 0; in_memory && i < at.values.size(); ++i) {
            double& to = wanted.values[static_cast<std::size_t>(at.values[i])];
            to = rounded<T>(f(to, from.values[i]));
          }
        };
        const array s = seen(y);
        const array elements_before = wanted;
        constexpr int which = draw(follow(Seed, 4)).below(4);
        if constexpr (which == 0) {
          tenon::assign(v, relaid_copy(y));
          write(s, [](double, double b) { return b; });
        } else if constexpr (which == 1) {
          v += y;
          write(s, [](double a, double b) { return a + b; });
          v -= 3;
          write(s, [](double a, double) { return a - 3; });
        } else if constexpr (which == 2) {
          v *= relaid_copy(y);
          write(s, [](double a, double b) { return a * b; });
        } else if constexpr (V::axes.rank > 0) {
          // A row of itself over all of its rows: what is written must not be read again.
          if (v.extent(0) == 0) return;
          const array first = reference::row(at, 0, 0);
          const array all = reference::stretched(first, at.extents);
          array from = all;
          for (double& one : from.values) one = elements_before.values[static_cast<std::size_t>(one)];
          v += tenon::row<0>(v, 0);
          write(from, [](double a, double b) { return a + b; });
        }
        const array after = memory.elements();
        CHECK(after.values == wanted.values);
      }
      CHECK(memory.canaries_live());
    });
  });
}

TEST_CASE("operands that overlap in any way give what copies give", "[properties]") {
  each_case<41>([]<std::uint64_t Seed>(draw now) {
    using T = std::tuple_element_t<draw(follow(Seed, 5)).below(2), std::tuple<float, int>>;
    constexpr index_t rows = draw(follow(Seed, 6)).between(2, 9), columns = draw(follow(Seed, 7)).between(1, 9);
    constexpr axis part = axis(rows - 1);
    const auto before = drawn_tensor<tenon::tensor<T, rows, columns>>(now);
    auto x = before;
    // A window of rows onto the next one, up and down.
    const int up = now.below(2);
    tenon::assign(tenon::slice<0, part>(x, up), tenon::slice<0, part>(x, 1 - up));
    array wanted = seen(before);
    for (long i = 0; i < rows - 1; ++i)
      for (long j = 0; j < columns; ++j)
        element(wanted, {i + up, j}) = static_cast<double>(before(i + 1 - up, j));
    CHECK(difference(x, wanted) == "");
    // A square onto its transpose.
    const auto square = drawn_tensor<tenon::tensor<T, rows, rows>>(now);
    auto y = square;
    tenon::assign(y, tenon::transpose<0, 1>(y));
    CHECK(difference(y, reference::transposed(seen(square), 0, 1)) == "");
    auto z = square;
    tenon::transpose<0, 1>(z) += z;
    const array turned = reference::transposed(seen(square), 0, 1);
    CHECK(difference(z, reference::each(seen(square), turned, [](double a, double b) { return rounded<T>(a + b); })) == "");
    // A tensor made of a view of itself.
    auto w = square;
    w = tenon::transpose<0, 1>(w);
    CHECK(difference(w, turned) == "");
  });
}
