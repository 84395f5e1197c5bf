// LockGraph: which thread asked for which lock while holding which, and the cycles among these asks.
//
// An *ask* is an acquisition made while other locks were held. A cycle is a list of asks in which each wants a lock
// that the next one holds, and the last one wants a lock of the first, such that all of them can be made at once:
// - they are made by different threads;
// - no two of them are made under a common lock, which would let only one of them in (a gate lock); a lock that both
//   hold for reading keeps nobody out, so it is none;
// - no request is for reading of a lock that is held for reading;
// - none of them is visible (thread_state.h) to another when that one went for the lock it holds; visible means ordered
//   by start, join, or anything else but locks. What a thread was told once it held that lock, or by getting it, does
//   not count: the other could not have told it, had this thread been first.
//
// Asks that differ only in when they were made are one, with the latest time, as long as the thread saw nothing new of
// others in between. Nothing is lost by that: whoever asks later sees an ask's latest time only if it sees the earlier
// ones too, and whoever asked before sees none of them. The cycles that an ask closes are looked for when it is made,
// so each cycle is found when its last ask is made. If an ask is made again, it is looked at again if only the order
// kept it from being in a cycle.
//
// Bounds: after kMostAsks the graph starts anew; cycles have up to kLongest threads; and on average the search takes at
// most kStepsAnAsk steps for each ask, beyond a stock of kStepsInStock, short cycles first.
//
// Not synchronised: its owner is.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "detect/race.h"
#include "runtime/vector_clock.h"

namespace raddle::detect {

// A lock that is held, and where it was taken.
struct Hold {
  runtime::HeldLock lock;
  Place at;
  runtime::VectorClock seen;  // what was visible to the thread when it asked for this lock
};

struct Ask {
  ThreadId thread;
  std::vector<Hold> holds;
  runtime::HeldLock wanted;
  Place wanted_at;
  runtime::Moment moment;
};

class LockGraph {
 public:
  static constexpr size_t kMostAsks = size_t{1} << 16, kLongest = 12, kInstances = 4;
  static constexpr int64_t kStepsAnAsk = 16, kStepsInStock = 2'000'000;

  using Report = std::function<void(const LockCycle&)>;

  // An ask with that key was made before. False if it was not, or if the thread has seen something new since: then Add,
  // with the place, which is not asked for here. The key stands for thread, locks held, their modes, and what is wanted
  // in which mode.
  bool Again(uint64_t key, const Ask& ask, const Report& report);

  void Add(uint64_t key, Ask ask, const Report& report);

  size_t size() const { return size_; }

 private:
  struct Node {
    Ask ask;
    bool nearly = false;  // a cycle but for the order
  };

  void Search(Node& node, const Report& report);
  bool Extend(size_t length, const Report& report);
  bool Fits(const Ask& ask) const;
  void Close(const Report& report);

  std::unordered_map<uint64_t, std::vector<Node*>> by_key_;  // oldest first
  std::unordered_map<LockId, std::vector<Node*>> holding_;
  std::vector<std::unique_ptr<Node>> nodes_;
  size_t size_ = 0;
  int64_t stock_ = kStepsInStock;
  std::vector<Node*> chain_;  // of the search that is going on
};

}  // namespace raddle::detect
