#include "trace/writer.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace raddle::trace {
namespace {

Result<void> WriteAll(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return Error{.reason = std::strerror(errno)};
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return {};
}

void Put32(char* at, uint32_t value) {
  for (int i = 0; i < 4; ++i) at[i] = static_cast<char>(value >> 8 * i);
}

}  // namespace

Result<Writer> Writer::Create(const std::string& path) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) return Error{.reason = std::strerror(errno), .place = path};
  Writer writer(file, path);
  RADDLE_CHECK(WriteAll(file, kMagic));
  return writer;
}

Writer::Writer(int file, std::string path) : file_(file), path_(std::move(path)) {
  block_.reserve(kFull + (kFull >> 2));
  block_.assign(kBlockHeader, '\0');
}

Writer::Writer(Writer&& other) noexcept
    : file_(std::exchange(other.file_, -1)),
      path_(std::move(other.path_)),
      block_(std::move(other.block_)),
      written_(other.written_),
      state_(std::move(other.state_)) {}

Writer::~Writer() {
  if (file_ < 0) return;
  Flush();
  close(file_);
}

void Writer::Number(uint64_t value) {
  while (value >= 0x80) {
    block_.push_back(static_cast<char>(value | 0x80));
    value >>= 7;
  }
  block_.push_back(static_cast<char>(value));
}

void Writer::Text(std::string_view text) {
  constexpr size_t kLongest = 16 << 10;  // names longer than that are nobody's
  text = text.substr(0, std::min(text.size(), kLongest));
  Number(text.size());
  block_.append(text);
}

void Writer::End() {
  if (block_.size() >= kFull || Clock::now() - written_ > std::chrono::milliseconds(100)) Flush();
}

void Writer::Flush() {
  written_ = Clock::now();
  if (block_.size() == kBlockHeader) return;
  const std::string_view payload = std::string_view(block_).substr(kBlockHeader);
  Put32(block_.data(), static_cast<uint32_t>(payload.size()));
  Put32(block_.data() + 4, Checksum(payload));
  if (state_) state_ = WriteAll(file_, block_);
  block_.resize(kBlockHeader);
}

}  // namespace raddle::trace
