// Once: statements that run at most once, although their method runs often: what is done where a static field was found
// null, under a lock, and is then set for good.
//
//   static synchronized Timer timer() {
//     if (timer == null) { timer = new Timer(); timer.start(); }
//     return timer;
//   }
//
// The lock is the monitor of the class or of a constant. It is held from the test to the end of the code that depends
// on the test, and no other code stores to the field. May miss: that it is done again if the constructor throws, or if
// what a factory of the library returns is null.
//
// With a field of `this`, under the monitor of `this`, the statements run once for each object (Region::of_this). There
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
    uint32_t test;                 // the block that ends with the test
    std::vector<bool> statements;  // that depend on the test
    // Where the field is set to something that is certainly not null: methods and statements.
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
