// Flags: booleans that work as locks, because they are tested and set under one.
//
//   synchronized boolean enter() { if (busy) return false; busy = true; return true; }
//   synchronized void leave() { busy = false; }
//
// Whoever finds the flag unset and sets it, in one critical section, is alone until somebody unsets it. One place sets
// it so, and it is unset under the same lock; static flags, and those of `this`. Whoever unsets it is taken to be the
// one who set it, as with compareAndSet.
//
// A flag that is set for good, always under one lock, is the end of something:
//
//   synchronized void add(Job job) { if (ended) return; jobs.add(job); }
//   void end() { synchronized (this) { ended = true; } for (Job job : jobs) job.cancel(); }
//
// Who has set it holds it for reading from then on, as others may have too; who found it unset holds it until the lock
// is released. Not seen: that what is called in between waits on the lock.
#pragma once

#include "locks/lock_flow.h"
#include "pointer/pointer_analysis.h"

namespace raddle::locks {

// `flow`: without flags, and without wrappers.
Flags FindFlags(const pointer::PointerAnalysis& analysis, LockFlow& flow);

}  // namespace raddle::locks
