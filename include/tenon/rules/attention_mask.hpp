// Which masks and score biases fit the scores of attention.
#pragma once
#include <tenon/shape/verdict.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// Where each axis of the scores [batch..., heads, seq, keys] stands in a mask; -1 where the mask has no such axis and is
/// the same along it.
struct mask_axes {
  int at[max_rank] = {-1, -1, -1, -1, -1, -1, -1, -1};
  /// The axis of the mask that fits none of the scores, or -1.
  int left_over = -1;
  /// An axis of the mask that could be of the scores' axis `other` as well, since a name says neither, or -1.
  int ambiguous = -1;
  int other = -1;

  constexpr mask_axes() = default;
};

/// Matches the axes of a mask from the last one. An axis of the scores that a named axis of the mask does not fit is passed
/// over: [batch, keys] and [heads, seq, keys] are found by name. An axis of extent 1 without a name stretches.
/// Asked with the axes of types alone: what a mask means does not depend on the lengths of a call. `batch_axes` are those
/// before heads; without a name to say so, the first axis of a mask is not both one of them and another.
constexpr mask_axes match_mask(const shape& scores, const shape& mask, int batch_axes) {
  mask_axes result;
  int next = mask.rank - 1;
  for (int i = scores.rank - 1; i >= 0 && next >= 0; --i) {
    const axis& from = mask[next];
    if (fits(scores[i], from)) {
      const bool by_name = from.named() && scores[i].named();
      for (int b = next; !by_name && next + 1 < mask.rank && b < batch_axes && b < i; ++b)
        if (fits(scores[b], from)) {
          result.ambiguous = next;
          result.other = b;
        }
      result.at[i] = next--;
    } else if (from.extent == 1 && !from.named() && !from.bounded()) {
      --next;
    } else if (!from.named() || same_name(scores[i], from)) {
      break;
    }
  }
  result.left_over = next;
  return result;
}

/// Why an axis of a mask fits none of the scores: another extent, another order, or a name that they have not.
struct mask_reason {
  const shape& scores;
  const axis& left_over;

  friend constexpr writer& operator<<(writer& out, const mask_reason& reason) {
    const axis &a = reason.left_over, &keys = reason.scores.last(0);
    const int named_so = reason.scores.find(a);
    if (named_so >= 0 && !fits(a, reason.scores[named_so])) return out << is_not{a, reason.scores[named_so]};
    if (named_so >= 0) return out << a << " stands in another order, did you mean permute<...>(mask)?";
    out << a << " is no axis of them";
    const bool meant_keys = a.named() && keys.named() && a.extent == keys.extent && a.bounded() == keys.bounded();
    if (!meant_keys) return out;
    out << ", did you mean rename<" << name_of{a} << ", ";
    // seq' is written prime(seq).
    const std::size_t size = keys.name_size();
    if (keys.label[size - 1] != '\'') return out << name_of{keys} << ">(mask)?";
    out << "prime(";
    for (std::size_t i = 0; i + 1 < size; ++i) out << keys.label[i];
    return out << ")>(mask)?";
  }
};

/// - `multi_head_attention: keep [seq=3, src=4] does not fit the scores [batch=1, heads=2, seq=3, src=5]: src=4 is not
///   src=5`
/// - `multi_head_attention: keep [seq=3, keys=3] does not fit the scores [heads=2, seq=3, seq'=3]: keys=3 is no axis of them,
///   did you mean rename<keys, prime(seq)>(mask)?`
/// - `multi_head_attention: keep [seq'=3, seq=3] does not fit the scores [heads=2, seq=3, seq'=3]: seq'=3 stands in another
///   order, did you mean permute<...>(mask)?`
/// - `multi_head_attention: keep [batch=2, seq=3] has no axis of the keys seq'=3, did you mean rename<seq, prime(seq)>(mask)?`
///   (it would hide queries, not keys; an axis of extent 1 without a name says that all keys are meant)
/// - `multi_head_attention: keep [2, 3, 3] could be by batch=2 or by heads=2 of the scores [batch=2, heads=2, seq=3, seq'=3],
///   did you mean rename<0, heads>(mask)?`
constexpr bool mask_fits(const char* operation, const char* name, const shape& scores, const shape& mask, int batch_axes,
                         writer& why) {
  const mask_axes found = match_mask(scores, mask, batch_axes);
  if (found.left_over >= 0) {
    refuse(why, operation, ": ", name, " ", mask, " does not fit the scores ", scores, ": ",
           mask_reason{scores, mask[found.left_over]});
    return false;
  }
  if (found.ambiguous >= 0) {
    int meant = 0;
    while (found.at[meant] != found.ambiguous) ++meant;
    const axis& a = mask[found.ambiguous];
    why << operation << ": " << name << ' ' << mask << " could be by ";
    if (scores[found.other].named() && scores[meant].named()) why << scores[found.other] << " or by " << scores[meant];
    else why << "axis " << found.other << " or by axis " << meant;
    why << " of the scores " << scores << ", did you mean ";
    if (scores[meant].named()) {
      why << "rename<";
      if (a.named()) why << name_of{a};
      else why << found.ambiguous;
      refuse(why, ", ", name_of{scores[meant]}, ">(mask)?");
    } else {
      for (int i = mask.rank; i < scores.rank; ++i) why << "unsqueeze<0>(";
      why << "mask";
      for (int i = mask.rank; i < scores.rank; ++i) why << ')';
      refuse(why, '?');
    }
    return false;
  }
  const axis& keys = scores.last(0);
  const axis last = mask.rank > 0 ? mask.last(0) : axis(1);
  const bool stretches = mask.rank > 0 && last.extent == 1 && !last.named() && !last.bounded();
  if (found.at[scores.rank - 1] >= 0 || stretches) return true;
  const bool is_primed = last.named() && last.name_size() < longest_axis_name && same_name(keys, prime(last));
  if (is_primed)
    refuse(why, operation, ": ", name, " ", mask, " has no axis of the keys ", keys, ", did you mean rename<", name_of{last},
           ", prime(", name_of{last}, ")>(mask)?");
  else
    refuse(why, operation, ": ", name, " ", mask, " has no axis of the keys ", keys);
  return false;
}

/// The same for the extents of a call, whose axes have been matched by their types.
constexpr bool mask_fits_now(const char* operation, const char* name, const mask_axes& found, const shape& scores,
                             const shape& mask, writer& why) {
  for (int i = 0; i < scores.rank; ++i)
    if (found.at[i] >= 0 && !fits(scores[i], mask[found.at[i]])) {
      refuse(why, operation, ": ", name, " ", mask, " does not fit the scores ", scores, ": ",
             is_not{mask[found.at[i]], scores[i]});
      return false;
    }
  return true;
}

}  // namespace tenon::rules
TENON_END_HEADER
