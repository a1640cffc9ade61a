// The product of two operands, summed over the loops that they share: by the kernel of matmul where it serves.
#pragma once
#include <tenon/kernels/matmul.hpp>
#include <tenon/math/integer.hpp>
#include <tenon/math/rounded.hpp>
#include <tenon/shape/number_refusal.hpp>
#include <tenon/tensor/loops.hpp>
#include <tenon/tensor/storage.hpp>

TENON_BEGIN_HEADER
namespace tenon::detail {

/// c = a * b, summed over `depth`. `batch` moves a, b and c, `rows` a and c, `columns` b and c, `depth` a and b.
/// The first three stand in the order of c, which is packed.
template <class T>
struct contraction {
  const T* a;
  const T* b;
  T* c;
  loops batch;
  loops rows;
  loops columns;
  loops depth;

  /// b * a instead, which is the same.
  constexpr void exchange() {
    for (loops* group : {&batch, &rows, &columns, &depth})
      for (int i = 0; i < group->count; ++i) {
        const loop was = group->at[i];
        group->at[i] = {was.extent, was.b, was.a, was.c};
      }
    const T* const left = a;
    a = b;
    b = left;
    const loops across = rows;
    rows = columns;
    columns = across;
  }
};

/// A sum of products of elements of type T, added up in `Sum`; of integers it is exact.
template <class T, class Sum>
class product_sum {
 public:
  constexpr void add(T a, T b) { sum_ = static_cast<Sum>(sum_ + math::rounded(static_cast<Sum>(a) * static_cast<Sum>(b))); }
  constexpr T result(math::loss<T>&) const { return static_cast<T>(sum_); }

 private:
  Sum sum_{};
};
template <class T, class Sum>
  requires(math::is_integer<T> && !std::is_same_v<T, bool>)
class product_sum<T, Sum> {
 public:
  constexpr void add(T a, T b) { sum_.add(a, b); }
  constexpr T result(math::loss<T>& loss) const { return sum_.template result<T>(loss); }

 private:
  math::sum_of_products<T> sum_;
};

/// Of bool, whether any product is true.
template <class Sum>
class product_sum<bool, Sum> {
 public:
  constexpr void add(bool a, bool b) { sum_ = sum_ || (a && b); }
  constexpr bool result(math::loss<bool>&) const { return sum_; }

 private:
  bool sum_ = false;
};

/// By plain loops. `Sum` is the type in which the products are added up.
template <class Sum, class T>
TENON_ROUNDS_EACH constexpr void contract_plainly(const contraction<T>& p) {
  math::loss<T> loss;
  nest outer, inner;
  outer.add(p.batch);
  outer.add(p.rows);
  outer.add(p.columns);
  inner.add(p.depth);
  traverse(
      outer.over,
      [&](index_t a_begin, index_t b_begin, index_t c_offset) {
        product_sum<T, Sum> sum;
        traverse(
            inner.over,
            [&](index_t a_offset, index_t b_offset) { sum.add(p.a[a_begin + a_offset], p.b[b_begin + b_offset]); },
            inner.a, inner.b);
        p.c[c_offset] = sum.result(loss);
      },
      outer.a, outer.b, outer.c);
  refuse_loss<"einsum", T>(loss);
}

/// Memory for an operand in another order.
class packed_elements {
 public:
  packed_elements() = default;
  packed_elements(const packed_elements&) = delete;
  packed_elements& operator=(const packed_elements&) = delete;
  ~packed_elements() {
    if (elements_ != nullptr) free_elements(elements_);
  }
  float* allocate(index_t count) { return elements_ = allocate_elements<float>(count); }

  /// Copies the elements that groups of loops reach, and lets the loops step through the copy.
  template <class... Groups>
  void copy(const float*& data, index_t loop::*step, Groups&... groups) {
    nest from;
    (from.add(groups), ...);
    float* to = allocate(from.over.size());
    traverse(from.over, [&](index_t offset) { *to++ = data[offset]; }, step == &loop::a ? from.a : from.b);
    data = elements_;
    index_t reached = from.over.size();
    const auto relay = [&](loops& group) {
      for (int i = 0; i < group.count; ++i) group.at[i].*step = reached /= group.at[i].extent;
    };
    (relay(groups), ...);
  }

