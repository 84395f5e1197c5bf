// The facts of closed programs, kept from run to run (docs/facts.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "classpath/class_path.h"

namespace raddle::cli {

class FactsCache {
 public:
  // Of a program: its classes, hashed on all cores, and where it begins. The error: there is no place for a cache.
  static Result<FactsCache> Open(const classpath::ClassPath& class_path, const std::string& main);

  const std::string& path() const { return path_; }
  // Whether the file is there and whole; one that is not is told of in a line.
  bool Has() const;
  // An attempt is noted before it is made, so that one that fails, or takes too long, is not made again for an hour.
  bool WasTried() const;
  void BeginAttempt() const;
  Result<void> Write(const std::string& text) const;

 private:
  explicit FactsCache(std::string path) : path_(std::move(path)) {}
  std::string TriedPath() const { return path_ + ".tried"; }
  std::string path_;
};

// For raddle run: the file with the facts of what this command runs; empty, with a line that says why, if there are
// none.
std::string ClosedFactsOf(const std::vector<std::string>& command);

}  // namespace raddle::cli
