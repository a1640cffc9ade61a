// Prints a hash of the results of many calls, a line for each and each instruction set: whatever the compiler, its level and
// its flags, every build prints the same. With TENON_TEST_ALL it makes more calls, which take a minute to compile.
#include <tenon/kernels/elementwise.hpp>
#include <tenon/kernels/normalise.hpp>
#include <tenon/tenon.hpp>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <sstream>

using namespace tenon;

namespace {

constexpr axis batch{"batch", 2}, seq{"seq", 7}, d_model{"d_model", 20}, heads{"heads", 5}, keys{"keys", 11};
constexpr axis tokens{"tokens", at_most{300}}, d_ff{"d_ff", 37};

// The program's own numbers: no flag changes a division by a power of two.
std::uint32_t state = 1;
template <class T>
T number() {
  state = state * 1664525U + 1013904223U;
  return static_cast<T>(static_cast<std::int32_t>(state) >> 8) / static_cast<T>(1 << 22);
}
template <class X>
X numbers(X x) {
  for (auto& element : x) element = number<typename X::value_type>();
  return x;
}
template <class X>
X numbers() {
  return numbers(X(uninitialized));
}

const char* set_name = "";

void say(const char* what, const void* data, std::size_t bytes) {
  std::uint64_t hash = 14695981039346656037U;
  for (std::size_t i = 0; i < bytes; ++i) hash = (hash ^ static_cast<const unsigned char*>(data)[i]) * 1099511628211U;
  std::printf("%s %s %016llx\n", set_name, what, static_cast<unsigned long long>(hash));
}
template <class X>
void say(const char* what, const X& x) {
  say(what, x.data(), static_cast<std::size_t>(x.size()) * sizeof(*x.data()));
}
[[maybe_unused]] void say(const char* what, double x) { say(what, &x, sizeof(x)); }

template <class T, index_t Rows, index_t Depth, index_t Columns>
void product(const char* what) {
  const auto a = numbers<tensor<T, axis{"rows", Rows}, axis{"depth", Depth}>>();
  const auto b = numbers<tensor<T, axis{"depth", Depth}, axis{"columns", Columns}>>();
  const auto all = matmul(a, b);
  say(what, all);
  const auto alone = matmul(slice<axis{"rows", Rows}, axis{"rows", 1}>(a, Rows / 2), b);
  if (std::memcmp(alone.data(), all.data() + Rows / 2 * Columns, static_cast<std::size_t>(Columns) * sizeof(T)) != 0)
    std::printf("%s %s: a row alone has other bits\n", set_name, what);
}

void products() {
  product<float, 10, 8, 7>("matmul 10 8 7");
  product<float, 10, 8, 9>("matmul 10 8 9");
  product<float, 10, 20, 5>("matmul 10 20 5");
#if defined(TENON_TEST_ALL)
  product<float, 3, 300, 33>("matmul 3 300 33");
  product<float, 70, 31, 40>("matmul 70 31 40");
  product<double, 5, 9, 6>("matmul of double");
  const auto a = numbers<tensor<float, batch, seq, d_model>>();
  const auto b = numbers<tensor<float, batch, keys, d_model>>();
  say("einsum", einsum<"b q d, b k d -> b q k">(a, b));
  const auto u = numbers<tensor<float, d_model>>(), v = numbers<tensor<float, d_model>>();
  const auto du = numbers<tensor<double, d_model>>(), dv = numbers<tensor<double, d_model>>();
  say("dot", static_cast<double>(dot(u, v)));
  say("dot of double", dot(du, dv));
  say("outer", outer(u, rename<d_model, axis{"columns", 20}>(v)));
#endif
}

template <class T, index_t Count>
void arithmetic(const char* what) {
  const auto a = numbers<tensor<T, Count>>(), b = numbers<tensor<T, Count>>(), c = numbers<tensor<T, Count>>();
  say(what, a * b + c);
  say(what, c - a * b);
  say(what, a * b - c * a);
  say(what, a * T(3) + c);
  say(what, T(2) - a * T(0.3));
  auto sum = c;
  sum += a * b;
  say(what, sum);
  say(what, (a - b) * (a - b) + c * c);
}

void elementwise() {
#if defined(TENON_TEST_ALL)
  arithmetic<float, 3>("a * b + c, 3 floats");
#endif
  arithmetic<float, 4>("a * b + c, 4 floats");
#if defined(TENON_TEST_ALL)
  arithmetic<float, 8>("a * b + c, 8 floats");
  arithmetic<float, 67>("a * b + c, 67 floats");
  arithmetic<double, 2>("a * b + c, 2 doubles");
  arithmetic<double, 16>("a * b + c, 16 doubles");
  arithmetic<double, 67>("a * b + c, 67 doubles");
#endif
  arithmetic<double, 4>("a * b + c, 4 doubles");
}

void norms() {
  const auto x = numbers<tensor<float, 9, 37>>(), r = numbers<tensor<float, 9, 37>>();
  const auto gain = numbers<tensor<float, 37>>(), shift = numbers<tensor<float, 37>>();
  tensor<float, 9, 37> y(uninitialized);
  const kernels::norm_rows rows{x.data(), 37, r.data(), 37, gain.data(), shift.data(), y.data(), 37};
  kernels::layer_norm(9, 37, rows, 1e-5F);
  say("layer_norm", y);
  kernels::rms_norm(9, 37, rows, 1e-5F);
  say("rms_norm", y);
  const auto far = x * 1e-3F + 1e7F;
  const kernels::norm_rows wide{far.data(), 37, nullptr, 0, gain.data(), nullptr, y.data(), 37};
  kernels::layer_norm(9, 37, wide, 1e-5F);
  say("layer_norm in double", y);
}

#if defined(TENON_TEST_ALL)
template <class T>
void reductions(const char* what) {
  const auto x = numbers<tensor<T, batch, seq, d_model>>();
  say(what, softmax<d_model>(x));
  say(what, softmax<seq>(x));
  say(what, sum<d_model>(x));
  say(what, mean<seq>(x));
  say(what, static_cast<double>(norm(x)));
  say(what, normalize<d_model>(x));
  say(what, cumulative_sum<d_model>(x));
  say(what, exp(x));
  say(what, softmax<1>(numbers<tensor<T, 3, 300>>()));
}

template <class Function>
void activation(const char* what) {
  const auto x = numbers<tensor<float, 200>>() * 4.F;
  tensor<float, 200> y(uninitialized);
  kernels::map<Function>(200, x.data(), y.data());
  say(what, y);
}

template <class Module, class X, class... Options>
void attention(const char* what, const Module& m, const X& x, const Options&... options) {
  const auto [output, weights] = m(x, nn::with_weights, options...);
  say(what, output);
  say(what, weights);
  say(what, m(x, options...));
}

void modules() {
  random::generator source{7};
  const nn::linear<float, d_model, d_ff> map(source);
  const nn::linear<double, d_model, d_ff> double_map(source);
  say("linear", map(numbers<tensor<float, batch, seq, d_model>>()));
  say("linear, one row", map(numbers<tensor<float, d_model>>()));
  say("linear of double", double_map(numbers<tensor<double, batch, seq, d_model>>()));
  const nn::linear<float, d_model, d_ff, nn::weights<bfloat16>> small_map(map);
  say("linear of bfloat16", small_map(numbers<tensor<float, batch, seq, d_model>>()));

  const nn::multi_head_attention<float, axis{"d_model", 8}, axis{"heads", 2}> tiny(source);
  attention("tiny attention", tiny, numbers<tensor<float, batch, axis{"seq", 3}, axis{"d_model", 8}>>());
  attention("tiny causal attention", tiny, numbers<tensor<float, batch, axis{"seq", 3}, axis{"d_model", 8}>>(), nn::causal);
  const nn::multi_head_attention<float, axis{"d_model", 40}, axis{"heads", 5}> m(source);
  const auto x = numbers(tensor<float, tokens, axis{"d_model", 40}>(extents{150}));
  attention("attention", m, x);
  attention("causal attention", m, x, nn::causal);
  const tensor<bool, tokens, prime(tokens)> everything(extents{150, 150}, [](index_t, index_t) { return true; });
  attention("attention, nothing hidden", m, x, nn::keep(everything));
  const auto bias = numbers(tensor<float, tokens, prime(tokens)>(extents{150, 150}));
  attention("attention, biased", m, x, nn::score_bias(bias));
  say("attention of one query", m(slice<tokens, axis{"one", 1}>(x, 3), x));
}

#endif

// What infinities and NaN do, in words: the bits of a NaN mean nothing.
template <class X>
void print(const char* what, const X& x) {
  std::ostringstream out;
  out << x;
  std::printf("%s %s %s\n", set_name, what, out.str().c_str());
}

void infinities() {
  constexpr float infinity = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  const tensor<float, 6> x{-infinity, -1, 0, 1, infinity, nan};
  print("x", x);
  print("exp", exp(x));
  print("softmax of a large number", softmax<0>(tensor<float, 3>{800, 1, 1}));
  print("softmax with -infinity", softmax<0>(tensor<float, 3>{-infinity, 1, 1}));
  print("softmax of NaN", softmax<0>(x));
  print("max", max(x));
  print("max of the first", max(slice<0, 0, 5>(x)));
  print("less", less(x, 0.5F));
  print("equal", equal(x, x));
  print("where", where(less(x, 2), x, tensor<float, 6>{1, 2, 3, 4, 5, nan}));
  print("sum", sum(x));
  print("sqrt", sqrt(tensor<float, 3>{-1, 4, infinity}));
  tensor<float, 6> y(uninitialized);
  kernels::map<kernels::relu>(6, x.data(), y.data());
  print("relu", y);
  // Query 0 sees no key, the others not what is NaN and infinite.
  const auto q = numbers<tensor<float, axis{"q", 3}, axis{"d", 4}>>();
  auto k = numbers<tensor<float, axis{"k", 4}, axis{"d", 4}>>(), v = numbers<tensor<float, axis{"k", 4}, axis{"d", 4}>>();
  k(1, 0) = v(1, 1) = nan;
  k(3, 2) = v(3, 3) = infinity;
  const tensor<bool, axis{"q", 3}, axis{"k", 4}> seen([](index_t query, index_t key) { return query > 0 && key % 2 == 0; });
  say("masked attention", nn::scaled_dot_product_attention(q, k, v, nn::keep(seen)));
}

}  // namespace

int main() {
  using kernels::instruction_set;
  const struct {
    instruction_set set;
    const char* name;
  } sets[] = {{instruction_set::baseline, "baseline"}, {instruction_set::avx2, "avx2"}, {instruction_set::avx512, "avx512"}};
  for (const auto& [set, name] : sets) {
    kernels::use_instruction_set(set);
    if (kernels::current_instruction_set() != set) continue;
    set_name = name;
    state = 1;
    products();
    elementwise();
    norms();
    infinities();
#if defined(TENON_TEST_ALL)
    reductions<float>("reductions of float");
    reductions<double>("reductions of double");
    activation<kernels::relu>("relu");
    activation<kernels::silu>("silu");
    activation<kernels::gelu>("gelu");
    activation<kernels::gelu_tanh>("gelu_tanh");
    activation<kernels::exponential>("exp");
    modules();
#endif
  }
}
