// How tensors are written to streams.
#include <tenon/tensor/print.hpp>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <sstream>
#include <string>

#include <tenon/ops/transpose.hpp>

#include "../support/catch.hpp"
#include "../support/printed.hpp"
#include "../support/examples.hpp"
#include "../support/refusal.hpp"

using namespace tenon;

namespace {

constexpr axis batch{"batch", 1}, seq{"seq", 3}, tokens{"tokens", at_most{8}};

/// The number that a tensor of one element prints, read back.
double read_back(const std::string& text) { return std::strtod(text.c_str() + text.find('\n') + 1, nullptr); }

}  // namespace

TEST_CASE("axes come first, then rows of aligned elements") {
  CHECK(printed(tensor<float, seq, 2>{1, 2, 3, 4.5, -10, 6}) == "[seq=3, 2]\n[[  1,   2],\n [  3, 4.5],\n [-10,   6]]\n");
  CHECK(printed(tensor<int, 3>{1, 22, 333}) == "[3]\n[  1,  22, 333]\n");
  CHECK(printed(tensor<int, batch, 2, 2>{1, 2, 3, 4}) == "[batch=1, 2, 2]\n[[[1, 2],\n  [3, 4]]]\n");
}

TEST_CASE("a tensor without axes is its element") {
  CHECK(printed(tensor<float>{1.5}) == "[]\n1.5\n");
}

TEST_CASE("a view prints as a copy would") {
  const tensor<int, 2, 3> x{1, 2, 3, 4, 5, 6};
  CHECK(printed(transpose<0, 1>(x)) == "[3, 2]\n[[1, 4],\n [2, 5],\n [3, 6]]\n");
}

TEST_CASE("bounded axes print the extents of this moment") {
  CHECK(printed(tensor<int, tokens, 2>{1, 2, 3, 4}) == "[tokens=2, 2]\n[[1, 2],\n [3, 4]]\n");
  CHECK(printed(tensor<int, tokens, 2>{}) == "[tokens=0, 2]\n[]\n");
  CHECK(printed(tensor<int, 2, tokens>{}) == "[2, tokens=0]\n[[],\n []]\n");
}

TEST_CASE("every element type prints") {
  CHECK(printed(tensor<bool, 2>{true, false}) == "[2]\n[1, 0]\n");
  CHECK(printed(tensor<signed char, 2>{-128, 65}) == "[2]\n[-128,   65]\n");
  CHECK(printed(tensor<unsigned char, 1>{255}) == "[1]\n[255]\n");
  CHECK(printed(tensor<long long, 1>{std::numeric_limits<long long>::min()}) == "[1]\n[-9223372036854775808]\n");
  CHECK(printed(tensor<unsigned long long, 1>{std::numeric_limits<unsigned long long>::max()}) == "[1]\n[18446744073709551615]\n");
  CHECK(printed(tensor<long double, 1>{0.5L}) == "[1]\n[0.5]\n");
}

TEST_CASE("numbers read back as the same numbers") {
  for (const float value : {0.1f, 1 / 3.f, 16777216.f, 1e-45f, 3.4028235e38f, -0.034477f, 1.17549435e-38f}) {
    CHECK(static_cast<float>(read_back(printed(tensor<float>{value}))) == value);
  }
  for (const double value : {0.1, 1 / 3., 5e-324, 1.7976931348623157e308, -2.2250738585072014e-308}) {
    CHECK(read_back(printed(tensor<double>{value})) == value);
  }
  CHECK(printed(tensor<float, 2>{INFINITY, -INFINITY}) == "[2]\n[ inf, -inf]\n");
  CHECK(std::isnan(read_back(printed(tensor<float>{NAN}))));
}

TEST_CASE("of many elements only the ends are shown") {
  const tensor<int, 1001> x([](index_t i) { return i; });
  CHECK(printed(x) == "[1001]\n[   0,    1,    2, ...,  998,  999, 1000]\n");
  const tensor<int, 1000> whole;
  CHECK(printed(whole).find("...") == std::string::npos);
  const tensor<int, 7, 200> y([](index_t i, index_t j) { return i * 200 + j; });
  CHECK(printed(y) ==
        "[7, 200]\n"
        "[[   0,    1,    2, ...,  197,  198,  199],\n"
        " [ 200,  201,  202, ...,  397,  398,  399],\n"
        " [ 400,  401,  402, ...,  597,  598,  599],\n"
        " ...,\n"
        " [ 800,  801,  802, ...,  997,  998,  999],\n"
        " [1000, 1001, 1002, ..., 1197, 1198, 1199],\n"
        " [1200, 1201, 1202, ..., 1397, 1398, 1399]]\n");
}

TEST_CASE("eight axes with the longest names print whole") {
  constexpr axis a{"fifteen_letterA", 1}, b{"fifteen_letterB", 1}, c{"fifteen_letterC", 1}, d{"fifteen_letterD", 1},
      e{"fifteen_letterE", 1}, f{"fifteen_letterF", 1}, g{"fifteen_letterG", 1}, h{"fifteen_letterH", 1};
  CHECK(printed(tensor<int, a, b, c, d, e, f, g, h>{7}) ==
        "[fifteen_letterA=1, fifteen_letterB=1, fifteen_letterC=1, fifteen_letterD=1, fifteen_letterE=1, fifteen_letterF=1, "
        "fifteen_letterG=1, fifteen_letterH=1]\n[[[[[[[[7]]]]]]]]\n");
}

TEST_CASE("nothing is written of a tensor that was moved from") {
  tensor<float, 2000> x;
  const auto y = std::move(x);
  std::ostringstream out;
  CHECK(refusal([&] { out << x; }) == "tensor: it was moved from and has no elements until it is assigned");
  CHECK(out.str().empty());
  CHECK(y.size() == 2000);
}

TEST_CASE("the stream's width and flags do not change a tensor") {
  std::ostringstream out;
  out.width(10);
  out << std::hex << std::showpos << tensor<int, 2>{10, 11};
  CHECK(out.str() == "[2]\n[10, 11]\n");
}
