// Observer: the interface for being told of a run's events other than accesses. The runtime has already moved the
// clocks when an observer is told.
//
// A lock is acquired when a thread gets it and did not have it in that mode, and released when the thread has given it
// up. So a re-entrant acquire is no event; a wait is a release, and the return from it an acquire.
//
// Threads: each function is called by the thread it is about, at any time, so an observer guards its own data. An
// observer does not throw.
#pragma once

#include "event/event.h"
#include "runtime/thread_state.h"

namespace raddle::detect {

using runtime::ThreadState;

class Observer {
 public:
  virtual ~Observer() = default;

  // Whether it must be told of each acquire and release now. An observer that says no may be told later of the locks
  // that a thread still holds then, as if it had tried for them, and never of the others.
  virtual bool wants_locks() const { return true; }

  // It is about to wait for it, which another thread has. Whoever makes the events need not tell; nor is it recorded.
  virtual void OnAsk(ThreadState&, LockId, event::LockMode) {}
  virtual void OnAcquire(ThreadState&, LockId, event::LockMode, event::Manner) {}
  virtual void OnRelease(ThreadState&, LockId, event::LockMode) {}
  virtual void OnFork(ThreadState& /*parent*/, ThreadState& /*child*/) {}
  virtual void OnBegin(ThreadState&) {}
  virtual void OnEnd(ThreadState&) {}
  virtual void OnJoin(ThreadState&, ThreadState& /*ended*/) {}
  virtual void OnPublish(ThreadState&) {}
  virtual void OnReceive(ThreadState&) {}
  virtual void OnMethodEnter(ThreadState&, MethodId, uint64_t /*object*/, SiteId) {}
  virtual void OnMethodExit(ThreadState&, MethodId, uint64_t /*object*/) {}
};

}  // namespace raddle::detect
