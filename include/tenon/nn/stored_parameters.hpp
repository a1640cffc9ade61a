// Modules from memory where all of their parameters lie one behind another, in the order of for_each_parameter.
#pragma once
#include <cstddef>
#include <span>
#include <utility>

#include <boost/hana/unpack.hpp>

#include <tenon/nn/parameters.hpp>
#include <tenon/ops/cast.hpp>
#include <tenon/ops/usage.hpp>
#include <tenon/tensor/borrow.hpp>
#include <tenon/tensor/panel_view.hpp>

TENON_BEGIN_HEADER
namespace tenon::nn {

namespace detail {

/// The parameters of a module by their types: how many elements they take, and of what.
struct stored_sizes {
  /// As they lie: weights in panels, padding included.
  index_t elements = 0;
  /// Row by row.
  index_t in_rows = 0;
  index_t bytes = 0;
  element elements_of = element::any;
  bool one_element = true;
  bool panels = false;
  bool borrowed = true;
};

/// Bytes before an element that needs this alignment, behind so many others.
constexpr index_t aligned(index_t bytes, index_t alignment) { return (bytes + alignment - 1) / alignment * alignment; }

template <class M>
constexpr void add_stored_sizes(stored_sizes& sizes) {
  boost::hana::for_each(boost::hana::accessors<M>(), [&]<class Accessor>(Accessor) {
    using member = std::remove_cvref_t<decltype(boost::hana::second(std::declval<Accessor>())(std::declval<M&>()))>;
    if constexpr (shaped<member>) {
      using T = value_type_of<member>;
      index_t count = member::axes.size();
      sizes.in_rows += count;
      if constexpr (tenon::detail::in_panels<member>) {
        count = member::capacity;
        sizes.panels = true;
      }
      if constexpr (!tenon::detail::refers_to_elements<member>) sizes.borrowed = false;
      sizes.one_element = sizes.one_element && (sizes.elements == 0 || sizes.elements_of == element_of<T>());
      sizes.elements_of = element_of<T>();
      sizes.elements += count;
      sizes.bytes = aligned(sizes.bytes, alignof(T)) + count * static_cast<index_t>(sizeof(T));
    } else {
      add_stored_sizes<member>(sizes);
    }
  });
}
template <class M>
inline constexpr stored_sizes stored_sizes_of = [] {
  stored_sizes sizes;
  if constexpr (module<M>) add_stored_sizes<M>(sizes);
  return sizes;
}();

/// Gives out the parameters that lie in memory, one after the other. `T` is std::byte where they are of several kinds.
template <class T>
class parameter_reader {
 public:
  constexpr explicit parameter_reader(const T* memory) : memory_(memory) {}

  /// The next parameter, of this type of view.
  template <class View>
  constexpr View next() {
    using U = value_type_of<View>;
    const U* elements;
    index_t count = View::axes.size();
    if constexpr (tenon::detail::in_panels<View>) count = View::capacity;
    if constexpr (std::is_same_v<T, std::byte>) {
      at_ = aligned(at_, alignof(U));
      elements = reinterpret_cast<const U*>(memory_ + at_);
      at_ += count * static_cast<index_t>(sizeof(U));
    } else {
      elements = memory_ + at_;
      at_ += count;
    }
    return View(elements);
  }
  /// The next module: one of Tenon's says what it is made of; of the user's, it is made of its members.
  template <class M>
  constexpr M next_module() {
    if constexpr (requires { M::lent_by(*this); }) {
      return static_cast<M>(M::lent_by(*this));
    } else {
      constexpr auto members = boost::hana::accessors<M>();
      return boost::hana::unpack(members, [&]<class... Accessor>(Accessor...) {
        // The elements of a list in braces are worked out from left to right.
        return M{next_member<std::remove_cvref_t<decltype(boost::hana::second(std::declval<Accessor>())(std::declval<M&>()))>>()...};
      });
    }
  }

