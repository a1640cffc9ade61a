// The register tile: a few rows and vectors of a product, held in registers while the depth runs by.
#pragma once

#include <tenon/kernels/panel_row.hpp>

TENON_BEGIN_HEADER
namespace tenon::kernels {

/// The `Rows` x `Vectors` accumulators of c += a * b.
template <class Set, int Rows, int Vectors>
struct tile {
  static constexpr int lanes = Set::lanes;
  static constexpr int panel_vectors = static_cast<int>(panel_width) / lanes;

  vector<Set> c[Rows][Vectors];

  TENON_INLINE void zero() {
    TENON_UNROLL
    for (int i = 0; i < Rows; ++i) {
      TENON_UNROLL
      for (int j = 0; j < Vectors; ++j) c[i][j] = vector<Set>{};
    }
  }

  /// Every row starts as the same vectors: the bias.
  TENON_INLINE void broadcast_row(const float* row) {
    TENON_UNROLL
    for (int i = 0; i < Rows; ++i) {
      TENON_UNROLL
      for (int j = 0; j < Vectors; ++j) c[i][j] = *at(Set{}, row + j * lanes);
    }
  }

  TENON_INLINE void add(const float* y, index_t stride) {
    TENON_UNROLL
    for (int i = 0; i < Rows; ++i) {
      TENON_UNROLL
      for (int j = 0; j < Vectors; ++j) c[i][j] += *at(Set{}, y + i * stride + j * lanes);
    }
  }

  TENON_INLINE void store(float* y, index_t stride) const {
    TENON_UNROLL
    for (int i = 0; i < Rows; ++i) {
      TENON_UNROLL
      for (int j = 0; j < Vectors; ++j) *at(Set{}, y + i * stride + j * lanes) = c[i][j];
    }
  }

  /// The same of whole panels that lie apart: panel p starts at y + panel[p].
  TENON_INLINE void add_panels(const float* y, index_t stride, const index_t* panel) {
    TENON_UNROLL
    for (int j = 0; j < Vectors; ++j) {
      const float* column = y + panel[j / panel_vectors] + j % panel_vectors * lanes;
      TENON_UNROLL
      for (int i = 0; i < Rows; ++i) c[i][j] += *at(Set{}, column + i * stride);
    }
  }

  TENON_INLINE void store_panels(float* y, index_t stride, const index_t* panel) const {
    TENON_UNROLL
    for (int j = 0; j < Vectors; ++j) {
      float* column = y + panel[j / panel_vectors] + j % panel_vectors * lanes;
      TENON_UNROLL
      for (int i = 0; i < Rows; ++i) *at(Set{}, column + i * stride) = c[i][j];
    }
  }

  /// Only the first `columns` of the tile are written.
  TENON_INLINE void store_columns(float* y, index_t stride, index_t columns) const {
    TENON_UNROLL
    for (int i = 0; i < Rows; ++i) {
      TENON_UNROLL
      for (int j = 0; j < Vectors; ++j) {
        const index_t left = columns - j * lanes;
        if (left >= lanes)
          *at(Set{}, y + i * stride + j * lanes) = c[i][j];
        else if (left > 0)
          store_some<Set>(c[i][j], y + i * stride + j * lanes, left);
      }
    }
  }

  template <class Activation>
  TENON_INLINE void apply() {
    TENON_UNROLL
    for (int i = 0; i < Rows; ++i) {
      TENON_UNROLL
      for (int j = 0; j < Vectors; ++j) Activation::template apply<Set>(c[i][j]);
    }
  }

  /// c += a * b at one step of the depth: `Rows` scalars at a, a_row apart; vectors at b, panels panel_stride apart.
  template <class Weight>
  TENON_INLINE void step(const float* a, index_t a_row, const Weight* b, index_t panel_stride) {
    if constexpr (Rows >= 4 || Vectors <= 2) {
      vector<Set> row[Vectors];
      TENON_UNROLL
      for (int j = 0; j < Vectors; ++j)
        load_weights<Set>(row[j], b + (j / panel_vectors) * panel_stride, j % panel_vectors);
      TENON_UNROLL
      for (int i = 0; i < Rows; ++i) {
        const float scalar = a[i * a_row];
        TENON_UNROLL
        for (int j = 0; j < Vectors; ++j) add_product<Set>(c[i][j], scalar, row[j]);
      }
    } else {  // few rows and many vectors: the scalars stay in registers instead
      float scalar[Rows];
      TENON_UNROLL
      for (int i = 0; i < Rows; ++i) scalar[i] = a[i * a_row];
      TENON_UNROLL
      for (int j = 0; j < Vectors; ++j) {
        vector<Set> row;
        load_weights<Set>(row, b + (j / panel_vectors) * panel_stride, j % panel_vectors);
        TENON_UNROLL
        for (int i = 0; i < Rows; ++i) add_product<Set>(c[i][j], scalar[i], row);
      }
    }
  }

  /// The whole depth. a advances by a_step, b by b_step. The plain loop is what every compiler turns into the ideal
  /// code; unrolling it gains nothing.
  template <class Weight>
  TENON_INLINE void run(const float* a, index_t a_row, index_t a_step, const Weight* b, index_t b_step,
                        index_t panel_stride, index_t depth) {
    for (index_t k = 0; k < depth; ++k, a += a_step, b += b_step) step(a, a_row, b, panel_stride);
  }

  /// The same along panels, while the rows of other panels are fetched towards the second cache. Of many panels beside
  /// each other only the first is fetched: as many streams the machine follows by itself.
  template <class Weight>
  TENON_INLINE void run_ahead(const float* a, index_t a_row, const Weight* b, index_t panel_stride, index_t depth,
                              const Weight* ahead) {
    constexpr int panels = Vectors / panel_vectors, fetched = panels == 2 ? 2 : 1;
    for (index_t k = 0; k < depth; ++k, ++a, b += panel_width, ahead += panel_width) {
      TENON_UNROLL
      for (int p = 0; p < fetched; ++p) __builtin_prefetch(ahead + p * panel_stride, 0, 2);
      step(a, a_row, b, panel_stride);
    }
  }

  /// The same as straight-line code.
  template <index_t Depth>
  TENON_INLINE void run_unrolled(const float* a, index_t a_row, index_t a_step, const float* b, index_t b_step,
                                 index_t panel_stride) {
    unrolled<Depth>([&](auto k) TENON_INLINE_LAMBDA { step(a + k * a_step, a_row, b + k * b_step, panel_stride); });
  }
};

}  // namespace tenon::kernels
TENON_END_HEADER
