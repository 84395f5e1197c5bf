#include "base/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace raddle {

Result<MappedFile> MappedFile::Open(const std::string& path) {
  auto failed = [&](int error) { return Error{.reason = std::strerror(error), .place = path}; };
  // O_NONBLOCK: opening a pipe must not wait for somebody to write to it; regular files do not mind.
  int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return failed(errno);
  struct stat info;
  void* at = nullptr;
  int error = 0;
  if (fstat(fd, &info) != 0) {
    error = errno;
  } else if (!S_ISREG(info.st_mode)) {
    error = S_ISDIR(info.st_mode) ? EISDIR : EINVAL;
  } else if (info.st_size > 0) {  // an empty file cannot be mapped, and need not be
    at = mmap(nullptr, info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (at == MAP_FAILED) error = errno;
  }
  close(fd);
  if (error != 0) return failed(error);
  return MappedFile({static_cast<const uint8_t*>(at), static_cast<size_t>(info.st_size)});
}

MappedFile::MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(bytes_, other.bytes_);
  return *this;
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) munmap(const_cast<uint8_t*>(bytes_.data()), bytes_.size());
}

}  // namespace raddle
