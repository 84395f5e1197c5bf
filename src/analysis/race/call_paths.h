// CallPaths: how a thread gets to a method: of the ways over the call graph from its root, one with the fewest calls
// that hold a lock, since a lock that some way lacks does not protect; of those, one with few guesses, since a call
// that may run any of many methods most likely runs another; of those, one that goes through few constructors, since
// what is being made is less likely to be shared; of those, a short one.
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

  // Frames, innermost first; the innermost is at the statement.
  std::vector<std::string> To(threads::RootId root, pointer::InstanceId instance, uint32_t statement);
  // Several such paths, the shortest first: all that hold no more locks than that one, up to `most`.
  std::vector<std::vector<std::string>> Several(threads::RootId root, pointer::InstanceId instance, uint32_t statement,
                                                size_t most);
  // How much of a guess the path is: halvings of what its calls may run, until it is the one that the path goes on
  // with.
  uint64_t Guesses(threads::RootId root, pointer::InstanceId instance);
  // The edges of the path, innermost first.
  std::vector<uint32_t> EdgesTo(threads::RootId root, pointer::InstanceId instance);
  // Those of several such paths.
  const std::vector<std::vector<uint32_t>>& SeveralTo(threads::RootId root, pointer::InstanceId instance, size_t most);

 private:
  static constexpr uint32_t kEntry = ~uint32_t{0};
  static constexpr uint64_t kUnreached = ~uint64_t{0};
  struct Reached {
    uint32_t edge = kEntry;      // it was best reached by
    uint64_t cost = kUnreached;  // of the way there
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
