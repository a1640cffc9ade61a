// Generated products, matmul and einsum, equal plain sums within n eps sum |a| |b|, in any layout; rows and batches have the
// same bits alone.
#include <tenon/ops/einsum.hpp>
#include <tenon/ops/matmul.hpp>

#include "generated.hpp"

using namespace properties;

namespace {

// ---- matmul -------------------------------------------------------------------------------------

struct product_shapes {
  tenon::shape a, b;
};

/// [lead..., m, k] x [lead..., k, n]: small, at and around the widths of kernels, static or bounded, named or not.
constexpr product_shapes drawn_product(std::uint64_t seed) {
  draw d(seed);
  constexpr int widths[] = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 20, 31, 33, 48, 65};
  product_shapes result;
  tenon::shape taken;
  const bool named = d.one_in(2);
  const auto an_axis = [&](int extent) {
    axis a = d.one_in(3) ? axis(tenon::at_most{extent}) : axis(extent);
    if (named) a = tenon::renamed(a, fresh(d, taken, 1));
    taken.push(a);
    return tenon::canonical(a);
  };
  const int lead = d.below(3);
  const bool a_lacks = d.one_in(4), b_lacks = !a_lacks && d.one_in(2);
  for (int i = 0; i < lead; ++i) {
    const axis one = an_axis(d.between(1, 3));
    if (!a_lacks) result.a.push(one);
    if (!b_lacks) result.b.push(one);
  }
  const axis rows = an_axis(widths[d.below(d.one_in(3) ? 16 : 8)]), inner = an_axis(widths[d.below(16)]),
             columns = an_axis(widths[d.below(16)]);
  result.a.push(rows);
  result.a.push(inner);
  result.b.push(inner);
  result.b.push(columns);
  return result;
}

/// The element at `at` of [lead..., rows, columns], of an operand that may lack the leading axes.
double matrix_element(const array& x, const reference::index& result_at, long row, long column) {
  reference::index at(result_at.end() - x.rank(), result_at.end());
  at[at.size() - 2] = row;
  at[at.size() - 1] = column;
  return element(x, at);
}

/// The sum of f(a, b) over the inner axis.
template <class F>
array inner_sums(const array& a, const array& b, const F& f) {
  reference::index extents = a.rank() >= b.rank() ? a.extents : b.extents;
  extents[extents.size() - 2] = a.extents[a.extents.size() - 2];
  extents[extents.size() - 1] = b.extents[b.extents.size() - 1];
  const long inner = a.extents.back();
  return reference::computed(extents, [&](const reference::index& at) {
    double sum = 0;
    for (long k = 0; k < inner; ++k)
      sum += f(matrix_element(a, at, at[at.size() - 2], k), matrix_element(b, at, k, at[at.size() - 1]));
    return sum;
  });
}

double multiplied(double x, double y) { return x * y; }
double multiplied_sizes(double x, double y) { return std::abs(x * y); }

/// Extents for both operands that agree.
void drawn_product_extents(const product_shapes& shapes, draw& now, reference::index& a, reference::index& b) {
  a = drawn_extents(shapes.a, now);
  b = drawn_extents(shapes.b, now);
  for (std::size_t i = 2; i < a.size() && i < b.size(); ++i)  // the leading axes of the shorter one
    b[b.size() - 1 - i] = a[a.size() - 1 - i];
  b[b.size() - 2] = a[a.size() - 1];
}

template <class T>
array product_bound(const array& a, const array& b) {
  const double share = std::is_floating_point_v<T> ? static_cast<double>(a.extents.back() + 1) * 2 * half_ulp<T> : 0;
  return reference::each(inner_sums(a, b, multiplied_sizes), [&](double size) { return size * share; });
}

/// NaN and infinity here and there.
template <class X>
void spoil(X& x, draw& now) {
  if constexpr (std::is_floating_point_v<typename X::value_type>)
    for (auto& one : x)
      if (now.one_in(20)) one = now.one_in(2) ? std::numeric_limits<typename X::value_type>::quiet_NaN()
                                             : std::numeric_limits<typename X::value_type>::infinity();
}

// ---- einsum -------------------------------------------------------------------------------------

/// Letters, their extents, and which operand has which, in which order.
struct einsum_case {
  int operands = 2;
  int letters[3][5] = {};
  int ranks[3] = {};
  int output[5] = {};
  int output_rank = 0;
  axis axes[5] = {1, 1, 1, 1, 1};
  bool diagonal = false;
  constexpr einsum_case() = default;

