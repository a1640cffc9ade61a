// Multi-head self-attention in Eigen: the textbook form with its products and its vectorised exponentials.
#pragma once
#include <Eigen/Core>
#include <cmath>

#include "sample_attention.hpp"

namespace bench {

/// Extents known at run time, all memory allocated beforehand. Eigen's instruction set is that of the compiler's flags.
class eigen_attention {
 public:
  eigen_attention(index_t batch, index_t tokens, index_t d_model, index_t heads)
      : tokens_(tokens),
        heads_(heads),
        d_k_(d_model / heads),
        x_(batch * tokens, d_model),
        q_(x_),
        k_(x_),
        v_(x_),
        context_(x_),
        out_(x_),
        scores_(tokens, tokens) {
    for (index_t i = 0; i < x_.size(); ++i) x_.data()[i] = sample_input(i);
    for (int which = 0; which < 4; ++which) {
      weights_[which].resize(d_model, d_model);
      biases_[which].resize(d_model);
      for (index_t out = 0; out < d_model; ++out) {
        for (index_t in = 0; in < d_model; ++in)
          weights_[which](in, out) = sample_weight(static_cast<std::uint32_t>(which + 1), d_model, out, in);
        biases_[which](out) = sample_bias(static_cast<std::uint32_t>(which + 1), out);
      }
    }
  }

  void operator()() {
    linear(x_, 0, q_);
    linear(x_, 1, k_);
    linear(x_, 2, v_);
    for (index_t first = 0; first < x_.rows(); first += tokens_)
      for (index_t head = 0; head < heads_; ++head) {
        const auto of_head = [&](matrix& all) { return all.block(first, head * d_k_, tokens_, d_k_); };
        scores_.noalias() = of_head(q_) * of_head(k_).transpose();
        scores_ *= 1 / std::sqrt(static_cast<float>(d_k_));
        for (index_t i = 0; i < tokens_; ++i) {
          scores_.row(i) = (scores_.row(i).array() - scores_.row(i).maxCoeff()).exp();
          scores_.row(i) /= scores_.row(i).sum();
        }
        of_head(context_).noalias() = scores_ * of_head(v_);
      }
    linear(context_, 3, out_);
  }

  const float* output() const { return out_.data(); }

 private:
  using matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  void linear(const matrix& in, int which, matrix& out) const {
    out.noalias() = in * weights_[which];
    out.rowwise() += biases_[which];
  }

  index_t tokens_, heads_, d_k_;
  matrix weights_[4];
  Eigen::RowVectorXf biases_[4];
  matrix x_, q_, k_, v_, context_, out_, scores_;
};

}  // namespace bench
