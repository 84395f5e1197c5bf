// ThreadState: what the runtime knows of one thread, and how the thread's synchronisation changes that.
//
// There are two clocks. The *full* clock has every edge of Java's memory model: what it covers happened before. The
// *visibility* clock is RACER's: it has all edges but those of locks, or in strict mode (§4.4, §4.5) only those of
// forks. Both count the same epochs, which stand for RACER's access periods: a fork ends an epoch, so "spawned in a
// later period" and "its time at the spawning is covered" are the same.
//
// The epoch advances when the thread releases anything, so that those who acquire it do not seem to know what the
// thread does afterwards. With Runtime::epochs_go_on, an epoch in which the thread has made no access goes on instead.
// So threads that only synchronise (as all threads seem to where accesses are passed over, windows.h) soon know the
// same, have nothing to tell each other any more, and their releases and acquires change nothing.
//
// Within an epoch a thread's knowledge and its locks only grow. So an access that is repeated in the same epoch is at
// most as suspicious as the first. The inlined fast path rests on that.
//
// Only the thread itself calls these functions, with two exceptions: Fork() is the parent's call on a child that does
// not run yet, and Join() reads what the ended thread left in its end channel, which has its own lock.
#pragma once

#include "event/event.h"
#include "runtime/held_locks.h"
#include "runtime/runtime.h"
#include "runtime/shadow_word.h"
#include "runtime/sync.h"

namespace raddle::runtime {

class ThreadState {
 public:
  ThreadState(Runtime& runtime, ThreadId id) : runtime_(runtime), id_(id) {}
  ~ThreadState() { End(); }
  ThreadState(const ThreadState&) = delete;

  ThreadId id() const { return id_; }

  // Fork before the child begins; Begin in the child (also without a Fork: the main thread, one attached from native
  // code); End as its last act.
  void Fork(ThreadState& child);
  // Call before Fork: the thread serves the JDK and is none of the program's, so Runtime::settled does not count it.
  void Serve() { serves_ = true; }
  bool serves() const { return serves_; }
  void Begin();
  void End();
  void Join(ThreadState& ended);

  // True if this was the outermost acquire or the last release: what a detector calls taking and giving up a lock.
  bool Acquire(Lock& lock, LockMode mode = LockMode::kWrite);
  bool Release(Lock& lock, LockMode mode = LockMode::kWrite);

  // Object.wait gives up the monitor; the depth it returns is handed back when the thread has the monitor again.
  uint32_t BeginWait(Lock& monitor);
  void EndWait(Lock& monitor, uint32_t depth);
  // Threads tell each other something through a monitor with notifications. From its first notification on, a thread
  // that enters it, whether it has waited or not, sees what the threads did that left it: their order is no chance.
  void Notify(Lock& monitor);

  void Publish(Channel& channel);
  void Receive(Channel& channel);

  // The same without a channel, while only this thread has published. The stamp is all there is to keep. 0: there is no
  // stamp, since the thread has no slot.
  uint64_t PublishAlone();
  void ReceiveAlone(uint64_t stamp);
  // When a second thread publishes: puts what such a stamp stands for into a channel.
  static void Hold(Runtime& runtime, Channel& channel, uint64_t stamp);

  // For detectors that must tell critical sections apart: ends the epoch although nobody has learnt of it.
  void EndEpoch() { Advance(); }
  // For a thread that releases something and has seen that nobody asks what it knows (hush.h).
  void EndEpochForAll();

  // Whether this thread's accesses can be recorded. Not before Begin, after End, and while there are no slots.
  bool watched() const { return slot_ != nullptr; }
  // Not 0 while the thread has made no access in an epoch that goes on (Runtime::epochs_go_on). The number changes with
  // what the thread knows. While it stays the same, the thread need not release or publish to the same place again.
  uint64_t still() const { return slot_ != nullptr && is_untouched_ && runtime_.epochs_go_on ? changes_ : 0; }
  void Touch() { is_untouched_ = false; }
  // The stamp of PublishAlone, as long as still() has not changed since; else 0.
  uint64_t alone() const { return still() != 0 && alone_since_ == changes_ ? alone_ : 0; }
  SlotData& slot() const { return *slot_; }
  Clock clock() const { return clock_; }
  Stamp stamp() const { return slot_ == nullptr ? Stamp() : Stamp(slot_->index(), clock_); }

