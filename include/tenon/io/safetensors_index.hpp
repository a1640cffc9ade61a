// A model in several files: the index that says which tensor lies in which.
#pragma once
#include <filesystem>
#include <set>

#include <tenon/io/safetensors.hpp>

TENON_BEGIN_HEADER
namespace tenon::io {

/// Files of weights beside an index that it does not name are refused, or `allowed`.
enum class stray_files { refused, allowed };

namespace detail {

/// `{"metadata": anything, "weight_map": {"name": "file"}}`.
class index_reader final : public json_events {
 public:
  explicit index_reader(const std::string& named) : json_events(named) { what = "index"; }

  std::map<std::string, std::string> files;
  bool has_map = false;

  bool start_object(std::size_t) override {
    ++depth_;
    return in_map_ && depth_ > 2 ? unexpected("an object") : true;
  }
  bool start_array(std::size_t) override {
    if (in_map_) return unexpected("a list");
    ++depth_;
    return true;
  }
  bool end_object() override { return leave(); }
  bool end_array() override { return leave(); }
  bool key(std::string& name) override {
    if (depth_ == 1) {
      in_map_ = name == "weight_map";
      if (in_map_ && has_map) refuse<fault::duplicate_name>(source, ": the index has weight_map twice");
      has_map = has_map || in_map_;
    }
    if (inside_map() && files.contains(name))
      refuse<fault::duplicate_name>(source, ": the index has tensor ", quoted{name}, " twice");
    key_ = name;
    return true;
  }
  bool string(std::string& value) override {
    if (in_map_ && depth_ == 1) return unexpected("a string");
    if (inside_map()) files.emplace(key_, value);
    return true;
  }
  bool number(const std::string&) override { return in_map_ ? unexpected("a number") : true; }
  bool count(std::uint64_t) override { return in_map_ ? unexpected("a number") : true; }
  bool unexpected(const char* found) override {
    if (in_map_ && depth_ <= 1) refuse<fault::bad_entry>(source, ": weight_map is ", found, ", not an object");
    if (in_map_) refuse<fault::bad_entry>(source, ": tensor ", quoted{key_}, " is in ", found, ", not in a file");
    return true;
  }

 private:
  bool inside_map() const { return in_map_ && depth_ == 2; }
  bool leave() {
    if (--depth_ == 1) in_map_ = false;
    return true;
  }

  int depth_ = 0;
  bool in_map_ = false;
  std::string key_;
};

/// A shard lies in the folder of its index, or below it.
inline bool stays_inside(const std::string& file) {
  if (file.empty() || file.find('\\') != file.npos || file.find('\0') != file.npos || file.find(':') != file.npos)
    return false;
  const std::filesystem::path path(file);
  if (path.is_absolute() || !path.has_filename()) return false;
  for (const auto& part : path)
    if (part == ".." || part == ".") return false;
  return true;
}

inline void refuse_stray_files(const std::filesystem::path& folder, const std::set<std::string>& known,
                               const std::string& source) {
  std::error_code failed;
  std::set<std::string> stray;
  for (std::filesystem::directory_iterator at(folder.empty() ? "." : folder, failed), end; !failed && at != end;
       at.increment(failed)) {
    const std::string name = at->path().filename().string();
    if (at->path().extension() == ".safetensors" && !known.contains(name)) stray.insert(name);
  }
  if (!stray.empty())
    refuse<fault::stray_file>(source, ": beside it lies ", quoted{*stray.begin()},
                              ", which the index does not name, did you mean "
                              "io::stray_files::allowed?");
}

}  // namespace detail

/// The tensors of all shards that an index file names (`model.safetensors.index.json`). Refused: what
/// `read_safetensors` refuses; a shard that is not there; a tensor that is not in its shard; a tensor in a shard that
/// the index does not place there; a path out of the index's folder; a .safetensors file in that folder that the index
/// does not name, unless `stray_files::allowed`.
[[nodiscard]] inline archive read_safetensors_index(const std::string& path, file_memory how = file_memory::read,
                                                    stray_files strays = stray_files::refused) {
  const detail::kept_bytes file = detail::file_bytes(path, file_memory::read);
  detail::refuse_git_lfs_stub(file.bytes, path);
  detail::index_reader model(path);
  model.read({reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size()});
  if (!model.has_map) detail::refuse<fault::bad_entry>(path, ": the index has no weight_map");
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();

  std::map<std::string, archive> shards;
  std::set<std::string> known;
  for (const auto& [tensor, shard] : model.files) {
    if (!detail::stays_inside(shard))
      detail::refuse<fault::leaves_folder>(path, ": tensor ", detail::quoted{tensor}, " would be in ",
                                           detail::quoted{shard}, ", which is no file in the folder of the index");
    known.insert(shard);
  }
  for (const auto& [tensor, shard] : model.files) {
    if (shards.contains(shard)) continue;
    std::error_code failed;
    const std::string shard_path = (folder / shard).string();
    if (!std::filesystem::exists(shard_path, failed))
      detail::refuse<fault::missing_shard>(path, ": there is no shard ", detail::quoted{shard}, ", where tensor ",
                                           detail::quoted{tensor}, " should be");
    shards.emplace(shard, read_safetensors(shard_path, how));
  }
  for (const auto& [tensor, shard] : model.files)
    if (shards.at(shard).find(tensor) == nullptr)
      detail::refuse<fault::missing_tensor>(path, ": tensor ", detail::quoted{tensor}, " is not in ",
                                            detail::quoted{shard}, ", where it should be");
  archive result(path);
  for (auto& [name, shard] : shards) {
    for (const stored_tensor& t : shard.tensors()) {
      const auto placed = model.files.find(t.name);
      if (placed == model.files.end())
        detail::refuse<fault::stray_tensor>(path, ": ", detail::quoted{name}, " holds tensor ", detail::quoted{t.name},
                                            ", which the index does not name");
      if (placed->second != name)
        detail::refuse<fault::stray_tensor>(path, ": ", detail::quoted{name}, " holds tensor ", detail::quoted{t.name},
                                            ", which the index has in ", detail::quoted{placed->second});
    }
    result.add_metadata(shard.metadata());
    result.add(shard.tensors(), std::make_shared<const archive>(shard));
  }
  if (strays == stray_files::refused) detail::refuse_stray_files(folder, known, path);
  return result;
}

}  // namespace tenon::io
TENON_END_HEADER
