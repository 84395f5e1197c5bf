// Race: what a detector has to say, as data. Making text, findings and files of it is for src/report.
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

// Where races go. Called by the racing thread, with the record's lock held and no other: it must not touch watched
// variables or wait for a thread that might. Called by several threads at once.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void Found(const Race& race) = 0;
};

}  // namespace raddle::detect
