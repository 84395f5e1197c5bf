// Tap: the interface for being told of every event that reaches the engine, accesses included, in order to write them
// down.
//
// The engine holds order() while it tells the tap and while it does what it was called for. So the tap sees events in
// the very order in which the detectors do, and a replay of what it wrote is the same run. This makes the program's
// threads wait for each other at each event; so there is a tap only when somebody asked for one.
//
// A tap does not call the engine, nor anything that may wait for a thread of the program.
#pragma once

#include <cstdint>
#include <mutex>

#include "detect/race.h"
#include "detect/touch.h"
#include "runtime/sync.h"
#include "runtime/thread_state.h"

namespace raddle::detect {

class Tap {
 public:
  virtual ~Tap() = default;
  std::mutex& order() { return order_; }

  virtual void OnFork(ThreadId parent, ThreadId child) = 0;
  virtual void OnBegin(ThreadId thread) = 0;
  virtual void OnEnd(ThreadId thread) = 0;
  virtual void OnJoin(ThreadId thread, ThreadId ended) = 0;
  // Outermost ones only, here and below. Where: the sink's Here(), which detectors ask for at these events.
  virtual void OnAcquire(ThreadId thread, LockId lock, event::LockMode mode, event::Manner manner,
                         const Place& where) = 0;
  virtual void OnRelease(ThreadId thread, LockId lock, event::LockMode mode, const Place& where) = 0;
  virtual void OnWait(ThreadId thread, LockId lock, const Place& where) = 0;
  virtual void OnWoken(ThreadId thread, LockId lock, const Place& where) = 0;
  virtual void OnNotify(ThreadId thread, LockId lock) = 0;
  // is_new: nothing was published to this object before, so it is not the one that lay at this address earlier.
  virtual void OnPublish(ThreadId thread, const runtime::Channel& channel, bool is_new) = 0;
  virtual void OnReceive(ThreadId thread, const runtime::Channel& channel, bool is_new) = 0;
  // The word that the access found and the one it left.
  virtual void OnAccess(ThreadId thread, uint64_t before, uint64_t after, AccessKind kind, const AccessInfo& info) = 0;
  // The record of this word is no more.
  virtual void OnGone(uint64_t word) = 0;

 private:
  std::mutex order_;
};

}  // namespace raddle::detect
