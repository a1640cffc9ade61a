// How many values a list gives to a tensor.
#pragma once
#include <tenon/shape/element.hpp>
#include <tenon/shape/verdict.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// Whether elements are whole numbers, or bool.
constexpr bool takes_no_fractions(element elements) { return is_integer(elements) || elements == element::boolean; }

/// The values of a tensor in the order of its indices. One bounded axis takes its extent from the list.
/// - `tensor: [batch=1, seq=3] has 3 elements, the list has 2`
/// - `tensor: a list of 5 values is no whole number of rows of [tokens<=512, d_model=2]`
/// - `tensor: [batch<=4, tokens<=512] has two bounded axes, give their extents first`
/// - `tensor: a list with fractions for elements of int32`
/// - `tensor: a value of the list for [2, 2] is no number`
/// - `tensor: 1 whole number for [tokens<=512] may be its extent or its element, did you mean extents{n}, or {{n}} for the
///   element?` (as many whole numbers as there are axes, where one is bounded)
struct list {
  index_t values;
  element elements = element::any;
  bool fractions = false;
  bool numbers = true;
  bool whole = false;

  static constexpr const char* operation() { return "tensor"; }

  constexpr verdict operator()(const shape& x, writer& why) const {
    if (!numbers) return refuse(why, "tensor: a value of the list for ", x, " is no number");
    if (fractions && takes_no_fractions(elements))
      return refuse(why, "tensor: a list with fractions for elements of ", elements);
    if (whole && x.bounded() && values == x.rank)
      return refuse(why, "tensor: ", values, values == 1 ? " whole number for " : " whole numbers for ", x,
                    values == 1 ? " may be its extent or its element, did you mean extents{n}, or {{n}} for the element?"
                                : " may be its extents or its elements, did you mean extents{n}, or {{a, b}} for a row?");
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

/// Rows in braces: `{{1, 2}, {3, 4}}`, and rows of rows. A row alone is a list for one axis.
/// - `tensor: a list of 2 x 2 values does not fit [seq=3, d_model=2]`
/// - `tensor: the rows of the list have 2 and 3 values`
/// - `tensor: the parts of the list have 2 and 3 rows`
/// - `tensor: braces nest as deep as three axes, give the elements of [2, 2, 2, 2] in one list`
/// - `tensor: a list with fractions for elements of int32`
/// - `tensor: a string is no list of numbers for [seq=3]`
struct nested_list {
  index_t parts = 0;  // of three axes; 0 where there are two
  index_t rows = 0;
  index_t columns = 0;
  index_t other = 0;  // a length that differs: of a row, or of a part
  element elements = element::any;
  bool fractions = false;
  bool deeper = false;
  bool string = false;

  static constexpr const char* operation() { return "tensor"; }

  constexpr verdict operator()(const shape& x, writer& why) const {
    if (string) return refuse(why, "tensor: a string is no list of numbers for ", x);
    if (fractions && takes_no_fractions(elements))
      return refuse(why, "tensor: a list with fractions for elements of ", elements);
    if (deeper)
      return refuse(why, "tensor: braces nest as deep as three axes, give the elements of ", x, " in one list");
    if (other != (parts == 0 ? columns : rows))
      return refuse(why, parts == 0 ? "tensor: the rows of the list have " : "tensor: the parts of the list have ",
                    parts == 0 ? columns : rows, " and ", other, parts == 0 ? " values" : " rows");
    const index_t extents[] = {parts, rows, columns};
    const int rank = parts != 0 ? 3 : x.rank == 1 && rows == 1 ? 1 : 2;
    bool good = x.rank == rank;
    shape result = x;
    for (int i = 0; i < rank && good; ++i) {
      const index_t extent = extents[3 - rank + i];
      good = x[i].bounded() ? extent <= x[i].extent : extent == x[i].extent;
      result[i] = measured(x[i], extent);
    }
    if (good) return result;
    why << "tensor: a list of ";
    if (parts != 0) why << parts << " x ";
    return refuse(why, rows, " x ", columns, " values does not fit ", x);
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
    if (fractions && takes_no_fractions(elements))
      return refuse(why, "tensor: a function with fractions for elements of ", elements);
    return x;
  }
};

/// The first of some lengths that is not as the first of all, else that one.
constexpr index_t other_length(const index_t* lengths, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    if (lengths[i] != lengths[0]) return lengths[i];
  return lengths[0];
}

/// The rule for rows of these lengths.
template <class... Length>
constexpr nested_list rows_of(element elements, bool fractions, bool string, Length... length) {
  const index_t lengths[] = {static_cast<index_t>(length)..., 0};
  return {.rows = static_cast<index_t>(sizeof...(Length)),
          .columns = lengths[0],
          .other = other_length(lengths, sizeof...(Length)),
          .elements = elements,
          .fractions = fractions,
          .string = string};
}
/// The rule for parts of these numbers of rows.
template <class... Rows>
constexpr nested_list planes_of(element elements, bool fractions, index_t columns, Rows... rows) {
  const index_t lengths[] = {static_cast<index_t>(rows)..., 0};
  return {.parts = static_cast<index_t>(sizeof...(Rows)),
          .rows = lengths[0],
          .columns = columns,
          .other = other_length(lengths, sizeof...(Rows)),
          .elements = elements,
          .fractions = fractions};
}

}  // namespace tenon::rules
TENON_END_HEADER
