// How near to double: exponentials, activations, normalisation and softmax, over all floats and extreme rows.
#include "accuracy.hpp"

#include <tenon/kernels/elementwise.hpp>
#include <tenon/kernels/normalise.hpp>
#include <tenon/kernels/softmax.hpp>

using namespace kernels_test;

TENON_BEGIN_HEADER
namespace {

/// 2^x as activations use it, and e^x as attention uses it.
struct power_of_two {
  template <class Set>
  TENON_INLINE static void apply(kernels::vector<Set>& x) {
    kernels::exp2_in_place<Set>(x);
  }
};
struct attention_weight {
  template <class Set>
  TENON_INLINE static void apply(kernels::vector<Set>& x) {
    kernels::weight_in_place<Set>(x);
  }
};

}  // namespace
TENON_END_HEADER

namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

/// Arguments and results in double, computed once for all instruction sets.
struct table {
  floats x;
  std::vector<double> want;

  template <class Want>
  table(const std::vector<float>& arguments, Want of)
      : x(static_cast<index_t>(arguments.size())), want(arguments.size()) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      x.data()[i] = arguments[i];
      want[i] = of(static_cast<double>(arguments[i]));
    }
  }
  template <class Function, class Error>
  worst_case measure(Error error) const {
    floats y(x.count());
    kernels::map<Function>(x.count(), x.data(), y.data());
    REQUIRE(y.intact());
    worst_case worst;
    for (index_t i = 0; i < x.count(); ++i)
      worst.take(error(y[i], want[static_cast<std::size_t>(i)]), static_cast<double>(x[i]));
    return worst;
  }
};

/// Every finite float whose bits are a multiple of `step`, and the neighbours of some places.
std::vector<float> all_floats(std::uint32_t step, std::initializer_list<float> places) {
  std::vector<float> all;
  const auto add = [&](std::uint32_t bits) {
    float x;
    std::memcpy(&x, &bits, sizeof x);
    if (std::isfinite(x)) all.push_back(x);
  };
  for (std::uint64_t bits = 0; bits < (std::uint64_t{1} << 32); bits += step) add(static_cast<std::uint32_t>(bits));
  for (float place : places) {
    std::uint32_t bits;
    std::memcpy(&bits, &place, sizeof bits);
    for (std::uint32_t i = 0; i < 2000; ++i) add(bits - 1000 + i);
  }
  return all;
}

void add_range(std::vector<float>& to, double from, double end, int count) {
  for (int i = 0; i < count; ++i) to.push_back(static_cast<float>(from + (end - from) * i / count));
}

template <class Function>
float at(float x) {
  floats y(1);
  kernels::map<Function>(1, &x, y.data());
  return y[0];
}

double gelu_of(double x) { return 0.5 * x * std::erfc(-x / std::sqrt(2.0)); }
double gelu_tanh_of(double x) {
  // (1 + tanh(u)) / 2 = 1 / (1 + e^-2u), which does not cancel.
  return x / (1 + std::exp(-2 * 0.79788456080286535588 * (x + 0.044715 * x * x * x)));
}
double silu_of(double x) { return x / (1 + std::exp(-x)); }

/// Rows for normalisation: where they lie, and how far they spread.
struct row_kind {
  const char* name;
  double centre, spread;
  float eps;
};

/// A float of [-1, 1) from a number.
double scattered(index_t i) {
  const auto bits = static_cast<std::uint32_t>(i) * 2654435761u + 12345u;
  return static_cast<double>(static_cast<std::int32_t>(bits * 1664525u + 1013904223u)) / 0x1p31;
}

}  // namespace

