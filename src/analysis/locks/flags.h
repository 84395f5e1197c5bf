// Flags: booleans that work as locks, because they are tested and set under a lock.
//
//   synchronized boolean enter() { if (busy) return false; busy = true; return true; }
//   synchronized void leave() { busy = false; }
//
// A thread that finds the flag unset and sets it, in one critical section, is alone until some thread unsets the flag.
// This is recognised for static fields and fields of `this`, if only one place sets the flag and it is always unset
// under the same lock. The code that unsets a flag is assumed to be the code that set it, as with compareAndSet.
//
// A flag that is set for good, always under one lock, marks the end of something:
//
//   synchronized void add(Job job) { if (ended) return; jobs.add(job); }
//   void end() { synchronized (this) { ended = true; } for (Job job : jobs) job.cancel(); }
//
// Code that set such a flag holds it for reading from then on, as other threads may, too. Code that found it unset
// holds it until the lock is released. May miss: that a method called in between waits on the lock, and so releases it.
#pragma once

#include "locks/lock_flow.h"
#include "pointer/pointer_analysis.h"

namespace raddle::locks {

// `flow` must have no flags and no wrappers yet.
Flags FindFlags(const pointer::PointerAnalysis& analysis, LockFlow& flow);

}  // namespace raddle::locks
