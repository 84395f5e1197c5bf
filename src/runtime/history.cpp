#include "runtime/history.h"

#include <algorithm>

namespace raddle::runtime {

void History::Record(const Entry& entry, const VectorClock& clock) {
  std::lock_guard guard(lock_);
  if (next_ - owners_first_ >= ring_.size() && ring_.size() < kMost) {
    // Doubling keeps the place of none: entry n moves from n mod old to n mod new.
    std::vector<Entry> larger(std::max(kFirst, ring_.size() * 2));
    for (uint64_t n = next_ - std::min<uint64_t>(next_, ring_.size()); n < next_; ++n) {
      larger[n & (larger.size() - 1)] = At(n);
    }
    ring_ = std::move(larger);
  }
  ring_[next_++ & (ring_.size() - 1)] = entry;
  if (next_clock_ == 0 || !clocks_[(next_clock_ - 1) % kClocks].clock.SharesAllWith(clock)) {
    clocks_[next_clock_++ % kClocks] = {entry.time, clock};
  }
}

void History::Recycle() {
  std::lock_guard guard(lock_);
  owners_first_ = next_;
}

History::Found History::Find(const VariableKey& variable, event::AccessKind kind, Clock clock, uint32_t object) const {
  std::lock_guard guard(lock_);
  uint64_t first = next_ - std::min<uint64_t>(next_, ring_.size());
  uint64_t low = first, high = next_;
  while (low < high) {  // the first entry after that epoch
    uint64_t middle = low + (high - low) / 2;
    if (At(middle).time.clock() <= clock) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  size_t looked = 0;
  Found best;
  for (uint64_t n = low; n > first; --n) {
    const Entry& entry = At(n - 1);
    bool same_epoch = entry.time.clock() == clock;
    if (!same_epoch && (best.step != 0 || ++looked > kLookBack)) break;
    if (entry.variable != variable || entry.kind != kind) continue;
    const Found found{entry.site, entry.stack, same_epoch ? entry.time.step() : 0, entry.object == object};
    if (found.same_object) return found;
    if (!best.site.valid()) best = found;
  }
  return best;
}

VectorClock History::ClockAt(Time time) const {
  std::lock_guard guard(lock_);
  uint64_t first = next_clock_ - std::min<uint64_t>(next_clock_, kClocks);
  uint64_t later = next_clock_;
  while (later > first && clocks_[(later - 1) % kClocks].time > time) --later;
  bool exact = time.step() != 0 && later > first;
  if (exact || later == next_clock_) return later == first ? VectorClock() : clocks_[(later - 1) % kClocks].clock;
  return clocks_[later % kClocks].clock;
}

size_t History::Bytes() const {
  std::lock_guard guard(lock_);
  return ring_.capacity() * sizeof(Entry);
}

}  // namespace raddle::runtime
