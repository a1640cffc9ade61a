// What a summary tells of a module, and of one call of it.
#include <tenon/inspect/summary.hpp>

#include <ios>
#include <locale>
#include <sstream>
#include <string>

#include "../support/catch.hpp"
#include "../support/printed.hpp"

using namespace tenon;

namespace {

constexpr axis vocab{"vocab", 5}, batch{"batch", 2}, seq{"seq", 3}, src{"src", 4}, tokens{"tokens", at_most{64}},
    d_model{"d_model", 8}, d_ff{"d_ff", 32}, heads{"heads", 2};

struct encoder {
  BOOST_HANA_DEFINE_STRUCT(encoder, (nn::embedding<float, vocab, d_model>, embed),
                           (nn::multi_head_attention<float, d_model, heads, nn::no_bias>, attention));

  auto operator()(const tensor<index_t, batch, seq>& ids) const { return attention(embed(ids)); }
};

}  // namespace

TEST_CASE("a summary is a table of parameters by name") {
  CHECK(printed(summary(nn::linear<float, d_model, d_ff>{})) ==
        "linear\n"
        "  parameter  shape                 parameters  bytes\n"
        "  weight     [d_ff=32, d_model=8]         256  1,024\n"
        "  bias       [d_ff=32]                     32    128\n"
        "  total                                   288  1,152\n");
}

TEST_CASE("the parameters of attention have the names that files give them") {
  const auto all = summary(nn::multi_head_attention<float, d_model, heads>{});
  REQUIRE(all.rows.size() == 13);
  CHECK(all.rows[0].what == "multi_head_attention");
  CHECK(all.rows[1].name == "W_q");
  CHECK(all.rows[1].what == "linear");
  CHECK(all.rows[1].parameters == 72);
  CHECK(all.rows[2].name == "W_q.weight");
  CHECK(all.rows[2].what == "[d_model=8, d_model'=8]");
  CHECK(all.rows[12].name == "W_o.bias");
  CHECK(all.parameters() == nn::parameter_count(nn::multi_head_attention<float, d_model, heads>{}));
}

TEST_CASE("bytes are those in memory, and padding is told") {
  const auto all = summary(nn::multi_head_attention<float, d_model, heads>{});
  // 8 outputs lie in a panel of 16.
  CHECK(all.bytes() == 4 * (16 * 8 + 8) * 4);
  CHECK(all.rows[0].padding == 4 * 8 * 8 * 4);
  CHECK(printed(all).find("(1,024 bytes pad the panels of weights)\n") != std::string::npos);
  CHECK(printed(summary(nn::embedding<double, vocab, d_model>{})).find("pad") == std::string::npos);
  CHECK(summary(nn::embedding<double, vocab, d_model>{}).bytes() == 5 * 8 * 8);
}

TEST_CASE("elements other than floats are named, and memory of others'") {
  const nn::linear<float, d_model, d_ff> owner;
  CHECK(printed(summary(nn::linear<float, d_model, d_ff, nn::weights<bfloat16>>(owner))) ==
        "linear\n"
        "  parameter  shape                             parameters  bytes\n"
        "  weight     [d_ff=32, d_model=8] of bfloat16         256    512\n"
        "  bias       [d_ff=32]                                 32    128\n"
        "  total                                               288    640\n");
  const nn::linear<float, d_model, d_ff, nn::borrowed> view({.weight = owner.weight, .bias = owner.bias});
  const auto borrowed = summary(view);
  CHECK(borrowed.rows[1].what == "[d_ff=32, d_model=8], borrowed");
  CHECK(borrowed.rows[2].what == "[d_ff=32], borrowed");
  CHECK(borrowed.bytes() == summary(owner).bytes());
  CHECK(summary(nn::embedding<double, vocab, d_model>{}).rows[1].what == "[vocab=5, d_model=8] of double");
}

