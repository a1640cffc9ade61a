// Bounded axes: what can never fit is refused by the compiler, whatever the extents are at run time.
#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis tokens{"tokens", at_most{512}}, fewer{"tokens", at_most{256}}, fixed{"tokens", 512}, rows{"rows", at_most{4}},
    keys{"keys", at_most{512}}, d_model{"d_model", 8}, heads{"heads", 2}, d_k{"d_k", 4};
tensor<float, tokens, d_model> x;
tensor<float, fixed, d_model> whole;

void construct() {
  tensor<float, tokens, d_model> one_too_many(extents{5, 8});
  //~ extents: 2 given for the 1 bounded axis of [tokens<=512, d_model=8]
  //= tensor<float, tokens, d_model> one_too_many(extents{5});
  tensor<float, rows, tokens> one_too_few(extents{5});
  //~ extents: 1 given for the 2 bounded axes of [rows<=4, tokens<=512]
  //= tensor<float, rows, tokens> one_too_few(extents{2, 5});
  tensor<float, fixed, d_model> none_wanted(extents{5});
  //~ extents: 1 given, no axis of [tokens=512, d_model=8] is bounded
  //= tensor<float, fixed, d_model> none_wanted;
  const std::size_t count = 5;
  tensor<float, tokens> a_number(count);
  //~ tensor: 1 whole number for [tokens<=512] may be its extent or its element, did you mean extents{n}, or {{n}}
  //~ for the element?
  //= tensor<float, tokens> a_number(extents{count});
  tensor<index_t, tokens> one_id{5};
  //~ tensor: 1 whole number for [tokens<=512] may be its extent or its element, did you mean extents{n}, or {{n}}
  //~ for the element?
  //= tensor<index_t, tokens> one_id{{5}};
  tensor<float, tokens, d_model> all_extents(5, 8);
  //~ tensor: 2 whole numbers for [tokens<=512, d_model=8] may be its extents or its elements, did you mean
  //~ extents{n}, or {{a, b}} for a row?
  //= tensor<float, tokens, d_model> all_extents(extents{5});
  tensor<float, tokens> fraction(extents{2.5});  //~ extents: each one is a whole number
  //= tensor<float, tokens> fraction(extents{2});
  tensor<float, tokens> without_values(uninitialized);  //~ extents: 0 given for the 1 bounded axis of [tokens<=512]
  //= tensor<float, tokens> without_values(uninitialized, extents{2});
  tensor<float, tokens> of_a_function([](index_t i) { return i; });
  //~ extents: 0 given for the 1 bounded axis of [tokens<=512]
  //= tensor<float, tokens> of_a_function(extents{2}, [](index_t i) { return i; });
  tensor<float, tokens> of_two_indices(extents{2}, [](index_t i, index_t j) { return i + j; });
  //~ tensor: a function of 2 indices for the 1 axis of [tokens<=512]
  //= tensor<float, tokens> of_two_indices(extents{2}, [](index_t i) { return i; });
  tensor<float, tokens, 2> part_of_a_row{1, 2, 3};
  //~ tensor: a list of 3 values is no whole number of rows of [tokens<=512, 2]
  //= tensor<float, tokens, 2> part_of_a_row{1, 2, 3, 4};
  tensor<float, rows> beyond_the_bound{1, 2, 3, 4, 5};  //~ tensor: [rows<=4] has at most 4 elements, the list has 5
  //= tensor<float, rows> beyond_the_bound{1, 2, 3, 4};
  tensor<float, rows, tokens> two_unknown{1, 2};
  //~ tensor: 2 whole numbers for [rows<=4, tokens<=512] may be its extents or its elements, did you mean extents{n},
  //~ or {{a, b}} for a row?
  //= tensor<float, rows, tokens> two_unknown(extents{1, 2}, [](index_t, index_t) { return 1; });
}

void refer() {
  float memory[16] = {};
  packed_view<float, tokens, d_model> no_extents(memory);
  //~ extents: 0 given for the 1 bounded axis of [tokens<=512, d_model=8]
  //= packed_view<float, tokens, d_model> no_extents(memory, extents{2});
  packed_view<float, tokens, d_model> too_many(memory, extents{2, 8});
  //~ extents: 2 given for the 1 bounded axis of [tokens<=512, d_model=8]
  //= packed_view<float, tokens, d_model> too_many(memory, extents{2});
  packed_view<const float, 2, d_model> none_wanted(memory, extents{2});
  //~ extents: 1 given, no axis of [2, d_model=8] is bounded
  //= packed_view<const float, 2, d_model> none_wanted(memory);
}

