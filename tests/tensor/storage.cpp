// Where elements live, and what copies and moves do to them.
#include <tenon/tensor/storage.hpp>

#include <pthread.h>

#include <cstdint>
#include <type_traits>
#include <utility>

#include <tenon/ops/arithmetic.hpp>
#include <tenon/ops/contiguous.hpp>
#include <tenon/ops/matmul.hpp>
#include <tenon/ops/reshape.hpp>
#include <tenon/ops/row.hpp>
#include <tenon/ops/slice.hpp>
#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/examples.hpp"
#include "../support/refusal.hpp"

using namespace tenon;

namespace {

constexpr axis tokens{"tokens", at_most{8}}, many{"many", at_most{5000}};

// 1024 floats are the last inline tensor, 1025 the first on the heap.
using last_inline = tensor<float, 1024>;
using first_on_heap = tensor<float, 1025>;

const std::string moved_from = "tensor: it was moved from and has no elements until it is assigned";

/// Runs f on a thread with a stack of 512 KiB.
void on_small_stack(void (*f)()) {
  pthread_attr_t attributes;
  REQUIRE(pthread_attr_init(&attributes) == 0);
  REQUIRE(pthread_attr_setstacksize(&attributes, 512 * 1024) == 0);
  pthread_t thread;
  REQUIRE(pthread_create(&thread, &attributes, [](void* given) -> void* {
            reinterpret_cast<void (*)()>(given)();
            return nullptr;
          }, reinterpret_cast<void*>(f)) == 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

}  // namespace

// Small static tensors are nothing but their elements.
static_assert(sizeof(tensor<float, 2, 3>) == 24 && alignof(tensor<float, 2, 3>) == alignof(float));
static_assert(sizeof(tensor<float>) == 4 && sizeof(tensor<bool, 7>) == 7 && sizeof(tensor<double, 5>) == 40);
static_assert(sizeof(last_inline) == 4096 && sizeof(first_on_heap) == sizeof(float*));
static_assert(sizeof(tensor<std::int8_t, 4096>) == 4096 && sizeof(tensor<double, 513>) == sizeof(double*));
static_assert(std::is_trivially_copyable_v<tensor<float, 2, 3>> && std::is_trivially_destructible_v<last_inline>);
static_assert(std::is_trivially_copyable_v<tensor<float>>);
static_assert(!std::is_trivially_copyable_v<first_on_heap>);

// Moves never throw.
template <class X>
constexpr bool moves_quietly = std::is_nothrow_move_constructible_v<X> && std::is_nothrow_move_assignable_v<X>;
static_assert(moves_quietly<last_inline> && moves_quietly<first_on_heap> && moves_quietly<tensor<float, tokens>>);
static_assert(moves_quietly<tensor<float, many>> && moves_quietly<tensor<float, 3, many>>);
static_assert(moves_quietly<decltype(transpose<0, 1>(tensor<float, 2, 3>{}))>);

// Views may be copied, and never assigned.
using view_type = packed_view<float, 2, 3>;
using const_view = packed_view<const float, 2, 3>;
static_assert(std::is_trivially_copy_constructible_v<view_type> && sizeof(view_type) == sizeof(float*));
static_assert(std::is_convertible_v<view_type, const_view> && !std::is_constructible_v<view_type, const_view>);

// Constant evaluation may use tensors of any size.
static_assert([] {
  tensor<int, 33, 33> x([](index_t i, index_t j) { return i * 33 + j; });
  tensor<int, 33, 33> y = x, z = std::move(x);
  y(0, 0) = 5;
  z = y;
  x = std::move(z);
  return x(0, 0) == 5 && x(32, 32) == 33 * 33 - 1;
}());

TEST_CASE("heap tensors are aligned to whole cache lines") {
  const first_on_heap x;
  CHECK(reinterpret_cast<std::uintptr_t>(x.data()) % heap_alignment == 0);
}

TEST_CASE("copies are values") {
  auto a = example<float, 5>();
  auto b = example<float, 1025>();
  auto a2 = a;
  auto b2 = b;
  a(0) = 99;
  b(0) = 99;
  CHECK(a2(0) == -11);
  CHECK(b2(0) == -11);
  CHECK(same(b2, example<float, 1025>()));
}

TEST_CASE("assignment to a heap tensor keeps its memory") {
  first_on_heap a;
  const float* memory = a.data();
  const auto b = example<float, 1025>();
  a = b;
  CHECK(a.data() == memory);
  CHECK(same(a, b));
  a = *&a;
  CHECK(same(a, b));
  tensor<float, many> c;
  memory = c.data();
  c = tensor<float, many>(extents{5000}) + 1;
  tensor<float, many> three(extents{3});
  memory = c.data();
  c = three;
  CHECK(c.data() == memory);
  CHECK(c.size() == 3);
}

TEST_CASE("moving a heap tensor moves its memory") {
  auto a = example<float, 1025>();
  const float* memory = a.data();
  const auto b = std::move(a);
  CHECK(b.data() == memory);
  CHECK(same(b, example<float, 1025>()));
}

TEST_CASE("a static heap tensor that was moved from refuses to be read") {
  first_on_heap a;
  const auto b = std::move(a);
  CHECK(refusal([&] { static_cast<void>(a.data()); }) == moved_from);
  CHECK(refusal([&] { static_cast<void>(a(0)); }) == moved_from);
  CHECK(refusal([&] { first_on_heap copy(a); }) == moved_from);
  CHECK(refusal([&] { return a + a; }) == moved_from);
  CHECK(refusal([&] { return a * 2; }) == moved_from);
  CHECK(refusal([&] { static_cast<void>(row(a, 1)); }) == moved_from);
  CHECK(refusal([&] { return std::move(a) + b; }) == moved_from);
  first_on_heap c;
  CHECK(refusal([&] { c = a; }) == moved_from);
}

TEST_CASE("a tensor that was moved from can be assigned again") {
  auto a = example<float, 35, 33>();
  const auto b = std::move(a);
  a = b;
  CHECK(same(a, b));
  auto c = std::move(a);
  a = example<float, 35, 33>(1);
  CHECK(same(a, example<float, 35, 33>(1)));
  c = std::move(a);
  const auto d = example<float, 33, 35>();
  a = transpose<0, 1>(d);
  CHECK(same(a, transpose<0, 1>(d)));
  c = std::move(a);
  a = std::move(c);
  CHECK(same(a, transpose<0, 1>(d)));
}

TEST_CASE("a bounded tensor that was moved from is empty") {
  const auto is_emptied = [](auto x) {
    const auto y = std::move(x);
    CHECK(y.extent(0) == 5);
    CHECK(x.extent(0) == 0);
    CHECK(x.size() == 0);
    CHECK(x.begin() == x.end());
    const auto copy = x;
    CHECK(copy.size() == 0);
    const auto sum = x + x;
    CHECK(sum.size() == 0);
    const auto turned = contiguous(transpose<0, 1>(x));
    CHECK(turned.size() == 0);
    x = y;
    CHECK(same(x, y));
    auto z = std::move(x);
    x = std::move(z);
    CHECK(same(x, y));
    CHECK(z.size() == 0);
  };
  is_emptied(with_examples(tensor<float, tokens, 3>(extents{5})));
  is_emptied(with_examples(tensor<float, many, 3>(extents{5})));
}

TEST_CASE("a bounded tensor whose elements an operation took is empty") {
  tensor<float, tokens, 4> small(extents{5});
  tensor<float, many, 4> large(extents{5});
  const auto a = reshape<tokens, 2, 2>(std::move(small));
  const auto b = reshape<many, 2, 2>(std::move(large));
  const auto c = transpose<0, 1>(tensor<float, many, 4>(extents{5}));
  CHECK(a.size() == 20);
  CHECK(b.size() == 20);
  CHECK(c.size() == 20);
  CHECK(small.size() == 0);
  CHECK(large.size() == 0);
  CHECK(large.begin() == large.end());
}

TEST_CASE("a temporary bool tensor moves only the elements that exist") {
  tensor<bool, tokens, 2> some(uninitialized, extents{1});
  some(0, 0) = some(0, 1) = true;
  const auto y = transpose<0, 1>(std::move(some));
  CHECK(y(1, 0));
  CHECK(y.size() == 2);
}

TEST_CASE("a tensor takes a transpose or a part of itself") {
  auto x = example<float, 3, 3>();
  const auto before = x;
  x = transpose<0, 1>(x);
  CHECK(same(x, transpose<0, 1>(before)));
  x = x + transpose<0, 1>(x);
  CHECK(same(x, before + transpose<0, 1>(before)));

  auto large = example<double, 33, 33>();
  const auto large_before = large;
  large = transpose<0, 1>(large);
  CHECK(same(large, transpose<0, 1>(large_before)));

  auto rows = with_examples(tensor<float, tokens, 2>(extents{6}));
  const auto rows_before = rows;
  rows = slice<tokens>(rows, 2, 5);
  CHECK(rows.extent(0) == 3);
  CHECK(same(rows, slice<tokens>(rows_before, 2, 5)));
}

TEST_CASE("a temporary's memory is not reused while it is still being read") {
  auto x = example<float, 33, 33>();
  const auto expected = x + transpose<0, 1>(x);
  const auto y = std::move(x) + transpose<0, 1>(x);
  CHECK(same(y, expected));
}

TEST_CASE("a temporary's memory is reused") {
  auto x = example<float, 1025>();
  const float* memory = x.data();
  auto y = std::move(x) + 1;
  CHECK(y.data() == memory);
  auto z = std::move(y) * example<float, 1025>();
  CHECK(z.data() == memory);
  auto w = reshape<25, 41>(std::move(z));
  CHECK(w.data() == memory);
  auto v = transpose<0, 1>(std::move(w));
  CHECK(v.data() == memory);
}

TEST_CASE("nine tensors just below the threshold fit a stack of 512 KiB") {
  on_small_stack([] {
    const auto a = example<float, 32, 32>(), b = example<float, 32, 32>(1), c = example<float, 32, 32>(2);
    const auto d = a + b, e = a * c, f = d - e, g = contiguous(transpose<0, 1>(f)), h = matmul(a, b), i = h + g;
    CHECK(i(0, 0) == h(0, 0) + f(0, 0));
  });
}

TEST_CASE("a tensor of 16 MiB fits a stack of 512 KiB") {
  on_small_stack([] {
    tensor<float, 2048, 2048> x;
    x(2047, 2047) = 1;
    const auto y = std::move(x);
    CHECK(y(2047, 2047) == 1);
  });
}
