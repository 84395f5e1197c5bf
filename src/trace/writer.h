// Writer: writes entries to a trace file, a block at a time.
//
//   writer.Start(Tag::kRelease); writer.Id(lock); writer.Number(mode); writer.End();
//
// Memory: one block of 64 KiB. A block is written to the file when it is full, when End() finds that the last one was
// written more than 100 ms ago, and at Flush(). What is in the file stays readable whatever happens to the process.
// When the disk is full, writing stops for good, and state() says why. One thread at a time.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "trace/format.h"

namespace raddle::trace {

class Writer {
 public:
  // A new file, which must not exist.
  static Result<Writer> Create(const std::string& path);
  Writer(Writer&& other) noexcept;
  Writer& operator=(Writer&&) = delete;
  ~Writer();

  void Start(Tag tag) { block_.push_back(static_cast<char>(tag)); }
  void Number(uint64_t value);
  template <typename IdType>
  void Id(IdType id) {
    Number(id.valid() ? uint64_t{id.value()} + 1 : 0);
  }
  void Text(std::string_view text);
  void End();

  void Flush();
  const std::string& path() const { return path_; }
  const Result<void>& state() const { return state_; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr size_t kFull = 64 << 10;

  Writer(int file, std::string path);

  int file_ = -1;
  std::string path_;
  std::string block_;  // header and payload
  Clock::time_point written_ = Clock::now();
  Result<void> state_;
};

}  // namespace raddle::trace
