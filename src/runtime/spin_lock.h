// SpinLock: a lock of one byte for things that are held for a few dozen instructions: a record, a sync object, a
// history.
//
// Never held while calling out, with one exception: a record's lock is held while its race is reported. A waiter that
// does not get the lock soon yields, since its holder may have lost the processor.
#pragma once

#include <sched.h>

#include <atomic>

namespace raddle::runtime {

class SpinLock {
 public:
  void lock() {
    if (!taken_.exchange(true, std::memory_order_acquire)) [[likely]]
      return;
    LockSlowly();
  }
  void unlock() { taken_.store(false, std::memory_order_release); }

 private:
  void LockSlowly() {
    for (int tries = 0;; ++tries) {
      if (!taken_.load(std::memory_order_relaxed) && !taken_.exchange(true, std::memory_order_acquire)) return;
      if (tries < 64) {
        __builtin_ia32_pause();
      } else {
        sched_yield();
      }
    }
  }

  std::atomic<bool> taken_{false};
};

static_assert(sizeof(SpinLock) == 1);

}  // namespace raddle::runtime
