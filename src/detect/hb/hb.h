// hb: happens-before with epochs (Flanagan and Freund's FastTrack, 2009) over the full clock.
//
// For each variable it keeps the last write and the reads since. As long as each read is ordered after the one before,
// that is one read; once they are concurrent, it is a list. A race that this run has had is an access that is not
// ordered after the last write, or a write that is not ordered after the reads since.
//
// After the first race of a run the order is *schedulable* happens-before (Mathur, Kini and Viswanathan, 2018): a read
// comes after the write it saw, even if nothing but that read orders them. So for each race found later there is a
// schedule that has it without first changing what an earlier read saw. Only a racing read brings a new edge, so only
// it pays: the record shares the writer's clock instead of copying it. Steps (runtime/time.h) keep the edge from
// covering what the writer did after the write. So two fields that are written one after the other without a lock, and
// read in that order by another thread, are two races. Read in the opposite order they are one: whoever has seen the
// second write comes after the first.
//
// May miss: what this run's schedule happened to order. Of a variable that has had a race, a second race with any write
// but the last, or with reads that a write was ordered after. Where a writer's step or clock is no longer known, more
// is ordered than should be. Accesses that the fast path skipped have no step of their own: in the same epoch as a
// racing write they count as made before it. Accesses of threads without a slot, and across slots used again
// (runtime/slots.h).
//
// May falsely report: nothing, if every edge of the program reaches the runtime. A missing edge is a false alarm.
#pragma once

#include "detect/detector.h"
#include "detect/mark_list.h"

namespace raddle::detect {

class Hb final : public Detector {
 public:
  using Detector::Detector;

  std::string_view name() const override { return "hb"; }
  Grade grade() const override { return Grade::kObserved; }
  runtime::PartLayout part() const override { return PartOf<Part>(); }
  bool CanForget(std::span<const Past> past, const Now& now) const override;
  bool IsSettled(const void* part, const runtime::Settled& settled) const override;
  void Remember(void* part, const Past& past) override;
  void OnAccess(void* part, const Now& now) override;

 private:
  struct Part {
    Mark write;
    Mark read;                           // the only read since, unless `reads` has any
    MarkList reads;                      // concurrent reads since
    runtime::VectorClock writers_clock;  // at `write`, without the writer's own component
  };

  void OnRead(Part& part, const Now& now) const;
  void OnWrite(Part& part, const Now& now) const;
};

}  // namespace raddle::detect
