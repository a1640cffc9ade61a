// What refers to elements that live on: none of this may warn.
#include <array>
#include <vector>

#include <tenon/interop/span.hpp>
#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis seq{"seq", 3}, keys{"keys", 3}, d_model{"d_model", 8}, heads{"heads", 2}, d_k{"d_k", 4};
constexpr axis tokens{"tokens", at_most{16}};
using matrix = tensor<float, seq, d_model>;
using matrix_view = packed_view<float, seq, d_model>;
static matrix kept;

// Of what the caller owns, by reference.
auto turned(matrix& x) { return transpose<seq, d_model>(x); }
auto first(const matrix& x) { return row(x, 0); }
auto middle(const matrix& x) { return slice<seq, 1, 2>(x); }
auto in_heads(matrix& x) { return transpose<seq, heads>(split<d_model, heads, d_k>(x)); }
auto seen(const tensor<bool, seq, keys>& mask) { return nn::keep(mask); }
const float* elements(const matrix& x) { return x.data(); }

// Of a view, which may go: what it refers to stays.
auto turned(matrix_view x) { return transpose<seq, d_model>(x); }
auto row_of(matrix_view x) {
  const auto part = slice<seq, 0, 2>(x);
  return row(part, 1);
}
auto renamed(matrix& x) {
  auto named = rename<seq, keys>(x);
  auto flat = reshape<24>(named);
  return flat;
}

// Of a temporary and of a local that is given up: the elements go along.
auto of_a_sum(const matrix& x) { return transpose<seq, d_model>(x + x); }
auto moved(matrix x) { return split<d_model, heads, d_k>(std::move(x)); }
auto part_of_a_sum(const matrix& x) { return row(x + x, 0); }
auto copied(matrix x) { return contiguous(transpose<seq, d_model>(x)); }
auto stored(matrix x) {
  const tensor<float, d_model, seq> y = transpose<seq, d_model>(x);
  return y;
}
float summed(matrix x) { return sum(row(x, 0)); }
auto own_mask() { return nn::keep(tensor<bool, seq, keys>{}); }

// Of memory that the caller lends.
auto lent(float* data) { return matrix_view(data); }
auto lent(float* data, index_t n) { return packed_view<float, tokens, d_model>(data, extents{n}); }
auto lent(std::span<float> data) { return from_span<seq, d_model>(data); }
auto lent(std::vector<float>& data) { return from_span<seq, d_model>(std::span(data)); }
auto lent(std::span<float> data, index_t from) {
  const std::span<float> part = data.subspan(static_cast<std::size_t>(from));
  return from_span<seq, d_model>(part);
}
auto of_static() { return transpose<seq, d_model>(kept); }

int main() {
  matrix x;
  auto local = transpose<seq, d_model>(x);
  auto again = row(local, 0);
  for (const float value : x) again(0) += value;
  std::array<float, 24> memory{};
  auto borrowed = matrix_view(memory.data());
  return static_cast<int>(again(0) + borrowed(0, 0) + turned(x)(0, 0) + of_a_sum(x)(0, 0));
}
