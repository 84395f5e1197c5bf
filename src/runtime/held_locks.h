// HeldLocks: the locks that a thread holds, as a bag, and the id of the set that they make.
//
// Monitors are re-entrant, so each lock has a count. A read/write lock has one count for each mode and may be held in
// both (downgrading). The id of the set is worked out only when an access asks for it: a program that locks a million
// objects and touches no watched variable while it holds them interns nothing. The sets are remembered for each depth
// of nesting, so a release in the usual order costs nothing. An acquire looks in a small cache of transitions. The
// cache lives in the slot (slots.h), since there are fewer slots than threads.
//
// Used by the owning thread only.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "runtime/lockset.h"

namespace raddle::runtime {

// (set, lock taken) → set. Direct-mapped: a collision costs a look into the table, nothing else.
class TransitionCache {
 public:
  LocksetId With(LocksetTable& table, LocksetId set, HeldLock lock);

 private:
  struct Line {
    LocksetId from;
    HeldLock lock;
    LocksetId to;
  };
  std::array<Line, 32> lines_;
};

class HeldLocks {
 public:
  // True for the outermost acquire in that mode.
  bool Add(LockId lock, LockMode mode);

  enum class Left : uint8_t { kHeldStill, kGivenUp, kWasNotHeld };  // kWasNotHeld: taken before we watched
  Left Remove(LockId lock, LockMode mode);

  // Object.wait gives up a monitor at any depth; restoring it takes the depth back. Depth 0: it was not held.
  uint32_t RemoveAll(LockId lock);
  void Restore(LockId lock, uint32_t depth);

  LocksetId Current(LocksetTable& table, TransitionCache& cache);

  bool empty() const { return held_.empty(); }
  bool Holds(LockId lock, LockMode mode) const;

 private:
  struct Held {
    LockId lock;
    uint32_t reads = 0;
    uint32_t writes = 0;
    LocksetId set;  // of the locks up to and with this one; none: not worked out yet
  };

  size_t Find(LockId lock) const;
  void Forget(size_t from);
  void Erase(size_t at);

  std::vector<Held> held_;  // in the order they were taken
};

}  // namespace raddle::runtime