  constexpr tenon::shape shape_of(int operand) const {
    tenon::shape result;
    for (int i = 0; i < ranks[operand]; ++i) result.push(axes[letters[operand][i]]);
    return result;
  }
};

constexpr void shuffle(draw& d, int* numbers, int count) {
  for (int i = count; i > 1; --i) {
    const int j = d.below(i);
    const int swapped = numbers[i - 1];
    numbers[i - 1] = numbers[j];
    numbers[j] = swapped;
  }
}

constexpr einsum_case drawn_einsum(std::uint64_t seed) {
  draw d(seed);
  einsum_case c;
  c.operands = d.one_in(4) ? 1 : d.one_in(3) ? 3 : 2;
  const int count = d.between(1, c.operands == 3 ? 4 : 5);
  const bool named = d.one_in(3);
  tenon::shape taken;
  for (int letter = 0; letter < count; ++letter) {
    const int extent = d.between(1, 5);
    axis a = d.one_in(4) ? axis(tenon::at_most{extent}) : axis(extent);
    if (named) a = tenon::renamed(a, fresh(d, taken, 1));
    c.axes[letter] = tenon::canonical(a);
    taken.push(a);
    // What is summed stands in more than one operand.
    const bool kept = d.one_in(2);
    const int most = c.operands;
    int in[3] = {0, 1, 2};
    shuffle(d, in, most);
    const int times = kept ? d.between(1, most) : most == 1 ? 1 : d.between(2, most);
    for (int i = 0; i < times; ++i) c.letters[in[i]][c.ranks[in[i]]++] = letter;
    if (kept) c.output[c.output_rank++] = letter;
  }
  for (int k = 0; k < c.operands; ++k) {
    // A letter twice in one operand is its diagonal; names could not stand twice.
    if (!named && c.ranks[k] > 0 && c.ranks[k] < 4 && d.one_in(5)) {
      c.letters[k][c.ranks[k]] = c.letters[k][d.below(c.ranks[k])];
      ++c.ranks[k];
    }
    shuffle(d, c.letters[k], c.ranks[k]);
  }
  shuffle(d, c.output, c.output_rank);
  return c;
}

template <std::uint64_t Seed>
constexpr auto einsum_text() {
  constexpr einsum_case c = drawn_einsum(Seed);
  constexpr std::size_t size = static_cast<std::size_t>(c.ranks[0] + c.ranks[1] + c.ranks[2] + c.operands - 1 + 2 + c.output_rank) + 1;
  tenon::text<size> result;
  std::size_t at = 0;
  for (int k = 0; k < c.operands; ++k) {
    if (k > 0) result.characters[at++] = ',';
    for (int i = 0; i < c.ranks[k]; ++i) result.characters[at++] = static_cast<char>('a' + c.letters[k][i]);
  }
  result.characters[at++] = '-';
  result.characters[at++] = '>';
  for (int i = 0; i < c.output_rank; ++i) result.characters[at++] = static_cast<char>('a' + c.output[i]);
  return result;
}

/// Every operand's element, multiplied, over all letters.
template <class F>
array einsum_sums(const einsum_case& c, const std::vector<array>& operands, const reference::index& letters, const F& f) {
  reference::index extents;
  for (int i = 0; i < c.output_rank; ++i) extents.push_back(letters[static_cast<std::size_t>(c.output[i])]);
  array result = reference::filled(extents);
  reference::each_index(letters, [&](const reference::index& at) {
    double product = 1;
    for (int k = 0; k < c.operands; ++k) {
      reference::index here;
      for (int i = 0; i < c.ranks[k]; ++i) here.push_back(at[static_cast<std::size_t>(c.letters[k][i])]);
      product *= f(element(operands[static_cast<std::size_t>(k)], here));
    }
    reference::index to;
    for (int i = 0; i < c.output_rank; ++i) to.push_back(at[static_cast<std::size_t>(c.output[i])]);
    element(result, to) += product;
  });
  return result;
}

template <std::uint64_t Seed, class T, int K>
auto einsum_operand(const einsum_case& c, const reference::index& letters, draw& now) {
  constexpr tenon::shape axes = drawn_einsum(Seed).shape_of(K);
  reference::index extents;
  for (int i = 0; i < c.ranks[K]; ++i) extents.push_back(letters[static_cast<std::size_t>(c.letters[K][i])]);
  auto x = drawn_like<typename tenon::tensor_of<T, axes>::type>(extents, now);
  if constexpr (draw(follow(Seed, 60 + K)).one_in(2)) return relaid_copy(x);
  else return x;
}

}  // namespace

