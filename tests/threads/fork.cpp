// A pool in a child of fork, which has none of its threads.
#if defined(__unix__) || defined(__APPLE__)
#include <tenon/nn/linear.hpp>
#include <tenon/ops/compare.hpp>
#include <tenon/threads/pool.hpp>

#include <chrono>
#include <cstdlib>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "../support/catch.hpp"

using namespace tenon;

namespace {

/// What a child ends with that does f() and then gives up everything, as a program does that leaves main; -1 where it has
/// not ended after ten seconds.
template <class F>
int ending_of_child(const F& f) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(10);
    std::_Exit(f() ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

TEST_CASE("a pool can be given up and used in a child of fork", "[threads]") {
  constexpr axis seq{"seq", 64}, in{"in", 64}, out{"out", 64};
  random::generator source{3};
  const nn::linear<float, in, out> map(source);
  const tensor<float, seq, in> x([](index_t i, index_t j) { return static_cast<float>(i - j) / 64; });
  const auto expected = map(x);

  // Asleep, and just at work.
  for (const bool asleep : {true, false}) {
    auto* pool = new tenon::threads::pool(3);
    if (asleep) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    CHECK(map(x, nn::on(*pool)) == expected);
    if (asleep) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    CHECK(ending_of_child([&] {
            const bool same = map(x, nn::on(*pool)) == expected;
            delete pool;
            return same;
          }) == 0);
    // The parent's threads have seen nothing of it.
    CHECK(map(x, nn::on(*pool)) == expected);
    delete pool;
  }
}
#endif
