// Flags: booleans that work as locks, because they are tested and set under one.
//
//   synchronized boolean enter() { if (busy) return false; busy = true; return true; }
//   synchronized void leave() { busy = false; }
//
// Whoever finds the flag unset and sets it, in one critical section, is alone until somebody unsets it. One place sets
// it so, and it is unset under the same lock; static flags, and those of `this`. Whoever unsets it is taken to be the
// one who set it, as with compareAndSet.
#pragma once

#include "locks/lock_flow.h"
#include "pointer/pointer_analysis.h"

namespace raddle::locks {

// `flow`: without flags, and without wrappers.
Flags FindFlags(const pointer::PointerAnalysis& analysis, LockFlow& flow);

}  // namespace raddle::locks
