// One side of the comparison: a process that waits for a line, measures what it says for a moment, and answers in a
// line. compare.py asks one process after the other, so that all of them run in the same minutes and only one at a
// time.
#pragma once
#include <algorithm>
#include <chrono>
#include <functional>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "../support/peak.hpp"

namespace bench {

/// What is measured: run(n) does it n times. `output` is what it computes, for a comparison of all sides.
struct work {
  std::function<void(index_t)> run;
  const float* output = nullptr;
  index_t outputs = 0;
};

/// A work from something callable; std::function is entered once for many calls.
template <class F>
std::function<void(index_t)> repeated(F f) {
  return [f](index_t times) mutable {
    for (index_t i = 0; i < times; ++i) {
      f();
      asm volatile("" ::: "memory");
    }
  };
}

struct seconds_a_call {
  double least, median;
};

/// Runs the work for about `budget` seconds, a fifth of it unmeasured, in batches of at least half a millisecond.
inline seconds_a_call measure(const work& w, double budget) {
  using clock = std::chrono::steady_clock;
  const auto seconds = [&](index_t times) {
    const auto begin = clock::now();
    w.run(times);
    return std::chrono::duration<double>(clock::now() - begin).count();
  };
  index_t batch = 1;
  double spent = 0, once = seconds(1);
  for (spent = once; spent < budget / 5; spent += once * static_cast<double>(batch)) {
    batch = std::max<index_t>(1, static_cast<index_t>(5e-4 / std::max(once, 1e-9)));
    once = seconds(batch) / static_cast<double>(batch);
  }
  std::vector<double> times;
  for (spent = 0; spent < budget * 4 / 5 || times.size() < 2;) {
    const double taken = seconds(batch);
    spent += taken;
    times.push_back(taken / static_cast<double>(batch));
  }
  std::sort(times.begin(), times.end());
  return {times.front(), times[times.size() / 2]};
}

inline const char* compiler_name() {
#if defined(__clang__)
  return "clang++ " __clang_version__;
#else
  return "g++ " __VERSION__;
#endif
}

/// Answers the lines of standard input until its end; `make(name, threads)` makes the works, once each.
///   describe                      {"compiler": ..., "instruction_set": ...}
///   measure THREADS SECONDS NAME  {"us": ..., "median_us": ..., "peak": ...}, peak in 10^9 operations a second of a
///   core outputs THREADS NAME          [16 numbers, evenly spaced over the output] forget                        {},
///   and frees all works
inline int answer(const std::function<work(const std::string& name, int threads)>& make) {
  std::map<std::string, work> made;
  const auto find = [&](const std::string& name, int threads) -> const work& {
    const std::string key = name + " on " + std::to_string(threads);
    const auto found = made.find(key);
    return found != made.end() ? found->second : made.emplace(key, make(name, threads)).first->second;
  };
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string request, name;
    int threads = 1;
    double budget = 0;
    words >> request;
    if (request == "describe") {
      std::cout << "{\"compiler\": \"" << compiler_name() << "\", \"instruction_set\": \"" << instruction_set_name()
                << "\"}" << std::endl;
    } else if (request == "measure" && words >> threads >> budget && std::getline(words >> std::ws, name)) {
      const work& w = find(name, threads);
      const double before = measured_peak(10);
      const seconds_a_call taken = measure(w, budget);
      const double peak = std::max(before, measured_peak(10));
      std::cout << "{\"us\": " << taken.least * 1e6 << ", \"median_us\": " << taken.median * 1e6
                << ", \"peak\": " << peak << "}" << std::endl;
    } else if (request == "outputs" && words >> threads && std::getline(words >> std::ws, name)) {
      const work& w = find(name, threads);
      w.run(1);
      std::cout << "[";
      for (index_t i = 0; i < 16; ++i)
        std::cout << (i == 0 ? "" : ", ")
                  << w.output[w.outputs * i / 16 + i * 7 % std::max<index_t>(1, w.outputs / 16)];
      std::cout << "]" << std::endl;
    } else if (request == "forget") {
      made.clear();
      std::cout << "{}" << std::endl;
    } else {
      std::cerr << "not understood: " << line << "\n";
      return 2;
    }
  }
  return 0;
}

}  // namespace bench
