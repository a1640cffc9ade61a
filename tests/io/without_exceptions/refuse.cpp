// Built without exceptions: a file that is refused goes to on_error before the program ends.
#include <tenon/io/safetensors.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>

int main() {
  tenon::on_error = [](const char* sentence) {
    const bool right = std::strcmp(sentence, "memory: a safetensors file begins with the 8 bytes of its header's size, this one has 3") == 0;
    std::puts(sentence);
    std::_Exit(right ? 0 : 1);
  };
  const std::byte bytes[3]{};
  static_cast<void>(tenon::io::read_safetensors(std::span<const std::byte>(bytes)));
  return 2;
}
