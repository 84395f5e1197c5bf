// Runtime: what all threads share. One for a JVM, one for a replay, one for a test.
#pragma once

#include "runtime/lockset.h"
#include "runtime/slots.h"

namespace raddle::runtime {

// Which edges make an access visible to RACER, besides program order and forks (thread_state.h).
enum class Visibility : uint8_t {
  kAllButLocks,
  kForkOnly,  // strict
};

struct Runtime {
  explicit Runtime(Visibility which = Visibility::kAllButLocks, bool reuse_slots_early = true, Slot slot_limit = kSlots,
                   Clock last_clock = kLastClock)
      : visibility(which), slots(reuse_slots_early, slot_limit, last_clock) {}

  const Visibility visibility;
  Slots slots;
  LocksetTable locksets;
};

}  // namespace raddle::runtime
