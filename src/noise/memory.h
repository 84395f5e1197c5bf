// Memory: the variables at which noise paid off, for the next time. A text file, a line each, the best first:
//
//   12 com.acme.Account.balance        observed in twelve runs
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "report/finding.h"

namespace raddle::noise {

class Memory {
 public:
  // A file that is not there is an empty memory.
  static Result<Memory> Read(const std::string& path);
  Result<void> Write(const std::string& path) const;

  // What was observed in a run: races and atomicity violations.
  void Add(const report::FindingsFile& run);
  // Rules that aim at what is remembered, the best first, few enough not to drown the program.
  std::vector<std::string> Rules() const;

 private:
  std::map<std::string, uint64_t> runs_;  // by variable
};

}  // namespace raddle::noise