  // IsOwn: that access was made in this thread's slot. Knows: it happened before now. Sees: its effects are visible
  // now, without a lock.
  bool IsOwn(Moment past) const { return slot_ != nullptr && past.slot() == slot_->index(); }
  bool Knows(Moment past) const {
    return IsOwn(past) || full_.Get(past.slot()) >= past.time() || runtime_.settled.Covers(past);
  }
  bool Sees(Moment past) const { return IsOwn(past) || visible_.Get(past.slot()) >= past.time(); }

  const VectorClock& full_clock() const { return full_; }        // without the thread's own component
  const VectorClock& visible_clock() const { return visible_; }  // likewise
  // What was visible when the thread asked for the lock that it got last. After a wait, it includes what the thread was
  // told. Kept only for a Runtime that asks_what_was_visible.
  const VectorClock& visible_at_request() const { return told_by_lock_ ? before_lock_ : visible_; }

  // A number that changes with what is visible to this thread, and with what others may see of it.
  uint32_t visibility() const { return visibility_; }

  // A read of this thread saw that write although nothing orders the two. What follows comes after what the writer knew
  // then.
  void ComeAfter(Moment write, const VectorClock& writers_clock);

  // An object came to this thread from that write, under a lock. What was done before it was handed over is now
  // visible.
  void SeeAfter(Moment write, const VectorClock& writers_clock);

  // The word that this thread would make by a read: slot, clock and the index of its locks. 0 if the locks have no
  // index, or only the agent may make words. Whoever asks for it makes accesses that are not told here.
  //
  // first_stamp: the earliest stamp that this thread, not a former owner of the slot, can have made.
  uint64_t own_word() {
    if (slot_ == nullptr || !runtime_.own_words) return 0;
    is_untouched_ = false;
    const uint32_t index = slot_->locksets.IndexOf(locks(), clock_);
    return index == SlotLocksets::kDoesNotFit ? 0 : stamp().bits() | index;
  }
  Stamp first_stamp() const { return slot_ == nullptr ? Stamp() : Stamp(slot_->index(), first_clock_); }

  LocksetId locks() { return locks_.Current(runtime_.locksets, slot_->transitions); }
  const HeldLocks& held_locks() const { return locks_; }

  // The time of the access that is being recorded.
  Time NextStep() {
    is_untouched_ = false;
    if (step_ < kLastStep) ++step_;
    return Time(clock_, step_);
  }

 private:
  Moment EndOfEpoch() const;
  Moment Done() const;
  void Advance();
  void AdvanceIfTouched();
  void Settle(Clock own);
  void OpenRow();
  void Leave(Lock& lock, LockMode mode, HeldLocks::Left left);
  void SayWhatIsKnown();
  void TakeSlot();
  void Publish(Channel& channel, Moment own);
  void PublishNotice(Lock& monitor, Channel& notify);
  void ReceiveNotice(Channel& notify);
  void Learnt();

  Runtime& runtime_;
  const ThreadId id_;
  SlotData* slot_ = nullptr;
  Clock first_clock_ = 0;  // when this thread took the slot
  Clock clock_ = 0;
  uint32_t step_ = 0;
  bool is_untouched_ = false;
  uint64_t changes_ = 1;  // counts changes of clock_, full_, visible_
  uint64_t alone_ = 0;
  uint64_t alone_since_ = 0;  // in changes_
  bool alive_ = false;
  bool serves_ = false;
  bool started_ = false;  // it was started by another thread, and counts in Runtime::settled
  bool counts_ = false;   // it counts in Runtime::settled's rows, too
  VectorClock full_;
  VectorClock visible_;
  uint32_t visibility_ = 0;
  bool told_by_lock_ = false;  // the lock acquired last is one that notifications are sent through
  VectorClock before_lock_;    // if so: visible_ before the acquire
  HeldLocks locks_;
  Channel end_;
};

}  // namespace raddle::runtime
