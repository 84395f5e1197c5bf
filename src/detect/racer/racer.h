// racer: the pairs of accesses that another schedule of this run can bring together. RACER (Bodden and Havelund, 2010)
// with the synchronisation that §4.5 leaves out, and per pair of accesses rather than per variable.
//
// A prediction is a pair of accesses to one variable by different threads, at least one of them a write, with no lock
// that keeps them apart, where the earlier is not visible to the later: no chain of forks, joins, volatiles, atomics,
// latches, queues, notifications, interrupts or class initialisations leads from one to the other. The order in which
// threads took a lock is left out on purpose: the next run may have it the other way round. With one exception:
// an object that is handed over. Who reads a reference, or takes from a collection, under the lock under which another
// thread put it there, has it from that thread, in any schedule; what that thread did before is visible to it. (Fig. 9b
// reports what is then done with the object.) A boolean counts as one: who reads under the lock that something is done,
// or is nobody's any more, goes on for that reason. A number does not: most are counts, which each thread adds to.
//
// Fig. 9b reduces a variable to one state and one lockset, which accuses correct programs in two ways. A thread that
// alone writes a variable, always under the lock, and also reads it without, empties the lockset (§6, `roller`): here
// its reads conflict with nobody's. And one phase with locks may follow another without, separated by a join or a
// barrier: here accesses that are visible do not count.
//
// Of all accesses only those are kept that no other makes superfluous: an older one visible to a newer one that is at
// least as strong and holds a subset of its locks is dropped. Whatever forms a pair with the older forms one with the
// newer: nothing is lost. At most kMost accesses are kept; then the oldest of those that are most alike (same kind,
// same locks) goes.
//
// May miss: pairs whose first access had to go. Pairs that only show when a branch goes another way. Accesses of
// threads without a slot, and across slots used again (runtime/slots.h). Where accesses are passed over now and then, pairs
// with such a time between them (runtime/windows.h).
//
// May falsely report: two accesses that are ordered by what the threads know rather than by synchronisation, such as a
// number under a lock that says how far another is. Also two accesses on branches that exclude each other. And what is
// handed over where the thread had used that variable in the same epoch before, without the lock: the second time is
// not looked at.
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
