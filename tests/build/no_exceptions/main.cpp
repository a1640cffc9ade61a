// Without exceptions a refusal at run time gives its sentence to the handler, then the program aborts.
#include <tenon/tenon.hpp>

#include <cstdio>
#include <cstdlib>

using namespace tenon;

constexpr axis tokens{"tokens", at_most{8}}, d_model{"d_model", 2};

int main() {
  on_error = [](const char* sentence) {
    std::puts(sentence);
    std::exit(0);
  };
  tensor<float, tokens, d_model> three(extents{3}), five(extents{5});
  three = three + five;
  return 1;
}