 private:
  float* elements_ = nullptr;
};

/// Makes the depth one loop, with a copy of an operand where its layout does not allow that.
inline void join_depth(contraction<float>& p, packed_elements& a_copy, packed_elements& b_copy) {
  p.depth.sort(&loop::b);
  const bool b_is_one = p.depth.is_one(&loop::b);
  if (b_is_one && p.depth.is_one(&loop::a)) return p.depth.merge(&loop::a, &loop::b);
  loops by_a = p.depth;
  by_a.sort(&loop::a);
  const bool a_is_one = by_a.is_one(&loop::a);
  if (a_is_one && by_a.is_one(&loop::b)) {
    p.depth = by_a;
    return p.depth.merge(&loop::a, &loop::b);
  }
  const bool keep_a = a_is_one && (!b_is_one || p.rows.size() >= p.columns.size());
  if (keep_a) p.depth = by_a;
  loops b_depth = p.depth;
  if (!keep_a) a_copy.copy(p.a, &loop::a, p.batch, p.rows, p.depth);
  if (keep_a || !b_is_one) {
    b_copy.copy(p.b, &loop::b, p.batch, p.columns, b_depth);
    for (int i = 0; i < p.depth.count; ++i) p.depth.at[i].b = b_depth.at[i].b;
  }
  p.depth.merge(&loop::a, &loop::b);
}

/// By the kernel of matmul, which wants the rows of the result contiguous. False where it would not serve.
inline bool contract_by_kernel(contraction<float> p) {
  const index_t results = p.rows.size() * p.columns.size();
  if (results < 8 || results * p.depth.size() < 512) return false;
  packed_elements a_copy, b_copy, c_copy;
  float* const c = p.c;
  nest result;
  const bool scattered = !p.rows.reaches_end() && !p.columns.reaches_end();
  if (scattered) {
    result.add(p.batch);
    result.add(p.rows);
    result.add(p.columns);
    p.c = c_copy.allocate(result.over.size());
    index_t step = 1;
    for (loops* group : {&p.columns, &p.rows, &p.batch})
      for (int i = group->count - 1; i >= 0; --i) {
        group->at[i].c = step;
        step *= group->at[i].extent;
      }
  }
  if (p.rows.reaches_end()) p.exchange();
  join_depth(p, a_copy, b_copy);
  p.rows.merge(&loop::a, &loop::c);
  p.columns.merge(&loop::b, &loop::c);
  const loop depth = p.depth.count > 0 ? p.depth.at[0] : loop{};
  const loop columns = p.columns.take(p.columns.count - 1);
  const loop rows = p.rows.count > 0 ? p.rows.take(p.rows.longest()) : loop{1, 0, 0, columns.extent};
  nest around;
  around.add(p.batch);
  around.add(p.rows);
  around.add(p.columns);
  traverse(
      around.over,
      [&](index_t a_offset, index_t b_offset, index_t c_offset) {
        kernels::matmul(rows.extent, depth.extent, columns.extent, {p.a + a_offset, rows.a, depth.a},
                        {p.b + b_offset, depth.b, columns.b}, p.c + c_offset, rows.c);
      },
      around.a, around.b, around.c);
  if (scattered) {
    const float* from = p.c;
    traverse(result.over, [&](index_t offset) { c[offset] = *from++; }, result.c);
  }
  return true;
}

/// Sums that make one number of many, as those of `sum`, are added up in double; products of matrices as in matmul.
template <class T>
constexpr void contract(const contraction<T>& p) {
  if (p.batch.size() * p.rows.size() * p.columns.size() == 0) return;
  if constexpr (std::is_same_v<T, float>)
    if (!std::is_constant_evaluated() && p.depth.size() != 0 && contract_by_kernel(p)) return;
  using sum_type = std::conditional_t<std::is_floating_point_v<T>, summed_in<T>, T>;
  if (p.rows.count == 0 && p.columns.count == 0) contract_plainly<sum_type>(p);
  else contract_plainly<T>(p);
}

}  // namespace tenon::detail
TENON_END_HEADER
