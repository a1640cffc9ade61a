// Which shapes meet in an einsum.
#pragma once
#include <tenon/rules/broadcast.hpp>
#include <tenon/rules/einsum_order.hpp>
#include <tenon/rules/einsum_pattern.hpp>
#include <tenon/text/text.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// Operands in a sentence: `[seq=3, d_model=8] x [d_model=8, d_ff=32]`.
struct einsum_operands {
  const shape* at;
  int count;

  constexpr const shape& operator[](int i) const { return at[i]; }
  friend constexpr writer& operator<<(writer& out, const einsum_operands& x) {
    for (int i = 0; i < x.count; ++i) out << (i == 0 ? "" : " x ") << x[i];
    return out;
  }
};

/// Binds the letters of a pattern to the axes of its operands; the work of `einsum`, once for all patterns.
class einsum_binder {
  // First of all: clang evaluates no template whose body it has not read yet.
  template <class... Parts>
  static constexpr verdict say(writer& why, const Parts&... parts) {
    return refuse(why, "einsum: ", parts...);
  }

 public:
  constexpr einsum_binder(const einsum_pattern& pattern, const einsum_operands& operands)
      : pattern_(pattern), x_(operands) {}

  constexpr verdict judge(writer& why) {
    if (!well_formed(why) || !counted(why) || !with_output(why) || !bind(why) || !bind_ellipses(why))
      return verdict(shape{}, false);
    if (pattern_.output.count + ellipsis_.rank > max_rank) return say(why, "more than ", max_rank, " axes: ", x_);
    if (!summed(why)) return verdict(shape{}, false);
    shape result;
    for (int i = 0; i <= pattern_.output.count; ++i) {
      if (i == pattern_.output.ellipsis)
        for (int j = 0; j < ellipsis_.rank; ++j) give(result, pattern_.letter_count + j);
      if (i < pattern_.output.count) give(result, pattern_.output.letters[i]);
    }
    if (x_.count > 2 && !einsum_order(bound_).possible)
      return say(why, "a product of two of the operands has more than ", max_rank, " axes: ", x_);
    return result;
  }

  constexpr const einsum_binding& binding() const { return bound_; }

 private:
  using fault = einsum_pattern::fault;

  constexpr bool well_formed(writer& why) const {
    const auto whole = pattern_.whole();
    switch (pattern_.wrong) {
      case fault::none: return true;
      case fault::character:
        return say(why, "'", pattern_.part({pattern_.wrong_at, 1}), "' in '", whole, "' is no letter").fits;
      case fault::arrows: return say(why, "'", whole, "' has two arrows").fits;
      case fault::ellipses: return say(why, "'", whole, "' has two ellipses in one operand").fits;
      case fault::comma: return say(why, "the output of '", whole, "' has a comma").fits;
      case fault::operands: return say(why, "'", whole, "' has more than ", max_operands, " operands").fits;
      case fault::letters: return say(why, "'", whole, "' has more than ", max_letters, " letters").fits;
    }
    return false;
  }

  constexpr bool counted(writer& why) const {
    const int operands = pattern_.operand_count;
    if (operands != x_.count)
      return say(why, "'", pattern_.whole(), "' has ", operands, operands == 1 ? " operand, " : " operands, ",
                 x_.count, x_.count == 1 ? " is given: " : " are given: ", x_).fits;
    for (int k = 0; k < x_.count; ++k) {
      const auto& term = pattern_.operands[k];
      const int rank = x_[k].rank;
      if (term.ellipsis >= 0 ? term.count <= rank : term.count == rank) continue;
      say(why, "'", pattern_.part(term.where), "' has ", term.count, term.count == 1 ? " letter" : " letters",
          " for the ", rank, rank == 1 ? " axis of " : " axes of ", x_[k]);
      if (pattern_.words && term.count == 1 && term.where.size == rank) {
        why << ", did you mean '";
        for (int i = 0; i < rank; ++i) why << (i == 0 ? "" : " ") << pattern_.part({term.where.begin + i, 1});
        why << "'?";
      }
      return false;
    }
    return true;
  }

