// Knowledge: what the owner of a slot knew at each of its clocks.
//
// Most volatile fields are written once, by the constructor of a short-lived object. Such a publication needs no
// channel. A stamp says who published and when, and this class says what that thread knew then. Whoever receives the
// stamp learns the same as from a channel (ThreadState::PublishAlone).
//
// It is a ring of the last changes. For a change that has been overwritten, the oldest remaining entry is the answer.
// It covers the lost one, since a thread's knowledge only grows; and when the slot changes hands, each older entry is
// joined into the newer one as it is dropped. So an old stamp may order too much, which can hide a race, but never too
// little, which would make one up. The same holds for the stamps of a thread that has learnt something since, but made
// no access. Those stamps stay the same; otherwise threads that only synchronise would have news for each other for
// ever.
//
// Note() is called by the slot's owner, At() by anyone; a small lock of its own guards the ring.
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "runtime/spin_lock.h"
#include "runtime/vector_clock.h"

namespace raddle::runtime {

class Knowledge {
 public:
  struct Entry {
    Clock from = 0;
    VectorClock full;
    VectorClock visible;
  };

  // From that clock on the owner knows this.
  void Note(Clock clock, const VectorClock& full, const VectorClock& visible) {
    std::lock_guard guard(lock_);
    if (next_ > 0) {
      Entry& last = ring_[(next_ - 1) % ring_.size()];
      if (last.full.SharesAllWith(full) && last.visible.SharesAllWith(visible)) return;
      if (last.from >= clock) {
        last.full.Join(full);
        last.visible.Join(visible);
        return;
      }
    }
    if (ring_.size() == next_ && next_ < kMost) {
      ring_.resize(next_ == 0 ? kFirst : next_ * 2);
    } else if (next_ >= kMost) {
      const Entry& oldest = ring_[next_ % kMost];
      Entry& second = ring_[(next_ + 1) % kMost];
      second.full.Join(oldest.full);
      second.visible.Join(oldest.visible);
    }
    ring_[next_++ % ring_.size()] = {clock, full, visible};
  }

  // What was known in that epoch, or a little more.
  Entry At(Clock clock) const {
    std::lock_guard guard(lock_);
    uint64_t low = next_ > kMost ? next_ - kMost : 0, high = next_;
    if (high == 0) return {};
    while (high - low > 1) {
      const uint64_t middle = low + (high - low) / 2;
      (ring_[middle % ring_.size()].from <= clock ? low : high) = middle;
    }
    return ring_[low % ring_.size()];
  }

 private:
  static constexpr uint64_t kFirst = 4, kMost = 256;

  mutable SpinLock lock_;
  std::vector<Entry> ring_;
  uint64_t next_ = 0;  // number of the next entry
};

}  // namespace raddle::runtime
