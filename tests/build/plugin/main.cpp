// Loads a plugin, runs it, and unloads it, twice; says so where it stays. The program has the C++ library itself: where a
// plugin brings it, GCC's, which is never unloaded, may go on to use what std::string has in the plugin.
#include <dlfcn.h>

#include <iostream>

int main(int, char** arguments) {
  const char* const path = arguments[1];
  for (int time = 0; time < 2; ++time) {
    void* const plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (plugin == nullptr) {
      std::cout << dlerror() << '\n';
      return 1;
    }
    int (*run)() = nullptr;
    *reinterpret_cast<void**>(&run) = dlsym(plugin, "run_everything");
    const int good = run();
    dlclose(plugin);
    void* const still_there = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
    if (good != 4 || still_there != nullptr) {
      std::cout << good << " of 4 parts are right, and the plugin " << (still_there != nullptr ? "stays loaded\n" : "is gone\n");
      return 1;
    }
  }
  return 0;
}