  constexpr bool with_output(writer& why) const {
    const auto& output = pattern_.output;
    for (int i = 0; i < output.count && i < max_rank; ++i) {
      const int letter = output.letters[i];
      if (pattern_.letters[letter].occurrences == 0)
        return say(why, "'", pattern_.name(letter), "' of the output is in no operand of '", pattern_.whole(), "'")
            .fits;
      for (int j = 0; j < i; ++j)
        if (output.letters[j] == letter)
          return say(why, "'", pattern_.name(letter), "' is twice in the output of '", pattern_.whole(), "'").fits;
    }
    bool named = false;
    for (int k = 0; k < x_.count; ++k) named = named || x_[k].named();
    if (pattern_.arrow >= 0 || !named) return true;
    say(why, "'", pattern_.whole(), "' needs an output where axes have names: ", x_, ", did you mean '",
        pattern_.whole(), pattern_.words ? " ->" : "->");
    if (output.ellipsis == 0) why << (pattern_.words ? " ..." : "...");
    for (int i = 0; i < output.count && i < max_rank; ++i)
      why << (pattern_.words ? " " : "") << pattern_.name(output.letters[i]);
    why << "'?";
    return false;
  }

  /// Letter by letter; the axes of ellipses are left.
  constexpr bool bind(writer& why) {
    bound_.operand_count = x_.count;
    for (int k = 0; k < x_.count; ++k) {
      const shape& x = x_[k];
      const auto& term = pattern_.operands[k];
      for (int i = 0; i < term.count; ++i) {
        const int at = term.ellipsis >= 0 && i >= term.ellipsis ? x.rank - term.count + i : i, letter = term.letters[i];
        bound_.letter_of[k][at] = letter;
        auto& met = bound_.letters[letter];
        if (met.operand >= 0) {
          if (!fits(met.met, x[at])) {
            say(why, "'", pattern_.name(letter), "' differs: ", x_, ": ", is_not{met.met, x[at]});
            if (met.operand != k) why << mend{x_[met.operand], met.position, x, at, static_cast<char>('a' + k)};
            return false;
          }
          if (met.met.named() || !x[at].named()) {
            bound_.in_operand[k] |= letter_bit(letter);
            continue;
          }
        }
        met = {x[at], k, at};
        bound_.in_operand[k] |= letter_bit(letter);
      }
    }
    return true;
  }

  /// The axes that an ellipsis stands for align from the last one, as in every operation.
  constexpr bool bind_ellipses(writer& why) {
    shape parts[max_operands];
    for (int k = 0; k < x_.count; ++k) {
      const auto& term = pattern_.operands[k];
      for (int i = 0; term.ellipsis >= 0 && i < x_[k].rank - term.count; ++i)
        parts[k].push(x_[k][term.ellipsis + i]);
      if (k == 0) {
        ellipsis_ = parts[0];
        continue;
      }
      const alignment met = align(ellipsis_, parts[k]);
      if (!met.fits)
        return say(why, "'...' differs: ", x_, ": ", is_not{ellipsis_[met.left], parts[k][met.right]}).fits;
      if (met.left_stretches && met.right_stretches)
        return say(why, "'...' would stretch both operands: ", x_, ", did you mean broadcast_to<...>?").fits;
      ellipsis_ = met.result;
    }
    if (ellipsis_.rank > 0 && pattern_.output.ellipsis < 0)
      return say(why, "'...' is ", ellipsis_, " and is missing in the output, did you mean '",
                 pattern_.part({0, pattern_.arrow + 2}), pattern_.words ? " ... " : "...",
                 pattern_.part(pattern_.output.where), "'?").fits;
    for (int k = 0; k < x_.count; ++k)
      for (int i = 0; i < parts[k].rank; ++i) {
        const int letter = pattern_.letter_count + ellipsis_.rank - parts[k].rank + i;
        const axis& met = ellipsis_[letter - pattern_.letter_count];
        bound_.letter_of[k][pattern_.operands[k].ellipsis + i] = letter;
        bound_.letters[letter].met = met;
        if (fits(met, parts[k][i])) bound_.in_operand[k] |= letter_bit(letter);
      }
    bound_.letter_count = pattern_.letter_count + ellipsis_.rank;
    return true;
  }

