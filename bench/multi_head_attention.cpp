// Multi-head attention beside the same computation with Eigen, from one set of compiler flags; on one thread, and on
// two.
#include <memory>
#include <string>
#include <tenon/nn/multi_head_attention.hpp>
#include <tenon/threads/pool.hpp>

#include "support/eigen_attention.hpp"
#include "support/measure.hpp"

namespace {

using namespace tenon;

template <axis Seq, axis DModel, axis Heads>
void tenon_attention(benchmark::State& state, int threads) {
  using module = nn::multi_head_attention<float, DModel, Heads>;
  using tokens = tensor<float, Seq, DModel>;
  const auto attention = std::make_unique<module>();
  bench::fill_with_samples(*attention);
  const auto memory = std::make_unique<nn::workspace<module, tokens>>();
  const tokens x([](index_t i, index_t j) { return bench::sample_input(i * DModel.extent + j); });
  tokens out;
  const double operations = bench::attention_operations(1, Seq.extent, DModel.extent);
  if (threads == 1) {
    bench::measure_operations(state, operations, [&] { attention->forward(x, out, *memory); });
  } else {
    threads::pool pool(threads);
    bench::measure_operations(
        state, operations, [&] { attention->forward(x, out, *memory, nn::on(pool)); }, threads);
  }
}

template <axis Seq, axis DModel, axis Heads>
void eigen_attention(benchmark::State& state) {
  bench::eigen_attention attention(1, Seq.extent, DModel.extent, Heads.extent);
  bench::measure_operations(state, bench::attention_operations(1, Seq.extent, DModel.extent), attention);
}

template <index_t Seq, index_t DModel, index_t Heads>
void add() {
  constexpr axis seq{"seq", Seq}, d_model{"d_model", DModel}, heads{"heads", Heads};
  const std::string name = "(" + std::to_string(Seq) + "," + std::to_string(DModel) + "," + std::to_string(Heads) + ")";
  benchmark::RegisterBenchmark(("tenon/" + name).c_str(), tenon_attention<seq, d_model, heads>, 1);
  benchmark::RegisterBenchmark(("tenon, 2 threads/" + name).c_str(), tenon_attention<seq, d_model, heads>, 2)
      ->UseRealTime();
  benchmark::RegisterBenchmark(("eigen/" + name).c_str(), eigen_attention<seq, d_model, heads>);
}

// (tokens, d_model, heads)
[[maybe_unused]] const bool added = [] {
  add<3, 8, 2>();
  add<16, 32, 4>();
  add<16, 64, 4>();
  add<64, 128, 8>();
  add<128, 384, 12>();
  add<128, 768, 12>();
  add<512, 768, 12>();
  return true;
}();

}  // namespace
