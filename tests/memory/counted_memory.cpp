// Every form of operator new, counted, and forbidden on demand.
#include "counted_memory.hpp"

#include <cstdlib>
#include <new>

namespace memory_test {

thread_local counters on_this_thread;

namespace {

void* allocate(std::size_t size, std::size_t alignment) noexcept {
  if (on_this_thread.forbidden) std::abort();
  ++on_this_thread.allocations;
  ++on_this_thread.live;
  return std::aligned_alloc(alignment, (size + alignment) / alignment * alignment);
}
void release(void* memory) noexcept {
  if (memory != nullptr) --on_this_thread.live;
  std::free(memory);
}
void* certainly(void* memory) {
  if (memory == nullptr) std::abort();
  return memory;
}
constexpr std::size_t ordinary = __STDCPP_DEFAULT_NEW_ALIGNMENT__;

}  // namespace
}  // namespace memory_test

using namespace memory_test;

void* operator new(std::size_t size) { return certainly(allocate(size, ordinary)); }
void* operator new[](std::size_t size) { return certainly(allocate(size, ordinary)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return certainly(allocate(size, static_cast<std::size_t>(alignment)));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return certainly(allocate(size, static_cast<std::size_t>(alignment)));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocate(size, ordinary); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return allocate(size, ordinary); }
void operator delete(void* memory) noexcept { release(memory); }
void operator delete[](void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }
