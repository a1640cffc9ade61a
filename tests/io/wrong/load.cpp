// What load and save refuse when compiling.
#include <tenon/io/load.hpp>
#include <tenon/io/save.hpp>
#include <tenon/nn/linear.hpp>

using namespace tenon;

constexpr axis in{"in", 2}, out{"out", 3};

struct growing {
  BOOST_HANA_DEFINE_STRUCT(growing, (tensor<float, axis{"tokens", at_most{5}}>, table));
};
struct precise {
  BOOST_HANA_DEFINE_STRUCT(precise, (tensor<long double, out>, table));
};

void wrong(nn::linear<float, in, out>& m, [[maybe_unused]] const nn::linear<float, in, out>& constant,
           nn::linear<float, in, out, nn::borrowed>& borrowed, [[maybe_unused]] growing& bounded,
           [[maybe_unused]] precise& long_doubles, const io::archive& file) {
  io::load(constant, file);  //~ load: give a module and a file, as in io::load(m, io::open(path))
  //= io::load(m, file);
  io::load(m);  //~ load: give a module and a file, as in io::load(m, io::open(path))
  //= io::load(m, file);
  io::load(borrowed, file);  //~ load: the module borrows parameters, which cannot be written, did you mean one without nn::borrowed?
  //= io::load(m, file);
  io::load(bounded, file);  //~ load: a parameter has a bounded axis, whose extent is not known
  //= io::load(m, file);
  io::load(long_doubles, file);  //~ load: a parameter has elements of a type that files do not have
  //= io::load(m, file);
  io::save(m);  //~ save: give a module and a path, as in io::save(m, path)
  //= io::save(m, "m.safetensors");
  io::save(bounded, "m.safetensors");  //~ save: a parameter has a bounded axis, which a file cannot tell
  //= io::save(borrowed, "m.safetensors");
  io::save(long_doubles, "m.safetensors");  //~ save: a parameter has elements of a type that files do not have
  //= io::save(m, "m.safetensors");
}
