// Slots: the 14-bit names under which threads appear in words and clocks.
//
// There are fewer slots than a program may have threads, so slots are used again. A slot's clock goes on from where its
// last owner left it: a time in a slot is never given out twice. A new thread gets
// - the slot of a dead thread whose end both clocks of the new thread cover, if there is one. Nothing is lost: what the
//   old owner did comes before the new one anyway. So a million threads that run one after another use one slot;
// - else a slot that was never used, until kDeadToKeep dead slots are waiting;
// - else the slot that has been dead longest.
//
// Using a slot again may lose a race and never makes one up. Whoever knows a time of the new owner counts as knowing
// all of the old owner's times, since those are smaller, and the new owner counts as knowing them as its own. So
// accesses that nothing orders may be taken for ordered. For the converse, ordered accesses taken for unordered, a
// slot's time would have to go down in some clock, and times only go up.
//
// When a clock has used up its bits, the slot is never given out again and its thread moves to another. A thread that
// finds no slot (more than 16,383 are alive at once) runs without one: its synchronisation still orders, but its
// accesses are not seen. It asks for a slot again at each release.
//
// Some things belong to the slot rather than to the thread: the history, the table of locksets that words refer to, the
// cache. There are two reasons: a word must find them after the thread is dead, and dead threads must not cost
// anything.
#pragma once

#include <array>
#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "runtime/common_records.h"
#include "runtime/held_locks.h"
#include "runtime/history.h"
#include "runtime/knowledge.h"
#include "runtime/light_history.h"
#include "runtime/time.h"
#include "runtime/windows.h"

namespace raddle::runtime {

// The locks of the accesses that a word stands for: of the write, and of the last read after it. For a read alone both
// are the same.
struct LocksetPair {
  LocksetId write, read;

  bool operator==(const LocksetPair&) const = default;
};

// The locksets that the words of one slot name by an index of 8 bits. Only the owner adds; anyone reads.
//
// A program that makes locks all the time has more sets than that. Then a new set takes over the index that has been
// unused longest. The locks of words older than that are no longer known, which keeps racer silent about them. The
// index of a pair of sets, for a variable that is written under other locks than it is read, is never given to another
// pair; when no such index is left, there is none for new pairs.
class SlotLocksets {
 public:
  static constexpr uint32_t kEmpty = 0;         // no lock held
  static constexpr uint32_t kFirstPair = 192;   // from here on an index means two sets; the shim knows it, too
  static constexpr uint32_t kDoesNotFit = 255;  // not in the table; never in a word

  // Index of a set in the owner's epoch `now`. Owner only. A set does not fit only if all other indexes were used in
  // this very epoch: within an epoch, the meaning of an index does not change.
  uint32_t IndexOf(LocksetId set, Clock now);
  // The same for a pair of sets, which may be equal. Owner only.
  uint32_t IndexOf(LocksetPair pair, Clock now);

  // What an index in a word with that clock means. kAllLocks: not known any more.
  LocksetPair At(uint32_t index, Clock clock) const;

  // Owner only. HasOneMeaning: whether the index never changed its meaning. changes: how often any index did.
  bool HasOneMeaning(uint32_t index) const;
  uint32_t changes() const { return changes_; }

 private:
  struct Entry {
    std::atomic<uint32_t> set{0};
    std::atomic<Clock> valid_from{0};
    Clock last_used = 0;  // owner only
  };
  struct Pair {
    std::atomic<uint32_t> write{0}, read{0};
  };
  // Allocated with the first set: most slots of a program with many threads never need one.
  struct Table {
    std::array<Entry, kFirstPair> entries;
    std::array<Pair, kDoesNotFit - kFirstPair> pairs;
  };

  Table& Owned();
  uint32_t Find(LocksetId set, Clock now);

  std::atomic<Table*> table_{nullptr};
  std::unique_ptr<Table> owned_;
  uint32_t count_ = 1, pair_count_ = 0, changes_ = 0;
  std::array<uint8_t, 64> recent_{};  // by set: its index, as a hint
};

class SlotData {
 public:
  explicit SlotData(Slot index) : index_(index) {}

  Slot index() const { return index_; }
  ThreadId ThreadAt(Clock clock) const;

  History history;              // has its own lock
  LightHistory light;           // see there
  Knowledge knowledge;          // has its own lock
  SlotLocksets locksets;        // see there
  TransitionCache transitions;  // owner only
  CommonRecords common;         // owner only
  InWindow in_window;           // see there
  std::atomic<Clock> over{0};   // the last epoch that is over: hush.h

 private:
  friend class Slots;
  struct Owner {
    ThreadId thread;
    Clock from = 0;
  };

  const Slot index_;
  Clock next_clock_ = 1;  // where the next owner starts; guarded by Slots::mutex_
  mutable SpinLock owners_lock_;
  std::array<Owner, 4> owners_;
  uint32_t owner_count_ = 0;
};

class Slots {
 public:
  // `reuse_early` false: leaves out the first rule above. For detectors that ask which thread it was, rather than what
  // came before what (eraser, strict racer): for them, two threads in one slot would be one.
  explicit Slots(bool reuse_early = true, Slot limit = kSlots, Clock last_clock = kLastClock);

  struct Taken {
    SlotData* slot = nullptr;  // null: there is none
    Clock clock = 0;
  };
  // For a thread that starts or moves to another slot, and that knows what these clocks say.
  Taken Take(ThreadId thread, const VectorClock& full, const VectorClock& visible);

  // The owner is at `clock` and has ended or moved.
  void Give(SlotData* slot, Clock clock);

  SlotData& operator[](Slot slot) { return *slots_[slot].load(std::memory_order_acquire); }

  Clock last_clock() const { return last_clock_; }
  Slot used() const { return used_.load(std::memory_order_acquire); }
  size_t dead() const;

 private:
  static constexpr size_t kDeadToKeep = 1024, kLook = 8;

  SlotData* TakeDead(const VectorClock& full, const VectorClock& visible);

  const bool reuse_early_;
  const Slot limit_;
  const Clock last_clock_;
  std::unique_ptr<std::atomic<SlotData*>[]> slots_;
  std::atomic<Slot> used_{0};

  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<SlotData>> owned_;  // guarded by mutex_
  std::deque<SlotData*> dead_;                    // guarded by mutex_; longest dead first
};

}  // namespace raddle::runtime
