// Shapes: lists of axes, and the strides of their packed layout.
#include <tenon/shape/shape.hpp>

#include <string>

#include <tenon/shape/strides.hpp>

#include "../support/catch.hpp"

using namespace tenon;

namespace {

constexpr axis batch{"batch", 2}, seq{"seq", 3}, tokens{"tokens", at_most{512}};

std::string written(const shape& s) {
  char characters[512] = {};
  writer out{characters};
  out << s;
  return characters;
}

constexpr bool packed_as(const shape& s, std::initializer_list<index_t> expected) {
  const strides steps = row_major(s);
  int i = 0;
  for (const index_t step : expected)
    if (steps[i++] != step) return false;
  while (i < max_rank)
    if (steps[i++] != 0) return false;
  return true;
}

}  // namespace

// Shapes of different rank differ, in both orders, whatever they share.
static_assert(shape(1, 8, 8) != shape(1, 8, 8, 3) && shape(1, 8, 8, 3) != shape(1, 8, 8));
static_assert(shape(1, 8, 8) != shape(1, 8, 8, 1) && shape() != shape(1));
static_assert(shape(seq) != shape(3) && shape(seq, 8) == shape(axis{"seq", 3}, axis{8}));

static_assert(shape().rank == 0 && shape().size() == 1);
static_assert(shape(batch, seq, 8).size() == 48 && shape(batch, tokens).size() == 1024);
static_assert(shape(batch, tokens).bounded() && !shape(batch, seq).bounded());
static_assert(shape(measured(tokens, 5)).bounded() && !shape(measured(tokens, 5)).unmeasured());
static_assert(shape(measured(tokens, 0), 8).size() == 0);

// Sizes saturate, they never wrap.
static_assert(shape(INTPTR_MAX, 2).size() == INTPTR_MAX && shape(INTPTR_MAX, INTPTR_MAX, INTPTR_MAX).size() == INTPTR_MAX);
static_assert(saturated_product(INTPTR_MAX, 0) == 0 && saturated_product(0, INTPTR_MAX) == 0);
static_assert(saturated_product(index_t{1} << 32, index_t{1} << 31) == INTPTR_MAX);
static_assert(saturated_product(index_t{1} << 31, index_t{1} << 31) == index_t{1} << 62);

// find goes by name; an axis without one is never found.
static_assert(shape(batch, seq).find(axis{"seq", 99}) == 1 && shape(batch, seq).find(axis{"src", 3}) == -1);
static_assert(shape(2, 3).find(2) == -1);

// insert and erase keep the others in order.
static_assert([] {
  shape s(batch, seq, 8);
  s.erase(1);
  if (s != shape(batch, 8)) return false;
  s.insert(0, seq);
  s.insert(3, 9);
  return s == shape(seq, batch, 8, 9);
}());

// Strides of the packed layout: static up to a bounded axis, dynamic left of it.
static_assert(packed_as(shape(batch, seq, 8), {24, 8, 1}) && packed_as(shape(), {}) && packed_as(shape(1, 1), {1, 1}));
static_assert(packed_as(shape(batch, tokens, 8), {dynamic, 8, 1}));
static_assert(packed_as(shape(2, batch, tokens), {dynamic, dynamic, 1}));
static_assert(packed_as(shape(batch, measured(tokens, 5), 8), {40, 8, 1}));
static_assert(packed_as(shape(batch, measured(tokens, 0), 8), {0, 8, 1}));

TEST_CASE("a shape writes its axes in brackets") {
  CHECK(written(shape(batch, seq, 8)) == "[batch=2, seq=3, 8]");
  CHECK(written(shape()) == "[]");
  CHECK(written(shape(tokens, measured(tokens, 5))) == "[tokens<=512, tokens=5]");
  CHECK(written(shape(1, 2, 3, 4, 5, 6, 7, 8)) == "[1, 2, 3, 4, 5, 6, 7, 8]");
}
