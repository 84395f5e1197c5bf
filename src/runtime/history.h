// History: the recent accesses of a slot's threads, for the report and for the order after a race.
//
// Of an access, a shadow word knows only slot and clock. When a second thread comes, the history says which instruction
// made the access, with which stack, at which step of the epoch, and what the thread's clock was. It is a ring. An
// access that has been overwritten, or that the inlined fast path made without telling anyone, is not found; the honest
// answer is then "unknown". A slot's clock only goes up, also from one owner to the next. So the entries lie in the
// order of their times, and are found by binary search.
//
// Record() is called by the slot's owner, Find() and ClockAt() by anyone; a small lock of its own guards the ring.
#pragma once

#include <array>
#include <mutex>
#include <optional>
#include <vector>

#include "event/event.h"
#include "runtime/spin_lock.h"
#include "runtime/vector_clock.h"

namespace raddle::runtime {

class History {
 public:
  struct Entry {
    Time time;
    VariableKey variable;
    SiteId site;
    StackId stack;
    event::AccessKind kind;
    uint32_t object = 0;  // a hint, see Find()
  };

  // `clock` is the thread's full clock; kept by reference count, and only when it has changed.
  void Record(const Entry& entry, const VectorClock& clock);

  // The slot has a new owner. The old one's accesses stay, but the ring grows only with those of a single thread.
  void Recycle();

  struct Found {
    SiteId site;
    StackId stack;
    uint32_t step = 0;  // 0: the access itself is not there; site and stack are of one shortly before it
    bool same_object = false;  // as the hint says
  };
  // The last access of that kind to the variable in that epoch. In a running program, a variable is a field of no
  // particular object. The hint says which object it is: its address, as long as it is not moved. An access with the
  // same hint is preferred.
  Found Find(const VariableKey& variable, event::AccessKind kind, Clock clock, uint32_t object = 0) const;

  // The thread's full clock at that access. If the access is not known (step 0), or too much has happened since, the
  // earliest later clock there is: a clock only grows, so that covers what is asked for and orders too much rather
  // than too little. (It orders too little if the slot has changed hands since: then a race between two accesses that
  // nothing in Java's memory model orders is reported although the first race of the run may have led to it.)
  VectorClock ClockAt(Time time) const;

  size_t Bytes() const;

 private:
  static constexpr size_t kFirst = 16, kMost = 2048, kClocks = 8, kLookBack = 64;
  static_assert((kFirst & (kFirst - 1)) == 0 && (kMost & (kMost - 1)) == 0);

  struct Since {
    Time time;
    VectorClock clock;
  };

  const Entry& At(uint64_t number) const { return ring_[number & (ring_.size() - 1)]; }

  mutable SpinLock lock_;
  std::vector<Entry> ring_;  // a power of two; grows with use up to kMost, so that idle threads cost little
  uint64_t next_ = 0;        // number of the next entry; the ring has the last ring_.size() of them
  uint64_t owners_first_ = 0;
  std::array<Since, kClocks> clocks_;
  uint64_t next_clock_ = 0;
};

}  // namespace raddle::runtime
