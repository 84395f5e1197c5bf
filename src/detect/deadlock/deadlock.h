// deadlock: threads that can come to wait for each other's locks for ever, found even if it does not happen.
//
// Each time a thread gets a lock while it holds others, that goes into a graph. A cycle that can happen (lock_graph.h
// says when) is reported, once for the places in the program that it goes through. Monitors and java.util.concurrent
// locks are treated the same. A lock got by tryLock was not waited for, so nobody can be stuck there; once held it
// counts like any other. Coming back from Object.wait is a request for the monitor. A thread that finds a lock taken
// asks before it waits. So a deadlock that really happens is in the graph too, although nobody gets the lock that he
// asks for.
//
// Where locks were taken: the place of a new ask is looked up there and then. But the lock already held had been taken
// before anybody knew that it would matter. So each thread remembers where it took its recent locks: for each lock the
// first few times and then ever more rarely, exactly as with accesses; and the first kEarly times of all threads
// together, even for locks never seen before.
//
// With racer, what racer sees handed over under a lock is visible. Asks may have been ordered by accesses that were
// passed over, so then only asks of one window count (runtime/windows.h).
//
// Cost: next to nothing for locks taken one at a time; for nested ones, a look into a hash table under a lock. Memory:
// kMostAsks of the graph.
//
// May miss: cycles whose asks never showed in this run (in a trace, also asks that were never granted); cycles that
// exceed lock_graph.h's bounds; cycles kept apart only by an order that was chance, such as that of an atomic counter,
// of a concurrent map, or of two visits to a monitor outside of the cycle through which others are notified; threads
// without a slot. Where there are windows: asks outside of them, cycles with asks of two windows, and in a window the
// asks of a thread that has made no access since before the window.
//
// May falsely report: asks kept apart by what the threads know rather than by synchronisation; and in strict mode,
// where only starts are visible, threads that were joined.
#pragma once

#include <array>
#include <atomic>
#include <mutex>
#include <unordered_set>

#include "detect/deadlock/lock_graph.h"
#include "detect/observer.h"
#include "detect/per_thread.h"
#include "runtime/windows.h"

namespace raddle::detect {

class Deadlock final : public Observer {
 public:
  // No windows: all asks count.
  Deadlock(Sink& sink, const runtime::Windows* windows) : sink_(sink), windows_(windows) {}

  bool wants_locks() const override { return Window() != 0; }
  void OnAsk(ThreadState& thread, LockId lock, event::LockMode mode) override;
  void OnAcquire(ThreadState& thread, LockId lock, event::LockMode mode, event::Manner manner) override;
  void OnRelease(ThreadState& thread, LockId lock, event::LockMode mode) override;
  void OnEnd(ThreadState& thread) override { threads_.Drop(thread.id()); }

 private:
  static constexpr uint32_t kLines = 64, kExactly = 4;
  static constexpr int32_t kEarly = 20'000;

  struct Held {
    LockId lock;
    bool for_reading = false, for_writing = false;
    Place at;
    runtime::VectorClock seen;  // as in Hold
  };
  // Where a lock was taken lately, direct-mapped by lock.
  struct Line {
    LockId lock;
    uint32_t count = 0;
    Place at;
  };
  struct Thread {
    std::vector<Held> held;
    std::array<Line, kLines> lines;
  };

  void Request(ThreadState& thread, const Thread& state, runtime::HeldLock wanted);
  Place Recall(Thread& state, LockId lock);
  bool IsNew(const LockCycle& cycle);  // requires graph_mutex_

  uint32_t Window() const { return windows_ == nullptr ? 1 : windows_->number(); }

  Sink& sink_;
  const runtime::Windows* const windows_;
  PerThread<Thread> threads_;
  std::atomic<int32_t> early_{kEarly};
  std::mutex graph_mutex_;
  LockGraph graph_;                        // guarded by graph_mutex_
  uint32_t window_ = 1;                    // whose asks are in there; guarded by graph_mutex_
  std::unordered_set<uint64_t> reported_;  // guarded by graph_mutex_
};

}  // namespace raddle::detect
