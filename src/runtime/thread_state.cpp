#include "runtime/thread_state.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace raddle::runtime {

// All of this epoch, however much there will be.
Moment ThreadState::EndOfEpoch() const {
  return slot_ == nullptr ? Moment() : Moment(slot_->index(), Time(clock_ + 1, 0));
}

// What others learn when this thread releases now: all that it has done.
Moment ThreadState::Done() const {
  return still() != 0 ? Moment(slot_->index(), Time(clock_, 0)) : EndOfEpoch();
}

void ThreadState::AdvanceIfTouched() {
  if (still() == 0) Advance();
}

void ThreadState::TakeSlot() {
  Slots::Taken taken = runtime_.slots.Take(id_, full_, visible_);
  slot_ = taken.slot;
  clock_ = first_clock_ = taken.clock;
  step_ = 0;
  is_untouched_ = true;
  ++changes_;
}

void ThreadState::Advance() {
  step_ = 0;
  is_untouched_ = true;
  ++changes_;
  if (slot_ == nullptr) {
    if (alive_) TakeSlot();
    return;
  }
  runtime_.hush.EpochIsOver(*slot_, clock_);
  if (++clock_ < runtime_.slots.last_clock()) return;
  full_.Raise(slot_->index(), Time(clock_, 0));
  visible_.Raise(slot_->index(), Time(clock_, 0));
  if (counts_) runtime_.settled.Close(slot_->index(), true);
  runtime_.slots.Give(slot_, clock_);
  TakeSlot();
  if (counts_) OpenRow();
}

void ThreadState::EndEpochForAll() {
  if (slot_ != nullptr) runtime_.hush.EpochIsToldToAll(*slot_, clock_);
  Advance();
}

void ThreadState::Fork(ThreadState& child) {
  assert(!child.alive_);
  ++visibility_;
  child.full_ = full_;
  child.visible_ = visible_;
  if (Moment own = EndOfEpoch()) {
    child.full_.Raise(own.slot(), own.time());
    child.visible_.Raise(own.slot(), own.time());
  }
  if (!std::exchange(counts_, true)) {  // one that nobody started, but whose children will know what it knows
    runtime_.settled.Join();
    if (slot_ != nullptr) OpenRow();
  }
  if (!child.serves_ && !std::exchange(child.started_, true)) {
    child.counts_ = true;
    if (runtime_.settled.Started()) Settle(clock_);
  }
  Advance();
}

// Whole epochs only. Of more slots than these nobody has much to gain.
void ThreadState::Settle(Clock own) {
  constexpr Slot kMost = 64;
  if (slot_ == nullptr) return;
  runtime_.settled.Set(slot_->index(), own);
  const Slot used = std::min(kMost, runtime_.slots.used());
  for (Slot slot = 0; slot < used; ++slot) {
    const Clock known = visible_.Get(slot).clock();
    if (slot != slot_->index() && known > 0) runtime_.settled.Set(slot, known - 1);
  }
}

void ThreadState::OpenRow() {
  if (slot_ == nullptr) return;
  SayWhatIsKnown();
  runtime_.settled.Open(slot_->index());
}

// In the row of its slot.
void ThreadState::SayWhatIsKnown() {
  if (slot_ == nullptr || !runtime_.settled.HasRow(slot_->index())) return;
  const Slot used = std::min(Settled::kRows, runtime_.slots.used());
  for (Slot slot = 0; slot < used; ++slot) {
    const Clock known = visible_.Get(slot).clock();
    runtime_.settled.Know(slot_->index(), slot, known == 0 ? 0 : known - 1);
  }
}

void ThreadState::Join(ThreadState& ended) {
  Receive(ended.end_);
  if (runtime_.settled.NobodyRuns()) Settle(clock_ - 1);
}

void ThreadState::Begin() {
  if (alive_) return;
  alive_ = true;
  TakeSlot();
  if (counts_) OpenRow();
}

void ThreadState::End() {
  if (std::exchange(started_, false)) runtime_.settled.Ended();
  if (std::exchange(counts_, false)) runtime_.settled.Close(slot_ == nullptr ? kSlots : slot_->index(), false);
  if (!alive_) return;
  alive_ = false;
  Publish(end_, EndOfEpoch());
  if (slot_ != nullptr) {
    runtime_.hush.EpochIsOver(*slot_, clock_);
    runtime_.slots.Give(slot_, clock_);
  }
  slot_ = nullptr;
  full_.Clear();
  visible_.Clear();
}

