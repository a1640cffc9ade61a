// Any file of weights, by its ending.
#pragma once
#include <tenon/io/npz.hpp>
#include <tenon/io/safetensors_index.hpp>

TENON_BEGIN_HEADER
namespace tenon::io {

/// `.safetensors`, `.safetensors.index.json`, `.npy` or `.npz`, by the end of the name. Refused: another ending, and
/// what the reader of its format refuses.
[[nodiscard]] inline archive open(const std::string& path, file_memory how = file_memory::read) {
  if (path.ends_with(".safetensors")) return read_safetensors(path, how);
  if (path.ends_with(".index.json")) return read_safetensors_index(path, how);
  if (path.ends_with(".npy")) return read_npy(path, how);
  if (path.ends_with(".npz")) return read_npz(path);
  detail::refuse<fault::other_format>("cannot read ", path,
                                      ": its name ends in none of .safetensors, .index.json, .npy and .npz");
}

}  // namespace tenon::io
TENON_END_HEADER
