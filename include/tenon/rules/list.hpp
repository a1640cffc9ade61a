// How many values a list gives to a tensor.
#pragma once
#include <tenon/shape/element.hpp>
#include <tenon/shape/verdict.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// The values of a tensor in the order of its indices. One bounded axis takes its extent from the list.
/// - `tensor: [batch=1, seq=3] has 3 elements, the list has 2`
/// - `tensor: a list of 5 values is no whole number of rows of [tokens<=512, d_model=2]`
/// - `tensor: [batch<=4, tokens<=512] has two bounded axes, give their extents first`
/// - `tensor: a list with fractions for elements of int32`
/// - `tensor: a value of the list for [2, 2] is no number`
struct list {
  index_t values;
  element elements = element::any;
  bool fractions = false;
  bool numbers = true;

  static constexpr const char* operation() { return "tensor"; }

  constexpr verdict operator()(const shape& x, writer& why) const {
    if (!numbers) return refuse(why, "tensor: a value of the list for ", x, " is no number");
    if (fractions && is_integer(elements))
      return refuse(why, "tensor: a list with fractions for elements of ", elements);
    int bounded = -1;
    index_t rest = 1;
    for (int i = 0; i < x.rank; ++i) {
      if (x[i].bounded() && bounded >= 0)
        return refuse(why, "tensor: ", x, " has two bounded axes, give their extents first");
      if (x[i].bounded()) bounded = i;
      if (!x[i].bounded()) rest = saturated_product(rest, x[i].extent);
    }
    if (bounded < 0) {
      if (values != rest)
        return refuse(why, "tensor: ", x, " has ", rest, rest == 1 ? " element" : " elements", ", the list has ", values);
      return x;
    }
    if (values % rest != 0)
      return refuse(why, "tensor: a list of ", values, " values is no whole number of rows of ", x);
    if (values / rest > x[bounded].extent)
      return refuse(why, "tensor: ", x, " has at most ", saturated_product(rest, x[bounded].extent), " elements, the list has ", values);
    shape result = x;
    result[bounded] = measured(x[bounded], values / rest);
    return result;
  }
};

/// Rows in braces: `{{1, 2}, {3, 4}}`.
/// - `tensor: a list of 2 x 2 values does not fit [seq=3, d_model=2]`
/// - `tensor: the rows of the list have 2 and 3 values`
/// - `tensor: rows in braces are for two axes, give the elements of [2, 2, 2] in one list`
/// - `tensor: a list with fractions for elements of int32`
struct nested_list {
  index_t rows = 0;
  index_t columns = 0;
  index_t other_columns = 0;
  element elements = element::any;
  bool fractions = false;
  bool deeper = false;

  static constexpr const char* operation() { return "tensor"; }

  constexpr verdict operator()(const shape& x, writer& why) const {
    if (fractions && is_integer(elements))
      return refuse(why, "tensor: a list with fractions for elements of ", elements);
    if (deeper)
      return refuse(why, "tensor: rows in braces are for two axes, give the elements of ", x, " in one list");
    if (columns != other_columns)
      return refuse(why, "tensor: the rows of the list have ", columns, " and ", other_columns, " values");
    const bool good = x.rank == 2 && x[1].extent == columns && !x[1].bounded() &&
                      (x[0].bounded() ? rows <= x[0].extent : rows == x[0].extent);
    if (!good) return refuse(why, "tensor: a list of ", rows, " x ", columns, " values does not fit ", x);
    shape result = x;
    result[0] = measured(x[0], rows);
    return result;
  }
};

/// The value at each index, as a function gives it.
/// - `tensor: a function of 1 index for the 2 axes of [2, 2]`
/// - `tensor: the function gives no number for [2, 2]`
/// - `tensor: a function with fractions for elements of int32`
struct function {
  int indices;
  element elements = element::any;
  bool fractions = false;
  bool numbers = true;

  static constexpr const char* operation() { return "tensor"; }

  constexpr verdict operator()(const shape& x, writer& why) const {
    if (indices != x.rank)
      return refuse(why, "tensor: a function of ", indices, indices == 1 ? " index" : " indices", " for the ", x.rank,
                    x.rank == 1 ? " axis of " : " axes of ", x);
    if (!numbers) return refuse(why, "tensor: the function gives no number for ", x);
    if (fractions && is_integer(elements))
      return refuse(why, "tensor: a function with fractions for elements of ", elements);
    return x;
  }
};

/// The rule for rows of these lengths.
template <class... Length>
constexpr nested_list rows_of(element elements, bool fractions, Length... length) {
  const index_t lengths[] = {static_cast<index_t>(length)..., 0};
  index_t other = lengths[0];
  for (std::size_t i = 0; i < sizeof...(Length); ++i)
    if (lengths[i] != lengths[0]) other = lengths[i];
  return {static_cast<index_t>(sizeof...(Length)), lengths[0], other, elements, fractions};
}

}  // namespace tenon::rules
TENON_END_HEADER
