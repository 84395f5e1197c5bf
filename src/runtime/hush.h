// Hush: the times in which nobody is told who synchronised with whom.
//
// Where hot code is passed over (windows.h), what is left is the price of synchronisation: to find what is known of a lock,
// and to compare. In a hush that is left out, too: an acquire teaches nothing, and whatever a thread releases, publishes or
// leaves behind, all threads are taken to know from then on (settled.h). That is more than they do know, so it may hide a
// race between accesses with a release of the first one's thread in between, and makes none: of two accesses that are
// ordered the first one's thread has released something behind it, with which the order began.
//
// So that nothing is lost between the two ways to tell, releases are told to all before acquires cease to ask, and acquires
// ask again before releases cease to be told to all:
//
//   Begin():  told to all ── every epoch that is over is settled ── nobody asks
//   End():    all ask ── told to each lock and channel alone
//
// An epoch that ends meanwhile is settled by its thread, which looks at this behind it, or is found over by Begin(), which
// looks at it behind setting this. Who takes a lock looks behind it, so at a state no older than that which the one who
// left the lock acted by.
//
// A thread that releases something looks first whether anybody asks, and if nobody does, leaves nothing at the lock or channel. By
// the time that it ends its epoch the hush may be over; all are taken to know of it all the same, or nobody ever would:
// EpochIsToldToAll().
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

  // The same by who has seen that nobody asks.
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
