// Memory: where noise paid off, for the next time: variables, and the methods that were at them. A text file, a line
// each, the best first:
//
//   12 com.acme.Account.balance com.acme.Bank.transfer        observed there in twelve runs
//
// A line without a method, as people may write it, means the variable anywhere.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
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
  struct Place {
    std::string variable, method;
    auto operator<=>(const Place&) const = default;
  };
  std::vector<std::pair<uint64_t, Place>> BestFirst() const;

  std::map<Place, uint64_t> runs_;
};

}  // namespace raddle::noise
