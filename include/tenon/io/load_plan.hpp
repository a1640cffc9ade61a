// Which bytes of a file go into which parameter, and all that keeps them from it.
#pragma once
#include <map>
#include <set>

#include <tenon/io/decode.hpp>
#include <tenon/io/load_report.hpp>
#include <tenon/io/names.hpp>
#include <tenon/io/nearest_name.hpp>
#include <tenon/io/parameter_slot.hpp>

TENON_BEGIN_HEADER
namespace tenon::io::detail {

class load_plan {
 public:
  load_plan(std::vector<parameter_slot> wanted, const archive& file, const names& how)
      : slots_(std::move(wanted)), file_(file), how_(how) {
    for (const parameter_slot& slot : slots_) readings_.push_back(reading_of(slot));
    look_for_unread();
    look_for_unused_names();
  }

  const load_report& report() const { return report_; }

  /// Writes the parameters; all memory that it takes is asked for before.
  void run() const {
    std::size_t largest = 0;
    for (std::size_t i = 0; i < slots_.size(); ++i)
      if (elements_in_place(slots_[i], readings_[i]) == nullptr) largest = (std::max)(largest, slots_[i].bytes());
    std::vector<std::byte> decoded(largest);
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      const void* elements = elements_in_place(slots_[i], readings_[i]);
      if (elements == nullptr) {
        decode_as(slots_[i].kind, readings_[i], decoded.data());
        elements = decoded.data();
      }
      slots_[i].assign(slots_[i].parameter, elements);
    }
  }

 private:
  template <class... Parts>
  void add_fault(const Parts&... parts) {
    report_.faults.push_back(sentence(parts...));
  }

  reading reading_of(const parameter_slot& slot) {
    reading r;
    const std::vector<std::string> called = how_.tensors_of(slot.name);
    for (const std::string& name : called)
      if (r.from == nullptr) r.from = file_.find(name);
    if (r.from == nullptr) {
      add_missing(slot, called);
      return r;
    }
    if (const names::renaming* const renaming = how_.renaming_of(slot.name)) {
      r.part = renaming->part;
      r.parts = renaming->parts;
    }
    r.transposed = how_.is_transposed(slot.name) && r.from->extents.size() == 2;
    if (how_.is_transposed(slot.name) && r.from->extents.size() > 2)
      add_fault(slot.name, ": transposed means two axes, the file has ", shown_extents{r.from->extents});
    read_[r.from].insert({r.part, r.parts});
    compare(slot, r);
    return r;
  }

  void add_missing(const parameter_slot& slot, const std::vector<std::string>& called) {
    // The nearest of what no parameter is called: of others a tensor would be read twice.
    constexpr int most = 30;
    nearest_name nearest(called.front());
    if (++missing_ <= most)
      for (const stored_tensor& t : file_.tensors()) nearest.look_at(t.name);
    std::string wanted;
    for (const std::string& name : called) wanted += (wanted.empty() ? "" : " or ") + sentence(quoted{name});
    std::string mend = nearest.found().empty() ? "" : sentence(", did you mean ", quoted{nearest.found()});
    if (nearest.found().ends_with('.' + called.front()))
      mend += sentence(", by names().prefix(",
                       quoted{nearest.found().substr(0, nearest.found().size() - called.front().size())}, ")");
    add_fault(slot.name, " ", slot.axes, " is missing: the file has no tensor ", wanted, mend, mend.empty() ? "" : "?");
  }

  void compare(const parameter_slot& slot, const reading& r) {
    if (!reads_as(r.from->type, slot.type))
      add_fault(slot.name, ": the file has elements of ", quoted{r.from->type_name}, ", the module of ", slot.kind,
                ", as which they are not read");
    else if (r.from->type != slot.type)
      report_.converted.push_back(sentence(slot.name, ": ", name_of(r.from->type), " read as ", slot.kind));
    if (const std::size_t at = end_of_bools(*r.from); at != r.from->bytes.size())
      add_fault(slot.name, ": byte ", at, " of a tensor of bool is ", static_cast<int>(r.from->bytes[at]),
                ", neither 0 nor 1");
    if (r.parts == 0 || r.part >= r.parts) {
      add_fault(slot.name, ": there is no part ", r.part, " of ", r.parts, ", they are counted from 0");
      return;
    }
    std::vector<std::uint64_t> wanted;
    for (int i = 0; i < slot.axes.rank; ++i) wanted.push_back(static_cast<std::uint64_t>(slot.axes[i].extent));
    std::vector<std::uint64_t> whole = wanted;
    const bool can_be_cut = r.parts == 1 || (!whole.empty() && multiply(whole[0], r.parts));
    const std::vector<std::uint64_t> found = r.whole_extents();
    if (can_be_cut && found == whole) return;
    const std::string part = r.parts == 1 ? "" : sentence(" of which part ", r.part, " of ", r.parts, " is read");
    add_fault(slot.name, ": the file has ", shown_extents{r.from->extents}, r.transposed ? " (transposed)" : "", part,
              ", the module ", slot.axes, mend(slot, r, wanted, found));
  }

