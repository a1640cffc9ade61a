// where, comparisons, minimum and maximum, logic, equality of whole tensors.
#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis seq{"seq", 3}, src{"src", 5};
tensor<float, seq> x, y;
tensor<float, src> memory;
tensor<double, seq> precise;
tensor<int, seq> counts;
tensor<bool, seq> mask;

void choose() {
  auto number_as_mask = where(x, x, y);  //~ where: the mask [seq=3] is of float, not of bool
  //= auto number_as_mask = where(not_equal(x, 0), x, y);
  auto with_a_number = where(x, x, 0);  //~ where: the mask [seq=3] is of float, not of bool
  //= auto with_a_number = where(mask, x, 0);
  auto other_axis = where(mask, x, memory);  //~ where: axes differ: [seq=3] and [src=5]: seq=3 is not src=5
  //= auto other_axis = where(mask, x, y);
  auto other_mask = where(mask, memory, 0);  //~ where: axes differ: [seq=3] and [src=5]: seq=3 is not src=5
  //= auto other_mask = where(mask, x, 0);
  auto other_elements = where(mask, x, precise);
  //~ where: element types differ: float and double, did you mean cast<...>?
  //= auto other_elements = where(mask, x, cast<float>(precise));
  auto fraction = where(mask, counts, 0.5);
  //~ where: a number with a fraction and elements of int32, did you mean cast<float>(x)?
  //= auto fraction = where(mask, cast<float>(counts), 0.5);
  auto fraction_first = where(mask, 0.5, counts);
  //~ where: a number with a fraction and elements of int32, did you mean cast<float>(x)?
  //= auto fraction_first = where(mask, 1, counts);
  auto two_numbers = where(mask, 0, 1);
  //~ where: give a mask of bool and two operands, at least one of them a tensor, as in where(mask, a, b)
  //= auto two_numbers = cast<int>(mask);
  auto no_choice = where(mask);
  //~ where: give a mask of bool and two operands, at least one of them a tensor, as in where(mask, a, b)
  //= auto no_choice = where(mask, x, y);
}

void compare_elements() {
  auto other_axis = less(x, memory);  //~ less: axes differ: [seq=3] < [src=5]: seq=3 is not src=5
  //= auto other_axis = less(x, y);
  auto other_elements = equal(x, precise);  //~ equal: element types differ: float and double, did you mean cast<...>?
  //= auto other_elements = equal(x, y);
  auto fraction = greater(counts, 0.5);
  //~ greater: a number with a fraction and elements of int32, did you mean cast<float>(x)?
  //= auto fraction = greater(counts, 0);
  auto fraction_first = less_equal(0.5, counts);
  //~ less_equal: a number with a fraction and elements of int32, did you mean cast<float>(x)?
  //= auto fraction_first = less_equal(0, counts);
  auto one_operand = not_equal(x);  //~ not_equal: give two tensors, or a tensor and a number, as in not_equal(a, b)
  //= auto one_operand = not_equal(x, 0);
  auto two_numbers = greater_equal(1, 2);
  //~ greater_equal: give two tensors, or a tensor and a number, as in greater_equal(a, b)
  //= auto two_numbers = greater_equal(x, 2);
  auto larger = maximum(x, memory);  //~ maximum: axes differ: [seq=3] and [src=5]: seq=3 is not src=5
  //= auto larger = maximum(x, y);
  auto smaller = minimum(x, y, 0);  //~ minimum: give two tensors, or a tensor and a number, as in minimum(a, b)
  //= auto smaller = minimum(x, minimum(y, 0));
}

void combine_masks() {
  auto no_mask = logical_and(mask, x);
  //~ logical_and: the elements of [seq=3] are float, not bool, did you mean not_equal(x, 0)?
  //= auto no_mask = logical_and(mask, not_equal(x, 0));
  auto with_a_number = logical_or(counts, 1);
  //~ logical_or: the elements of [seq=3] are int32, not bool, did you mean not_equal(x, 0)?
  //= auto with_a_number = logical_or(mask, true);
  auto other_axis = logical_and(mask, tensor<bool, src>{});
  //~ logical_and: axes differ: [seq=3] && [src=5]: seq=3 is not src=5
  //= auto other_axis = logical_and(mask, mask);
  auto not_a_mask = logical_not(x);
  //~ logical_not: the elements of [seq=3] are float, not bool, did you mean equal(x, 0)?
  //= auto not_a_mask = equal(x, 0);
  auto plain = logical_not(true);  //~ logical_not: give one tensor, as in logical_not(mask)
  //= auto plain = logical_not(mask);
}

void compare_wholes() {
  const bool other_axis = x == memory;  //~ compare: axes differ: [seq=3] == [src=5]: seq=3 is not src=5
  //= const bool other_axis = x == y;
  const bool stretched = x == tensor<float, 1, seq>{};
  //~ compare: axes differ: [seq=3] == [1, seq=3]: 1 axis is not 2
  //= const bool stretched = unsqueeze<0>(x) == tensor<float, 1, seq>{};
  const bool other_elements = all_close(x, precise);
  //~ compare: element types differ: float and double, did you mean cast<...>?
  //= const bool other_elements = all_close(x, cast<float>(precise));
  const bool with_a_number = all_close(x, 1);
  //~ all_close: give two tensors, as in all_close(a, b) or all_close(a, b, tolerance{1e-3})
  //= const bool with_a_number = all_close(x, y);
  const bool unequal = x != memory;  //~ compare: axes differ: [seq=3] == [src=5]: seq=3 is not src=5
  //= const bool unequal = x != y;
  if (x == memory) return;  //~ compare: axes differ: [seq=3] == [src=5]: seq=3 is not src=5
  //= if (x == y) return;
  const bool is_zero = x == 0;  //~ compare: a tensor is no number, did you mean equal(x, 0) for each element?
  //= const auto is_zero = equal(x, 0);
  const bool is_not_one = 1 != x;  //~ compare: a tensor is no number, did you mean not_equal(x, 0) for each element?
  //= const auto is_not_one = not_equal(x, 1);
  auto order = x < y;  //~ less: whole tensors have no order, did you mean less(a, b) for each element?
  //= auto order = less(x, y);
  auto order_of_a_number = x >= 0;
  //~ greater_equal: whole tensors have no order, did you mean greater_equal(a, b) for each element?
  //= auto order_of_a_number = greater_equal(x, 0);
}
