// Runtime: the state that all threads share. There is one for a JVM, one for a replay, one for a test.
#pragma once

#include "runtime/hush.h"
#include "runtime/lockset.h"
#include "runtime/settled.h"
#include "runtime/slots.h"

namespace raddle::runtime {

// Which edges make an access visible to RACER, besides program order and forks (thread_state.h).
enum class Visibility : uint8_t {
  kAllButLocks,
  kForkOnly,  // strict
};

// Which part of the order that locks make is needed.
enum class LockOrder : uint8_t {
  kNone,
  kNotified,  // only what a notifying thread tells those that wait
  kFull,
};

struct Runtime {
  explicit Runtime(Visibility which = Visibility::kAllButLocks, bool reuse_slots_early = true, Slot slot_limit = kSlots,
                   Clock last_clock = kLastClock, bool settle = false)
      : visibility(which), slots(reuse_slots_early, slot_limit, last_clock), settled(settle) {}

  static constexpr uint32_t kNever = ~0u;

  const Visibility visibility;
  LightHistory::NameOfSite name_of_site = [](SiteId) { return VariableId(); };  // set before the first thread
  bool own_words = true;      // the shim may make a thread's own words by itself; set before the first thread
  uint32_t common_after = 3;  // after so many records of one step, the next becomes common; set before
                              // the first thread
  LockOrder lock_order = LockOrder::kFull;  // set before the first thread
  bool epochs_go_on = false;                // ThreadState::still; set before the first thread
  bool asks_what_was_visible = false;       // ThreadState::visible_at_request is called; set before the first thread
  Slots slots;
  Settled settled;
  LocksetTable locksets;
  Windows windows;
  Hush hush{slots, settled};
};

}  // namespace raddle::runtime
