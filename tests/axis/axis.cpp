// Axes: names, extents, bounds.
#include <tenon/axis/axis.hpp>

#include <string>

#include "../support/catch.hpp"
#include "../support/refusal.hpp"

using namespace tenon;

namespace {

constexpr axis seq{"seq", 3};
constexpr axis tokens{"tokens", at_most{512}};

std::string written(const axis& a) {
  char characters[64] = {};
  writer out{characters};
  out << a;
  return characters;
}

}  // namespace

// A number, an axis of that number and an axis converted from it are one axis.
static_assert(axis{3} == axis(3) && axis(3) == 3);
static_assert(!axis{3}.named() && !axis{3}.bounded());
static_assert(seq.named() && !seq.bounded() && seq.extent == 3);

// Names of 1 to 15 characters, digits inside, primes at the end.
static_assert(axis{"a", 1}.name_size() == 1);
static_assert(axis{"fifteen_letters", 1}.name_size() == 15);
static_assert(axis{"fifteen_letters", at_most{1}}.bounded());
static_assert(axis{"_2", 1}.named() && axis{"seq''", 1}.named());

// Two long names that begin alike stay two.
static_assert(!same_name(axis{"fifteen_letterA", 1}, axis{"fifteen_letterB", 1}));
static_assert(!same_name(axis{"seq", 3}, axis{"seq'", 3}));
static_assert(!same_name(axis{"se", 3}, axis{"seq", 3}));
static_assert(same_name(seq, axis{"seq", 5}));

// An axis [2 * 512, 512] is 1024 x 512, and stays it.
static_assert(axis{2 * 512}.extent == 1024 && axis{"d", 2 * 512} == axis{"d", 1024});

// Bounded axes know their bound; measured ones their extent.
static_assert(tokens.bounded() && tokens.unmeasured() && tokens.extent == 512);
static_assert(measured(tokens, 5).bounded() && !measured(tokens, 5).unmeasured() && measured(tokens, 5).extent == 5);
static_assert(measured(measured(tokens, 5), 0).extent == 0);
static_assert(measured(seq, 7) == seq);
static_assert(same_name(measured(tokens, 5), tokens));
static_assert(axis{at_most{4}}.bounded() && !axis{at_most{4}}.named());

// prime, renamed, resized.
static_assert(prime(seq) == axis{"seq'", 3} && prime(prime(seq)) == axis{"seq''", 3});
static_assert(prime(tokens) == axis{"tokens'", at_most{512}});
static_assert(prime(measured(tokens, 5)) == measured(prime(tokens), 5));
static_assert(prime(axis(3)) == axis(3));
static_assert(renamed(seq, axis{"keys", 9}) == axis{"keys", 3});
static_assert(renamed(tokens, axis{"k", 9}) == axis{"k", at_most{512}});
static_assert(renamed(axis{"k", at_most{5}}, axis{"fifteen_letters", 1}) == axis{"fifteen_letters", at_most{5}});
static_assert(renamed(measured(tokens, 5), axis(1)) == measured(axis(at_most{512}), 5));
static_assert(renamed(seq, axis(1)) == axis(3));
static_assert(resized(seq, 5) == axis{"seq", 5} && resized(tokens, 5) == axis{"tokens", at_most{5}});

// Which axes may meet: extents agree, names agree where there are two, bounded meets bounded of the same bound.
static_assert(fits(seq, seq) && fits(seq, 3) && fits(3, seq) && fits(3, 3));
static_assert(!fits(seq, axis{"src", 3}) && !fits(seq, axis{"seq", 4}) && !fits(3, 4) && !fits(seq, prime(seq)));
static_assert(fits(tokens, tokens) && fits(tokens, axis(at_most{512})));
static_assert(!fits(tokens, axis{"tokens", 512}) && !fits(tokens, axis{"tokens", at_most{256}}));
static_assert(fits(measured(tokens, 5), measured(tokens, 5)) && !fits(measured(tokens, 5), measured(tokens, 6)));
static_assert(joined(3, seq) == seq && joined(seq, 3) == seq);

// Square roots of extents.
static_assert(sqrt_of<axis{"d_k", 4}> == 2 && sqrt_of<axis{1}> == 1 && sqrt_of<axis{64}> == 8);
static_assert(sqrt_of<axis{2}> - 1.41421356237309505 < 1e-15 && 1.41421356237309505 - sqrt_of<axis{2}> < 1e-15);

// Numbers with a fraction are no extents.
static_assert(!std::is_constructible_v<axis, double> && !std::is_constructible_v<axis, const char (&)[4], float>);

TEST_CASE("an axis writes its name and extent") {
  CHECK(written(seq) == "seq=3");
  CHECK(written(prime(seq)) == "seq'=3");
  CHECK(written(3) == "3");
  CHECK(written(tokens) == "tokens<=512");
  CHECK(written(axis(at_most{512})) == "<=512");
  CHECK(written(measured(tokens, 5)) == "tokens=5");
  CHECK(written(measured(tokens, 0)) == "tokens=0");
  CHECK(written(measured(axis(at_most{512}), 5)) == "5");
  CHECK(written(axis{"fifteen_letters", at_most{INTPTR_MAX}}) == "fifteen_letters<=" + std::to_string(INTPTR_MAX));
}

TEST_CASE("a wrong axis made at run time is refused with the compiler's sentence") {
  const std::string identifier = "axis: a name is an ASCII identifier, with primes only at its end";
  CHECK(refusal([] { return axis{"sixteen_letters_", 3}; }) == "axis: a name has at most 15 characters");
  CHECK(refusal([] { return axis{"sixteen_letters_", at_most{3}}; }) == "axis: a name has at most 15 characters");
  CHECK(refusal([] { return axis{"two words", 3}; }) == identifier);
  CHECK(refusal([] { return axis{"2d", 3}; }) == identifier);
  CHECK(refusal([] { return axis{"s'q", 3}; }) == identifier);
  CHECK(refusal([] { return axis{"'", 3}; }) == identifier);
  CHECK(refusal([] { return axis{"l\303\244nge", 3}; }) == identifier);
  CHECK(refusal([] { return axis{"a\0b", 3}; }) == identifier);
  CHECK(refusal([] { return axis{"seq<=", 3}; }) == identifier);
  const char without[3] = {'s', 'e', 'q'};
  CHECK(refusal([&] { return axis{without, 3}; }) == "axis: a name ends in a NUL, as text in quotes does");
  CHECK(refusal([&] { return axis{without, at_most{3}}; }) == "axis: a name ends in a NUL, as text in quotes does");
  CHECK(refusal([] { return axis{"seq", 0}; }) == "axis: an extent is at least 1");
  CHECK(refusal([] { return axis{"seq", -3}; }) == "axis: an extent is at least 1");
  CHECK(refusal([] { return axis{0}; }) == "axis: an extent is at least 1");
  CHECK(refusal([] { return axis{"seq", at_most{0}}; }) == "axis: an extent is at least 1");
  CHECK(refusal([] { return prime(axis{"fifteen_letters", 3}); }) == "axis: a name has at most 15 characters");
}
