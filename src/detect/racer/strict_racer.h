// Strict racer: the state machine of Fig. 9b of the RACER paper, to the letter. Named `racer` in its reports.
//
// States are Virgin, Exclusive(t,i), ExclusiveModified(t,i), Shared and SharedModified. A lockset is refined by every
// access from the first on (§4.6, step 1), and a report is made when it is empty in SharedModified. If the period of
// the last access is visible to an access of another thread, that access resets the variable to Virgin: the lockset is
// full again, and the accesses before are no longer named. *Visible* means what §4.5 says, by way of the visibility
// clock in its strict setting: forks and nothing else.
//
// An access that is not visible leads from ExclusiveModified to SharedModified even if it is a read: §4.7 relies on
// that for Fig. 10. A lock held for reading protects reads only. A variable is reported once, with the access that
// emptied its lockset and the latest fitting access before it since the variable was Virgin.
//
// May miss: accesses before a hand-over, which it forgets, against those of third threads. Reports a variable once.
//
// May falsely report: whatever is ordered by joins, volatiles, atomics, latches, queues, waits on conditions; a single
// writer's reads without its lock (§6, `roller`); variables locked in one phase of a program and not in another.
#pragma once

#include "detect/detector.h"
#include "detect/suspects.h"

namespace raddle::detect {

class StrictRacer final : public Detector {
 public:
  StrictRacer(Reporter& reporter, runtime::LocksetTable& locksets) : Detector(reporter), locksets_(locksets) {}

  std::string_view name() const override { return "racer"; }
  Grade grade() const override { return Grade::kPredicted; }
  runtime::PartLayout part() const override { return PartOf<Part>(); }
  bool CanForget(std::span<const Past> past, const Now& now) const override;
  void Remember(void* part, const Past& past) override;
  void OnAccess(void* part, const Now& now) override;

 private:
  enum class State : uint8_t { kVirgin, kExclusive, kExclusiveModified, kShared, kSharedModified };

  struct Part {
    State state = State::kVirgin;
    bool reported = false;
    LocksetId lockset = runtime::kAllLocks;
    ThreadId owner;  // t of the exclusive states
    Moment last;     // stands for (t, i): the period of the last access
    Suspects since_virgin;
  };

  static State Next(const Part& part, AccessKind kind, bool same_thread);
  void Enter(Part& part, State state, ThreadId thread, const Mark& mark);

  runtime::LocksetTable& locksets_;
};

}  // namespace raddle::detect
