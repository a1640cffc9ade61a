// Tenon's side of the comparison, and Eigen's from the same flags. compare.py compiles it with each compiler, and with
// -DATTENTION_SIZES='size<batch, tokens, d_model, heads>{}, ...'. Works:
//   attention BATCH TOKENS D_MODEL HEADS   nn::multi_head_attention, by forward(x, out, workspace)
//   core BATCH TOKENS D_MODEL HEADS        its middle part alone: kernels::attention for each head
//   product ROWS DEPTH COLUMNS             kernels::packed_product, which nn::linear runs on
//   float32 ROWS DEPTH COLUMNS COPIES      the same with COPIES matrices in turn, so that weights come from memory;
//   bfloat16 ...                           and with weights of that type
//   eigen attention ...                    see eigen_works.hpp
#include <memory>
#include <tenon/nn/multi_head_attention.hpp>
#include <tenon/threads/pool.hpp>

#include "../support/rotating_weights.hpp"
#include "../support/sample_attention.hpp"
#include "contestant.hpp"
#include "eigen_works.hpp"

namespace {

using namespace tenon;
using bench::work;

template <index_t Batch, index_t Tokens, index_t DModel, index_t Heads>
struct size {
  static bool is(index_t batch, index_t tokens, index_t d_model, index_t heads) {
    return batch == Batch && tokens == Tokens && d_model == DModel && heads == Heads;
  }
};

/// The module, its input and its memory; as long-lived as the work.
template <class Module, class Tokens>
struct prepared {
  Module attention;
  Tokens x, out;
  nn::workspace<Module, Tokens> memory;
  threads::pool pool;

  explicit prepared(int threads) : pool(threads) {
    bench::fill_with_samples(attention);
    for (index_t i = 0; i < x.size(); ++i) x.data()[i] = bench::sample_input(i);
  }
};

template <class Module, class Tokens>
work attention_work(int threads) {
  const auto all = std::make_shared<prepared<Module, Tokens>>(threads);
  work w{nullptr, all->out.data(), all->out.size()};
  if (threads == 1)
    w.run = bench::repeated([all] { all->attention.forward(all->x, all->out, all->memory); });
  else
    w.run = bench::repeated([all] { all->attention.forward(all->x, all->out, all->memory, nn::on(all->pool)); });
  return w;
}

template <index_t Batch, index_t Tokens, index_t DModel, index_t Heads>
work make_attention(size<Batch, Tokens, DModel, Heads>, int threads) {
  constexpr axis batch{"batch", Batch}, seq{"seq", Tokens}, d_model{"d_model", DModel}, heads{"heads", Heads};
  using module = nn::multi_head_attention<float, d_model, heads>;
  if constexpr (Batch == 1)
    return attention_work<module, tensor<float, seq, d_model>>(threads);
  else
    return attention_work<module, tensor<float, batch, seq, d_model>>(threads);
}

template <index_t Batch, index_t Tokens, index_t DModel, index_t Heads>
work make_core(size<Batch, Tokens, DModel, Heads>) {
  constexpr index_t d_k = DModel / Heads, head = Tokens * d_k, all_heads = Batch * Heads;
  struct operands {
    bench::floats q, k, v, out;
  };
  constexpr index_t count = all_heads * head;
  const auto all = std::make_shared<operands>(operands{{count, 1}, {count, 2}, {count, 3}, {count, 0}});
  const auto attend = [all] {
    for (index_t h = 0; h < all_heads; ++h) {
      const kernels::attention_head at{.q = all->q.data() + h * head,
                                       .q_stride = d_k,
                                       .k = all->k.data() + h * head,
                                       .k_stride = d_k,
                                       .v = all->v.data() + h * head,
                                       .v_stride = d_k,
                                       .out = all->out.data() + h * head,
                                       .out_stride = d_k,
                                       .weights = nullptr,
                                       .weights_stride = Tokens,
                                       .scale = kernels::attention_scale(d_k)};
      kernels::attention(Tokens, Tokens, kernels::constant<d_k>{}, kernels::constant<d_k>{}, at);
    }
  };
  return {bench::repeated(attend), all->out.data(), count};
}

/// The work of the size among `sizes` that has these extents; none when there is none.
template <class Make, class... Sizes>
work for_size(std::istream& extents, Make make, Sizes... sizes) {
  index_t batch = 0, tokens = 0, d_model = 0, heads = 0;
  extents >> batch >> tokens >> d_model >> heads;
  work found;
  ((sizes.is(batch, tokens, d_model, heads) && (found = make(sizes), true)) || ...);
  return found;
}

work product_work(index_t rows, index_t depth, index_t columns) {
  struct operands {
    bench::floats x, w, bias, y;
  };
  const auto all = std::make_shared<operands>(
      operands{{rows * depth, 1}, {kernels::panels_size(depth, columns), 0}, {columns, 3}, {rows * columns, 0}});
  kernels::pack_panels(all->w.data(), depth, columns,
                       [&](index_t k, index_t column) { return bench::number(2, k * columns + column); });
  return {bench::repeated([=] {
            kernels::packed_product(rows, depth, columns, all->x.data(), depth, all->w.data(), all->bias.data(),
                                    all->y.data(), columns);
          }),
          all->y.data(), rows * columns};
}

/// The copies are made once for all works that are alive.
template <class Weight>
work product_from_memory(index_t rows, index_t depth, index_t columns, index_t copies) {
  using weights_type = bench::rotating_weights<Weight>;
  static std::map<std::vector<index_t>, std::weak_ptr<weights_type>> alive;
  auto& kept = alive[{depth, columns, copies}];
  std::shared_ptr<weights_type> weights = kept.lock();
  if (!weights) kept = weights = std::make_shared<weights_type>(depth, columns, copies);
  struct operands {
    bench::floats x, bias, y;
  };
  const auto all = std::make_shared<operands>(operands{{rows * depth, 1}, {columns, 3}, {rows * columns, 0}});
  return {bench::repeated([=] {
            kernels::packed_product(rows, depth, columns, all->x.data(), depth, weights->next(), all->bias.data(),
                                    all->y.data(), columns);
          }),
          all->y.data(), rows * columns};
}

work make(const std::string& name, int threads) {
  std::istringstream words(name);
  std::string kind;
  words >> kind;
  work found;
  if (kind == "attention") {
    found = for_size(
        words, [=](auto size) { return make_attention(size, threads); }, ATTENTION_SIZES);
  } else if (kind == "core" && threads == 1) {
    found = for_size(
        words, [](auto size) { return make_core(size); }, ATTENTION_SIZES);
  } else if (index_t rows = 0, depth = 0, columns = 0;
             kind == "product" && words >> rows >> depth >> columns && threads == 1) {
    found = product_work(rows, depth, columns);
  } else if (index_t copies = 0;
             (kind == "float32" || kind == "bfloat16") && words >> rows >> depth >> columns >> copies) {
    found = kind == "float32" ? product_from_memory<float>(rows, depth, columns, copies)
                              : product_from_memory<bfloat16>(rows, depth, columns, copies);
  } else if (kind == "eigen" && threads == 1) {
    found = bench::eigen_work(name);
  }
  if (!found.run) {
    std::cerr << "no such work: " << name << " on " << threads << " threads\n";
    std::exit(2);
  }
  return found;
}

}  // namespace

int main() { return bench::answer(make); }
