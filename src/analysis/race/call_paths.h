// CallPaths: how a thread gets to a method: of the ways over the call graph from its root, one with the fewest calls
// that hold a lock, since a lock that some way lacks does not protect; of those, one that goes through few
// constructors, since what is being made is less likely to be shared; of those, a short one.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "locks/lock_state.h"
#include "pointer/pointer_analysis.h"
#include "threads/thread_model.h"

namespace raddle::race {

class CallPaths {
 public:
  CallPaths(const pointer::PointerAnalysis& analysis, const threads::ThreadModel& threads, locks::LockState& locks)
      : analysis_(analysis), threads_(threads), locks_(locks) {}

  // Frames, innermost first; the innermost is at the statement.
  std::vector<std::string> To(threads::RootId root, pointer::InstanceId instance, uint32_t statement);
  // The edges of the path, innermost first.
  std::vector<uint32_t> EdgesTo(threads::RootId root, pointer::InstanceId instance);

 private:
  static constexpr uint32_t kEntry = ~uint32_t{0};
  const std::vector<uint32_t>& Tree(threads::RootId root);  // by instance, the edge it was best reached by

  const pointer::PointerAnalysis& analysis_;
  const threads::ThreadModel& threads_;
  locks::LockState& locks_;
  std::unordered_map<threads::RootId, std::vector<uint32_t>> trees_;
};

}  // namespace raddle::race
