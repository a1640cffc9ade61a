// The name that somebody meant: what is the same but for its beginning, or else the fewest letters away.
#pragma once
#include <algorithm>
#include <string_view>
#include <vector>

#include <tenon/config.hpp>

TENON_BEGIN_HEADER
namespace tenon::io::detail {

/// Letters put in, left out or exchanged between two names.
inline std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = (std::min)({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

/// Collects names, and keeps the nearest to one. Long ones, and more than a few thousand, are not looked at: a file may
/// be hostile.
class nearest_name {
 public:
  explicit nearest_name(std::string_view wanted) : wanted_(wanted) {}

  void look_at(std::string_view name) {
    constexpr std::size_t longest = 200, most = 4000;
    if (name.size() > longest || wanted_.size() > longest || ++seen_ > most) return;
    const bool same_end = ends_with_path(name, wanted_) || ends_with_path(wanted_, name);
    const std::size_t away = same_end ? 1 : distance(wanted_, name);
    if (away < best_) {
      best_ = away;
      found_ = name;
    }
  }
  /// Empty where none is near: more than half of it would be other letters.
  std::string_view found() const { return best_ * 2 <= wanted_.size() + 1 ? found_ : std::string_view(); }

 private:
  static bool ends_with_path(std::string_view whole, std::string_view end) {
    return whole.size() > end.size() && whole.ends_with(end) && whole[whole.size() - end.size() - 1] == '.';
  }

  std::string_view wanted_, found_;
  std::size_t best_ = static_cast<std::size_t>(-1) / 2, seen_ = 0;
};

}  // namespace tenon::io::detail
TENON_END_HEADER
