// Mark: what is kept of an access once it is over. Slot and clock tell which thread made it.
#pragma once

#include "event/event.h"
#include "runtime/lockset.h"
#include "runtime/time.h"

namespace raddle::detect {

using event::AccessKind;
using runtime::LocksetId;
using runtime::Moment;

struct Mark {
  Moment moment;
  LocksetId locks;  // held at the access
  SiteId site;
  StackId stack;
  AccessKind kind = AccessKind::kRead;
  bool exact = true;      // false: the step within the epoch is not known, and moment has the first
  bool in_order = false;  // racer: it was compared with all that were kept before it, and no pair was reported

  explicit operator bool() const { return static_cast<bool>(moment); }
  bool IsWrite() const { return kind == AccessKind::kWrite; }
};

static_assert(sizeof(Mark) == 24, "records hold several of these");

inline bool Conflict(const Mark& a, const Mark& b) {
  return a.IsWrite() || b.IsWrite();
}
inline bool AtLeastAsStrong(const Mark& a, const Mark& b) {
  return a.IsWrite() || !b.IsWrite();
}
inline bool SameEpoch(const Mark& a, const Mark& b) {
  return a.moment.slot() == b.moment.slot() && a.moment.time().clock() == b.moment.time().clock();
}

}  // namespace raddle::detect
