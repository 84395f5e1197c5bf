// Once: statements that run at most once, though their method runs often: what is done where a static field was found
// null, under a lock, and is then set for good.
//
//   static synchronized Timer timer() {
//     if (timer == null) { timer = new Timer(); timer.start(); }
//     return timer;
//   }
//
// The lock is the monitor of the class or of a constant, held from the test to the end of what depends on it, and
// nobody else stores to the field. If the constructor throws, it is done again; that is not seen.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "pointer/pointer_analysis.h"

namespace raddle::threads {

class Once {
 public:
  explicit Once(const pointer::PointerAnalysis& analysis);

  bool Is(MethodId method, uint32_t statement) const {
    auto found = statements_.find(method);
    return found != statements_.end() && found->second[statement];
  }

 private:
  std::unordered_map<MethodId, std::vector<bool>> statements_;
};

}  // namespace raddle::threads
