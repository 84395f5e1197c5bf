// Engine: the runtime and the enabled detectors behind one interface, to which events are given.
//
// The agent calls it from Java's threads, a replay from a trace, a test from a script; the calls are the same. Each
// call is made by the thread it is about (thread_state.h has the exceptions), and at a place in the program's order
// that keeps edges true: a release before the lock is free, an acquire after it is held, a publish before the value can
// be seen, a receive after it was seen.
//
// The caller makes and keeps locks, channels and threads; none may outlive the engine. A thread may be destroyed once
// it has ended and nobody will join it.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "detect/object/object.h"
#include "detect/reporter.h"
#include "detect/tap.h"
#include "detect/touch.h"
#include "detect/views/views.h"
#include "runtime/runtime.h"
#include "runtime/sync.h"
#include "runtime/thread_state.h"

namespace raddle::detect {

struct EngineOptions {
  bool hb = true;
  bool racer = true;
  bool eraser = false;
  bool deadlock = false;
  bool views = false;
  bool atomrace = false;  // works by itself: atomrace/marks.h
  bool object = false;
  bool strict = false;         // racer is Fig. 9b to the letter, views §3
  bool record_only = false;    // no exclusive words: for tests and traces
  bool sections = false;       // an acquire ends the epoch, whatever the detectors: for traces
  bool sections_told = false;  // views are told of sections when they are over: views/views.h
  bool settle = false;         // every thread but the first is forked: runtime/settled.h
  runtime::Slot slot_limit = runtime::kSlots;
  runtime::Clock last_clock = runtime::kLastClock;

  // Findings say of locks which follows which: the id of a dead one must not become another's. To all others that can
  // but hide a race (runtime/lockset.h).
  bool TellsLocksApart() const { return deadlock || views || record_only; }
};

class Engine {
 public:
  Engine(const EngineOptions& options, Sink& sink);

  // Before the first event; null: nobody. The engine must be record_only.
  void Watch(Tap* tap) { tap_ = tap; }

  std::unique_ptr<ThreadState> MakeThread(ThreadId id) { return std::make_unique<ThreadState>(runtime_, id); }

  void Fork(ThreadState& parent, ThreadState& child);
  void Begin(ThreadState& thread);
  void End(ThreadState& thread);
  void Join(ThreadState& thread, ThreadState& ended);

  void Ask(ThreadState& thread, runtime::Lock& lock, event::LockMode mode);  // Observer::OnAsk
  void Acquire(ThreadState& thread, runtime::Lock& lock, event::LockMode mode = event::LockMode::kWrite,
               event::Manner manner = event::Manner::kWaits);
  void Release(ThreadState& thread, runtime::Lock& lock, event::LockMode mode = event::LockMode::kWrite);
  uint32_t BeginWait(ThreadState& thread, runtime::Lock& monitor);
  void EndWait(ThreadState& thread, runtime::Lock& monitor, uint32_t depth);
  void Notify(ThreadState& thread, runtime::Lock& monitor);

  // Volatile write, atomic update (Receive, then Publish), latch, queue, future, interrupt, class initialised ...
  void Publish(ThreadState& thread, runtime::Channel& channel);
  // ... and what sees it.
  void Receive(ThreadState& thread, runtime::Channel& channel);
  // The same by a stamp (thread_state.h). 0: a channel is needed.
  uint64_t PublishAlone(ThreadState& thread);
  void ReceiveAlone(ThreadState& thread, uint64_t stamp);

  void MethodEnter(ThreadState& thread, MethodId method, uint64_t object, SiteId site);
  void MethodExit(ThreadState& thread, MethodId method, uint64_t object);

  // touch.h: the next shadow word. Ask AlreadySeen first.
  uint64_t Access(ThreadState& thread, uint64_t word, AccessKind kind, const AccessInfo& info) {
    const bool in_section = needs_sections_ && !thread.held_locks().empty();
    thread.Touch();
    if (tap_ != nullptr) return TappedAccess(thread, word, kind, info);
    return Touch(runtime_, detectors_, thread, word, kind, info, record_only_ || in_section);
  }
  // The same for whole objects, which have a word of their own each; null unless asked for.
  Object* object() { return object_.get(); }
  // Null unless sections are told.
  Views* views() { return views_.get(); }

  static bool AlreadySeen(const ThreadState& thread, uint64_t word, AccessKind kind);

  // A word with the same past and a record of its own, if it has one.
  uint64_t Copy(uint64_t word);
  // Whether a word stands for nothing that can still race: as good as 0.
  bool IsSettled(uint64_t word) const;
  // Whether it stands for nothing but this thread's accesses and what came before them.
  static bool IsOwn(const ThreadState& thread, uint64_t word);
  // The record of a word that lost its compare-and-swap, or whose object is dead.
  void GiveBack(uint64_t word) {
    const Order order = InOrder();
    if (tap_ != nullptr) tap_->OnGone(word);
    detect::GiveBack(detectors_, word);
  }

  // What a thread does with a lock in its hands must come here, each first access of a section.
  bool needs_sections() const { return needs_sections_; }
  // No detector asks for synchronisation itself, only for what came before what: releases and acquires that change no
  // clock need not be told.
  bool TellsClocksAlone() const {
    return !TellsEvents() && runtime_.lock_order == runtime::LockOrder::kFull;
  }

  // Whether there may be a hush (runtime/hush.h): outside of windows, no detector asks for more than what came before
  // what.
  bool MayBeHushed() const {
    return !TellsEvents() && runtime_.settled.enabled();
  }

  runtime::Runtime& runtime() { return runtime_; }
  DetectorSet& detectors() { return detectors_; }
  const Reporter& reporter() const { return reporter_; }

 private:
  // Whether some detector asks for the acquires and releases themselves, now.
  bool TellsEvents() const {
    return tap_ != nullptr || needs_sections_ || std::ranges::any_of(observers_, &Observer::wants_locks);
  }

  using Order = std::unique_lock<std::mutex>;
  Order InOrder() { return tap_ == nullptr ? Order() : Order(tap_->order()); }
  uint64_t TappedAccess(ThreadState& thread, uint64_t word, AccessKind kind, const AccessInfo& info);

  std::vector<std::unique_ptr<Detector>> MakeDetectors(const EngineOptions& options, Sink& sink);

  Sink& sink_;
  Tap* tap_ = nullptr;
  runtime::Runtime runtime_;
  Reporter reporter_;
  DetectorSet detectors_;
  std::unique_ptr<Object> object_;
  std::unique_ptr<Views> views_;
  const bool record_only_;
  // Views must see what each critical section touches: an acquire ends the epoch too, so that the fast path of one
  // section does not hide the accesses of the next, and what is touched in one has a record.
  const bool needs_sections_;
  std::unique_ptr<Observer> deadlock_;
  std::vector<Observer*> observers_;  // those that want events
};

}  // namespace raddle::detect
