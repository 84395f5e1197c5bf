// Hush: the times in which synchronisation is not tracked lock by lock.
//
// Where hot code is passed over (windows.h), the cost that remains is that of synchronisation: finding what is known of
// a lock, and comparing. A hush saves this too. In a hush an acquire teaches the thread nothing. Instead, whatever a
// thread releases, publishes or leaves behind counts as known to all threads from then on (settled.h). That is more
// than they really know. So a hush may hide a race, if the thread of the first access releases something before the
// second access. It never makes up a race: if two accesses are really ordered, the thread of the first one released
// something after it (that is how the order began), so in a hush the access counts as known to all.
//
// Nothing may be lost when one way of tracking replaces the other. So releases begin to be told to all before acquires
// stop to ask, and acquires ask again before releases stop to be told to all:
//
//   Begin():  told to all ── every epoch that is over is settled ── nobody asks
//   End():    all ask ── told to each lock and channel alone
//
// An epoch may end during Begin(). Either its thread settles it, because the thread looks at this state after it has
// ended the epoch; or Begin() finds that the epoch is over, because Begin() looks after it has set this state. A thread
// that takes a lock looks at this state after taking it, so it sees a state at least as new as the one by which the
// previous holder acted when it released the lock.
//
// A thread that releases something looks first whether anybody asks. If nobody does, it leaves nothing at the lock or
// channel. By the time it ends its epoch the hush may be over. The epoch then counts as known to all nevertheless;
// otherwise nobody would ever learn of it: EpochIsToldToAll().
//
// Begin() and End() by anyone; EpochIs...() by the owner of the slot; memory() is read by the shim.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

#include "runtime/settled.h"
#include "runtime/slots.h"

namespace raddle::runtime {

class Hush {
 public:
  Hush(Slots& slots, Settled& settled) : slots_(slots), settled_(settled) {}

  void Begin() {
    const std::lock_guard guard(mutex_);
    if (nobody_asks_.load() != 0) return;
    all_are_told_.store(true);
    for (Slot slot = 0; slot < slots_.used(); ++slot) settled_.Raise(slot, slots_[slot].over.load());
    nobody_asks_.store(1);
  }
  void End() {
    const std::lock_guard guard(mutex_);
    nobody_asks_.store(0);
    all_are_told_.store(false);
  }

  // All that the slot's owner did up to and in that epoch was released, or its owner has ended.
  void EpochIsOver(SlotData& slot, Clock epoch) {
    slot.over.store(epoch);
    if (all_are_told_.load()) settled_.Raise(slot.index(), epoch);
  }

  // The same for a thread that has seen that nobody asks.
  void EpochIsToldToAll(SlotData& slot, Clock epoch) { settled_.Raise(slot.index(), epoch); }

  bool IsOn() const { return nobody_asks_.load() != 0; }
  // A word that is not 0 while nobody asks.
  const void* memory() const { return &nobody_asks_; }

 private:
  Slots& slots_;
  Settled& settled_;
  std::mutex mutex_;
  std::atomic<bool> all_are_told_{false};
  std::atomic<uint32_t> nobody_asks_{0};
};

}  // namespace raddle::runtime
