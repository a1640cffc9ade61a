// Which queries, keys, values and masks attend to each other, and the axes of every step on the way.
#pragma once
#include <tenon/rules/attention_mask.hpp>
#include <tenon/shape/element.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// The axis of the keys as the scores have it: that of the keys, or its prime where it is named like that of the queries.
constexpr axis key_axis(const axis& queries, const axis& keys) {
  return keys.named() && same_name(queries, keys) ? prime(keys) : keys;
}

/// Which keys a query sees by its place. Where there can be more keys than queries, or fewer, the alignment has a name.
enum class causality { none, unaligned, aligned };

/// What a mask is called in a sentence.
enum class mask_kind { keep, ignore, score_bias };

constexpr const char* name(mask_kind kind) {
  constexpr const char* names[] = {"keep", "ignore", "score_bias"};
  return names[static_cast<int>(kind)];
}

/// query [batch..., seq, d_model], key and value [batch..., keys, d_model], masks -> [batch..., seq, d_model].
/// - `multi_head_attention: [batch=1, seq=3, d_ff=32] does not end in d_model=8: d_ff=32 is not d_model=8`
/// - `multi_head_attention: queries and keys differ: [batch=2, seq=3, d_model=8] and [batch=1, src=5, d_model=8]: ...`
/// - `multi_head_attention: keys and values differ: [src=5, d_model=8] and [src=6, d_model=8]: src=5 is not src=6`
/// - `multi_head_attention: causal among seq=2 queries and src=6 keys, did you mean causal_top_left or
///   causal_bottom_right?`
/// - `multi_head_attention: two axes of the scores would be named heads: [heads=2, heads=2, seq=3, seq'=3], did you mean to
///   rename one?`
/// - `multi_head_attention: a bool tensor does not say what it means, did you mean keep(mask) or ignore(mask)?`
struct attention {
  enum class form { scaled_dot_product, single_head, multi_head };

  form module;
  element elements;
  /// What the inputs end in, and the output.
  axis query_width;
  axis key_width;
  axis value_width;
  axis output_width;
  axis heads = 1;
  causality causal = causality::none;
  element query_elements = element::float32;
  element key_elements = element::float32;
  element value_elements = element::float32;
  mask_kind masks[3] = {mask_kind::keep, mask_kind::keep, mask_kind::keep};
  /// How many of each are given.
  int mask_count = 0;
  int causal_count = 0;
  int executor_count = 0;
  int weights_count = 0;

  static constexpr bool mixes_elements = true;
  static constexpr bool calculates() { return true; }
  constexpr const char* operation() const {
    constexpr const char* names[] = {"scaled_dot_product_attention", "single_head_attention", "multi_head_attention"};
    return names[static_cast<int>(module)];
  }

  /// The operands are query, key and value, then the masks.
  constexpr verdict operator()(const shape_list& operands, writer& why) const {
    if (mask_count > 3) return refuse(why, operation(), ": ", mask_count, " masks are more than 3");
    if (causal_count > 1)
      return refuse(why, operation(), ": causal twice, give one of causal, causal_top_left and causal_bottom_right");
    if (executor_count > 1) return refuse(why, operation(), ": two executors, give one nn::on(executor)");
    if (weights_count > 1) return refuse(why, operation(), ": the weights are asked for twice");
    const shape &query = operands[0], &key = operands[1];
    const verdict result = inputs(query, key, operands[2], why);
    for (int i = 3; result.fits && i < operands.count; ++i)
      if (!mask_fits(operation(), name(masks[i - 3]), scores(query, key), operands[i], batch_axes(query), why)) return verdict(query, false);
    return result;
  }

  /// [batch..., seq, d_model].
  constexpr shape output(const shape& query, const shape& key) const {
    shape result = query;
    for (int i = 0; i + 2 < query.rank; ++i) result[i] = joined(query[i], key[i]);
    result[query.rank - 1] = output_width;
    return result;
  }
  /// [batch..., heads, seq, keys], of the scores and of the weights; the heads of multi_head_attention alone.
  constexpr shape scores(const shape& query, const shape& key) const {
    shape result = output(query, key);
    result[query.rank - 1] = key_axis(query.last(1), key.last(1));
    if (module == form::multi_head) result.insert(query.rank - 2, heads);
    return result;
  }
  /// How many axes the scores have before their heads.
  constexpr int batch_axes(const shape& query) const { return query.rank - 2; }
  /// [batch..., rows, heads * width] as [batch..., heads, rows, width].
  constexpr shape by_head(const shape& x, const axis& rows, const axis& width) const {
    shape result = x;
    result[x.rank - 2] = heads;
    result[x.rank - 1] = rows;
    result.push(width);
    return result;
  }

  constexpr verdict inputs(const shape& query, const shape& key, const shape& value, writer& why) const {
    for (const element kind : {query_elements, key_elements, value_elements}) {
      if (kind == element::boolean)
        return refuse(why, operation(), ": a bool tensor does not say what it means, did you mean keep(mask) or ignore(mask)?");
      if (kind != elements)
        return refuse(why, operation(), ": element types differ: ", elements, " and ", kind, ", did you mean cast<",
                      elements, ">(x)?");
    }
    if (!ends_in(query, query_width, why) || !ends_in(key, key_width, why) || !ends_in(value, value_width, why))
      return verdict(query, false);
    if (!same_leading(key, value, 1, "keys and values", why) || !same_leading(query, key, 2, "queries and keys", why))
      return verdict(query, false);
    if (query.rank == max_rank && module == form::multi_head)
      return refuse(why, operation(), ": more than ", max_rank, " axes: ", query);
    const axis &queries = query.last(1), &keys = key.last(1);
    const bool square = queries.bounded() ? same_name(queries, keys) && queries.extent == keys.extent
                                          : queries.extent == keys.extent && !keys.bounded();
    if (causal == causality::unaligned && !square)
      return refuse(why, operation(), ": causal among ", queries, " queries and ", keys,
                    " keys, did you mean causal_top_left or causal_bottom_right?");
    if (keys.named() && same_name(queries, keys) && keys.name_size() == longest_axis_name)
      return refuse(why, operation(), ": the keys would be named ", name_of{keys}, "', which has more than ",
                    static_cast<index_t>(longest_axis_name), " characters, did you mean rename<", name_of{keys}, ", ...>(x)?");
    const shape all = scores(query, key);
    for (int i = 0; i < all.rank; ++i)
      for (int j = i + 1; j < all.rank; ++j)
        if (all[i].named() && same_name(all[i], all[j]))
          return refuse(why, operation(), ": two axes of the scores would be named ", name_of{all[i]}, ": ", all,
                        ", did you mean to rename one?");
    return output(query, key);
  }
  constexpr bool ends_in(const shape& x, const axis& width, writer& why) const {
    if (x.rank >= 2 && fits(width, x.last(0))) return true;
    if (x.rank < 2) refuse(why, operation(), ": ", x, " has no two axes to be tokens and ", width);
    else refuse(why, operation(), ": ", x, " does not end in ", width, ": ", is_not{x.last(0), width});
    return false;
  }
  /// All but the last `apart` axes of two inputs are the same.
  constexpr bool same_leading(const shape& a, const shape& b, int apart, const char* which, writer& why) const {
    if (a.rank != b.rank) {
      refuse(why, operation(), ": ", which, " differ: ", a, " and ", b);
      return false;
    }
    for (int i = 0; i + apart < a.rank; ++i)
      if (!fits(a[i], b[i])) {
        refuse(why, operation(), ": ", which, " differ: ", a, " and ", b, ": ", is_not{a[i], b[i]});
        return false;
      }
    return true;
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
