// The header of a safetensors file: names, types, shapes and places, as JSON has them, each entry complete.
#pragma once
#include <map>
#include <set>
#include <vector>

#include <tenon/io/archive.hpp>
#include <tenon/io/json_events.hpp>

namespace tenon::io::detail {

/// An entry: a tensor, and where its bytes lie behind the header.
struct header_entry {
  stored_tensor tensor;
  std::vector<std::uint64_t> offsets;
  bool has_type = false, has_shape = false, has_offsets = false;
};

class header_reader final : public json_events {
 public:
  using json_events::json_events;

  std::vector<header_entry> entries;
  std::map<std::string, std::string> metadata;

  bool start_object(std::size_t) override {
    if (where_ == place::outside)
      where_ = place::tensors;
    else if (where_ == place::tensors && key_ == "__metadata__")
      where_ = place::metadata;
    else if (where_ == place::tensors) {
      where_ = place::entry;
      entries.push_back({});
      entries.back().tensor.name = key_;
    } else
      return unexpected("an object");
    return true;
  }
  bool end_object() override {
    if (where_ == place::entry) {
      const header_entry& e = entries.back();
      const char* absent = !e.has_type ? "dtype" : !e.has_shape ? "shape" : !e.has_offsets ? "data_offsets" : nullptr;
      if (absent != nullptr) refuse<fault::bad_entry>(source, ": tensor ", quoted{e.tensor.name}, " has no ", absent);
      if (e.offsets.size() != 2)
        refuse<fault::bad_offsets>(source, ": tensor ", quoted{e.tensor.name},
                                   ": data_offsets are a begin and an end, not ", e.offsets.size(), " numbers");
    }
    where_ = where_ == place::tensors ? place::outside : place::tensors;
    return true;
  }
  bool key(std::string& name) override {
    if (where_ == place::tensors && !names_.insert(name).second)
      refuse<fault::duplicate_name>(source, ": tensor ", quoted{name}, " is there twice");
    if (where_ == place::metadata && metadata.contains(name))
      refuse<fault::duplicate_name>(source, ": __metadata__ has ", quoted{name}, " twice");
    if (where_ == place::entry) {
      header_entry& e = entries.back();
      bool* seen = name == "dtype"          ? &e.has_type
                   : name == "shape"        ? &e.has_shape
                   : name == "data_offsets" ? &e.has_offsets
                                            : nullptr;
      if (seen == nullptr)
        refuse<fault::bad_entry>(source, ": tensor ", quoted{e.tensor.name}, ": ", quoted{name},
                                 " is none of dtype, shape and data_offsets");
      if (*seen) refuse<fault::duplicate_name>(source, ": tensor ", quoted{e.tensor.name}, " has ", name, " twice");
      *seen = true;
    }
    key_ = name;
    return true;
  }
  bool string(std::string& value) override {
    if (where_ == place::metadata)
      metadata.emplace(key_, value);
    else if (where_ == place::entry && key_ == "dtype")
      entries.back().tensor.type_name = value;
    else
      return unexpected("a string");
    return true;
  }
  bool start_array(std::size_t) override {
    if (where_ != place::entry || key_ == "dtype") return unexpected("a list");
    where_ = key_ == "shape" ? place::extents : place::offsets;
    return true;
  }
  bool end_array() override {
    where_ = place::entry;
    return true;
  }
  bool count(std::uint64_t n) override {
    if (where_ == place::extents)
      entries.back().tensor.extents.push_back(n);
    else if (where_ == place::offsets)
      entries.back().offsets.push_back(n);
    else
      return unexpected("a number");
    return true;
  }
  bool number(const std::string& written) override {
    if (where_ == place::extents)
      refuse<fault::bad_shape>(source, ": tensor ", quoted{entries.back().tensor.name}, ": ", written,
                               " in its shape is no extent");
    if (where_ == place::offsets)
      refuse<fault::bad_offsets>(source, ": tensor ", quoted{entries.back().tensor.name}, ": ", written,
                                 " in its data_offsets is no offset");
    return unexpected("a number");
  }
  bool unexpected(const char* found) override {
    if (where_ == place::outside)
      refuse<fault::header_is_no_object>(source, ": the header is ", found, ", not an object");
    if (where_ == place::tensors)
      refuse<fault::bad_entry>(source, ": ", quoted{key_}, " is ", found,
                               ", not an object with dtype, shape and data_offsets");
    if (where_ == place::metadata)
      refuse<fault::bad_entry>(source, ": __metadata__ holds strings, ", quoted{key_}, " is ", found);
    const quoted name{entries.back().tensor.name};
    if (where_ == place::entry) refuse<fault::bad_entry>(source, ": tensor ", name, ": its ", key_, " is ", found);
    if (where_ == place::extents)
      refuse<fault::bad_shape>(source, ": tensor ", name, ": ", found, " in its shape is no extent");
    refuse<fault::bad_offsets>(source, ": tensor ", name, ": ", found, " in its data_offsets is no offset");
  }

 private:
  enum class place { outside, tensors, metadata, entry, extents, offsets };
  place where_ = place::outside;
  std::string key_;
  std::set<std::string, std::less<>> names_;
};

}  // namespace tenon::io::detail
