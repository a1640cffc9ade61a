// Weights that come from memory each time: more copies of them than any cache holds, used in turn.
#pragma once
#include <cstring>

#include <tenon/element/bfloat16.hpp>
#include <tenon/kernels/panel_row.hpp>

#include "numbers.hpp"

namespace bench {

/// `copies` matrices [depth, columns] in panels, of float or bfloat16.
template <class Weight>
class rotating_weights {
 public:
  rotating_weights(index_t depth, index_t columns, index_t copies)
      : size_(tenon::kernels::panels_size(depth, columns)), copies_(copies), memory_(size_ * copies / per_float) {
    Weight* first = data();
    for (index_t i = 0; i < size_; ++i) first[i] = static_cast<Weight>(0.05f * number(2, i));
    for (index_t copy = 1; copy < copies; ++copy)
      std::memcpy(first + copy * size_, first, static_cast<std::size_t>(size_) * sizeof(Weight));
  }

  const Weight* next() {
    at_ = at_ + 1 == copies_ ? 0 : at_ + 1;
    return data() + at_ * size_;
  }

 private:
  static constexpr index_t per_float = static_cast<index_t>(sizeof(float) / sizeof(Weight));

  Weight* data() const { return reinterpret_cast<Weight*>(memory_.data()); }

  index_t size_, copies_, at_ = 0;
  floats memory_;
};

}  // namespace bench
