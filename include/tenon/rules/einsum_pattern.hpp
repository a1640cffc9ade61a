// The pattern of an einsum, read at compile time: which letters stand for the axes of each operand and of the output.
#pragma once
#include <cstdint>

#include <tenon/shape/shape.hpp>

TENON_BEGIN_HEADER
namespace tenon::rules {

inline constexpr int max_operands = 8;
/// Different letters of one pattern; with the axes of an ellipsis they are the 64 bits of a set.
inline constexpr int max_letters = 56;

/// `bqhd,bkhd->bhqk`. An operand is a list of letters, one an axis. Every character is a letter, as in NumPy, unless
/// there is a space inside an operand or the output: one is enough to make all letters of the pattern words, separated
/// by spaces, as in `batch seq d, d -> batch seq`. A word is an identifier, with primes at its end. Without `->` the
/// output is NumPy's: the letters that occur once, in alphabetical order. `...` stands for any axes.
struct einsum_pattern {
  enum class fault { none, character, arrows, ellipses, comma, operands, letters };
  /// Characters of the pattern.
  struct place {
    int begin = 0;
    int size = 0;
  };
  struct letter {
    place name;
    int occurrences = 0;  // in the operands
  };
  struct term {
    place where;
    int letters[max_rank] = {};
    int count = 0;      // of its letters; those beyond the eighth are counted only
    int ellipsis = -1;  // how many letters stand before it
  };

  const char* characters;
  int size;
  fault wrong = fault::none;
  int wrong_at = 0;
  bool words = false;
  int arrow = -1;
  letter letters[max_letters] = {};
  int letter_count = 0;
  term operands[max_operands] = {};
  int operand_count = 1;
  term output = {};

  constexpr einsum_pattern(const char* pattern, int length)
      : characters(pattern), size(length), words(has_words(pattern, length)) {
    read();
    if (wrong == fault::none && arrow < 0) imply_output();
  }

  constexpr bool ellipsis() const {
    for (int i = 0; i < operand_count; ++i)
      if (operands[i].ellipsis >= 0) return true;
    return false;
  }

  /// Writes a part of the pattern; what compilers would not print as it is becomes a question mark.
  struct quoted {
    const einsum_pattern& pattern;
    place part;
    friend constexpr writer& operator<<(writer& out, const quoted& q) {
      for (int i = q.part.begin; i < q.part.begin + q.part.size; ++i) {
        const char c = q.pattern.characters[i];
        out << (c < ' ' || c > '~' || c == '"' || c == '\\' ? '?' : c);
      }
      return out;
    }
  };
  constexpr quoted part(const place& p) const { return {*this, p}; }
  constexpr quoted whole() const { return {*this, {0, size}}; }
  constexpr quoted name(int i) const { return {*this, letters[i].name}; }

 private:
  static constexpr bool alphabetic(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

  static constexpr bool has_words(const char* pattern, int length) {
    bool item = false, space = false;
    for (int i = 0; i < length; ++i) {
      const char c = pattern[i];
      const bool separator = c == ',' || c == '-' || c == '>';
      if (!separator && c != ' ' && space) return true;
      space = !separator && c == ' ' && item;
      item = !separator && (item || c != ' ');
    }
    return false;
  }

  constexpr void refuse_at(int i, fault why) {
    wrong = why;
    wrong_at = i;
  }

  /// How many characters the letter at i has; 0 where there is none.
  constexpr int letter_size(int i) const {
    if (!words) return alphabetic(characters[i]) ? 1 : 0;
    int end = i;
    const auto in_word = [&](char c) { return alphabetic(c) || c == '_' || (end > i && c >= '0' && c <= '9'); };
    while (end < size && in_word(characters[end])) ++end;
    while (end > i && end < size && characters[end] == '\'') ++end;
    return end - i;
  }

  constexpr bool same(const place& a, const place& b) const {
    if (a.size != b.size) return false;
    for (int i = 0; i < a.size; ++i)
      if (characters[a.begin + i] != characters[b.begin + i]) return false;
    return true;
  }
  constexpr bool before(const place& a, const place& b) const {
    for (int i = 0; i < a.size && i < b.size; ++i)
      if (characters[a.begin + i] != characters[b.begin + i])
        return characters[a.begin + i] < characters[b.begin + i];
    return a.size < b.size;
  }

  constexpr int letter_of(const place& name) {
    for (int i = 0; i < letter_count; ++i)
      if (same(letters[i].name, name)) return i;
    if (letter_count == max_letters) return -1;
    letters[letter_count].name = name;
    return letter_count++;
  }

  constexpr void read() {
    term* now = &operands[0];
    for (int i = 0; i < size;) {
      int used = 1;
      if (characters[i] == ' ') {
      } else if (characters[i] == ',') {
        if (arrow >= 0) return refuse_at(i, fault::comma);
        if (operand_count == max_operands) return refuse_at(i, fault::operands);
        now = &operands[operand_count++];
      } else if (characters[i] == '-' && i + 1 < size && characters[i + 1] == '>') {
        if (arrow >= 0) return refuse_at(i, fault::arrows);
        arrow = i;
        now = &output;
        used = 2;
      } else if (characters[i] == '.' && i + 2 < size && characters[i + 1] == '.' && characters[i + 2] == '.') {
        if (now->ellipsis >= 0) return refuse_at(i, fault::ellipses);
        now->ellipsis = now->count;
        used = 3;
        extend(now->where, i, used);
      } else {
        used = letter_size(i);
        if (used == 0) return refuse_at(i, fault::character);
        const int found = letter_of({i, used});
        if (found < 0) return refuse_at(i, fault::letters);
        if (now->count < max_rank) now->letters[now->count] = found;
        ++now->count;
        if (arrow < 0) ++letters[found].occurrences;
        extend(now->where, i, used);
      }
      i += used;
    }
  }

  static constexpr void extend(place& where, int begin, int used) {
    if (where.size == 0) where.begin = begin;
    where.size = begin + used - where.begin;
  }

  constexpr void imply_output() {
    if (ellipsis()) output.ellipsis = 0;
    for (int i = 0; i < letter_count; ++i) {
      if (letters[i].occurrences != 1) continue;
      if (output.count < max_rank) {
        int at = output.count;
        for (; at > 0 && before(letters[i].name, letters[output.letters[at - 1]].name); --at)
          output.letters[at] = output.letters[at - 1];
        output.letters[at] = i;
      }
      ++output.count;
    }
  }
};

}  // namespace tenon::rules
TENON_END_HEADER
