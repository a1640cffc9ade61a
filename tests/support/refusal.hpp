// What a call that must be refused at run time says.
#pragma once
#include <string>

#include <tenon/text/error.hpp>

/// The sentence of the shape_mismatch or out_of_range that f() raises; "accepted" where it raises nothing.
template <class F>
std::string refusal(const F& f) {
  try {
    f();
  } catch (const tenon::error& refused) {
    return refused.what();
  }
  return "accepted";
}

/// Whether f() raises exactly this kind of error, with this sentence.
template <class Error, class F>
bool raises(const F& f, const std::string& sentence) {
  try {
    f();
  } catch (const Error& refused) {
    return sentence == refused.what();
  } catch (...) {
  }
  return false;
}
