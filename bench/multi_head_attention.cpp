// Multi-head attention beside the same computation with Eigen, both on one thread, from a plain -O2.
// Counter: GFLOPS, of 8 tokens d_model^2 + 4 tokens^2 d_model operations.
#include <benchmark/benchmark.h>

#include <Eigen/Core>
#include <cmath>
#include <memory>
#include <string>
#include <tenon/nn/multi_head_attention.hpp>

namespace {

using namespace tenon;

/// Counts operations a second, and stops the compiler from leaving the work out.
void count(benchmark::State& state, double operations) {
  state.counters["GFLOPS"] = benchmark::Counter(operations * 1e-9, benchmark::Counter::kIsIterationInvariantRate);
}

template <axis Seq, axis DModel>
constexpr double operations = 8.0 * static_cast<double>(Seq.extent * DModel.extent * DModel.extent) +
                              4.0 * static_cast<double>(Seq.extent * Seq.extent * DModel.extent);

template <axis Seq, axis DModel>
tensor<float, Seq, DModel> some_tokens() {
  return tensor<float, Seq, DModel>(
      [](index_t i, index_t j) { return static_cast<float>((i * 31 + j * 17) % 23) / 11.5f - 1.f; });
}

template <axis Seq, axis DModel, axis Heads>
void tenon_attention(benchmark::State& state) {
  using module = nn::multi_head_attention<float, DModel, Heads>;
  using tokens = tensor<float, Seq, DModel>;
  random::generator source{42};
  const auto attention = std::make_unique<module>(source);
  const auto memory = std::make_unique<nn::workspace<module, tokens>>();
  const tokens x = some_tokens<Seq, DModel>();
  tokens out;
  for (auto _ : state) {
    attention->forward(x, out, *memory);
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  }
  count(state, operations<Seq, DModel>);
}

/// The textbook form with Eigen's products and vectorised exponentials; its memory is allocated beforehand, as ours is.
template <axis Seq, axis DModel, axis Heads>
void eigen_attention(benchmark::State& state) {
  constexpr Eigen::Index seq = Seq.extent, d_model = DModel.extent, heads = Heads.extent, d_k = d_model / heads;
  using matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using row = Eigen::RowVectorXf;
  const auto linear = [](const matrix& in, const matrix& by, const row& plus, matrix& y) {
    y.noalias() = in * by;
    y.rowwise() += plus;
  };
  const tensor<float, Seq, DModel> tokens = some_tokens<Seq, DModel>();
  const matrix x = Eigen::Map<const matrix>(tokens.data(), seq, d_model);
  // The same weights: with others the exponentials could become subnormal, which is slow.
  random::generator source{42};
  const auto attention = std::make_unique<nn::multi_head_attention<float, DModel, Heads>>(source);
  const auto weight = [](const auto& map) {
    const auto packed = contiguous(map.weight);
    return matrix(Eigen::Map<const matrix>(packed.data(), d_model, d_model).transpose());
  };
  const auto bias = [](const auto& map) { return row(Eigen::Map<const row>(map.bias.data(), d_model)); };
  const matrix W_q = weight(attention->W_q), W_k = weight(attention->W_k), W_v = weight(attention->W_v),
               W_o = weight(attention->W_o);
  const row b_q = bias(attention->W_q), b_k = bias(attention->W_k), b_v = bias(attention->W_v), b_o = bias(attention->W_o);
  matrix q(seq, d_model), k(seq, d_model), v(seq, d_model), scores(seq, seq), context(seq, d_model), out(seq, d_model);
  for (auto _ : state) {
    linear(x, W_q, b_q, q);
    linear(x, W_k, b_k, k);
    linear(x, W_v, b_v, v);
    for (Eigen::Index h = 0; h < heads; ++h) {
      scores.noalias() = q.middleCols(h * d_k, d_k) * k.middleCols(h * d_k, d_k).transpose();
      scores *= 1 / std::sqrt(static_cast<float>(d_k));
      for (Eigen::Index i = 0; i < seq; ++i) {
        scores.row(i) = (scores.row(i).array() - scores.row(i).maxCoeff()).exp();
        scores.row(i) /= scores.row(i).sum();
      }
      context.middleCols(h * d_k, d_k).noalias() = scores * v.middleCols(h * d_k, d_k);
    }
    linear(context, W_o, b_o, out);
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  }
  count(state, operations<Seq, DModel>);
}

template <index_t Seq, index_t DModel, index_t Heads>
void add() {
  constexpr axis seq{"seq", Seq}, d_model{"d_model", DModel}, heads{"heads", Heads};
  const std::string name =
      "(" + std::to_string(Seq) + "," + std::to_string(DModel) + "," + std::to_string(Heads) + ")";
  benchmark::RegisterBenchmark(("tenon/" + name).c_str(), tenon_attention<seq, d_model, heads>);
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
