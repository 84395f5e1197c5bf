// Windows: the times in which every access is told.
//
// Where hot code is looked at only at times (agent/phases.h), its accesses at other times are passed over. A detector
// that asks only what happened before what says nothing false because of that. But racer is different: it takes an
// object that was handed over under a lock for visible to the thread that got it. If the hand-over was passed over,
// racer sees two accesses with nothing between them. So racer predicts only from pairs of accesses between which it
// knows everything that happened: both must lie in one window. The first window begins with the program.
//
// A thread notes in its slot the first access that it makes in a window. What is told of the slot before that, or in
// the same epoch, counts as outside the window: that epoch may have begun before the window, and not every access in it
// knows its step. So such accesses are missed, but never wrongly used.
//
// Any thread.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/time.h"

namespace raddle::runtime {

// The epoch of a slot's first access in the last window that it made one in. Written by the slot's owner.
class InWindow {
 private:
  friend class Windows;
  std::atomic<uint32_t> window_{0};
  std::atomic<Clock> first_{0};
};

class Windows {
 public:
  // Close: from now on, accesses are passed over. Open: from now on, none is.
  void Close() { now_.store(kClosed, std::memory_order_release); }
  void Open() { now_.store(++last_, std::memory_order_release); }

  // A word that is 0 while they are closed, for the shim.
  const void* memory() const { return &now_; }
  bool IsOpen() const { return now_.load(std::memory_order_relaxed) != kClosed; }
  // The number of the window; 0: there is none.
  uint32_t number() const { return now_.load(std::memory_order_acquire); }

  // The owner of the slot makes an access.
  void Note(InWindow& slot, Time now) const {
    const uint32_t window = now_.load(std::memory_order_acquire);
    if (window <= kFirst || slot.window_.load(std::memory_order_relaxed) == window) return;
    slot.window_.store(kClosed, std::memory_order_release);  // or others would take the old time for the new window's
    slot.first_.store(now.clock(), std::memory_order_release);
    slot.window_.store(window, std::memory_order_release);
  }

  // Whether nothing was passed over since that access of the slot.
  bool Cover(const InWindow& slot, Time access) const {
    const uint32_t window = now_.load(std::memory_order_acquire);
    if (window <= kFirst) return window == kFirst;
    return slot.window_.load(std::memory_order_acquire) == window &&
           access.clock() > slot.first_.load(std::memory_order_acquire);
  }

 private:
  static constexpr uint32_t kClosed = 0, kFirst = 1;

  std::atomic<uint32_t> now_{kFirst};
  uint32_t last_ = kFirst;  // only for the thread that opens and closes
};

}  // namespace raddle::runtime
