#include "detect/eraser/eraser.h"

#include <algorithm>

namespace raddle::detect {

Eraser::State Eraser::Next(const Part& part, AccessKind kind, bool same_thread) {
  bool write = kind == AccessKind::kWrite;
  switch (part.state) {
    case State::kVirgin:
      return write ? State::kExclusiveModified : State::kVirgin;
    case State::kExclusiveModified:
      if (same_thread) return State::kExclusiveModified;
      return write ? State::kSharedModified : State::kShared;
    case State::kShared:
      return write ? State::kSharedModified : State::kShared;
    case State::kSharedModified:
      return State::kSharedModified;
  }
  return State::kSharedModified;
}

// Reads leave a variable Virgin, whoever makes them. Nothing else is ever forgotten.
bool Eraser::CanForget(std::span<const Past> past, const Now&) const {
  return std::ranges::none_of(past, [](const Past& each) { return each.mark.IsWrite(); });
}

void Eraser::Remember(void* memory, const Past& past) {
  Part& part = *static_cast<Part*>(memory);
  part.state = Next(part, past.mark.kind, true);
  part.owner = past.thread;
  part.accesses.Add(past.mark);
}

void Eraser::OnAccess(void* memory, const Now& now) {
  Part& part = *static_cast<Part*>(memory);
  part.state = Next(part, now.mark.kind, part.owner == now.thread.id());
  if (part.state == State::kExclusiveModified) part.owner = now.thread.id();
  if (part.state == State::kShared || part.state == State::kSharedModified) {
    part.lockset = locksets_.Intersect(part.lockset, locksets_.Protecting(now.mark.kind, now.mark.locks));
  }
  if (part.state == State::kSharedModified && part.lockset == runtime::kNoLocks && !part.reported) {
    part.reported = true;
    Report(now.variable, part.accesses.Beside(now.mark, locksets_), now.mark);
  }
  part.accesses.Add(now.mark);
}

}  // namespace raddle::detect
