// The values that a few queries weigh: columns of values in the lanes, since most lanes of queries would stay empty.
#pragma once

#include <tenon/kernels/attention_values.hpp>

TENON_BEGIN_HEADER
namespace tenon::kernels {

/// Up to how many queries are few: with more, queries in the lanes take fewer multiply-adds.
template <class Set>
inline constexpr index_t few_queries = Set::lanes / 2;

/// `Rows` queries and `Vectors` vectors of columns, of which the first `columns` exist. Every sum is that of add_values.
template <class Set, int Rows, int Vectors, class Columns>
TENON_INLINE void add_value_columns(query_block<Set, 1>& b, index_t query, index_t column, Columns columns,
                                    index_t first_key, index_t keys, const attention_head& h) {
  constexpr index_t lanes = Set::lanes, width = Vectors * lanes;
  alignas(64) float sums[Rows * width] = {};
  if (first_key > 0)
    for (index_t i = 0; i < Rows; ++i)
      for (index_t c = 0; c < columns; ++c) sums[i * width + c] = b.result[(column + c) * lanes + query + i];
  for (index_t first = 0; first < keys; first += key_run) {
    const index_t here = keys - first < key_run ? keys - first : key_run;
    const float* v = h.v + (first_key + first) * h.v_stride + column;
    const float* p = b.p + first * lanes + query;
    if constexpr (is_constant<Columns>) {
      tile<Set, Rows, Vectors> t;
      t.zero();
      t.run(p, 1, lanes, v, h.v_stride, panel_width, here);
      t.add(sums, width);
      t.store(sums, width);
    } else {
      vector<Set> sum[Rows];
      TENON_UNROLL
      for (int i = 0; i < Rows; ++i) sum[i] = vector<Set>{};
      for (index_t key = 0; key < here; ++key) {
        vector<Set> row;
        load_some<Set>(row, v + key * h.v_stride, columns);
        TENON_UNROLL
        for (int i = 0; i < Rows; ++i) add_product<Set>(sum[i], p[key * lanes + i], row);
      }
      TENON_UNROLL
      for (int i = 0; i < Rows; ++i) *at(Set{}, sums + i * lanes) = sum[i] + *at(Set{}, sums + i * lanes);
    }
  }
  for (index_t i = 0; i < Rows; ++i)
    for (index_t c = 0; c < columns; ++c) b.result[(column + c) * lanes + query + i] = sums[i * width + c];
}

/// add_values for at most few_queries of them.
template <class Set>
TENON_INLINE void add_values_of_few(query_block<Set, 1>& b, index_t first_key, index_t keys, index_t queries,
                                    index_t value_width, const attention_head& h) {
  constexpr index_t lanes = Set::lanes, wide = 4 * lanes;
  if (first_key == 0)  // the lanes of no query hold numbers, too
    for (index_t i = 0; i < value_width * lanes; i += lanes) *at(Set{}, b.result + i) = vector<Set>{};
  for_row_tiles<2>(queries, [&](auto height, index_t query) TENON_INLINE_LAMBDA {
    constexpr int rows = static_cast<int>(height.value);
    index_t column = 0;
    for (; column + wide <= value_width; column += wide)
      add_value_columns<Set, rows, 4>(b, query, column, constant<wide>{}, first_key, keys, h);
    for (; column + lanes <= value_width; column += lanes)
      add_value_columns<Set, rows, 1>(b, query, column, constant<lanes>{}, first_key, keys, h);
    if (column < value_width)
      add_value_columns<Set, rows, 1>(b, query, column, value_width - column, first_key, keys, h);
  });
}

}  // namespace tenon::kernels
TENON_END_HEADER