  /// What is often meant: rows and columns exchanged, or several weights in one.
  static std::string mend(const parameter_slot& slot, const reading& r, const std::vector<std::uint64_t>& wanted,
                          const std::vector<std::uint64_t>& found) {
    if (r.parts != 1 || wanted.size() != found.size() || found.empty()) return "";
    std::vector<std::uint64_t> exchanged = found;
    std::reverse(exchanged.begin(), exchanged.end());
    if (exchanged == wanted)
      return r.transposed ? ", did you mean to leave out transposed?"
                          : sentence(", did you mean names().transposed(\"", slot.name, "\")?");
    if (found[0] % wanted[0] == 0 && std::equal(found.begin() + 1, found.end(), wanted.begin() + 1))
      return sentence(", did you mean names().part(\"", slot.name, "\", \"", r.from->name, "\", 0, ",
                      found[0] / wanted[0], ")?");
    return "";
  }

  void look_for_unread() {
    std::size_t refused = 0;
    for (const stored_tensor& t : file_.tensors()) {
      const auto found = read_.find(&t);
      if (found == read_.end()) {
        report_.unread.push_back(t.name);
        if (how_.is_ignored(t.name)) continue;
        add_fault("the file's tensor ", quoted{t.name}, " ", shown_extents{t.extents}, " is read by no parameter",
                  refused++ == 0 ? ", did you mean names().ignore(name), or ignore_unread()?" : "");
        continue;
      }
      const std::uint64_t parts = found->second.begin()->second;
      for (const auto& [number, of] : found->second)
        if (of != parts) add_fault("the file's tensor ", quoted{t.name}, " is cut in ", parts, " parts, and in ", of);
      if (found->second.size() < parts && !how_.is_ignored(t.name))
        add_fault("of the file's tensor ", quoted{t.name}, " only ", found->second.size(), " of ", parts,
                  " parts are read");
    }
  }

  /// A name in `names` that means no parameter is a mistake.
  void look_for_unused_names() {
    const auto look = [&](const std::string& path) {
      nearest_name nearest(path);
      for (const parameter_slot& slot : slots_) {
        if (names::means(path, slot.name)) return;
        for (std::size_t end = slot.name.size(); end != slot.name.npos && end != 0; end = slot.name.rfind('.', end - 1))
          nearest.look_at(std::string_view(slot.name).substr(0, end));
      }
      if (nearest.found().empty())
        add_fault("names: the module has no parameter ", quoted{path});
      else
        add_fault("names: the module has no parameter ", quoted{path}, ", did you mean ", quoted{nearest.found()}, "?");
    };
    for (const names::renaming& r : how_.renamings()) look(r.parameter);
    for (const std::string& path : how_.transposed_paths()) look(path);
  }

  /// The elements where they lie in the file, if they are just what the parameter takes.
  static const void* elements_in_place(const parameter_slot& slot, const reading& r) {
    const std::byte* const first = r.from->bytes.data() + r.part * slot.bytes();
    const bool aligned = reinterpret_cast<std::uintptr_t>(first) % size_of(slot.type) == 0;
    const bool same =
        r.from->type == slot.type && slot.type != element_type::boolean && !r.from->big_endian && r.in_order();
    return same && aligned && std::endian::native == std::endian::little ? first : nullptr;
  }

  static void decode_as(element kind, const reading& r, void* to) {
    const auto as = [&]<class T>(T*) { decode(r, static_cast<T*>(to)); };
    switch (kind) {
      case element::float32:
        return as(static_cast<float*>(nullptr));
      case element::float64:
        return as(static_cast<double*>(nullptr));
      case element::bfloat16:
        return as(static_cast<bfloat16*>(nullptr));
      case element::boolean:
        return as(static_cast<bool*>(nullptr));
      case element::int8:
        return as(static_cast<std::int8_t*>(nullptr));
      case element::uint8:
        return as(static_cast<std::uint8_t*>(nullptr));
      case element::int16:
        return as(static_cast<std::int16_t*>(nullptr));
      case element::uint16:
        return as(static_cast<std::uint16_t*>(nullptr));
      case element::int32:
        return as(static_cast<std::int32_t*>(nullptr));
      case element::uint32:
        return as(static_cast<std::uint32_t*>(nullptr));
      case element::int64:
        return as(static_cast<std::int64_t*>(nullptr));
      case element::uint64:
        return as(static_cast<std::uint64_t*>(nullptr));
      case element::any:
      case element::long_double:
      case element::other:
        break;
    }
  }

  std::vector<parameter_slot> slots_;
  const archive& file_;
  const names& how_;
  std::vector<reading> readings_;
  std::map<const stored_tensor*, std::set<std::pair<std::uint64_t, std::uint64_t>>> read_;
  load_report report_;
  int missing_ = 0;
};

}  // namespace tenon::io::detail
TENON_END_HEADER
