// `save PATH` writes a module whose numbers Python knows; `load PATH` prints the numbers of such a file; `print PATH` those of
// the tensors "f32", "f16", ... of any file.
#include <tenon/io/load.hpp>
#include <tenon/io/open.hpp>
#include <tenon/io/read_tensor.hpp>
#include <tenon/io/save.hpp>
#if defined(TENON_TEST_ZLIB)
#include <tenon/io/inflate.hpp>
#endif
#include <tenon/nn/linear.hpp>

#include <boost/hana/define_struct.hpp>
#include <cstdio>
#include <string>

using namespace tenon;

constexpr axis d_in{"in", 3}, d_out{"out", 18}, three{"n", 3};

struct model {
  BOOST_HANA_DEFINE_STRUCT(model, (nn::linear<float, d_in, d_out>, up), (nn::linear<float, d_in, d_out, nn::no_bias, nn::weights<bfloat16>>, half),
                           (tensor<std::int64_t, three>, ids), (tensor<bool, three>, mask), (tensor<double>, scale));
};

template <class T>
void print(const io::archive& file, const char* name) {
  if (file.find(name) == nullptr) return;
  std::printf("%s", name);
  for (const T x : io::read_numbers<T>(file, name)) std::printf(" %.17g", static_cast<double>(x));
  std::printf("\n");
}

int main(int count, char** arguments) {
  if (count != 3) return 2;
  const std::string what = arguments[1], path = arguments[2];
  try {
    model m{};
    if (what == "save") {
      for (index_t o = 0; o < 18; ++o) {
        m.up.bias(o) = static_cast<float>(-o);
        for (index_t i = 0; i < 3; ++i) {
          m.up.weight(o, i) = static_cast<float>(100 * o + i);
          m.half.weight(o, i) = bfloat16(static_cast<float>(o + i));
        }
      }
      for (index_t i = 0; i < 3; ++i) {
        m.ids(i) = -(index_t{1} << 40) * i;
        m.mask(i) = i == 1;
      }
      m.scale() = 0.1;
      io::save(m, path);
    } else if (what == "load") {
      io::load(m, io::open(path));
      std::printf("%g %g %g %lld %d %.17g\n", static_cast<double>(m.up.weight(17, 2)), static_cast<double>(m.up.bias(17)),
                  static_cast<double>(float(m.half.weight(17, 2))), static_cast<long long>(m.ids(2)), m.mask(1) ? 1 : 0, m.scale());
    } else {
#if defined(TENON_TEST_ZLIB)
      const io::archive file = path.ends_with(".npz") ? io::read_npz(path, io::inflate) : io::open(path);
#else
      const io::archive file = io::open(path);
#endif
      print<float>(file, "f16");
      print<float>(file, "f32");
      print<double>(file, "f64");
      print<std::int32_t>(file, "i32");
      print<std::uint8_t>(file, "u8");
    }
  } catch (const error& refused) {
    std::printf("%s\n", refused.what());
    return 1;
  }
}
