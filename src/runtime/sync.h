// Sync objects: what carries clocks from one thread to another.
//
// A Lock carries the full clock only. A Channel carries the visibility clock as well; it is every other edge of Java's
// memory model: a volatile, an atomic, a latch, a queue, a future, an interrupt, a class's initialisation, a thread's
// end. The difference is RACER's: which thread took a lock first is chance; what was read from a volatile is not.
//
// The caller finds or makes objects of these types (the agent hangs them on Java objects, a replay on ids). Each has a
// small lock of its own, so any thread may use any of them at any time.
#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>

#include "event/ids.h"
#include "runtime/spin_lock.h"
#include "runtime/vector_clock.h"

namespace raddle::runtime {

// What a thread has handed out: its clock at a release. It consists of the thread's vector, shared rather than copied,
// and the thread's own component beside it. So an uncontended release allocates nothing. Guarded by its holder.
class SyncClock {
 public:
  // Replaces what was there, which the thread must know already: it releases a lock that it had acquired.
  void Assign(const VectorClock& clock, Moment own) {
    if (!clock_.SharesAllWith(clock)) clock_ = clock;
    own_ = own;
    from_one_ = true;
  }

  // Adds to what was there: a volatile write is seen by every later read, whoever wrote in between.
  void Accumulate(const VectorClock& clock, Moment own) {
    bool same_writer = own_ && own && own_.slot() == own.slot() && clock_.SharesAllWith(clock);
    if (!same_writer) {
      VectorClock joined = clock;  // starting from the newer one, which mostly covers the older: nothing to copy then
      JoinInto(joined);
      clock_ = std::move(joined);
      from_one_ = false;
    }
    own_ = own;
  }

  // Whether that thread would add nothing, provided that it has done nothing since.
  bool Covers(const VectorClock& clock, Moment own) const {
    const Time known = own_ && own_.slot() == own.slot() ? own_.time() : Time();
    if (std::max(known, clock_.Get(own.slot())) < own.time()) return false;
    if (clock_.Covers(clock)) return true;
    VectorClock all = clock_;
    return own_ && all.Raise(own_.slot(), own_.time()) && all.Covers(clock);
  }

  bool JoinInto(VectorClock& to) const {
    bool changed = to.Join(clock_);
    if (own_) changed |= to.Raise(own_.slot(), own_.time());
    return changed;
  }

  // The thread and time whose knowledge this is, if it is that of one thread and nothing more; else none.
  Moment OnlyFrom() const { return from_one_ ? own_ : Moment(); }
  void Clear() {
    clock_.Clear();
    own_ = {};
  }

 private:
  VectorClock clock_;
  Moment own_;
  bool from_one_ = false;
};

// The version of what a channel or lock carries. It changes whenever that grows, and no two channels or locks ever have
// the same one; 0: nothing yet. A thread that has received a version learns nothing from receiving it again. A thread
// whose knowledge a version covers has nothing to add to it.
class Version {
 public:
  uint64_t Get() const { return now_.load(std::memory_order_acquire); }
  void Renew() { now_.store(last_.fetch_add(1, std::memory_order_relaxed) + 1, std::memory_order_release); }

 private:
  static inline std::atomic<uint64_t> last_{0};
  std::atomic<uint64_t> now_{0};
};

class Channel {
 public:
  uint64_t version() const { return version_.Get(); }
  bool IsEmpty() const { return version() == 0; }

 private:
  friend class ThreadState;

  Version version_;    // set under lock_; first, so that the shim finds it at the address itself
  SpinLock lock_;
  SyncClock full_;     // guarded by lock_
  SyncClock visible_;  // guarded by lock_
};

class Lock {
 public:
  explicit Lock(LockId id) : id_(id) {}

  LockId id() const { return id_; }
  uint64_t version() const { return version_.Get(); }
  // Whether no thread holds it, as far as is known. Then its id may be given to another lock once this one is gone.
  bool IsFree() const { return holders_.load(std::memory_order_acquire) == 0; }

 private:
  friend class ThreadState;

  Version version_;  // set under lock_; first, as a channel's
  const LockId id_;
  std::atomic<int32_t> holders_{0};  // threads that hold it; one that holds it in both modes counts twice
  SpinLock lock_;
  SyncClock writers_;                   // of the last release for writing; guarded by lock_
  std::unique_ptr<SyncClock> readers_;  // of the releases for reading since; guarded by lock_
  std::unique_ptr<Channel> notify_;     // there if it was ever notified; made under lock_, then fixed
};

}  // namespace raddle::runtime
