#include "detect/racer/strict_racer.h"

#include <algorithm>

namespace raddle::detect {

// The reset to Virgin has been done by whoever asks.
StrictRacer::State StrictRacer::Next(const Part& part, AccessKind kind, bool same_thread) {
  bool write = kind == AccessKind::kWrite;
  switch (part.state) {
    case State::kVirgin:
      return write ? State::kExclusiveModified : State::kExclusive;
    case State::kExclusive:
      if (same_thread) return write ? State::kExclusiveModified : State::kExclusive;
      return write ? State::kSharedModified : State::kShared;
    case State::kExclusiveModified:
      return same_thread ? State::kExclusiveModified : State::kSharedModified;
    case State::kShared:
      return write ? State::kSharedModified : State::kShared;
    case State::kSharedModified:
      return State::kSharedModified;
  }
  return State::kSharedModified;
}

void StrictRacer::Enter(Part& part, State state, ThreadId thread, const Mark& mark) {
  part.state = state;
  part.owner = thread;
  part.last = mark.moment;
  part.lockset = locksets_.Intersect(part.lockset, locksets_.Protecting(mark.kind, mark.locks));
}

// A hand-over, after which the machine is where it would be had the variable been Virgin.
bool StrictRacer::CanForget(std::span<const Past> past, const Now& now) const {
  return std::ranges::all_of(past, [&](const Past& each) {
    bool moved = each.thread == now.thread.id();  // to another slot: no hand-over, the same thread goes on
    return !moved && now.thread.Sees(each.mark.moment);
  });
}

void StrictRacer::Remember(void* memory, const Past& past) {
  Part& part = *static_cast<Part*>(memory);
  Enter(part, Next(part, past.mark.kind, true), past.thread, past.mark);
  part.since_virgin.Add(past.mark);
}

void StrictRacer::OnAccess(void* memory, const Now& now) {
  Part& part = *static_cast<Part*>(memory);
  bool exclusive = part.state == State::kExclusive || part.state == State::kExclusiveModified;
  bool same_thread = part.owner == now.thread.id();
  if (exclusive && !same_thread && now.thread.Sees(part.last)) {
    part.state = State::kVirgin;
    part.lockset = runtime::kAllLocks;
    part.since_virgin.Clear();
  }
  Enter(part, Next(part, now.mark.kind, same_thread), now.thread.id(), now.mark);
  if (part.state == State::kSharedModified && part.lockset == runtime::kNoLocks && !part.reported) {
    part.reported = true;
    Report(now.variable, part.since_virgin.Beside(now.mark, locksets_), now.mark);
  }
  part.since_virgin.Add(now.mark);
}

}  // namespace raddle::detect
