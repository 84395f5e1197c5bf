// racer: the pairs of accesses that another schedule of this run can bring together. RACER (Bodden and Havelund, 2010),
// with the synchronisation that §4.5 leaves out, and for pairs of accesses rather than for variables.
//
// A prediction is a pair of accesses to one variable by different threads, at least one of them a write, with no lock
// that keeps them apart, where the earlier is not *visible* to the later: no chain of forks, joins, volatiles, atomics,
// latches, queues, notifications, interrupts or class initialisations leads from one to the other. The order in which
// threads took a lock is left out on purpose, since the next run may have it the other way round. There is one
// exception: an object that is handed over under a lock. If a thread reads a reference, or takes it from a collection,
// under the lock under which another thread put it there, then it has the reference from that thread in any schedule,
// and what that thread did before is visible to it. (Fig. 9b reports what is then done with the object.)
//
// Fig. 9b reduces a variable to one state and one lockset, which accuses correct programs in two ways. First, a thread
// that alone writes a variable, always under the lock, and also reads it without the lock, empties the lockset (§6,
// `roller`); here its reads conflict with nobody's. Second, a phase with locks may follow a phase without, separated by
// a join or a barrier; here accesses that are visible do not count.
//
// An older access is dropped if it is visible to a newer one that is at least as strong and holds a subset of its
// locks. Whatever forms a pair with the older one forms one with the newer, so nothing is lost. At most kMost accesses
// are kept; when there are more, the oldest of those that are most alike (same kind, same locks) goes.
//
// May miss: pairs whose first access had to go. Pairs that only show when a branch goes another way. Accesses of
// threads without a slot, and across slots used again (runtime/slots.h). Pairs with a time between them in which
// accesses were passed over (runtime/windows.h).
//
// May falsely report: two accesses that are ordered by what the threads know rather than by synchronisation, such as a
// flag of a primitive type under a lock. Two accesses on branches that exclude each other. What is done with an object
// that was handed over, if the receiving thread had used the variable before in the same epoch without the lock,
// because its second access is not looked at.
#pragma once

#include "detect/detector.h"
#include "detect/mark_list.h"
#include "runtime/runtime.h"

namespace raddle::detect {

class Racer final : public Detector {
 public:
  static constexpr uint32_t kMost = 16;

  Racer(Reporter& reporter, runtime::Runtime& runtime)
      : Detector(reporter), runtime_(runtime), locksets_(runtime.locksets) {}

  std::string_view name() const override { return "racer"; }
  Grade grade() const override { return Grade::kPredicted; }
  runtime::PartLayout part() const override { return PartOf<MarkList>(); }
  bool CanForget(std::span<const Past> past, const Now& now) const override;
  bool IsSettled(const void* part, const runtime::Settled& settled) const override;
  void Remember(void* part, const Past& past) override;
  void OnAccess(void* part, const Now& now) override;

 private:
  void TakeOver(const MarkList& kept, const Now& now) const;
  // All that was done since the access was told.
  bool IsKnownSince(const Mark& older) const;
  bool MakesSuperfluous(const Now& now, const Mark& older) const;
  void Keep(MarkList& kept, const Mark& mark) const;

  runtime::Runtime& runtime_;
  const runtime::LocksetTable& locksets_;
};

}  // namespace raddle::detect
