// Labels of any script: how wide they are, and that nothing in them can do harm.
#include <tenon/inspect/label_text.hpp>

#include <string>

#include "../support/catch.hpp"

using namespace tenon::inspect::detail;

TEST_CASE("text that is no UTF-8 becomes text") {
  CHECK(clean_text("a\xff") == "a\xef\xbf\xbd");
  CHECK(clean_text("\xc0\xaf") == "\xef\xbf\xbd\xef\xbf\xbd");                  // an overlong '/'
  CHECK(clean_text("\xed\xa0\x80") == "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");  // half a surrogate pair
  CHECK(clean_text("\xe7\x8c") == "\xef\xbf\xbd\xef\xbf\xbd");                  // the first two bytes of three
  CHECK(clean_text("\xf4\x90\x80\x80").find("\xf4") == std::string::npos);      // beyond the last character
  CHECK(clean_text("猫\U0001F41F") == "猫\U0001F41F");
}

TEST_CASE("control characters are shown, not obeyed") {
  CHECK(clean_text("\n\t\x1b[31m") == "␊␉␛[31m");
  CHECK(clean_text(std::string("a\0b", 3)) == "a␀b");
  CHECK(clean_text("\x7f\u0085") == "␡\ufffd");
  CHECK(clean_text("\u202eabc\u2066") ==
        "\ufffdabc\ufffd");  // text from right to left, and an isolate that does not end
  CHECK(clean_text("\u2028") == "␤");
}

TEST_CASE("columns are counted as terminals do") {
  CHECK(columns_of(std::string_view("cat")) == 3);
  CHECK(columns_of(std::string_view("猫吃鱼")) == 6);
  CHECK(columns_of(std::string_view("e\u0301")) == 1);                                     // e and an acute accent
  CHECK(columns_of(std::string_view("\U0001F408")) == 2);                                  // a cat
  CHECK(columns_of(std::string_view("\U0001F468\u200D\U0001F469\u200D\U0001F467")) == 2);  // a family, joined
  CHECK(columns_of(std::string_view("\U0001F44D\U0001F3FD")) == 2);                        // a thumb and its tone
  CHECK(columns_of(std::string_view("\U0001F1E8\U0001F1F3\U0001F1EB\U0001F1F7")) == 4);    // two flags
  CHECK(columns_of(std::string_view("❤\uFE0F")) == 2);
  CHECK(columns_of(std::string_view("한국어")) == 6);
  CHECK(columns_of(std::string_view("नमस्ते")) == 4);
  CHECK(columns_of(std::string_view("ｆ")) == 2);  // full width
  CHECK(columns_of(std::string_view("")) == 0);
}

TEST_CASE("a long label ends in a mark, between two letters") {
  CHECK(shortened("猫吃鱼", 6, "…") == "猫吃鱼");
  CHECK(shortened("猫吃鱼", 5, "…") == "猫吃…");
  CHECK(shortened("猫吃鱼", 4, "…") == "猫…");
  CHECK(shortened("e\u0301e\u0301e\u0301", 2, "~") == "e\u0301~");
}

TEST_CASE("labels are escaped for each kind of output") {
  CHECK(markup_text("<b title=\"x\">'&'</b>") == "&lt;b title=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/b&gt;");
  CHECK(json_text("</script>\\\"&") == "\"\\u003c/script\\u003e\\\\\\\"\\u0026\"");
  CHECK(ascii_text("a猫") == "a\\u{732b}");
}
