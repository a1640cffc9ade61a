// Writes the pages that read_pages.py opens in a browser: write_pages <folder>
#include <tenon/inspect/heatmap.hpp>

#include <cmath>
#include <string>
#include <vector>

#include <tenon/tensor/tensor.hpp>

using namespace tenon;
using inspect::write_heatmap;

constexpr axis batch{"batch", 2}, heads{"heads", 2}, seq{"seq", 3}, src{"src", 4}, tokens{"tokens", at_most{8}};
constexpr axis keys = prime(seq);

int main(int count, char** arguments) {
  if (count != 2) return 2;
  const std::string folder = arguments[1];

  // Each number says where it is: h.qk
  const tensor<float, heads, seq, keys> places([](index_t h, index_t q, index_t k) {
    return static_cast<double>(h) + static_cast<double>(q) / 10 + static_cast<double>(k) / 100;
  });
  write_heatmap(folder + "/places.html", places, {"猫", "吃", "鱼"});

  const tensor<double, batch, heads, seq, src> cross(
      [](index_t b, index_t h, index_t q, index_t k) { return static_cast<double>(b * 1000 + h * 100 + q * 10 + k); });
  write_heatmap(folder + "/cross.html", cross, {"le", "chat", "\U0001F408"}, {"the", "cat", "eats", "e\u0301"});

  const std::vector<std::string> hostile = {"</script><script>document.title='owned'</script>",
                                            "<img src=x onerror=\"document.title='owned'\">",
                                            "\";document.title='owned';\"", "&amp;\u202e\n"};
  write_heatmap(folder + "/hostile.html", tensor<float, 4, 4>([](index_t q, index_t k) { return q == k; }), hostile,
                {.title = "</title><script>document.title='owned'</script>"});

  write_heatmap(folder + "/odd.html", tensor<float, 1, 3>{NAN, -INFINITY, 0.5f});
  write_heatmap(folder + "/one.html", tensor<float, 1, 1>{1}, {"all"});
  write_heatmap(folder + "/none.html", tensor<float, heads, tokens, prime(tokens)>{});
  write_heatmap(folder + "/whole.html", tensor<float, 64, 64>([](index_t q, index_t k) { return q == k; }));
  tensor<float, 512, 512> large;
  large(300, 411) = 1;
  write_heatmap(folder + "/large.html", large);
}