TEST_CASE("exponentials are within 2 ulp for every float") {
  std::vector<float> arguments =
      all_floats(2003, {88.72284f, -87.33655f, -103.27893f, -103.97208f, 0.34657359f, -0.34657359f});
  add_range(arguments, -104, 89, 400'000);
  const table natural(arguments, [](double x) { return std::exp(x); });
  std::vector<float> exponents;
  for (float x : arguments)
    if (x <= 126) exponents.push_back(x);
  // Nothing smaller than a normal float.
  const table binary(exponents, [](double x) { return x <= -125.5 ? 0 : std::exp2(x); });
  // A weight carries the rounding of its score's distance to the highest, times log4(e), as well.
  std::vector<float> distances;
  for (float x : arguments)
    if (x <= 2 && !(x > -87 && x < -86.9f)) distances.push_back(x);
  const table weights(distances, [](double x) { return x <= -86.95 ? 0 : std::exp(x); });
  const auto of_distance = [](float got, double want) {
    return ulps(got, want) / (1 + std::abs(want > 0 ? std::log(want) : 0));
  };
  with_each_instruction_set([&] {
    report("exp(x), every result", natural.measure<kernels::exponential>(ulps), "ulp", "x =", 2);
    report("2^x of activations, 0 from -125.5 down", binary.measure<power_of_two>(ulps), "ulp", "x =", 2);
    report("e^x of attention up to 2, 0 from -87 down", weights.measure<attention_weight>(of_distance), "(1 + |x|) ulp", "x =", 2);

    CHECK(at<kernels::exponential>(INFINITY) == INFINITY);
    CHECK(at<kernels::exponential>(-INFINITY) == 0);
    CHECK(std::isnan(at<kernels::exponential>(not_a_number)));
    CHECK(at<kernels::exponential>(0.f) == 1);
    CHECK(at<kernels::exponential>(-0.f) == 1);
    CHECK(at<kernels::exponential>(88.72284f) == INFINITY);
    CHECK(at<kernels::exponential>(-103.97f) == std::numeric_limits<float>::denorm_min());
    CHECK(at<kernels::exponential>(-103.98f) == 0);
    CHECK(at<power_of_two>(-INFINITY) == 0);
    CHECK(at<power_of_two>(0.f) == 1);
    CHECK(at<attention_weight>(0.f) == 1);
    CHECK(at<attention_weight>(-INFINITY) == 0);
    CHECK(at<attention_weight>(kernels::lowest) == 0);
    CHECK(std::isnan(at<attention_weight>(not_a_number)));
    CHECK(std::isnan(at<power_of_two>(not_a_number)));
  });
}

TEST_CASE("activations are within 2e-6 for every float") {
  std::vector<float> arguments = all_floats(4001, {});
  add_range(arguments, -15, 15, 300'000);
  const table erf(arguments, gelu_of), tanh(arguments, gelu_tanh_of), silu(arguments, silu_of);
  std::vector<float> left;
  add_range(left, -12, 0, 100'000);
  const table tail(left, gelu_of);
  with_each_instruction_set([&] {
    const char* const unit = "of max(1, |result|)";
    report("gelu (erf)", erf.measure<kernels::gelu>(relative_to_one), unit, "x =", 2e-6);
    report("gelu (tanh)", tanh.measure<kernels::gelu_tanh>(relative_to_one), unit, "x =", 2e-6);
    report("silu", silu.measure<kernels::silu>(relative_to_one), unit, "x =", 2e-6);
    const auto relative = [](float got, double want) { return std::abs(static_cast<double>(got) / want - 1); };
    report("gelu (erf), left of 0", tail.measure<kernels::gelu>(relative), "of |result|", "x =", 2e-5);

    const auto limits = [](auto function) {
      using Function = decltype(function);
      CHECK(at<Function>(INFINITY) == INFINITY);
      CHECK(std::isnan(at<Function>(not_a_number)));
      CHECK(at<Function>(0.f) == 0);
      CHECK(std::abs(at<Function>(std::numeric_limits<float>::lowest())) < 2e-36f);
    };
    limits(kernels::gelu{});
    limits(kernels::gelu_tanh{});
    limits(kernels::silu{});
    limits(kernels::relu{});
    CHECK(at<kernels::relu>(-2.f) == 0);
  });
}

TEST_CASE("layer norm and rms norm are within 2e-6, wherever a row lies and however far it spreads") {
  constexpr row_kind kinds[] = {{"rows about 0", 0, 1, 1e-5f},
                                {"rows about 1, spread 0.01", 1, 0.01, 1e-5f},
                                {"rows about 1000, spread 1", 1000, 1, 1e-5f},
                                {"rows about 1e4, spread 0.01", 1e4, 0.01, 1e-5f},
                                {"rows about -1e6, spread 1", -1e6, 1, 1e-5f},
                                {"constant rows of 1000.1", 1000.1, 0, 1e-5f},
                                {"rows of 1e15", 0, 1e15, 1e-5f},
                                {"rows of 1e30", 1e30, 1e30, 1e-5f},
                                {"rows of the largest floats", 0, 3.4e38, 1e-5f},
                                {"rows of 1e-20", 0, 1e-20, 1e-5f},
                                {"rows of 1e-20, eps 0", 1e-20, 1e-20, 0.f},
                                {"rows of 1e-30, eps 0", 1e-30, 1e-30, 0.f},
                                {"subnormal rows", 0, 1e-40, 1e-5f},
                                {"subnormal rows, eps 0", 1e-40, 1e-40, 0.f}};
  with_each_instruction_set([&] {
    for (const row_kind& kind : kinds) {
      worst_case layered_worst, rms_worst;
      for (index_t width : {2, 3, 17, 128, 768, 3072, 4097}) {
        floats x(width), y(width);
        for (index_t j = 0; j < width; ++j) x[j] = static_cast<float>(kind.centre + kind.spread * scattered(j + width));
        double mean = 0, variance = 0, square = 0;
        for (index_t j = 0; j < width; ++j) mean += static_cast<double>(x[j]) / static_cast<double>(width);
        for (index_t j = 0; j < width; ++j) {
          const double z = static_cast<double>(x[j]);
          variance += (z - mean) * (z - mean) / static_cast<double>(width);
          square += z * z / static_cast<double>(width);
        }
        const double eps = static_cast<double>(kind.eps);
        const kernels::norm_rows rows{x.data(), width, nullptr, 0, nullptr, nullptr, y.data(), width};
        kernels::layer_norm(1, width, rows, kind.eps);
        for (index_t j = 0; j < width; ++j)
          layered_worst.take(relative_to_one(y[j], (static_cast<double>(x[j]) - mean) / std::sqrt(variance + eps)),
                             static_cast<double>(width));
        kernels::rms_norm(1, width, rows, kind.eps);
        for (index_t j = 0; j < width; ++j)
          rms_worst.take(relative_to_one(y[j], static_cast<double>(x[j]) / std::sqrt(square + eps)),
                         static_cast<double>(width));
        REQUIRE(y.intact());
      }
      const char* const unit = "of max(1, |result|)";
      char name[80];
      std::snprintf(name, sizeof name, "layer norm, %s", kind.name);
      report(name, layered_worst, unit, "width", 2e-6);
      std::snprintf(name, sizeof name, "rms norm, %s", kind.name);
      report(name, rms_worst, unit, "width", 2e-6);
    }
    // What is not finite leaves no number of its row standing.
    for (float odd : {INFINITY, -INFINITY, not_a_number}) {
      floats x(40, 1), y(40);
      x[17] = odd;
      kernels::layer_norm(1, 40, {x.data(), 40, nullptr, 0, nullptr, nullptr, y.data(), 40}, 1e-5f);
      CHECK((std::isnan(y[17]) && (std::isnan(y[0]) || y[0] == 0)));
    }
  });
}

TEST_CASE("softmax is within 2e-6 of each probability that is not tiny") {
  with_each_instruction_set([] {
    for (double spread : {1.0, 30.0, 1000.0, 3e38}) {
      worst_case by_row, by_column;
      for (index_t count : {1, 5, 17, 512, 4097}) {
        const index_t beside = 3;
        floats x(count), y(count), columns(count * beside), z(count * beside);
        double top = -INFINITY, sum = 0;
        for (index_t j = 0; j < count; ++j) {
          x[j] = static_cast<float>(spread * scattered(j));
          for (index_t c = 0; c < beside; ++c) columns[j * beside + c] = x[j];
          top = std::max(top, static_cast<double>(x[j]));
        }
        for (index_t j = 0; j < count; ++j) sum += std::exp(static_cast<double>(x[j]) - top);
        kernels::softmax_rows(1, count, x.data(), count, y.data(), count);
        kernels::softmax_columns(count, beside, columns.data(), beside, z.data(), beside);
        REQUIRE((y.intact() && z.intact()));
        for (index_t j = 0; j < count; ++j) {
          // The difference to the largest is rounded once: e^-20 carries 20 times the error of e^-1.
          const double distance = static_cast<double>(x[j]) - top, want = std::exp(distance) / sum;
          const double scale = std::max(want, 1e-30) * (1 - distance / 16);
          by_row.take(std::abs(static_cast<double>(y[j]) - want) / scale, static_cast<double>(count));
          by_column.take(std::abs(static_cast<double>(z[j * beside + 2]) - want) / scale, static_cast<double>(count));
        }
      }
      char name[80];
      const char* const unit = "of p (1 + (max - x) / 16)";
      std::snprintf(name, sizeof name, "softmax of rows, scores up to %g", spread);
      report(name, by_row, unit, "width", 2e-6);
      std::snprintf(name, sizeof name, "softmax of columns, scores up to %g", spread);
      report(name, by_column, unit, "rows", 2e-6);
    }
  });
}
