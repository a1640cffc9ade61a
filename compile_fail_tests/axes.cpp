// Axes and the types made of them: names, extents, ranks.
#include <tenon/tenon.hpp>
using namespace tenon;

constexpr axis seq{"seq", 3}, d_model{"d_model", 8};

constexpr axis too_long{"sixteen_letters_", 3};  //~ axis: a name has at most 15 characters
//= constexpr axis too_long{"fifteen_letters", 3};
constexpr axis too_long_bounded{"sixteen_letters_", at_most{512}};  //~ axis: a name has at most 15 characters
//= constexpr axis too_long_bounded{"fifteen_letters", at_most{512}};
constexpr axis too_long_primed = prime(axis{"fifteen_letters", 3});  //~ axis: a name has at most 15 characters
//= constexpr axis too_long_primed = prime(axis{"letters", 3});
constexpr axis not_ascii{"l\303\244nge", 3};  //~ axis: a name is an ASCII identifier, with primes only at its end
//= constexpr axis not_ascii{"length", 3};
constexpr axis prime_inside{"d'k", 3};  //~ axis: a name is an ASCII identifier, with primes only at its end
//= constexpr axis prime_inside{"dk'", 3};
constexpr axis prime_alone{"'", 3};  //~ axis: a name is an ASCII identifier, with primes only at its end
//= constexpr axis prime_alone{"k'", 3};
constexpr axis digit_first{"2d", 3};  //~ axis: a name is an ASCII identifier, with primes only at its end
//= constexpr axis digit_first{"d2", 3};
constexpr axis with_space{"two words", at_most{3}};
//~ axis: a name is an ASCII identifier, with primes only at its end
//= constexpr axis with_space{"two_words", at_most{3}};
constexpr axis bound_in_the_name{"seq<=", 3};  //~ axis: a name is an ASCII identifier, with primes only at its end
//= constexpr axis bound_in_the_name{"seq", at_most{3}};

constexpr char without_end[3] = {'s', 'e', 'q'}, with_end[4] = {'s', 'e', 'q', '\0'};
static_assert(with_end[0] == without_end[0]);
constexpr axis cut_short{without_end, 3};  //~ axis: a name ends in a NUL, as text in quotes does
//= constexpr axis cut_short{with_end, 3};

constexpr axis zero{"seq", 0};  //~ axis: an extent is at least 1
//= constexpr axis zero{"seq", 1};
constexpr axis negative{"seq", -3};  //~ axis: an extent is at least 1
//= constexpr axis negative{"seq", 3};
constexpr axis bounded_by_zero{"seq", at_most{0}};  //~ axis: an extent is at least 1
//= constexpr axis bounded_by_zero{"seq", at_most{1}};
constexpr axis fraction("seq", 2.5);  //~ axis: an extent is a whole number
//= constexpr axis fraction("seq", 2);

tensor<float, 0> no_elements;  //~ axis: an extent is at least 1
//= tensor<float, 1> no_elements;
tensor<float, seq, -8> negative_extent;  //~ axis: an extent is at least 1
//= tensor<float, seq, 8> negative_extent;
tensor<float, 2.5> half_an_element;  //~ axis: an extent is a whole number
//= tensor<float, 2> half_an_element;
tensor<float, seq, seq> two_of_one_name;  //~ tensor: two axes are named seq: [seq=3, seq=3]
//= tensor<float, seq, prime(seq)> two_of_one_name;
tensor<float, 1, 2, 3, 4, 5, 6, 7, 8, 9> nine_axes;  //~ tensor: 9 axes are more than 8
//= tensor<float, 1, 2, 3, 4, 5, 6, 7, 8> nine_axes;
tensor<float, seq, axis{"vocab", 4000000000000000000}> overflows;
//~ tensor: the number of elements overflows: [seq=3, vocab=4000000000000000000]
//= tensor<float, seq, axis{"vocab", 40}> overflows;
tensor<const char*, seq> of_text;  //~ tensor: the elements of [seq=3] are neither numbers nor bool
//= tensor<char, seq> of_text;
tensor<const float, d_model> of_constants;  //~ tensor: the elements of [d_model=8] are neither numbers nor bool
//= const tensor<float, d_model> of_constants{};
