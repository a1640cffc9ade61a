// nn::embedding: rows of a table for ids.
#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis seq{"seq", 3}, vocab{"vocab", 10}, d_model{"d_model", 8}, tokens{"tokens", at_most{512}};
nn::embedding<float, vocab, d_model> embed;
tensor<int, seq> ids;
tensor<float, seq> numbers;

void calls() {
  auto of_floats = embed(numbers);  //~ embedding: ids are integers, those of [seq=3] are float
  //= auto of_floats = embed(ids);
  auto of_bools = embed(tensor<bool, seq>{});  //~ embedding: ids are integers, those of [seq=3] are bool
  //= auto of_bools = embed(tensor<std::uint8_t, seq>{});
  auto of_a_number = embed(7);  //~ embedding: give one tensor of ids, as in embedding(ids)
  //= auto of_a_number = embed.row(7);
  auto of_two = embed(ids, ids);  //~ embedding: give one tensor of ids, as in embedding(ids)
  //= auto of_two = embed(ids);
  auto one_name_twice = embed(tensor<int, d_model>{});
  //~ embedding: two axes of the result would be named d_model: [d_model=8, d_model=8], did you mean to rename one?
  //= auto one_name_twice = embed(ids);
  tensor<float, d_model, seq> stored = embed(ids);
  //~ cannot store [seq=3, d_model=8] in [d_model=8, seq=3]: seq=3 is not d_model=8, did you mean transpose<seq,
  //~ d_model>(x)?
  //= tensor<float, seq, d_model> stored = embed(ids);
}

void parameters() {
  embed.weight = tensor<float, d_model, vocab>{};
  //~ cannot store [d_model=8, vocab=10] in [vocab=10, d_model=8]: d_model=8 is not vocab=10, did you mean
  //~ transpose<d_model, vocab>(x)?
  //= embed.weight = tensor<float, vocab, d_model>{};
  nn::embedding<float, tokens, d_model> bounded;  //~ embedding: tokens<=512 is bounded, its extent must be known
  //= nn::embedding<float, axis{"tokens", 512}, d_model> bounded;
  nn::embedding<float, vocab, d_model> of_a_seed(7);
  //~ embedding: make it of nothing or of a random::generator that has a name
  //= nn::embedding<float, vocab, d_model> of_a_seed;
}

static constexpr float table_memory[80] = {}, short_memory[7] = {};

void borrowed() {
  using borrower = nn::embedding<float, vocab, d_model, nn::borrowed>;
  borrower of_nothing;  //~ embedding: its table is borrowed, give it, as in embedding(memory)
  //= borrower of_nothing(table_memory);
  borrower of_less(short_memory);  //~ packed_view: 7 elements are not the 80 of [vocab=10, d_model=8]
  //= borrower of_less(table_memory);
  borrower of_a_temporary(tensor<float, vocab, d_model>{});
  //~ packed_view: a temporary is gone before what refers to it, give it a name
  //= borrower of_a_temporary(embed.weight);
}