bool ThreadState::Acquire(Lock& lock, LockMode mode) {
  if (!locks_.Add(lock.id(), mode)) return false;
  lock.holders_.fetch_add(1, std::memory_order_relaxed);
  if (runtime_.lock_order == LockOrder::kNone) return true;
  Channel* notify;
  {
    std::lock_guard guard(lock.lock_);
    // The usual case, a lock this very thread released last, teaches it nothing. A former owner of the slot is not it.
    Moment last = lock.writers_.OnlyFrom();
    bool own = last && IsOwn(last) && last.time() > Time(first_clock_, 0);
    if (!own && lock.writers_.JoinInto(full_)) ++changes_;
    if (mode == LockMode::kWrite && lock.readers_ != nullptr && lock.readers_->JoinInto(full_)) ++changes_;
    notify = lock.notify_.get();
  }
  told_by_lock_ = notify != nullptr && runtime_.asks_what_was_visible;
  if (told_by_lock_) before_lock_ = visible_;
  if (notify != nullptr) ReceiveNotice(*notify);
  return true;
}

// For those who take the lock next. Requires its lock_.
void ThreadState::Leave(Lock& lock, LockMode mode, HeldLocks::Left left) {
  if (mode == LockMode::kRead) {
    if (lock.readers_ == nullptr) lock.readers_ = std::make_unique<SyncClock>();
    lock.readers_->Accumulate(full_, Done());
  } else if (still() != 0 && lock.writers_.Covers(full_, Done())) {
    return;
  } else if (left == HeldLocks::Left::kGivenUp) {
    lock.writers_.Assign(full_, Done());
    if (lock.readers_ != nullptr) lock.readers_->Clear();
  } else {
    lock.writers_.Accumulate(full_, Done());
  }
  lock.version_.Renew();
}

bool ThreadState::Release(Lock& lock, LockMode mode) {
  HeldLocks::Left left = locks_.Remove(lock.id(), mode);
  if (left == HeldLocks::Left::kHeldStill) return false;
  if (left == HeldLocks::Left::kGivenUp) lock.holders_.fetch_sub(1, std::memory_order_release);
  if (runtime_.lock_order == LockOrder::kNone) {
    Advance();
    return true;
  }
  Channel* notify;
  {
    std::lock_guard guard(lock.lock_);
    if (runtime_.lock_order == LockOrder::kFull) Leave(lock, mode, left);
    notify = mode == LockMode::kWrite ? lock.notify_.get() : nullptr;
  }
  if (notify != nullptr) PublishNotice(lock, *notify);
  AdvanceIfTouched();
  return true;
}

uint32_t ThreadState::BeginWait(Lock& monitor) {
  uint32_t depth = locks_.RemoveAll(monitor.id());
  if (depth > 0) monitor.holders_.fetch_sub(1, std::memory_order_release);
  Channel* notify;
  {
    std::lock_guard guard(monitor.lock_);
    if (still() == 0 || !monitor.writers_.Covers(full_, Done())) {
      monitor.writers_.Accumulate(full_, Done());
      monitor.version_.Renew();
    }
    notify = monitor.notify_.get();
  }
  if (notify != nullptr) PublishNotice(monitor, *notify);
  AdvanceIfTouched();
  return depth;
}

void ThreadState::EndWait(Lock& monitor, uint32_t depth) {
  Channel* notify;
  {
    std::lock_guard guard(monitor.lock_);
    if (monitor.writers_.JoinInto(full_)) ++changes_;
    // A condition of a write lock.
    if (monitor.readers_ != nullptr && monitor.readers_->JoinInto(full_)) ++changes_;
    notify = monitor.notify_.get();
  }
  locks_.Restore(monitor.id(), depth);
  if (depth > 0) monitor.holders_.fetch_add(1, std::memory_order_relaxed);
  told_by_lock_ = false;
  if (notify != nullptr) ReceiveNotice(*notify);
}

// Where locks carry the full clock, notifications need not.
void ThreadState::PublishNotice(Lock& monitor, Channel& notify) {
  if (runtime_.lock_order != LockOrder::kFull) return Publish(notify, Done());
  if (runtime_.visibility != Visibility::kAllButLocks) return;
  {
    std::lock_guard guard(notify.lock_);
    if (still() != 0 && notify.visible_.Covers(visible_, Done())) return;
    notify.visible_.Accumulate(visible_, Done());
  }
  std::lock_guard guard(monitor.lock_);
  monitor.version_.Renew();
}

void ThreadState::ReceiveNotice(Channel& notify) {
  if (runtime_.lock_order != LockOrder::kFull) return Receive(notify);
  bool learnt;
  {
    std::lock_guard guard(notify.lock_);
    learnt = notify.visible_.JoinInto(visible_);
  }
  if (learnt) Learnt();
}

