// What Eigen is asked: "eigen attention BATCH TOKENS D_MODEL HEADS", on one thread.
#pragma once
#include <memory>

#include "../support/eigen_attention.hpp"
#include "contestant.hpp"

namespace bench {

inline work eigen_work(const std::string& name) {
  std::istringstream words(name);
  std::string eigen, kind;
  index_t batch = 0, tokens = 0, d_model = 0, heads = 0;
  if (!(words >> eigen >> kind >> batch >> tokens >> d_model >> heads) || eigen != "eigen" || kind != "attention") {
    std::cerr << "no such work: " << name << "\n";
    std::exit(2);
  }
  const auto attention = std::make_shared<eigen_attention>(batch, tokens, d_model, heads);
  return {repeated([attention] { (*attention)(); }), attention->output(), batch * tokens * d_model};
}

}  // namespace bench
