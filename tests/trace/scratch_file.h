// A file that is gone when the test is over.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace raddle::trace {

class ScratchFile {
 public:
  ScratchFile() : folder_("/tmp/raddle-trace-XXXXXX") {
    if (mkdtemp(folder_.data()) == nullptr) abort();
  }
  ~ScratchFile() { std::filesystem::remove_all(folder_); }

  std::string path() const { return folder_ + "/trace"; }
  std::string Bytes() const {
    std::ifstream file(path(), std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  }

 private:
  std::string folder_;
};

}  // namespace raddle::trace