  /// A letter that is summed stands in two operands, or there is one operand only.
  constexpr bool summed(writer& why) const {
    int alone[max_letters] = {}, count = 0;
    for (int letter = 0; letter < pattern_.letter_count; ++letter) {
      bool in_output = false;
      for (int i = 0; i < pattern_.output.count && i < max_rank; ++i)
        in_output = in_output || pattern_.output.letters[i] == letter;
      int operands = 0;
      for (int k = 0; k < x_.count; ++k) operands += (bound_.in_operand[k] & letter_bit(letter)) != 0 ? 1 : 0;
      if (!in_output && operands == 1) alone[count++] = letter;
    }
    if (x_.count == 1 || count == 0) return true;
    why << "einsum: ";
    const auto between = [&](int i) { return i == 0 ? "" : i + 1 == count ? " and " : ", "; };
    for (int i = 0; i < count; ++i) why << between(i) << "'" << pattern_.name(alone[i]) << "'";
    why << (count == 1 ? " is summed but stands in one operand only: "
                       : " are summed but each stands in one operand only: ")
        << x_ << ": ";
    for (int i = 0; i < count; ++i)
      why << between(i) << "'" << pattern_.name(alone[i]) << "' is " << bound_.letters[alone[i]].met;
    const auto &first = bound_.letters[alone[0]], &second = bound_.letters[alone[count == 2 ? 1 : 0]];
    if (count == 2 && first.operand != second.operand && fits(first.met, second.met)) {
      why << ", did you mean one letter for both?";
    } else if (count == 1) {
      why << ", did you mean sum<";
      if (first.met.named()) why << name_of{first.met};
      else why << first.position;
      why << ">(" << static_cast<char>('a' + first.operand) << ")?";
    } else {
      why << ", did you mean to sum them first?";
    }
    return false;
  }

  constexpr void give(shape& result, int letter) {
    bound_.output[bound_.output_rank++] = letter;
    bound_.in_output |= letter_bit(letter);
    result.push(bound_.letters[letter].met);
  }

  const einsum_pattern& pattern_;
  const einsum_operands& x_;
  einsum_binding bound_;
  shape ellipsis_;
};

/// A product of operands whose axes carry letters, summed over the letters that the output lacks; see `einsum_pattern`.
/// - `einsum: '+' in 'i+j->ij' is no letter`, and likewise two arrows, two ellipses, a comma in the output
/// - `einsum: 'ij,jk->ik' has 2 operands, 1 is given: [2, 3]`
/// - `einsum: 'ijk' has 3 letters for the 2 axes of [2, 3]`
/// - `einsum: 'k' of the output is in no operand of 'ij->ik'`; `einsum: 'i' is twice in the output of 'ij->ii'`
/// - `einsum: 'ij,jk' needs an output where axes have names: [...] x [...], did you mean 'ij,jk->ik'?`
/// - `einsum: 'd' differs: [seq=3, d_model=8] x [d_ff=32, 4]: d_model=8 is not d_ff=32`; `einsum: '...' differs: ...`
/// - `einsum: 'd' and 'e' are summed but each stands in one operand only: [...] x [...]: 'd' is d_model=8 and 'e' is
///   d_model=8, did you mean one letter for both?`
/// - `einsum: '...' is [batch=2] and is missing in the output, did you mean '...i->...'?`
template <text Pattern>
struct einsum {
  static constexpr einsum_pattern pattern{Pattern.characters, static_cast<int>(Pattern.size())};

  static constexpr const char* operation() { return "einsum"; }
  static constexpr bool calculates() { return true; }

  constexpr verdict operator()(const shape_list& operands, writer& why) const {
    const einsum_operands x{operands.at, operands.count};
    return einsum_binder(pattern, x).judge(why);
  }

  /// Which letters stand for the axes of operands that fit.
  template <class... Shapes>
  static constexpr einsum_binding bind(const Shapes&... shapes) {
    const shape all[] = {shapes...};
    const einsum_operands x{all, static_cast<int>(sizeof...(Shapes))};
    einsum_binder binder(pattern, x);
    writer unheard;
    binder.judge(unheard);
    return binder.binding();
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
