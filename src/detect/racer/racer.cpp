#include "detect/racer/racer.h"

#include <algorithm>

namespace raddle::detect {

bool Racer::MakesSuperfluous(const Now& now, const Mark& older) const {
  return AtLeastAsStrong(now.mark, older) && now.thread.Sees(older.moment) &&
         locksets_.Subset(now.mark.locks, older.locks);
}

void Racer::TakeOver(const MarkList& kept, const Now& now) const {
  for (const Mark& put : kept.all()) {
    const bool handed_over = put.IsWrite() && !now.thread.Sees(put.moment) && now.thread.Knows(put.moment) &&
                             locksets_.Excludes(put.locks, now.mark.locks);
    if (!handed_over) continue;
    // Of an epoch whose steps are not known all may have come first.
    const runtime::SlotData& slot = runtime_.slots[put.moment.slot()];
    const runtime::Clock clock = put.moment.time().clock();
    const runtime::Time end = put.exact ? put.moment.time() : runtime::Time(clock, runtime::kLastStep);
    const runtime::Time asked = put.exact ? put.moment.time() : runtime::Time(clock, 0);
    now.thread.SeeAfter(Moment(put.moment.slot(), end), slot.history.ClockAt(asked));
  }
}

bool Racer::CanForget(std::span<const Past> past, const Now& now) const {
  return std::ranges::all_of(past, [&](const Past& each) { return MakesSuperfluous(now, each.mark); });
}

bool Racer::IsSettled(const void* part, const runtime::Settled& settled) const {
  return std::ranges::all_of(static_cast<const MarkList*>(part)->all(),
                             [&](const Mark& mark) { return settled.Covers(mark.moment); });
}

void Racer::Remember(void* part, const Past& past) {
  Keep(*static_cast<MarkList*>(part), past.mark);
}

// An access like one of the thread's own that had nothing to report will have nothing to report about what was there
// then: the locks are the same, and what is visible only grows. So the search ends there, as long as there is room.
void Racer::OnAccess(void* part, const Now& now) {
  MarkList& kept = *static_cast<MarkList*>(part);
  if (now.carries_objects) TakeOver(kept, now);
  Mark mark = now.mark;
  mark.in_order = true;
  for (uint32_t i = kept.size(); i > 0; --i) {
    const Mark& older = kept[i - 1];
    const bool known = older.in_order && kept.size() < kMost && older.kind == mark.kind && older.locks == mark.locks &&
                       now.thread.IsOwn(older.moment);
    bool visible = now.thread.Sees(older.moment);  // so are all accesses of the thread itself
    if (!visible && Conflict(older, mark) && !locksets_.Excludes(older.locks, mark.locks) && IsKnownSince(older)) {
      Report(now.variable, older, now.mark);
      mark.in_order = false;
    }
    if (MakesSuperfluous(now, older)) kept.Erase(i - 1);
    if (known) break;
  }
  Keep(kept, mark);
}

bool Racer::IsKnownSince(const Mark& older) const {
  return runtime_.windows.Cover(runtime_.slots[older.moment.slot()].in_window, older.moment.time());
}

void Racer::Keep(MarkList& kept, const Mark& mark) const {
  // Within one epoch two accesses are visible to the same others, so the newer can be the superfluous one.
  for (const Mark& other : kept.all()) {
    if (SameEpoch(other, mark) && AtLeastAsStrong(other, mark) && locksets_.Subset(other.locks, mark.locks)) return;
  }
  kept.Add(mark);
  if (kept.size() <= kMost) return;
  uint32_t victim = 0, most_alike = 0;
  for (uint32_t i = 0; i < kept.size(); ++i) {
    uint32_t alike = 0;
    bool oldest = true;
    for (uint32_t j = 0; j < kept.size(); ++j) {
      if (kept[j].kind != kept[i].kind || kept[j].locks != kept[i].locks) continue;
      ++alike;
      oldest &= j >= i;
    }
    if (oldest && alike > most_alike) victim = i, most_alike = alike;
  }
  kept.Erase(victim);
}

}  // namespace raddle::detect
