// Files made in memory, sound and otherwise, and what reading them says.
#pragma once
#include <tenon/io/file_error.hpp>

#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <ostream>
#include <span>
#include <string>
#include "../support/catch.hpp"

namespace files {

/// Bytes in memory of exactly their size, so that sanitizers see who reads beyond.
class exact_bytes {
 public:
  explicit exact_bytes(const std::string& content) : size_(content.size()), bytes_(new std::byte[size_]) {
    if (size_ != 0) std::memcpy(bytes_.get(), content.data(), size_);
  }
  std::span<const std::byte> span() const { return {bytes_.get(), size_}; }

 private:
  std::size_t size_;
  std::unique_ptr<std::byte[]> bytes_;
};

/// The lowest bytes of a number, the lowest first.
inline std::string little(unsigned long long number, int bytes) {
  std::string result;
  for (int i = 0; i < bytes; ++i) result += static_cast<char>(number >> 8 * i);
  return result;
}

inline std::string safetensors(const std::string& header, const std::string& data = "") {
  return little(header.size(), 8) + header + data;
}

/// One tensor "x".
inline std::string one_tensor(const std::string& type, const std::string& shape, const std::string& data) {
  return safetensors(R"({"x":{"dtype":")" + type + R"(","shape":)" + shape + R"(,"data_offsets":[0,)" +
                         std::to_string(data.size()) + "]}}",
                     data);
}

/// What a call refuses, the kind and the sentence; "accepted" where it refuses nothing.
struct refusal {
  tenon::io::fault kind;
  std::string sentence;
  bool operator==(const refusal&) const = default;
};
template <class Call>
refusal refused(const Call& call) {
  try {
    call();
  } catch (const tenon::io::file_error& e) {
    return refusal{e.kind(), e.what()};
  }
  return {tenon::io::fault{}, "accepted"};
}

inline std::ostream& operator<<(std::ostream& out, const refusal& r) {
  return out << static_cast<int>(r.kind) << ": " << r.sentence;
}

/// A folder of its own, gone at the end of the scope.
class folder {
 public:
  folder() {
    static int number = 0;
    path_ = std::filesystem::temp_directory_path() /
            ("tenon_test_io_" + std::to_string(::getpid()) + "_" + std::to_string(number++));
    std::filesystem::create_directories(path_);
  }
  folder(const folder&) = delete;
  folder& operator=(const folder&) = delete;
  ~folder() { std::filesystem::remove_all(path_); }

  std::string path(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, const std::string& content) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::FILE* file = std::fopen(path(name).c_str(), "wb");
    REQUIRE(file != nullptr);
    std::fwrite(content.data(), 1, content.size(), file);
    std::fclose(file);
    return path(name);
  }
  std::string read(const std::string& name) const {
    std::string content;
    std::FILE* file = std::fopen(path(name).c_str(), "rb");
    REQUIRE(file != nullptr);
    for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) content += static_cast<char>(c);
    std::fclose(file);
    return content;
  }
  std::size_t count() const {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) count += entry.exists();
    return count;
  }

 private:
  std::filesystem::path path_;
};

/// Calls f with every file that is this one cut short, and with every byte of its first `head` made another.
template <class F>
void for_each_broken(const std::string& content, std::size_t head, const F& f) {
  for (std::size_t size = 0; size < content.size(); ++size) f(content.substr(0, size));
  for (std::size_t at = 0; at < head; ++at)
    for (const int change : {1, 2, 4, 8, 16, 32, 64, 128, 255}) {
      std::string broken = content;
      broken[at] = static_cast<char>(broken[at] ^ change);
      f(broken);
    }
  // And every byte away, twice, or in the place of a digit, a quote, a bracket.
  for (std::size_t at = 0; at < head; ++at) {
    f(content.substr(0, at) + content.substr(at + 1));
    f(content.substr(0, at + 1) + content.substr(at));
    for (const char c : {'9', '-', '"', '{', '}', '[', ',', '\0', '\xff'}) {
      std::string broken = content;
      broken[at] = c;
      f(broken);
    }
  }
}

}  // namespace files
