#include "report/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

namespace raddle::report {
namespace {

Error SystemError(int number, std::string_view place) {
  return {.reason = std::strerror(number), .place = std::string(place)};
}

Result<void> WriteAndClose(int descriptor, std::string_view text, const std::string& path) {
  Result<void> written = WriteAll(descriptor, text);
  if (close(descriptor) != 0 && written) written = SystemError(errno, "");
  if (!written) return std::move(written).error().In(path);
  return {};
}

Result<void> WriteInPlace(const std::string& path, std::string_view text) {
  int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return SystemError(errno, path);
  return WriteAndClose(file, text, path);
}

}  // namespace

Result<void> WriteAll(int descriptor, std::string_view text) {
  while (!text.empty()) {
    ssize_t written = write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return SystemError(errno, "");
    text.remove_prefix(static_cast<size_t>(written));
  }
  return {};
}

Result<std::string> ReadWholeFile(const std::string& path) {
  int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return SystemError(errno, path);
  std::string text;
  char buffer[65536];
  ssize_t got;
  while ((got = read(file, buffer, sizeof buffer)) != 0) {
    if (got > 0) text.append(buffer, static_cast<size_t>(got));
    if (got < 0 && errno != EINTR) break;
  }
  int error = errno;
  close(file);
  if (got < 0) return SystemError(error, path);
  return text;
}

Result<void> WriteWholeFile(const std::string& path, std::string_view text) {
  if (path == "-") {
    std::fflush(stdout);
    Result<void> written = WriteAll(STDOUT_FILENO, text);
    if (!written) return std::move(written).error().In("standard output");
    return {};
  }
  std::error_code ignored;
  std::filesystem::path target = std::filesystem::weakly_canonical(path, ignored);  // a link stays a link
  if (target.empty()) target = path;
  struct stat status;
  bool exists = stat(target.c_str(), &status) == 0;
  if (exists && !S_ISREG(status.st_mode)) return WriteInPlace(path, text);
  std::string beside = fmt::format("{}.{}.new", target.string(), getpid());
  int file = open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) return WriteInPlace(path, text);  // a file can be writable in a directory that is not
  if (exists) (void)!fchmod(file, status.st_mode & 07777);
  Result<void> written = WriteAndClose(file, text, path);
  if (written && rename(beside.c_str(), target.c_str()) != 0) written = SystemError(errno, path);
  if (!written) unlink(beside.c_str());
  return written;
}

}  // namespace raddle::report
