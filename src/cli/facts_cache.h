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
  // The cache for one program: its classes, hashed on all cores, and its main class. The error: there is no place for a
  // cache.
  static Result<FactsCache> Open(const classpath::ClassPath& class_path, const std::string& main);

  const std::string& path() const { return path_; }
  // The facts that are kept, if the file exists and is whole. A damaged file is reported in a line and removed.
  std::optional<facts::ProgramFacts> Read() const;
  // Waits for another process that is making the same facts, until that process ends: call Read() again then. The
  // error: no attempt may be made now. An attempt is noted before it is made, so one that fails or takes too long is
  // not repeated for an hour.
  Result<void> BeginAttempt() const;
  Result<void> Write(const facts::ProgramFacts& facts) const;

 private:
  explicit FactsCache(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

// For raddle run: the file with the facts about what this command runs; empty, with a line that says why, if there are
// none.
std::string ClosedFactsOf(const std::vector<std::string>& command);

}  // namespace raddle::cli
