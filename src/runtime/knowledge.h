// Knowledge: what the owner of a slot knew, by its clock.
//
// Most volatile fields are written once, by the constructor of an object that lives for a moment. Such a publication
// needs no channel: a stamp says who published and when, and here is what that thread knew then. Whoever receives it
// learns the same as from a channel (ThreadState::PublishAlone).
//
// A ring of the last changes. What has fallen out is answered with the oldest there is, which covers it: a thread's
// knowledge only grows, and where the slot changes hands the older entry is joined into the newer when it goes. So an
// old stamp may order too much, which can hide a race, and never too little, which would invent one. So may the stamps of a
// thread that has learnt something since, but made no access: they stay the same, or threads that only synchronise would
// have news for each other for ever.
//
// Note() is called by the slot's owner, At() by anyone; a small lock of its own guards it.
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
