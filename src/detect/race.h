// Race: what a detector has found, as data. src/report turns it into text, findings and files.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "event/event.h"
#include "runtime/lockset.h"

namespace raddle::detect {

enum class Grade : uint8_t { kObserved, kPredicted };
enum class RaceKind : uint8_t { kDataRace, kObjectRace, kHighLevelRace, kAtomicityViolation, kDeadlock };

struct RaceAccess {
  event::AccessKind op;
  ThreadId thread;  // none: the slot has had too many owners since
  SiteId site;      // none: the thread's history no longer has it
  StackId stack;    // none: as above, or the caller gave none
  std::vector<runtime::HeldLock> locks;
  bool locks_known = true;
};

struct Race {
  std::string_view detector;
  Grade grade;
  RaceKind kind = RaceKind::kDataRace;
  VariableKey variable;
  RaceAccess earlier;
  RaceAccess later;
};

// Where something was done. None: nobody could tell.
struct Place {
  SiteId site = {};
  StackId stack = {};
  MethodId method = {};
  bool exact = true;  // false: of an earlier time that the same thread took the same lock, or was there

  bool known() const { return site.valid() || stack.valid(); }
};

// One thread's part in a deadlock: it holds one lock and asks for another.
struct LockStep {
  ThreadId thread;
  runtime::HeldLock held;
  Place held_at;
  runtime::HeldLock wanted;
  Place wanted_at;
  std::vector<runtime::HeldLock> locks;  // all it holds when it asks, in the order it took them
};

// Each wants what the next one holds, the last what the first holds.
struct LockCycle {
  std::vector<LockStep> steps;
};

// A critical section: the variables it touched, of whichever objects.
struct ViewSection {
  ThreadId thread;
  Place at;
  std::vector<VariableId> view;
};

// One thread treats variables as one, another takes them apart.
struct ViewConflict {
  LockId lock;
  ViewSection whole;
  std::vector<ViewSection> parts;  // all of one thread
};

// Where races go. Called by the racing thread, with the record's lock held and no other: it must not touch watched
// variables or wait for a thread that might. Called by several threads at once.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void Found(const Race& race) = 0;
  virtual void FoundDeadlock(const LockCycle&) {}
  virtual void FoundHighLevelRace(const ViewConflict&) {}

  // Where the current thread is, if whoever gives the events knows. Asked for rarely: it may cost microseconds.
  virtual Place Here() { return {}; }

  // Whether the name is that of elements of arrays, all of one type.
  virtual bool IsOfElements(VariableId) { return false; }

  virtual bool IsInConstructor(SiteId) { return false; }
};

}  // namespace raddle::detect
