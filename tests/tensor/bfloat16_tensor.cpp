// Tensors of bfloat16: they store numbers, move them and compare them.
#include <tenon/ops/cast.hpp>
#include <tenon/ops/compare.hpp>
#include <tenon/ops/matmul.hpp>
#include <tenon/ops/transpose.hpp>
#include <tenon/tensor/print.hpp>

#include <cstdlib>
#include <string>

#include "../support/catch.hpp"
#include "../support/printed.hpp"
#include "../support/examples.hpp"

using namespace tenon;

namespace {

constexpr axis seq{"seq", 3}, d_model{"d_model", 2};

constexpr tensor<bfloat16, seq, d_model> listed{1, 2.5, bfloat16(3), -4, 0.1f, bfloat16(1e300)};
static_assert(sizeof listed == 12 && listed(1, 0) == bfloat16(3) && listed(2, 0) == bfloat16(0.1) && listed(2, 1).bits == 0x7f80);
static_assert(same(cast<float>(cast<bfloat16>(example<float, seq, d_model>())), example<float, seq, d_model>()));
static_assert(cast<int>(tensor<bfloat16, 2>{2.5, -1})(0) == 2 && cast<bfloat16>(tensor<bool, 2>{true, false})(0) == bfloat16(1));
static_assert(transpose<seq, d_model>(listed)(0, 1) == bfloat16(3) && less(listed, listed)(0, 0) == false);
static_assert(tensor<bfloat16, 2, 2>{{1, 2}, {3, 4}} == tensor<bfloat16, 2, 2>([](index_t i, index_t j) { return 2 * i + j + 1; }));

// What would calculate is refused.
using stored = tensor<bfloat16, 2, 2>;
template <class X>
concept calculates = requires(const X& x) { sizeof(x + x); } || requires(const X& x) { sizeof(x * 2); } ||
                     requires(const X& x) { sizeof(-x); } || requires(const X& x) { sizeof(matmul(x, x)); };
static_assert(!calculates<stored> && calculates<tensor<float, 2, 2>>);

}  // namespace

TEST_CASE("tensors of bfloat16 are stored and copied like others", "[tensor]") {
  tensor<bfloat16, seq, d_model> x = listed;
  x(0, 0) = bfloat16(7);
  tensor<bfloat16, seq, d_model> copy;
  copy = x;
  CHECK(copy == x);
  CHECK(copy(0, 0) == bfloat16(7));
  constexpr axis wide{"wide", 3000};
  tensor<bfloat16, wide> large([](index_t i) { return static_cast<double>(i) / 4; });
  const tensor<bfloat16, wide> moved = std::move(large);
  CHECK(moved(101) == bfloat16(25.25f));
}

TEST_CASE("a bfloat16 prints with the fewest digits that read back as itself", "[tensor]") {
  CHECK(printed(listed) == "[seq=3, d_model=2]\n[[  1, 2.5],\n [  3,  -4],\n [0.1, inf]]\n");
  int wrong = 0;
  for (unsigned bits = 0; bits < 0x10000; bits += 7) {
    const bfloat16 x = bfloat16::from_bits(static_cast<std::uint16_t>(bits));
    const std::string text = printed(tensor<bfloat16>{x});
    if (x == x) wrong += bfloat16(std::strtod(text.c_str() + 3, nullptr)).bits != bits;
  }
  CHECK(wrong == 0);
}
