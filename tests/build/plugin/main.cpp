// Loads a plugin, runs it, and unloads it, twice; says so where it stays.
#include <dlfcn.h>

#include <cstdio>

int main(int, char** arguments) {
  const char* const path = arguments[1];
  for (int time = 0; time < 2; ++time) {
    void* const plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (plugin == nullptr) {
      std::puts(dlerror());
      return 1;
    }
    int (*run)() = nullptr;
    *reinterpret_cast<void**>(&run) = dlsym(plugin, "run_everything");
    const int good = run();
    dlclose(plugin);
    void* const still_there = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
    if (good != 4 || still_there != nullptr) {
      std::printf("%d of 4 parts are right, and the plugin %s\n", good, still_there != nullptr ? "stays loaded" : "is gone");
      return 1;
    }
  }
  return 0;
}