TEST_CASE("modules within modules add up") {
  const auto all = summary(encoder{});
  CHECK(all.rows[0].what == "encoder");
  CHECK(all.rows[1].name == "embed");
  CHECK(all.rows[2].name == "embed.weight");
  CHECK(all.rows[5].name == "attention.W_q.weight");
  CHECK(all.parameters() == 40 + 4 * 64);
  CHECK(all.rows[3].parameters == 4 * 64);
}

TEST_CASE("a call of a linear map multiplies and adds once a weight, for each row") {
  const nn::linear<float, d_model, d_ff> map;
  CHECK(summary(map, tensor<float, batch, seq, d_model>{}).call->multiply_adds == 2 * 3 * 8 * 32);
  CHECK(summary(map, tensor<float, tokens, d_model>(extents{7})).call->multiply_adds == 7 * 8 * 32);
  CHECK(summary(map, tensor<float, tokens, d_model>(extents{0})).call->multiply_adds == 0);
}

TEST_CASE("a call of attention counts projections, scores and sums of values") {
  const nn::multi_head_attention<float, d_model, heads> attention;
  const tensor<float, batch, seq, d_model> x;
  CHECK(summary(attention, x).call->multiply_adds == 2 * (4 * 3 * 8 * 8 + 2 * 3 * 3 * 8));
  CHECK(summary(attention, x, tensor<float, batch, src, d_model>{}).call->multiply_adds ==
        2 * (2 * 3 * 8 * 8 + 2 * 4 * 8 * 8 + 2 * 3 * 4 * 8));
  CHECK(summary(attention, tensor<float, tokens, d_model>(extents{5})).call->multiply_adds ==
        4 * 5 * 8 * 8 + 2 * 5 * 5 * 8);
  CHECK(summary(nn::single_head_attention<float, d_model>{}, x).call->multiply_adds ==
        2 * (3 * 3 * 8 * 8 + 2 * 3 * 3 * 8));
}

TEST_CASE("a call of attention tells the scratch memory of its kernel") {
  const nn::multi_head_attention<float, d_model, heads> attention;
  CHECK(summary(attention, tensor<float, batch, seq, d_model>{}).call->scratch_bytes == 0);
  const tensor<float, tokens, d_model> x(extents{5});
  CHECK(summary(attention, x).call->scratch_bytes == 4 * 5 * (4 * 8));
  const tensor<double, tokens, d_model> y(extents{5});
  CHECK_FALSE(summary(nn::multi_head_attention<double, d_model, heads>{}, y).call->scratch_bytes);
}

TEST_CASE("what is not known of a call is not printed") {
  const std::string text = printed(summary(encoder{}, tensor<index_t, batch, seq>{}));
  CHECK(text.find("one call on [batch=2, seq=3] -> [batch=2, seq=3, d_model=8]\n") != std::string::npos);
  CHECK(text.find("multiply-adds") == std::string::npos);
  CHECK(text.find("scratch") == std::string::npos);
  const std::string known = printed(summary(nn::linear<float, d_model, d_ff>{}, tensor<float, batch, seq, d_model>{}));
  CHECK(known.find("  multiply-adds  1,536\n") != std::string::npos);
}

TEST_CASE("a call that a module refuses has no summary") {
  const auto can = [](const auto& m, const auto& x) { return requires { sizeof(summary(m, x)); }; };
  CHECK(can(nn::linear<float, d_model, d_ff>{}, tensor<float, seq, d_model>{}));
  CHECK_FALSE(can(nn::linear<float, d_model, d_ff>{}, tensor<float, seq, d_ff>{}));
}

TEST_CASE("the stream's locale, width and flags do not change a summary") {
  struct points : std::numpunct<char> {
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\2"; }
  };
  const auto all = summary(nn::linear<float, d_model, d_ff>{});
  std::ostringstream out;
  out.imbue(std::locale(std::locale::classic(), new points));
  out.width(100);
  out << std::hex << std::showpos << all;
  CHECK(out.str() == printed(all));
}
