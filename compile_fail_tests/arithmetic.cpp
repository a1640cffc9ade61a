// + - * / between tensors: names and extents meet from the last axis.
#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis batch{"batch", 3}, seq{"seq", 3}, src{"src", 5}, keys{"keys", 3}, d_model{"d_model", 8}, one{"seq", 1};
tensor<float, batch, seq, d_model> x;
tensor<float, batch, src, d_model> memory;
tensor<float, seq> s;

void differ() {
  auto added = x + memory;
  //~ add: axes differ: [batch=3, seq=3, d_model=8] + [batch=3, src=5, d_model=8]: seq=3 is not src=5
  //= auto added = x + x;
  auto subtracted = s - tensor<float, 4>{};  //~ subtract: axes differ: [seq=3] - [4]: seq=3 is not 4
  //= auto subtracted = s - tensor<float, 3>{};
  auto multiplied = x * tensor<float, seq, keys>{};
  //~ multiply: axes differ: [batch=3, seq=3, d_model=8] * [seq=3, keys=3]: d_model=8 is not keys=3
  //= auto multiplied = x * tensor<float, seq, d_model>{};
  auto divided = x / s;  //~ divide: axes differ: [batch=3, seq=3, d_model=8] / [seq=3]: d_model=8 is not seq=3
  //= auto divided = x / reshape<seq, 1>(s);
  auto chained = (x + x) * (x + memory);
  //~ add: axes differ: [batch=3, seq=3, d_model=8] + [batch=3, src=5, d_model=8]: seq=3 is not src=5
  //= auto chained = (x + x) * (x + x);
}

void swapped() {
  auto by_name = x + transpose<seq, d_model>(x);
  //~ add: axes differ: [batch=3, seq=3, d_model=8] + [batch=3, d_model=8, seq=3]: d_model=8 is not seq=3, did you
  //~ mean transpose<seq, d_model>(b)?
  //= auto by_name = x + transpose<seq, d_model>(transpose<seq, d_model>(x));
  auto of_equal_extents = tensor<float, batch, seq>{} + tensor<float, seq, batch>{};
  //~ add: axes differ: [batch=3, seq=3] + [seq=3, batch=3]: seq=3 is not batch=3, did you mean transpose<batch,
  //~ seq>(b)?
  //= auto of_equal_extents = tensor<float, batch, seq>{} + transpose<seq, batch>(tensor<float, seq, batch>{});
  auto without_names = tensor<float, 2, 3>{} - tensor<float, 3, 2>{};
  //~ subtract: axes differ: [2, 3] - [3, 2]: 3 is not 2
  //= auto without_names = tensor<float, 2, 3>{} - transpose<0, 1>(tensor<float, 3, 2>{});
  auto other_name = s * tensor<float, keys>{};
  //~ multiply: axes differ: [seq=3] * [keys=3]: seq=3 is not keys=3, did you mean rename<keys, seq>(b)?
  //= auto other_name = s * rename<keys, seq>(tensor<float, keys>{});
  auto queries_and_keys = s + tensor<float, prime(seq)>{};
  //~ add: axes differ: [seq=3] + [seq'=3]: seq=3 is not seq'=3, did you mean rename<seq', seq>(b)?
  //= auto queries_and_keys = s + rename<prime(seq), seq>(tensor<float, prime(seq)>{});
}

void stretched() {
  auto both = tensor<float, 3, 1>{} + tensor<float, 1, 4>{};
  //~ add: both operands would stretch: [3, 1] + [1, 4], did you mean broadcast_to<...>?
  //= auto both = tensor<float, 3, 4>{} + tensor<float, 1, 4>{};
  auto both_ranks = tensor<float, 2, 1>{} / tensor<float, 4>{};
  //~ divide: both operands would stretch: [2, 1] / [4], did you mean broadcast_to<...>?
  //= auto both_ranks = tensor<float, 2, 4>{} / tensor<float, 4>{};
  auto named_one = tensor<float, one, d_model>{} + tensor<float, seq, d_model>{};
  //~ add: axes differ: [seq=1, d_model=8] + [seq=3, d_model=8]: seq=1 is not seq=3
  //= auto named_one = tensor<float, 1, d_model>{} + tensor<float, seq, d_model>{};
  auto twice_in_one = tensor<float, seq, 1>{} + tensor<float, seq>{};
  //~ add: both operands would stretch: [seq=3, 1] + [seq=3], did you mean broadcast_to<...>?
  //= auto twice_in_one = tensor<float, seq, 1>{} + s(0);
}
