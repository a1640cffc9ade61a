// The header of numpy's .npy: the literal of a Python dictionary with three keys, and nothing else of Python.
#pragma once
#include <tenon/io/archive.hpp>

TENON_BEGIN_HEADER
namespace tenon::io::detail {

/// `{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }`, in any order.
class npy_header_reader {
 public:
  npy_header_reader(std::string_view text, const std::string& source, stored_tensor& result)
      : text_(text), source_(source), result_(result) {}

  void read() {
    bool has_type = false, has_order = false, has_shape = false;
    take('{');
    while (!is_next('}')) {
      const std::string_view key = string();
      take(':');
      bool* seen = key == "descr"           ? &has_type
                   : key == "fortran_order" ? &has_order
                   : key == "shape"         ? &has_shape
                                            : nullptr;
      if (seen == nullptr)
        refuse<fault::bad_entry>(source_, ": the header has ", quoted{key},
                                 ", which is none of descr, fortran_order and shape");
      if (*seen) refuse<fault::duplicate_name>(source_, ": the header has ", quoted{key}, " twice");
      *seen = true;
      if (seen == &has_type)
        type();
      else if (seen == &has_order)
        result_.column_major = boolean();
      else
        tuple();
      if (!is_next('}')) take(',');
    }
    take('}');
    skip_space();
    if (at_ != text_.size()) bad("its end");
    const char* absent = !has_type ? "descr" : !has_order ? "fortran_order" : !has_shape ? "shape" : nullptr;
    if (absent != nullptr) refuse<fault::bad_entry>(source_, ": the header has no ", absent);
  }

 private:
  [[noreturn]] void bad(const char* awaited) const {
    refuse<fault::bad_entry>(source_, ": the header is not as numpy writes it: at its byte ", at_, " there should be ",
                             awaited);
  }
  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t')) ++at_;
  }
  bool is_next(char c) {
    skip_space();
    return at_ < text_.size() && text_[at_] == c;
  }
  void take(char c) {
    const char name[] = {c, '\0'};
    if (!is_next(c)) bad(name);
    ++at_;
  }
  std::string_view string() {
    skip_space();
    const char quote = at_ < text_.size() ? text_[at_] : ' ';
    const std::size_t end = quote == '\'' || quote == '"' ? text_.find(quote, at_ + 1) : text_.npos;
    if (end == text_.npos) bad("a string");
    const std::string_view value = text_.substr(at_ + 1, end - at_ - 1);
    if (value.find('\\') != value.npos) bad("a string without escapes");
    at_ = end + 1;
    return value;
  }
  bool boolean() {
    skip_space();
    for (const std::string_view word : {std::string_view("True"), std::string_view("False")})
      if (text_.substr(at_, word.size()) == word) {
        at_ += word.size();
        return word == "True";
      }
    bad("True or False");
  }
  void tuple() {
    take('(');
    while (!is_next(')')) {
      std::uint64_t extent = 0;
      if (!(at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'))
        refuse<fault::bad_shape>(source_, ": the shape holds what is no extent, at byte ", at_, " of the header");
      while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') {
        const auto digit = static_cast<std::uint64_t>(text_[at_++] - '0');
        if (extent > (static_cast<std::uint64_t>(PTRDIFF_MAX) - digit) / 10)
          refuse<fault::bad_shape>(source_, ": the shape holds an extent that is larger than can be counted");
        extent = extent * 10 + digit;
      }
      result_.extents.push_back(extent);
      if (!is_next(')'))
        take(',');
      else if (result_.extents.size() == 1)
        bad(", as in (3,)");
    }
    take(')');
  }
  /// `<f4`: the order of bytes, the kind, the bytes of an element.
  void type() {
    if (is_next('[')) refuse<fault::unknown_element_type>(source_, ": its elements are records of several fields");
    const std::string_view name = string();
    result_.type_name = name;
    if (name.find('O') != name.npos)
      refuse<fault::unknown_element_type>(source_, ": its elements are Python objects (", quoted{name},
                                          "), which could be any program");
    constexpr struct {
      std::string_view name;
      element_type type;
    } known[] = {{"b1", element_type::boolean}, {"u1", element_type::u8},  {"i1", element_type::i8},
                 {"u2", element_type::u16},     {"i2", element_type::i16}, {"f2", element_type::f16},
                 {"u4", element_type::u32},     {"i4", element_type::i32}, {"f4", element_type::f32},
                 {"u8", element_type::u64},     {"i8", element_type::i64}, {"f8", element_type::f64}};
    const char order = name.empty() ? ' ' : name[0];
    for (const auto& k : known)
      if ((order == '<' || order == '>' || (order == '|' && size_of(k.type) == 1)) && name.substr(1) == k.name)
        result_.type = k.type;
    // Without its type the size of the file cannot be checked either.
    if (result_.type == element_type::other)
      refuse<fault::unknown_element_type>(source_, ": its elements are ", quoted{name},
                                          ", which are not read: numbers of numpy and bool are");
    result_.big_endian = order == '>';
  }

  std::string_view text_;
  const std::string& source_;
  stored_tensor& result_;
  std::size_t at_ = 0;
};

}  // namespace tenon::io::detail
TENON_END_HEADER
