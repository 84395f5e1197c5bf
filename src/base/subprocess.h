// RunAndCapture: a program run to its end, its standard output taken. Standard input is empty, standard error ours.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace raddle {

struct Captured {
  int status = 0;  // the exit status, or 128 + the signal that ended it
  std::string output;
};

// arguments[0] is looked up on the PATH where it has no slash.
Result<Captured> RunAndCapture(const std::vector<std::string>& arguments);

// A directory of its own under TMPDIR (or /tmp) that is removed with all it holds when the object goes.
class TemporaryDirectory {
 public:
  static Result<TemporaryDirectory> Create();
  TemporaryDirectory(TemporaryDirectory&& other) noexcept;
  TemporaryDirectory& operator=(TemporaryDirectory&&) = delete;
  ~TemporaryDirectory();

  const std::string& path() const { return path_; }

 private:
  explicit TemporaryDirectory(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

}  // namespace raddle
