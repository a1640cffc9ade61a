// Built without exceptions: a file that cannot be written is answered by false.
#include <tenon/inspect/heatmap.hpp>
#include <tenon/inspect/summary.hpp>

#include <cstdio>

#include <tenon/tensor/tensor.hpp>

int main() {
  const tenon::tensor<float, 2, 2> weights{1, 0, 0.5, 0.5};
  const bool in_no_folder = tenon::inspect::write_heatmap("no/such/folder/a.html", weights);
  const bool of_no_kind = tenon::inspect::write_heatmap("a.png", weights);
  const bool good = tenon::inspect::write_heatmap("without_exceptions.html", weights, {"a", "b"});
  const bool removed = std::remove("without_exceptions.html") == 0;
  return !in_no_folder && !of_no_kind && good && removed ? 0 : 1;
}
