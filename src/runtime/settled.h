// Settled: what every thread knows, now and in all time to come.
//
// When a thread starts another and no third one runs, all that will ever run descends from it: what it knows without
// the help of a lock, everybody will. Accesses up to then can race with nothing that is still to come, so a shadow word
// that stands for such is as good as untouched. Data that is made before the threads start, and only read by them, thus
// costs no records.
//
// A table by slot of the last clock that is settled, as a stamp; the shim reads it too. Threads that nobody started
// under our eyes (the JVM's own, those that native code attaches) are not counted: their races with what was settled
// are missed.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "runtime/shadow_word.h"

namespace raddle::runtime {

class Settled {
 public:
  // Not for detectors that ask who it was rather than what came before what.
  explicit Settled(bool enabled) : enabled_(enabled), table_(std::make_unique<std::atomic<uint64_t>[]>(kSlots)) {}

  bool enabled() const { return enabled_; }
  const void* table() const { return table_.get(); }

  // The number of threads that were started and have not ended.
  bool Started() { return running_.fetch_add(1) == 0 && enabled_; }
  void Ended() { running_.fetch_sub(1); }
  bool NobodyRuns() const { return enabled_ && running_.load() == 0; }

  void Set(Slot slot, Clock last) {
    if (last == 0) return;
    const uint64_t stamp = Stamp(slot, last).bits();
    if (table_[slot].load(std::memory_order_relaxed) < stamp) table_[slot].store(stamp, std::memory_order_release);
  }

  bool Covers(const Word& word) const {
    return table_[word.slot].load(std::memory_order_acquire) >= Stamp(word.slot, word.last_clock()).bits();
  }

 private:
  const bool enabled_;
  std::atomic<int64_t> running_{0};
  std::unique_ptr<std::atomic<uint64_t>[]> table_;
};

}  // namespace raddle::runtime