 private:
  template <class Member>
  constexpr Member next_member() {
    if constexpr (shaped<Member>) return next<Member>();
    else return next_module<Member>();
  }

  const T* memory_;
  index_t at_ = 0;
};

/// What memory is refused for the parameters of M; empty where it serves as far as types say.
template <class M, class Memory>
consteval auto borrow_sentence() {
  using memory = std::remove_cvref_t<Memory>;
  constexpr stored_sizes sizes = stored_sizes_of<M>;
  if constexpr (!module<M>) return text{"borrow: give a module and memory, as in borrow<encoder>(in_panels(memory))"};
  else if constexpr (!sizes.borrowed)
    return text{"borrow: the module owns its parameters, say nn::borrowed in its type, or read_rows(m, memory)"};
  else if constexpr (sizes.panels && !tenon::detail::is_panel_memory<memory>)
    return text{"borrow: memory says how weights lie in it, did you mean in_panels(memory), or read_rows(m, memory) where they lie "
                "row by row?"};
  else if constexpr (!sizes.panels && !tenon::detail::lasting_elements<Memory>)
    return text{"borrow: give the memory where the parameters lie, an array, a std::span or a container that has a name"};
  else {
    using T = std::remove_const_t<typename tenon::detail::loan<Memory>::pointee>;
    if constexpr (std::is_same_v<T, std::byte> || (sizes.one_element && element_of<T>() == sizes.elements_of)) return text<1>{};
    else return text{"borrow: the parameters are of other elements, give their memory as std::span<const std::byte>"};
  }
}

/// Refuses memory of another size than the parameters take.
template <class T>
constexpr void check_stored(const char* operation, index_t given, index_t needed) {
  if (given != needed) [[unlikely]]
    raise<shape_mismatch>([&](writer& out) {
      out << operation << ": " << given << (std::is_same_v<T, std::byte> ? " byte" : " element") << (given == 1 ? " is" : "s are")
          << " not the " << needed << " of the parameters";
    });
}

template <class X>
constexpr auto span_of_memory(X& memory) {
  if constexpr (tenon::detail::is_panel_memory<std::remove_cvref_t<X>>) return std::span(memory.panel_data(), memory.size());
  else return std::span(memory);
}

}  // namespace detail

/// The bytes that the parameters of M take one behind another, each at a multiple of its alignment.
template <module M>
inline constexpr index_t parameter_bytes = detail::stored_sizes_of<M>.bytes;

/// A module whose parameters stay where they are, one behind another, in the order of `for_each_parameter`: weights in
/// panels, biases and tables row by row. `auto m = nn::borrow<attention>(in_panels(file));`, where `attention` says
/// `nn::borrowed`, or is a struct of modules that do. The memory is a span of the elements, or of std::byte where they are
/// of several types; each parameter begins at a multiple of its alignment. `write_parameters` writes it.
/// Refused, before anything is read: `borrow: 287 elements are not the 288 of the parameters`; memory that does not say
/// that weights lie in panels in it.
template <class M, class Memory>
  requires(detail::borrow_sentence<M, Memory>().size() == 0)
[[nodiscard]] constexpr M borrow(Memory&& memory) {
  const auto elements = detail::span_of_memory(memory);
  using T = std::remove_const_t<typename decltype(elements)::element_type>;
  constexpr detail::stored_sizes sizes = detail::stored_sizes_of<M>;
  constexpr index_t needed = std::is_same_v<T, std::byte> ? sizes.bytes : sizes.elements;
  detail::check_stored<T>("borrow", static_cast<index_t>(elements.size()), needed);
  const T* const first = elements.data();
  return detail::parameter_reader<T>(first).template next_module<M>();
}
template <class M, class Memory>
  requires(detail::borrow_sentence<M, Memory>().size() > 0)
TENON_SHAPE_ERROR(detail::borrow_sentence<M, Memory>()) borrow(Memory&&);

/// Calls `sink(bytes)` with the parameters as they lie, in the order in which `borrow` reads them, as spans of std::byte:
/// `nn::write_parameters(m, [&](auto bytes) { std::fwrite(bytes.data(), 1, bytes.size(), file); });`.
template <module M, class Sink>
void write_parameters(const M& m, const Sink& sink) {
  index_t written = 0;
  for_each_parameter(m, [&]<class P>(const parameter_name&, const P& parameter) {
    constexpr index_t alignment = alignof(value_type_of<P>);
    constexpr std::byte padding[alignment] = {};
    const auto write = [&](std::span<const std::byte> bytes) {
      if (!bytes.empty()) sink(bytes);
      written += static_cast<index_t>(bytes.size());
    };
    write(std::span(padding).first(static_cast<std::size_t>(detail::aligned(written, alignment) - written)));
    if constexpr (tenon::detail::in_panels<P>) write(parameter.panels().bytes());
    else write(std::as_bytes(std::span(parameter.data(), static_cast<std::size_t>(parameter.size()))));
  });
}

namespace detail {

template <class M, class Memory>
consteval auto read_rows_sentence() {
  using memory = std::remove_cvref_t<Memory>;
  if constexpr (!module<M> || std::is_const_v<std::remove_reference_t<M>>)
    return text{"read_rows: give a module and memory, as in read_rows(m, memory)"};
  else if constexpr (stored_sizes_of<std::remove_cvref_t<M>>.borrowed)
    return text{"read_rows: the module borrows its parameters, did you mean borrow<M>(in_panels(memory))?"};
  else if constexpr (tenon::detail::is_panel_memory<memory>)
    return text{"read_rows: this memory holds weights in panels, did you mean borrow<M>(memory)?"};
  else if constexpr (!tenon::detail::elements_of_the_user<Memory>)
    return text{"read_rows: give a module and memory, as in read_rows(m, memory)"};
  else if constexpr (element_of<std::remove_const_t<typename tenon::detail::loan<Memory>::pointee>>() != element::float32)
    return text{"read_rows: the numbers are float, did you mean std::span<const float>?"};
  else return text<1>{};
}

/// The rows of one parameter.
template <class P>
struct rows_of;
template <class T, axis... Axes>
struct rows_of<tensor<T, Axes...>> {
  using type = packed_view<const float, Axes...>;
};
template <class T, axis Out, axis In>
struct rows_of<panel_tensor<T, Out, In>> {
  using type = packed_view<const float, Out, In>;
};
template <class P>
constexpr void read_rows_of(P& parameter, const float* memory) {
  const typename rows_of<P>::type rows(memory);
  if constexpr (std::is_same_v<value_type_of<P>, float> || tenon::detail::in_panels<P>) parameter = rows;
  else parameter = cast<value_type_of<P>>(rows);
}

}  // namespace detail

/// Reads the parameters of a module, one behind another, each row by row, as PyTorch writes them, in the order of
/// `for_each_parameter`: `nn::read_rows(m, floats);`. Weights of bfloat16 round. Refused, before anything is written:
/// `read_rows: 287 elements are not the 288 of the parameters`; memory in panels; modules that borrow.
template <class M, class Memory>
  requires(detail::read_rows_sentence<M, Memory>().size() == 0)
constexpr void read_rows(M& m, const Memory& memory) {
  const auto elements = std::span(memory);
  detail::check_stored<float>("read_rows", static_cast<index_t>(elements.size()), detail::stored_sizes_of<M>.in_rows);
  const float* next = elements.data();
  for_each_parameter(m, [&]<class P>(const parameter_name&, P& parameter) {
    detail::read_rows_of(parameter, next);
    next += P::axes.size();
  });
}
template <class M, class Memory>
  requires(detail::read_rows_sentence<M, Memory>().size() > 0)
TENON_SHAPE_ERROR(detail::read_rows_sentence<M, Memory>()) read_rows(M&, const Memory&);

}  // namespace tenon::nn
TENON_END_HEADER
