// JSON as events: nothing is built that a hostile file could make large, and a key that is there twice is seen.
#pragma once
#include <nlohmann/json.hpp>

#include <cstdint>
#include <span>
#include <string>

#include <tenon/io/file_error.hpp>
#include <tenon/io/utf8.hpp>

// Not between TENON_BEGIN_HEADER and TENON_END_HEADER: the members of nlohmann's templates are compiled with the user's
// flags.
namespace tenon::io::detail {

/// What a reader of one kind of JSON hears. What it does not await is refused by `unexpected`.
class json_events : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit json_events(const std::string& named) : source(named) {}

  /// A number that is no count: negative, with a fraction, or too large.
  virtual bool number(const std::string& written) = 0;
  virtual bool count(std::uint64_t n) = 0;
  virtual bool unexpected(const char* what) = 0;

  bool null() override { return unexpected("null"); }
  bool boolean(bool b) override { return unexpected(b ? "true" : "false"); }
  bool binary(nlohmann::json::binary_t&) override { return unexpected("bytes"); }
  bool number_integer(nlohmann::json::number_integer_t n) override { return number(std::to_string(n)); }
  bool number_unsigned(nlohmann::json::number_unsigned_t n) override { return count(n); }
  bool number_float(nlohmann::json::number_float_t, const std::string& written) override { return number(written); }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override {
    refuse<fault::invalid_json>(source, ": the ", what, " is no valid JSON at its byte ", position);
  }

  /// Reads a whole text, which must be one JSON object.
  void read(std::string_view text) {
    const std::size_t valid = end_of_utf8(text);
    if (valid != text.size())
      refuse<fault::invalid_utf8>(source, ": the ", what, " is no valid UTF-8 at its byte ", valid);
    // nlohmann's reader ends at a NUL.
    const std::size_t nul = text.find('\0');
    if (nul != text.npos) refuse<fault::invalid_json>(source, ": the ", what, " is no valid JSON at its byte ", nul);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == text.npos || text[first] != '{')
      refuse<fault::header_is_no_object>(source, ": the ", what, " is no JSON object, it does not begin with {");
    nlohmann::json::sax_parse(text.data(), text.data() + text.size(), this);
  }

  const std::string& source;
  const char* what = "header";
};

}  // namespace tenon::io::detail
