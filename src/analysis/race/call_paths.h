// CallPaths: how a thread gets to a method. Of the paths over the call graph from the thread's root, it prefers, in
// this order:
//   - one with the fewest calls made under a lock, since a lock that some path lacks does not protect;
//   - one with few guesses, since a call that may run any of many methods most likely runs another one;
//   - one through few constructors, since an object is less likely to be shared while it is being made;
//   - a short one.
#pragma once

#include <cstdint>
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

  // The frames of the preferred path, innermost first; the innermost is at the statement.
  std::vector<std::string> To(threads::RootId root, pointer::InstanceId instance, uint32_t statement);
  // Up to `most` paths that hold no more locks than the preferred one, the shortest first.
  std::vector<std::vector<std::string>> Several(threads::RootId root, pointer::InstanceId instance, uint32_t statement,
                                                size_t most);
  // How many guesses the preferred path takes: for each call on it, how often the number of methods that the call may
  // run has to be halved to get down to one.
  uint64_t Guesses(threads::RootId root, pointer::InstanceId instance);
  // The edges of the preferred path, innermost first.
  std::vector<uint32_t> EdgesTo(threads::RootId root, pointer::InstanceId instance);
  // The edges of several paths, as for Several().
  const std::vector<std::vector<uint32_t>>& SeveralTo(threads::RootId root, pointer::InstanceId instance, size_t most);

 private:
  static constexpr uint32_t kEntry = ~uint32_t{0};
  static constexpr uint64_t kUnreached = ~uint64_t{0};
  struct Reached {
    uint32_t edge = kEntry;      // by which it was best reached
    uint64_t cost = kUnreached;  // of the path to it
    bool is_entry = false;
  };
  const std::vector<Reached>& Tree(threads::RootId root);  // by instance
  uint64_t GuessesAt(uint32_t edge);
  std::string Frame(pointer::InstanceId instance, uint32_t statement) const;

  const pointer::PointerAnalysis& analysis_;
  const threads::ThreadModel& threads_;
  locks::LockState& locks_;
  std::unordered_map<threads::RootId, std::vector<Reached>> trees_;
  std::vector<uint8_t> guesses_;                                              // by edge, once it was asked for
  std::unordered_map<uint64_t, std::vector<std::vector<uint32_t>>> several_;  // by root and instance
};

}  // namespace raddle::race
