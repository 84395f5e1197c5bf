// Once: statements that run at most once, though their method runs often: what is done where a static field was found
// null, under a lock, and is then set for good.
//
//   static synchronized Timer timer() {
//     if (timer == null) { timer = new Timer(); timer.start(); }
//     return timer;
//   }
//
// The lock is the monitor of the class or of a constant, held from the test to the end of what depends on it, and
// nobody else stores to the field. If the constructor throws, it is done again; that is not seen, nor if what a factory
// of the library returns is null.
//
// The same with a field of `this`, under the monitor of `this`, is done once for each object (Region::of_this). There
// the field may also be set by a method that is called from nowhere else, on the same object.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "pointer/pointer_analysis.h"

namespace raddle::threads {

class Once {
 public:
  struct Region {
    const program::MethodCode* code;
    FieldId field;
    bool of_this;
    uint32_t test;                 // the block that ends with it
    std::vector<bool> statements;  // that depend on it
    // Where the field is set, to something other than null for certain: methods and statements.
    std::vector<std::pair<MethodId, uint32_t>> stores = {};
  };

  explicit Once(const pointer::PointerAnalysis& analysis);

  bool Is(MethodId method, uint32_t statement) const {
    auto found = statements_.find(method);
    return found != statements_.end() && found->second[statement];
  }
  const std::vector<Region>& regions() const { return regions_; }

 private:
  using Stores = std::vector<std::pair<const program::MethodCode*, uint32_t>>;
  void FindRegions(const pointer::PointerAnalysis& analysis, const program::MethodCode& code);
  bool IsSetForGood(const pointer::PointerAnalysis& analysis, const Stores& stores, Region& region) const;
  bool IsCalledFrom(const pointer::PointerAnalysis& analysis, const Region& region, MethodId callee) const;

  std::vector<Region> regions_;
  std::unordered_map<MethodId, std::vector<bool>> statements_;
  std::unordered_map<MethodId, std::vector<uint32_t>> calls_to_;  // edges, while regions are being looked at
};

}  // namespace raddle::threads
