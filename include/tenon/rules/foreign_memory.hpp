// Which memory of other libraries can be seen under given axes, and which tensors other libraries can see.
#pragma once
#include <tenon/shape/strides.hpp>
#include <tenon/shape/verdict.hpp>
#include <tenon/text/text.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

/// A number that is known when the program runs.
inline constexpr index_t not_yet_known = -1;

/// Elements in a row -> [axes], packed. One bounded axis takes its extent from their number.
/// - `from_span: 5 elements are not the 6 of [seq=3, d_model=2]`
/// - `from_span: 5 elements are no whole number of rows of [tokens<=512, d_model=2]`
/// - `from_span: 12 elements are more than the 10 of [tokens<=5, d_model=2]`
/// - `from_span: [batch<=4, tokens<=512] has two bounded axes, did you mean packed_view<...>(data, extents{...})?`
/// - `from_span: the elements of [seq=3] are neither numbers nor bool`
/// - `from_span: give the axes, as in from_span<seq, d_model>(std::span(values))`; none are those of one element
template <text Name>
struct foreign_elements {
  index_t count;
  bool numbers = true;

  static constexpr const char* operation() { return Name.characters; }

  constexpr verdict operator()(const shape& axes, writer& why) const {
    if (!numbers) return refuse(why, operation(), ": the elements of ", axes, " are neither numbers nor bool");
    if (axes.rank == 0 && count != 1)
      return refuse(why, operation(), ": give the axes, as in ", operation(), "<seq, d_model>(std::span(values))");
    int bounded = -1;
    index_t rest = 1;
    for (int i = 0; i < axes.rank; ++i) {
      if (axes[i].bounded() && bounded >= 0)
        return refuse(why, operation(), ": ", axes,
                      " has two bounded axes, did you mean packed_view<...>(data, extents{...})?");
      if (axes[i].bounded())
        bounded = i;
      else
        rest = saturated_product(rest, axes[i].extent);
    }
    if (count == not_yet_known) return axes;
    const auto came = [&]() -> writer& {
      return why << operation() << ": " << count << (count == 1 ? " element is" : " elements are");
    };
    if (bounded < 0 ? count != rest : count % rest != 0) {
      if (bounded < 0)
        came() << " not the " << rest << " of " << axes;
      else
        came() << " no whole number of rows of " << axes;
      return verdict(axes, false);
    }
    if (bounded >= 0 && count / rest > axes[bounded].extent) {
      came() << " more than the " << axes.size() << " of " << axes;
      return verdict(axes, false);
    }
    shape result = axes;
    if (bounded >= 0) result[bounded] = measured(axes[bounded], count / rest);
    return result;
  }
};

/// Extents without names -> [axes].
/// - `from_eigen: [3, 8] is not [seq=3, d_ff=32]: 8 is not d_ff=32`
/// - `from_eigen: [7, 8] is not [tokens<=5, d_model=8]: 7 is more than tokens<=5`
/// - `from_mdspan: [3, ?] is not [seq=3]: 2 axes are not 1` (an extent known at run time only)
/// - `from_eigen: give the axes, as in from_eigen<seq, d_model>(m)`
template <text Name>
struct foreign_extents {
  int rank;
  index_t extents[max_rank] = {0, 0, 0, 0, 0, 0, 0, 0};
  bool numbers = true;

  static constexpr const char* operation() { return Name.characters; }

  constexpr verdict operator()(const shape& axes, writer& why) const {
    if (!numbers) return refuse(why, operation(), ": the elements of ", axes, " are neither numbers nor bool");
    if (axes.rank == 0 && rank != 0)
      return refuse(why, operation(), ": give the axes, as in ", operation(), "<seq, d_model>(m)");
    if (rank != axes.rank)
      return refuse(why, operation(), ": ", list{*this}, " is not ", axes, ": ", rank,
                    rank == 1 ? " axis is not " : " axes are not ", axes.rank);
    shape result = axes;
    for (int i = 0; i < rank; ++i) {
      if (extents[i] == not_yet_known) continue;
      const bool bounded = axes[i].bounded();
      if (bounded ? extents[i] > axes[i].extent : extents[i] != axes[i].extent)
        return refuse(why, operation(), ": ", list{*this}, " is not ", axes, ": ", extents[i],
                      bounded ? " is more than " : " is not ", axes[i]);
      result[i] = measured(axes[i], extents[i]);
    }
    return result;
  }

 private:
  struct list {
    const foreign_extents& of;
    friend constexpr writer& operator<<(writer& out, const list& l) {
      out << '[';
      for (int i = 0; i < l.of.rank && i < max_rank; ++i) {
        if (i != 0) out << ", ";
        if (l.of.extents[i] == not_yet_known)
          out << '?';
        else
          out << l.of.extents[i];
      }
      return out << ']';
    }
  };
};

/// Whether elements with these strides can lie packed in the order of their indices; exact for measured axes.
constexpr bool can_be_packed(const shape& axes, const strides& steps) {
  if (axes.size() == 0) return true;
  index_t step = 1;
  for (int i = axes.rank - 1; i >= 0; --i) {
    const bool known = !axes[i].unmeasured();
    if (known && axes[i].extent == 1) continue;
    if (steps[i] != dynamic && step != dynamic && steps[i] != step) return false;
    step = known && step != dynamic ? step * axes[i].extent : dynamic;
  }
  return true;
}

/// [axes] -> what another library calls a view of them.
/// - `to_span: [seq=3] is a temporary, a view of it would dangle, did you mean to give it a name?`
/// - `to_span: [d_model=8, seq=3] is not contiguous, did you mean contiguous(x)?`
/// - `to_eigen: [batch=2, seq=3, d_model=8] has 3 axes, not 1 or 2`
template <text Name>
struct foreign_view {
  bool temporary;
  bool packed = true;
  int most_axes = max_rank;

  static constexpr bool takes_panels = false;
  static constexpr const char* operation() { return Name.characters; }

  constexpr verdict operator()(const shape& x, writer& why) const {
    if (temporary)
      return refuse(why, operation(), ": ", x,
                    " is a temporary, a view of it would dangle, did you mean to give it a name?");
    if (most_axes < max_rank && (x.rank > most_axes || x.rank == 0))
      return refuse(why, operation(), ": ", x, " has ", x.rank, x.rank == 1 ? " axis" : " axes", ", not 1 or 2");
    if (!packed) return refuse(why, operation(), ": ", x, " is not contiguous, did you mean contiguous(x)?");
    return x;
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
