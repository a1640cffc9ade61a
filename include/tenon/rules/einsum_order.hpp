// The letters of an einsum bound to axes, and the order in which more than two operands are contracted.
#pragma once
#include <cstdint>

#include <tenon/rules/einsum_pattern.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

using letter_set = std::uint64_t;

constexpr letter_set letter_bit(int letter) { return letter_set{1} << letter; }

/// What each letter stands for. The axes of an ellipsis are letters too, after those of the pattern.
struct einsum_binding {
  struct letter {
    axis met = 1;
    int operand = -1;  // where its name comes from
    int position = -1;
  };

  letter letters[max_letters + max_rank] = {};
  int letter_count = 0;
  int letter_of[max_operands][max_rank] = {};
  /// The letters of each operand, without those along which it is stretched.
  letter_set in_operand[max_operands] = {};
  int operand_count = 0;
  int output[max_rank] = {};
  int output_rank = 0;
  letter_set in_output = 0;
};

/// Pairs of operands, each pair replaced by its product: always the pair that is cheapest to multiply, which is how
/// matrices of different sizes are multiplied in a good order.
struct einsum_order {
  struct product {
    int left = 0;
    int right = 0;
    int letters[max_rank] = {};
    int rank = 0;
  };

  product steps[max_operands] = {};
  int count = 0;
  bool possible = true;

  /// Products are numbered after the operands.
  constexpr explicit einsum_order(const einsum_binding& bound) {
    letter_set sets[2 * max_operands] = {};
    bool used[2 * max_operands] = {};
    int number = bound.operand_count;
    for (int k = 0; k < number; ++k) sets[k] = bound.in_operand[k];
    for (; count + 1 < bound.operand_count; ++count, ++number) {
      const bool last = count + 2 == bound.operand_count;
      product best;
      letter_set best_set = 0;
      index_t best_cost = -1;
      for (int i = 0; i < number; ++i)
        for (int j = i + 1; j < number; ++j) {
          if (used[i] || used[j]) continue;
          letter_set wanted = bound.in_output;
          for (int k = 0; k < number; ++k)
            if (!used[k] && k != i && k != j) wanted |= sets[k];
          const letter_set kept = (sets[i] | sets[j]) & wanted;
          const index_t cost = size_of(bound, sets[i] | sets[j]);
          if (members(kept) > max_rank || (best_cost >= 0 && cost >= best_cost)) continue;
          best.left = i;
          best.right = j;
          best_set = kept;
          best_cost = cost;
        }
      if (best_cost < 0) {
        possible = false;
        return;
      }
      if (last) {
        for (int i = 0; i < bound.output_rank; ++i) best.letters[best.rank++] = bound.output[i];
      } else {
        for (int letter = 0; letter < bound.letter_count; ++letter)
          if ((best_set & letter_bit(letter)) != 0) best.letters[best.rank++] = letter;
      }
      used[best.left] = used[best.right] = true;
      sets[number] = best_set;
      steps[count] = best;
    }
  }

  /// The number of elements of a product; for bounded axes their bound counts.
  constexpr index_t size_of_step(const einsum_binding& bound, int step) const {
    index_t size = 1;
    for (int i = 0; i < steps[step].rank; ++i)
      size = saturated_product(size, bound.letters[steps[step].letters[i]].met.extent);
    return size;
  }

 private:
  static constexpr int members(letter_set set) {
    int count = 0;
    for (; set != 0; set &= set - 1) ++count;
    return count;
  }
  static constexpr index_t size_of(const einsum_binding& bound, letter_set set) {
    index_t size = 1;
    for (int letter = 0; letter < bound.letter_count; ++letter)
      if ((set & letter_bit(letter)) != 0) size = saturated_product(size, bound.letters[letter].met.extent);
    return size;
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