void ThreadState::Notify(Lock& monitor) {
  Channel* notify;
  {
    std::lock_guard guard(monitor.lock_);
    if (monitor.notify_ == nullptr) monitor.notify_ = std::make_unique<Channel>();
    notify = monitor.notify_.get();
  }
  PublishNotice(monitor, *notify);
  AdvanceIfTouched();
}

void ThreadState::Publish(Channel& channel) {
  Publish(channel, Done());
  AdvanceIfTouched();
}

void ThreadState::Publish(Channel& channel, Moment own) {
  ++visibility_;
  const bool shows = runtime_.visibility == Visibility::kAllButLocks;
  std::lock_guard guard(channel.lock_);
  const bool covered =
      still() != 0 && channel.full_.Covers(full_, own) && (!shows || channel.visible_.Covers(visible_, own));
  if (covered && !channel.IsEmpty()) return;
  channel.full_.Accumulate(full_, own);
  if (shows) channel.visible_.Accumulate(visible_, own);
  channel.version_.Renew();
}

void ThreadState::Receive(Channel& channel) {
  bool learnt;
  {
    std::lock_guard guard(channel.lock_);
    if (channel.full_.JoinInto(full_)) ++changes_;
    learnt = channel.visible_.JoinInto(visible_);
  }
  if (learnt) Learnt();
}

void ThreadState::Learnt() {
  ++visibility_;
  ++changes_;
  // What is settled helps those who tell of accesses, which hardly anybody does while windows are closed.
  if (!counts_ || !runtime_.windows.IsOpen() || !runtime_.settled.IsWorthwhile()) return;
  SayWhatIsKnown();
  runtime_.settled.WorkOut([this] { return runtime_.slots.used(); });
}

uint64_t ThreadState::PublishAlone() {
  if (slot_ == nullptr) return 0;
  if (alone() != 0) return alone_;
  if (still() != 0 && clock_ > first_clock_) {  // all that it has done ended with the epoch before
    slot_->knowledge.Note(clock_ - 1, full_, runtime_.visibility == Visibility::kAllButLocks ? visible_ : VectorClock());
    ++visibility_;
    alone_ = Stamp(slot_->index(), clock_ - 1).bits();
    alone_since_ = changes_;
    return alone_;
  }
  slot_->knowledge.Note(clock_, full_, runtime_.visibility == Visibility::kAllButLocks ? visible_ : VectorClock());
  const uint64_t now = stamp().bits();
  ++visibility_;
  Advance();
  return now;
}

namespace {

// What others learn of the epoch: all of it.
Moment EndOf(const Word& stamp) {
  return Moment(stamp.slot, Time(stamp.clock + 1, 0));
}

}  // namespace

void ThreadState::ReceiveAlone(uint64_t stamp) {
  const Word then = Word::From(stamp);
  if (slot_ != nullptr && then.slot == slot_->index() && then.clock >= first_clock_) return;  // its own
  const Knowledge::Entry known = runtime_.slots[then.slot].knowledge.At(then.clock);
  const Moment end = EndOf(then);
  if (full_.Join(known.full)) ++changes_;
  if (full_.Raise(end.slot(), end.time())) ++changes_;
  if (runtime_.visibility != Visibility::kAllButLocks) return;
  bool learnt = visible_.Join(known.visible);
  learnt |= visible_.Raise(end.slot(), end.time());
  if (learnt) Learnt();
}

void ThreadState::Hold(Runtime& runtime, Channel& channel, uint64_t stamp) {
  const Word then = Word::From(stamp);
  const Knowledge::Entry known = runtime.slots[then.slot].knowledge.At(then.clock);
  std::lock_guard guard(channel.lock_);
  channel.full_.Accumulate(known.full, EndOf(then));
  if (runtime.visibility == Visibility::kAllButLocks) channel.visible_.Accumulate(known.visible, EndOf(then));
  channel.version_.Renew();
}

void ThreadState::SeeAfter(Moment write, const VectorClock& writers_clock) {
  ++visibility_;
  ++changes_;
  visible_.Join(writers_clock);
  if (!IsOwn(write)) visible_.Raise(write.slot(), write.time());
}

void ThreadState::ComeAfter(Moment write, const VectorClock& writers_clock) {
  ++changes_;
  full_.Join(writers_clock);
  if (!IsOwn(write)) full_.Raise(write.slot(), write.time());
}

}  // namespace raddle::runtime