void store() {
  tensor<float, fixed, d_model> bounded_in_static = x;
  //~ cannot store [tokens<=512, d_model=8] in [tokens=512, d_model=8]: tokens<=512 is not tokens=512, did you mean
  //~ fix<tokens>(x)?
  //= tensor<float, tokens, d_model> bounded_in_static = x;
  tensor<float, tokens, d_model> static_in_bounded = whole;
  //~ cannot store [tokens=512, d_model=8] in [tokens<=512, d_model=8]: tokens=512 is not tokens<=512, did you mean
  //~ widen<tokens>(x)?
  //= tensor<float, fixed, d_model> static_in_bounded = whole;
  tensor<float, fewer, d_model> other_bound = x;
  //~ cannot store [tokens<=512, d_model=8] in [tokens<=256, d_model=8]: tokens<=512 is not tokens<=256
  //= tensor<float, tokens, d_model> other_bound = x;
  tensor<float, keys, d_model> other_name = x;
  //~ cannot store [tokens<=512, d_model=8] in [keys<=512, d_model=8]: tokens<=512 is not keys<=512, did you mean
  //~ rename<tokens, keys>(x)?
  //= tensor<float, keys, d_model> other_name = rename<tokens, keys>(x);
}

void operations() {
  auto bounded_and_static = x + whole;
  //~ add: axes differ: [tokens<=512, d_model=8] + [tokens=512, d_model=8]: tokens<=512 is not tokens=512, did you
  //~ mean widen<tokens>(b)?
  //= auto bounded_and_static = x + x;
  auto two_bounds = x - tensor<float, fewer, d_model>{};
  //~ subtract: axes differ: [tokens<=512, d_model=8] - [tokens<=256, d_model=8]: tokens<=512 is not tokens<=256
  //= auto two_bounds = x - tensor<float, tokens, d_model>{};
  auto stretched = x * tensor<float, tokens, axis{at_most{8}}>{};
  //~ multiply: axes differ: [tokens<=512, d_model=8] * [tokens<=512, <=8]: d_model=8 is not <=8
  //= auto stretched = x * tensor<float, tokens, 1>{};
  auto product = matmul(x, tensor<float, tokens, d_model>{});
  //~ matmul: inner axes differ: [tokens<=512, d_model=8] x [tokens<=512, d_model=8]: d_model=8 is not tokens<=512,
  //~ did you mean transpose<tokens, d_model>(b)?
  //= auto product = matmul(x, transpose<keys, d_model>(tensor<float, keys, d_model>{}));
  auto inner_bounds = matmul(transpose<tokens, d_model>(x), tensor<float, fewer, 4>{});
  //~ matmul: inner axes differ: [d_model=8, tokens<=512] x [tokens<=256, 4]: tokens<=512 is not tokens<=256
  //= auto inner_bounds = matmul(transpose<tokens, d_model>(x), tensor<float, tokens, 4>{});
  auto along = softmax<fewer>(x);  //~ softmax: tokens<=256 is not tokens<=512 in [tokens<=512, d_model=8]
  //= auto along = softmax<tokens>(x);
  auto static_name = rename<tokens, axis{"keys", 512}>(x);
  //~ rename: tokens<=512 of [tokens<=512, d_model=8] is not keys=512
  //= auto static_name = rename<tokens, keys>(x);
  auto parts = split<tokens, 64, 8>(x);
  //~ split: a bounded axis cannot be split: tokens<=512 of [tokens<=512, d_model=8]
  //= auto parts = split<d_model, heads, d_k>(x);
  auto static_shape = reshape<512, 8>(x);
  //~ reshape: [tokens<=512, d_model=8] is bounded and [512, 8] is not, did you mean fix<...>(x)?
  //= auto static_shape = reshape<tokens, 2, 4>(x);
  auto bounded_shape = reshape<tokens, 8>(whole);
  //~ reshape: [tokens<=512, 8] is bounded and [tokens=512, d_model=8] is not, did you mean widen<...>(x)?
  //= auto bounded_shape = reshape<512, 8>(whole);
  auto two_new = reshape<rows, keys, 8>(x);
  //~ reshape: rows<=4 and keys<=512 cannot both be new in [rows<=4, keys<=512, 8]
  //= auto two_new = reshape<keys, d_model>(x);
  auto smaller_whole = merge<tokens, d_model, axis{"all", at_most{512}}>(x);
  //~ merge: tokens<=512 x d_model=8 = at most 4096 is not all<=512
  //= auto smaller_whole = merge<tokens, d_model, axis{"all", at_most{4096}}>(x);
}
