// eraser: the state machine of Savage et al. (1997) as Fig. 9a of the RACER paper draws it, for comparison.
//
// A variable is Virgin until the first write; ExclusiveModified(t) while only its writer t uses it; then Shared while
// others only read it, and SharedModified once one of them writes. The lockset starts full when the variable leaves the
// exclusive state, and every access from then on refines it. When it is empty in SharedModified, the variable is
// reported, once. A lock held for reading protects reads only.
//
// May miss: whatever is wrong with the initialisation. Accesses of the first writer before anyone else came are not
// checked at all, and a variable written by one thread and read by others is never reported (Fig. 10).
//
// May falsely report: everything that is ordered by anything but locks. It knows no forks and no joins.
#pragma once

#include "detect/detector.h"
#include "detect/suspects.h"

namespace raddle::detect {

class Eraser final : public Detector {
 public:
  Eraser(Reporter& reporter, runtime::LocksetTable& locksets) : Detector(reporter), locksets_(locksets) {}

  std::string_view name() const override { return "eraser"; }
  Grade grade() const override { return Grade::kPredicted; }
  runtime::PartLayout part() const override { return PartOf<Part>(); }
  bool CanForget(std::span<const Past> past, const Now& now) const override;
  void Remember(void* part, const Past& past) override;
  void OnAccess(void* part, const Now& now) override;

 private:
  enum class State : uint8_t { kVirgin, kExclusiveModified, kShared, kSharedModified };

  struct Part {
    State state = State::kVirgin;
    bool reported = false;
    LocksetId lockset = runtime::kAllLocks;
    ThreadId owner;  // t of ExclusiveModified(t)
    Suspects accesses;
  };

  static State Next(const Part& part, AccessKind kind, bool same_thread);

  runtime::LocksetTable& locksets_;
};

}  // namespace raddle::detect
