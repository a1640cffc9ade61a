// A minimal std::mdspan for standard libraries that have none: as much of its interface as <tenon/interop/mdspan.hpp>
// uses.
#pragma once
#include <version>
#if __has_include(<mdspan>)
#include <mdspan>
#endif

#if !defined(__cpp_lib_mdspan) && !__has_include(<mdspan>)
#define __cpp_lib_mdspan 1
#define TENON_TEST_MDSPAN_STAND_IN
#include <array>
#include <cstddef>
#include <span>

namespace std {  // NOLINT: only where the library leaves these names free

template <class Index, size_t... Extent>
struct extents {
  using index_type = Index;
  using rank_type = size_t;
  static constexpr rank_type rank() { return sizeof...(Extent); }
  static constexpr size_t static_extent(rank_type i) { return array<size_t, rank()>{Extent...}[i]; }

  constexpr extents() = default;
  constexpr explicit extents(const array<Index, sizeof...(Extent)>& all) : measured(all) {}
  constexpr Index extent(rank_type i) const {
    if constexpr (((Extent == dynamic_extent) || ...))
      if (static_extent(i) == dynamic_extent) return measured.at[i];
    return static_cast<Index>(static_extent(i));
  }

  struct every {
    array<Index, sizeof...(Extent)> at{};
    constexpr every() = default;
    constexpr explicit every(const array<Index, sizeof...(Extent)>& all) : at(all) {}
  };
  struct none {
    constexpr none() = default;
    constexpr explicit none(const array<Index, sizeof...(Extent)>&) {}
  };
  [[no_unique_address]] conditional_t<((Extent == dynamic_extent) || ...), every, none> measured;
};

struct layout_right {
  template <class Extents>
  struct mapping {
    using layout_type = layout_right;
    constexpr mapping() = default;
    constexpr explicit mapping(const Extents& e) : measured(e) {}
    constexpr const Extents& extents() const { return measured; }
    constexpr auto stride(size_t i) const {
      typename Extents::index_type step = 1;
      for (size_t j = i + 1; j < Extents::rank(); ++j) step *= measured.extent(j);
      return step;
    }
    static constexpr bool is_strided() { return true; }
    [[no_unique_address]] Extents measured;
  };
};

struct layout_left {
  template <class Extents>
  struct mapping {
    using layout_type = layout_left;
    constexpr mapping() = default;
    constexpr explicit mapping(const Extents& e) : measured(e) {}
    constexpr const Extents& extents() const { return measured; }
    constexpr auto stride(size_t i) const {
      typename Extents::index_type step = 1;
      for (size_t j = 0; j < i; ++j) step *= measured.extent(j);
      return step;
    }
    static constexpr bool is_strided() { return true; }
    [[no_unique_address]] Extents measured;
  };
};

struct layout_stride {
  template <class Extents>
  struct mapping {
    using layout_type = layout_stride;
    constexpr mapping(const Extents& e, const array<typename Extents::index_type, Extents::rank()>& s)
        : measured(e), steps(s) {}
    constexpr const Extents& extents() const { return measured; }
    constexpr auto stride(size_t i) const { return steps[i]; }
    static constexpr bool is_strided() { return true; }
    [[no_unique_address]] Extents measured;
    array<typename Extents::index_type, Extents::rank()> steps;
  };
};

template <class T>
struct default_accessor {
  using data_handle_type = T*;
};

template <class T, class Extents, class Layout = layout_right, class Accessor = default_accessor<T>>
class mdspan {
 public:
  using extents_type = Extents;
  using layout_type = Layout;
  using accessor_type = Accessor;
  using mapping_type = typename Layout::template mapping<Extents>;
  using element_type = T;
  using value_type = remove_cv_t<T>;
  using rank_type = size_t;

  constexpr mdspan(T* data, const Extents& e) : data_(data), mapping_(e) {}
  constexpr mdspan(T* data, const mapping_type& m) : data_(data), mapping_(m) {}
  static constexpr rank_type rank() { return Extents::rank(); }
  static constexpr size_t static_extent(rank_type i) { return Extents::static_extent(i); }
  constexpr auto extent(rank_type i) const { return mapping_.extents().extent(i); }
  constexpr auto stride(rank_type i) const { return mapping_.stride(i); }
  constexpr const mapping_type& mapping() const { return mapping_; }
  constexpr T* data_handle() const { return data_; }
  constexpr bool is_strided() const { return mapping_.is_strided(); }

 private:
  T* data_;
  [[no_unique_address]] mapping_type mapping_;
};

}  // namespace std
#endif