TEST_CASE("matmul equals plain sums, in any layout, and a row or a batch has the same bits alone", "[properties]") {
  each_case<20>([]<std::uint64_t Seed>(draw now) {
    using T = std::tuple_element_t<draw(follow(Seed, 5)).below(5), std::tuple<float, float, float, double, int>>;
    constexpr product_shapes shapes = drawn_product(Seed);
    reference::index a_extents, b_extents;
    drawn_product_extents(shapes, now, a_extents, b_extents);
    auto a = drawn_like<typename tenon::tensor_of<T, shapes.a>::type>(a_extents, now);
    auto b = drawn_like<typename tenon::tensor_of<T, shapes.b>::type>(b_extents, now);
    if (now.one_in(4)) spoil(a, now);
    const array r = seen(a), s = seen(b);
    const array wanted = inner_sums(r, s, multiplied), bound = product_bound<T>(r, s);
    const auto a_columns = tenon::transpose<-1, -2>(tenon::contiguous(tenon::transpose<-1, -2>(a)));
    const auto b_columns = tenon::transpose<-1, -2>(tenon::contiguous(tenon::transpose<-1, -2>(b)));
    on_each_instruction_set([&] {
      const auto y = tenon::matmul(a, b);
      CHECK(difference(y, wanted, bound) == "");
      CHECK(difference(tenon::matmul(a, b_columns), wanted, bound) == "");
      CHECK(difference(tenon::matmul(a_columns, b), wanted, bound) == "");
      CHECK(difference(tenon::matmul(relaid_copy(a), relaid_copy(b)), wanted, bound) == "");
      // One row alone, of all batches.
      constexpr int rank = shapes.a.rank;
      if (a.extent(rank - 2) > 0) {
        const int i = now.below(static_cast<int>(a.extent(rank - 2)));
        const auto one = tenon::slice<-2, axis(1)>(tenon::unnamed(a), i);
        const auto alone = tenon::matmul(tenon::contiguous(one), tenon::unnamed(b));
        CHECK(same_bits(alone, tenon::slice<-2, axis(1)>(tenon::unnamed(y), i)));
        CHECK(same_bits(tenon::matmul(one, tenon::unnamed(b)), alone));
      }
      // One batch alone.
      if constexpr (shapes.a.rank > 2 && shapes.b.rank > 2) {
        if (a.extent(0) > 0) {
          const int i = now.below(static_cast<int>(a.extent(0)));
          CHECK(same_bits(tenon::matmul(tenon::row<0>(a, i), tenon::row<0>(b, i)), tenon::row<0>(y, i)));
        }
      }
    });
  });
}

TEST_CASE("einsum of generated patterns equals plain sums over their letters", "[properties]") {
  each_case<21, TENON_PROPERTY_CASES + 1>([]<std::uint64_t Seed>(draw now) {
    using T = std::tuple_element_t<draw(follow(Seed, 5)).below(4), std::tuple<float, float, double, int>>;
    constexpr einsum_case c = drawn_einsum(Seed);
    constexpr auto pattern = einsum_text<Seed>();
    INFO("einsum<\"" << pattern.characters << "\">");
    tenon::shape axes;
    for (int i = 0; i < 5; ++i) axes.push(c.axes[i]);
    const reference::index letters = drawn_extents(axes, now);
    [&]<std::size_t... K>(std::index_sequence<K...>) {
      const auto operands = std::tuple{einsum_operand<Seed, T, static_cast<int>(K)>(c, letters, now)...};
      const std::vector<array> arrays{seen(std::get<K>(operands))...};
      const array wanted = einsum_sums(c, arrays, letters, [](double x) { return x; });
      const double terms = static_cast<double>(reference::product(letters)) + 4;
      const array bound = reference::each(einsum_sums(c, arrays, letters, [](double x) { return std::abs(x); }), [&](double size) {
        return std::is_floating_point_v<T> ? size * terms * 2 * half_ulp<T> : 0;
      });
      on_each_instruction_set([&] { CHECK(difference(tenon::einsum<pattern>(std::get<K>(operands)...), wanted, bound) == ""); });
    }(std::make_index_sequence<static_cast<std::size_t>(c.operands)>{});
  });
}
