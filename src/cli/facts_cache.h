// The facts of closed programs, kept from run to run (docs/facts.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "classpath/class_path.h"
#include "facts/facts.h"

namespace raddle::cli {

class FactsCache {
 public:
  // Of a program: its classes, hashed on all cores, and where it begins. The error: there is no place for a cache.
  static Result<FactsCache> Open(const classpath::ClassPath& class_path, const std::string& main);

  const std::string& path() const { return path_; }
  // What is kept, if the file is there and whole; one that is not is told of in a line and removed.
  std::optional<facts::ProgramFacts> Read() const;
  // Waits for whoever else makes the same, until that process ends: look again, then. The error: nobody may try now.
  // An attempt is noted before it is made, so that one that fails, or takes too long, is not made again for an hour.
  Result<void> BeginAttempt() const;
  Result<void> Write(const facts::ProgramFacts& facts) const;

 private:
  explicit FactsCache(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

// For raddle run: the file with the facts of what this command runs; empty, with a line that says why, if there are
// none.
std::string ClosedFactsOf(const std::vector<std::string>& command);

}  // namespace raddle::cli
