// Linear maps of generated sizes equal plain sums, with weights of float and bfloat16, owned and borrowed; a row has the
// same bits alone, in a batch, in a view, and on any executor.
#include <tenon/nn/linear.hpp>

#include <memory>

#include "executors.hpp"
#include "generated.hpp"

using namespace properties;
namespace nn = tenon::nn;

namespace {

constexpr int widths[] = {1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 24, 31, 32, 33, 47, 48, 49, 64, 65, 100};

template <std::uint64_t Seed, class... Options>
using map = nn::linear<float, axis("in", widths[draw(follow(Seed, 1)).below(20)]), axis("out", widths[draw(follow(Seed, 2)).below(20)]),
                       std::conditional_t<draw(follow(Seed, 3)).one_in(3), nn::no_bias, nn::with_bias>,
                       nn::weights<std::conditional_t<draw(follow(Seed, 4)).one_in(2), tenon::bfloat16, float>>, Options...>;

template <class Linear>
array mapped(const Linear& m, const array& x, bool sizes) {
  reference::index extents = x.extents;
  extents.back() = m.weight.extent(0);
  return reference::computed(extents, [&](reference::index at) {
    const long out = at.back();
    double sum = 0;
    const auto add = [&](double term) { sum += sizes ? std::abs(term) : term; };
    for (at.back() = 0; at.back() < x.extents.back(); ++at.back())
      add(element(x, at) * static_cast<double>(m.weight(out, at.back())));
    if constexpr (Linear::has_bias) add(static_cast<double>(m.bias(out)));
    return sum;
  });
}

}  // namespace

TEST_CASE("a linear map equals plain sums, and a row has the same bits however it is mapped", "[properties]") {
  each_case<60>([]<std::uint64_t Seed>(draw now) {
    using owner = map<Seed>;
    using borrower = map<Seed, nn::borrowed>;
    constexpr axis in("in", widths[draw(follow(Seed, 1)).below(20)]), tokens("tokens", tenon::at_most{70});
    tenon::random::generator source{now.bits()};
    const auto m = std::make_unique<const owner>(source);
    const borrower lent = [&] {
      if constexpr (owner::has_bias) return borrower({.weight = m->weight, .bias = m->bias});
      else return borrower(m->weight);
    }();
    auto x = drawn_tensor<tenon::tensor<float, axis("text", 2), tokens, in>>(now);
    const array r = seen(x);
    const double share = static_cast<double>(in.extent + 1) * 0x1p-24;
    const array bound = reference::each(mapped(*m, r, true), [&](double size) { return size * share; });
    const array wanted = mapped(*m, r, false);
    on_each_instruction_set([&] {
      const auto y = (*m)(x);
      CHECK(difference(y, wanted, bound) == "");
      CHECK(same_bits(lent(x), y));
      CHECK(same_bits((*m)(relaid_copy(x)), y));
      some_threads some{now.between(1, 5)};
      CHECK(same_bits((*m)(x, nn::on(some)), y));
      fickle other{draw(now.bits())};
      auto out = y;
      for (auto& one : out) one = 0;
      m->forward(x, out, nn::on(other));
      CHECK(same_bits(out, y));
      const int count = static_cast<int>(x.extent(1));
      if (count == 0) return;
      const int text = now.below(2), token = now.below(count), end = now.between(token, count);
      CHECK(same_bits((*m)(tenon::row(tenon::row(x, text), token)), tenon::row(tenon::row(y, text), token)));
      CHECK(same_bits((*m)(tenon::slice<tokens>(tenon::row(x, text), token, end)),
                      tenon::slice<tokens>(tenon::row(y, text), token, end)));
    });
  });
}
