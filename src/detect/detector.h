// Detector: the contract between the runtime and whatever looks for trouble in the stream of events.
//
// Many detectors watch one run. Each detector has a part of its own in the record of a variable. Accesses reach it
// through that record, under the record's lock. A variable that only one thread uses has no record, and no detector is
// told of its accesses until it gets one. Then Remember() is called for each earlier access that still matters, oldest
// first, and OnAccess() for the access that made the record necessary. Two promises of the detectors make that
// possible:
//
// - While one thread uses a variable, all that must be remembered of a set of accesses made with the same locks is the
//   last write and the last read after it. An access that is at least as strong and holds no further lock makes the
//   earlier ones of the same thread irrelevant.
// - A second access by one thread in one epoch, no stronger than the first, changes nothing if nobody else has touched
//   the variable between them.
//
// The other events (observer.h) reach every detector that asks for them. One that needs no accesses at all is an
// Observer and nothing more.
//
// Threads: OnAccess and Remember are called with the record locked, or not yet reachable by anyone else. A detector
// does not throw, and reports through the Reporter it was made with.
//
// The header of every detector says what it may miss and what it may falsely report.
#pragma once

#include <span>
#include <string_view>

#include "detect/mark.h"
#include "detect/observer.h"
#include "detect/race.h"
#include "detect/reporter.h"
#include "runtime/record.h"
#include "runtime/settled.h"
#include "runtime/thread_state.h"

namespace raddle::detect {

// An access that a word remembered.
struct Past {
  Mark mark;
  ThreadId thread;                     // none: not known any more
  runtime::VectorClock writers_clock;  // of a write: the writer's full clock at it, or one that covers it
};

// The access that is being made.
struct Now {
  ThreadState& thread;
  Mark mark;
  VariableKey variable;
  bool carries_objects = false;
};

class Detector : public Observer {
 public:
  explicit Detector(Reporter& reporter) : reporter_(reporter) {}

  virtual std::string_view name() const = 0;
  virtual Grade grade() const = 0;
  virtual RaceKind kind() const { return RaceKind::kDataRace; }

  // What it keeps in each record.
  virtual runtime::PartLayout part() const = 0;

  // All of the past is in `past`. If another thread's access comes now: is the state the same as if it were the first?
  virtual bool CanForget(std::span<const Past> past, const Now& now) const = 0;

  // Can all that the part remembers race with nothing to come? Never, for one that looks at more than that.
  virtual bool IsSettled(const void*, const runtime::Settled&) const { return false; }

  virtual void Remember(void* part, const Past& past) = 0;
  virtual void OnAccess(void* part, const Now& now) = 0;

  virtual bool wants_events() const { return false; }

 protected:
  void Report(const VariableKey& variable, const Mark& earlier, const Mark& later) const {
    reporter_.Report(*this, variable, earlier, later);
  }

 private:
  Reporter& reporter_;
};

// A part of type T, made by its default constructor.
template <typename T>
runtime::PartLayout PartOf() {
  static_assert(alignof(T) <= 8);
  return {sizeof(T), [](void* at) { new (at) T; }, [](void* at) { static_cast<T*>(at)->~T(); },
          [](void* to, const void* from) { *static_cast<T*>(to) = *static_cast<const T*>(from); }};
}

}  // namespace raddle::detect
