// A file that is written whole or not at all: under another name first, since half a file must never be seen under its
// own.
#pragma once
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <span>
#include <string>

#include <tenon/config.hpp>

TENON_BEGIN_HEADER
namespace tenon::io::detail {

/// What is not kept is removed again.
class whole_file {
 public:
  explicit whole_file(const std::string& path) : path_(path) {
    for (int attempt = 0; file_ == nullptr && attempt < 1000; ++attempt) {
      temporary_ = path + ".part" + std::to_string(attempt);
      file_ = std::fopen(temporary_.c_str(), "wbx");
      reason_ = file_ == nullptr ? errno : 0;
      if (file_ == nullptr && reason_ != EEXIST) break;
    }
  }
  whole_file(const whole_file&) = delete;
  whole_file& operator=(const whole_file&) = delete;
  ~whole_file() {
    if (file_ != nullptr) {
      std::fclose(file_);
      std::remove(temporary_.c_str());
    }
  }

  /// 0, or what the system said of the first thing that failed.
  int reason() const { return reason_; }

  void write(std::span<const std::byte> bytes) {
    if (reason_ != 0 || bytes.empty()) return;
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) reason_ = errno;
  }
  /// The file under its own name, in the place of the one that was there; true, or nothing has changed.
  bool keep() {
    if (file_ == nullptr) return false;
    // On the disk before it takes the place of another.
    if (reason_ == 0 && (std::fflush(file_) != 0 || ::fsync(::fileno(file_)) != 0)) reason_ = errno;
    if (std::fclose(file_) != 0 && reason_ == 0) reason_ = errno;
    file_ = nullptr;
    if (reason_ == 0 && std::rename(temporary_.c_str(), path_.c_str()) != 0) reason_ = errno;
    if (reason_ != 0) std::remove(temporary_.c_str());
    return reason_ == 0;
  }

 private:
  std::string path_, temporary_;
  std::FILE* file_ = nullptr;
  int reason_ = 0;
};

}  // namespace tenon::io::detail
TENON_END_HEADER
