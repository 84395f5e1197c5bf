// Time as the detectors count it: slots, clocks, steps.
//
// A thread owns a *slot* (slots.h) and counts a *clock* there: its epoch, which advances when it releases something.
// Within an epoch each access that reaches the slow path is a *step*, numbered from 1. Steps exist for one purpose:
// after a race, schedulable happens-before orders a read after the write it saw, and after nothing that the writer did
// later in the same epoch.
//
// A Time is (clock, step) as one number, so that later is greater. Whoever learns of a release made in epoch c knows (c
// + 1, 0): all of epoch c and nothing of the next.
#pragma once

#include <cassert>
#include <compare>
#include <cstdint>

namespace raddle::runtime {

using Slot = uint32_t;
using Clock = uint32_t;

inline constexpr int kSlotBits = 14;
inline constexpr int kClockBits = 26;
inline constexpr int kStepBits = 24;
static_assert(kSlotBits + kClockBits + kStepBits == 64);

inline constexpr Slot kSlots = 1u << kSlotBits;
inline constexpr Slot kNoSlot = ~0u;
inline constexpr Clock kLastClock = (1u << kClockBits) - 1;
inline constexpr uint32_t kLastStep = (1u << kStepBits) - 1;  // further steps of an epoch count as this one

class Time {
 public:
  constexpr Time() = default;  // before everything
  constexpr Time(Clock clock, uint32_t step) : value_(uint64_t{clock} << kStepBits | step) {
    assert(clock <= kLastClock + 1 && step <= kLastStep);
  }
  static constexpr Time FromValue(uint64_t value) {
    Time time;
    time.value_ = value;
    return time;
  }

  constexpr uint64_t value() const { return value_; }
  constexpr Clock clock() const { return static_cast<Clock>(value_ >> kStepBits); }
  constexpr uint32_t step() const { return static_cast<uint32_t>(value_) & kLastStep; }
  constexpr auto operator<=>(const Time&) const = default;

 private:
  uint64_t value_ = 0;
};

// A time in a slot: names one access, or one epoch if the step is 0 (which no access has).
class Moment {
 public:
  constexpr Moment() = default;  // none
  constexpr Moment(Slot slot, Time time) : value_(uint64_t{slot} << (64 - kSlotBits) | time.value()) {
    assert(slot < kSlots && time.clock() <= kLastClock);
  }

  constexpr explicit operator bool() const { return value_ != 0; }
  constexpr Slot slot() const { return static_cast<Slot>(value_ >> (64 - kSlotBits)); }
  constexpr Time time() const { return Time::FromValue(value_ & (~uint64_t{0} >> kSlotBits)); }
  constexpr bool operator==(const Moment&) const = default;

 private:
  uint64_t value_ = 0;  // clocks start at 1, so no moment is 0
};

static_assert(sizeof(Moment) == 8);
static_assert(Moment(kSlots - 1, Time(kLastClock, kLastStep)).slot() == kSlots - 1);
static_assert(Moment(kSlots - 1, Time(kLastClock, kLastStep)).time() == Time(kLastClock, kLastStep));

}  // namespace raddle::runtime
