// Making tensors from lists and functions, and reading their elements.
#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis seq{"seq", 3}, d_model{"d_model", 2};
tensor<float, seq, d_model> x;

void lists() {
  tensor<float, 2, 2> too_few{1, 2, 3};  //~ tensor: [2, 2] has 4 elements, the list has 3
  //= tensor<float, 2, 2> too_few{1, 2, 3, 4};
  tensor<float, 2, 2> too_many(1, 2, 3, 4, 5);  //~ tensor: [2, 2] has 4 elements, the list has 5
  //= tensor<float, 2, 2> too_many(1, 2, 3, 4);
  tensor<float, 2, 2> one_number = 3;  //~ tensor: [2, 2] has 4 elements, the list has 1
  //= tensor<float, 2, 2> one_number = {3, 3, 3, 3};
  tensor<float, seq> text{1, "2", 3};  //~ tensor: a value of the list for [seq=3] is no number
  //= tensor<float, seq> text{1, 2, 3};
  tensor<float, 2, seq> tensors{tensor<float, seq>{}, tensor<float, seq>{}};
  //~ tensor: a value of the list for [2, seq=3] is no number
  //= tensor<float, 2, seq> tensors{0, 0, 0, 0, 0, 0};
  tensor<int, 2> fractions{0.5, 1.5};  //~ tensor: a list with fractions for elements of int32
  //= tensor<float, 2> fractions{0.5, 1.5};
  tensor<float, seq, d_model> few_rows{{1, 2}, {3, 4}};
  //~ tensor: a list of 2 x 2 values does not fit [seq=3, d_model=2]
  //= tensor<float, seq, d_model> few_rows{{1, 2}, {3, 4}, {5, 6}};
  tensor<float, 2, 2> ragged_rows{{1, 2}, {3}};  //~ tensor: the rows of the list have 2 and 1 values
  //= tensor<float, 2, 2> ragged_rows{{1, 2}, {3, 4}};
  tensor<float, 2, 2, 2> few_parts{{{1, 2}, {3, 4}}};  //~ tensor: a list of 1 x 2 x 2 values does not fit [2, 2, 2]
  //= tensor<float, 2, 2, 2> few_parts{{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};
  tensor<float, 1, 1, 1, 2> nested_rows{{{{1, 2}}}};
  //~ tensor: braces nest as deep as three axes, give the elements of [1, 1, 1, 2] in one list
  //= tensor<float, 1, 1, 1, 2> nested_rows{1, 2};
}

void numbers() {
  constexpr tensor<std::int8_t, 2> narrow{300, -200};  //~ tensor: a number does not fit the type of its element
  //= constexpr tensor<std::int16_t, 2> narrow{300, -200};
  constexpr tensor<std::uint8_t, 3> negative{1, -1, 2};  //~ tensor: a number does not fit the type of its element
  //= constexpr tensor<std::uint8_t, 3> negative{1, 255, 2};
  constexpr tensor<bool, 3> truths{2, 0, 5};  //~ tensor: a number does not fit the type of its element
  //= constexpr tensor<bool, 3> truths{1, 0, 1};
  constexpr tensor<int, 1> wide(3000000000);  //~ tensor: a number does not fit the type of its element
  //= constexpr tensor<std::int64_t, 1> wide(3000000000);
  constexpr tensor<float> large{1e300};  //~ tensor: a number does not fit the type of its element
  //= constexpr tensor<double> large{1e300};
  constexpr tensor<float, 2> odd{16777217, 1};  //~ tensor: a number does not fit the type of its element
  //= constexpr tensor<double, 2> odd{16777217, 1};
  constexpr tensor<bfloat16, 2> long_numbers{257, 1};  //~ tensor: a number does not fit the type of its element
  //= constexpr tensor<bfloat16, 2> long_numbers{256, 1};
  tensor<bool, 2> halves{0.5, 0.0};  //~ tensor: a list with fractions for elements of bool
  //= tensor<bool, 2> halves{true, false};
  tensor<float, 3> characters("12");  //~ tensor: a string is no list of numbers for [3]
  //= tensor<float, 3> characters{1, 2, 0};
}

tensor<float, seq> returned() {
  return {1, 2};  //~ tensor: [seq=3] has 3 elements, the list has 2
  //= return {1, 2, 3};
}

void functions() {
  tensor<float, seq, d_model> one_index([](index_t i) { return i; });
  //~ tensor: a function of 1 index for the 2 axes of [seq=3, d_model=2]
  //= tensor<float, seq, d_model> one_index([](index_t i, index_t) { return i; });
  tensor<float, seq> two_indices([](auto i, auto j) { return i + j; });
  //~ tensor: a function of 2 indices for the 1 axis of [seq=3]
  //= tensor<float, seq> two_indices([](auto i) { return i; });
  tensor<float, seq> text([](index_t) { return "1"; });  //~ tensor: the function gives no number for [seq=3]
  //= tensor<float, seq> text([](index_t) { return 1; });
  tensor<int, seq> fractions([](index_t i) { return 0.5 * static_cast<double>(i); });
  //~ tensor: a function with fractions for elements of int32
  //= tensor<double, seq> fractions([](index_t i) { return 0.5 * static_cast<double>(i); });
}

void memory(const float* pointer) {
  tensor<float, seq> copied(pointer);
  //~ tensor: [seq=3] does not copy from a pointer or container, did you mean packed_view<...>(data)?
  //= tensor<float, seq> copied(packed_view<const float, seq>{pointer});
}

float elements() {
  const float few = x(1);  //~ element: 1 index for the 2 axes of [seq=3, d_model=2]
  //= const float few = x(1, 0);
  const float many = x(0, 1, 1);  //~ element: 3 indices for the 2 axes of [seq=3, d_model=2]
  //= const float many = x(0, 1);
  const float fraction = x(0.5, 1);  //~ element: an index of [seq=3, d_model=2] is no integer
  //= const float fraction = x(0, 1);
  const float named = x("seq", 1);  //~ element: an index of [seq=3, d_model=2] is no integer
  //= const float named = x(0, 1);
  const float of_a_view = row(x, 0)(0, 1);  //~ element: 2 indices for the 1 axis of [d_model=2]
  //= const float of_a_view = row(x, 0)(1);
  return few + many + fraction + named + of_a_view;
}
