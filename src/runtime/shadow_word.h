// Shadow words: the 64 bits beside each watched variable, which the Java shim tests on every access.
//
//    63 62       49 48                  23 22 21       8 7        0
//   +--+-----------+----------------------+--+----------+----------+
//   |0 | slot (14) | clock (26)           |w | read (14)| locks (8)|
//   +--+-----------+----------------------+--+----------+----------+
//   |1 | 0            | address of a record (48)                   |
//   +--+--------------+--------------------------------------------+
//
//   untouched  the whole word is 0, which is what Java gives a new field: clocks start at 1
//   read       w is 0: only the owner of `slot` has touched it, and only read; `clock` is the epoch of the last read
//   written    w is 1: only the owner of `slot` has touched it; `clock` is the epoch of the last write, and `read`
//              how many epochs later the last read since was (0: none since, or in the same epoch)
//   record     the top bit is set: more than one thread has touched it, or the word had no room: a Record has the state
//
// The parts stand in the order of the fast path's questions. w is right below the clock, so that one shift compares
// slot and clock with or without it, and `read` can be added to the clock in its place.
//
// `locks` is an index into the slot's own table of locksets (slots.h). It means that *all* accesses which the word
// stands for were made with exactly these locks; or that the write was made with exactly the locks of one set, and the
// last read since with exactly those of another. An access with other locks may replace an older one only if the older
// one no longer matters: the new access must be at least as strong, and hold no lock that the older one did not.
// Otherwise the variable gets a record. A looser rule would refine one set over all accesses. It would say that a
// variable was written without the lock if its only writer writes it under the lock and also reads it without: a false
// alarm (§6 of the RACER paper).
//
// "Only the owner" includes an orderly hand-over. When another thread comes and every detector agrees that it can
// forget the accesses before (all of them ordered, the new one as strong, no new lock), the word simply becomes the new
// thread's.
//
// Plain stores. Java changes a word from untouched, and to a record, by compare-and-swap. The owner of a word may
// restamp it with a plain store, which is three times faster. Between the owner's load and its store another thread may
// have given the variable a record. The store then undoes that: the record is forgotten, with the other thread's access
// and whatever came in between. (Its memory is given back when the agent finds the object dead.) What the word then
// says is true: its owner did make that access, in that epoch, with those locks. So races of the forgotten accesses
// with later ones are lost; races already found have been reported; and no false report can come of it. Detectors
// report pairs of accesses that were both made, and an ordering that is forgotten together with its access excuses
// nothing and accuses nobody. All this takes two threads within a few instructions of each other at the first sharing
// of a variable.
#pragma once

#include <cassert>
#include <cstdint>

#include "event/event.h"
#include "runtime/time.h"

namespace raddle::runtime {

using event::AccessKind;

enum class WordTag : uint8_t { kUntouched, kRead, kWritten, kRecord };

inline constexpr int kLockIndexBits = 8, kReadBits = 14, kAddressBits = 48;
inline constexpr int kReadShift = kLockIndexBits;
inline constexpr int kWrittenShift = kReadShift + kReadBits;
inline constexpr int kClockShift = kWrittenShift + 1;
inline constexpr int kSlotShift = kClockShift + kClockBits;
inline constexpr int kRecordShift = kSlotShift + kSlotBits;
static_assert(kReadShift == 8 && kWrittenShift == 22 && kClockShift == 23 && kSlotShift == 49 && kRecordShift == 63);
static_assert(kAddressBits <= kRecordShift, "user addresses of x86-64 have 47 bits");
inline constexpr uint64_t kWrittenBit = uint64_t{1} << kWrittenShift, kRecordBit = uint64_t{1} << kRecordShift;

inline constexpr uint32_t kMaxReadDelta = (1u << kReadBits) - 1;
inline constexpr uint32_t kMaxLockIndex = (1u << kLockIndexBits) - 2;  // the next one means "does not fit"

// A thread in an epoch, as it would appear in a word: slot and clock in their places, all other bits 0. The shim keeps
// one for each thread. The default is the stamp of nobody, that of a record at address 0, which no word has.
class Stamp {
 public:
  constexpr Stamp() = default;
  constexpr Stamp(Slot slot, Clock clock) : bits_(uint64_t{slot} << kSlotShift | uint64_t{clock} << kClockShift) {
    assert(slot < kSlots && clock > 0 && clock <= kLastClock);
  }

  constexpr uint64_t bits() const { return bits_; }
  constexpr Slot slot() const { return static_cast<Slot>(bits_ >> kSlotShift); }
  constexpr Clock clock() const { return static_cast<Clock>(bits_ >> kClockShift) & kLastClock; }

 private:
  uint64_t bits_ = kRecordBit;
};

constexpr WordTag TagOf(uint64_t word) {
  if (word >> kRecordShift != 0) return WordTag::kRecord;
  if (word == 0) return WordTag::kUntouched;
  return (word & kWrittenBit) != 0 ? WordTag::kWritten : WordTag::kRead;
}

// A word taken apart.
struct Word {
  WordTag tag = WordTag::kUntouched;
  Slot slot = 0;
  Clock clock = 0;    // kRead: of the last read; kWritten: of the last write
  uint32_t read = 0;  // kWritten: epochs from the last write to the last read since
  uint32_t lock_index = 0;

  constexpr Clock last_clock() const { return clock + read; }

  static constexpr Word From(uint64_t bits) {
    return {TagOf(bits), static_cast<Slot>(bits >> kSlotShift) & (kSlots - 1),
            static_cast<Clock>(bits >> kClockShift) & kLastClock,
            static_cast<uint32_t>(bits >> kReadShift) & kMaxReadDelta, static_cast<uint32_t>(bits) & 0xFF};
  }
  constexpr uint64_t bits() const {
    assert(slot < kSlots && clock <= kLastClock && read <= kMaxReadDelta && lock_index <= kMaxLockIndex);
    assert(tag == WordTag::kWritten || read == 0);
    assert(clock + read <= kLastClock);  // so that adding `read` in place (AlreadySeen) never carries into the slot
    assert(tag != WordTag::kRecord && (tag == WordTag::kUntouched) == (clock == 0));
    return uint64_t{slot} << kSlotShift | uint64_t{clock} << kClockShift |
           (tag == WordTag::kWritten ? kWrittenBit : 0) | uint64_t{read} << kReadShift | lock_index;
  }
};

// The fast path: this thread has made an access at least this strong to the variable in this epoch, and nobody else
// has touched it since. Then the access changes nothing for any detector. The word is the variable's, or for a record
// the one in its array of stamps (record.h), which has the same form. The shim has the same two lines in Java.
constexpr bool AlreadySeen(uint64_t word, Stamp thread, AccessKind kind) {
  constexpr uint64_t kReadField = uint64_t{kMaxReadDelta} << kReadShift;
  const uint64_t last_access = word + ((word & kReadField) << (kClockShift - kReadShift));
  const bool seen = kind == AccessKind::kWrite ? (word ^ thread.bits()) >> kWrittenShift == 1
                                               : (last_access ^ thread.bits()) >> kClockShift == 0;
#ifndef NDEBUG
  Word plain = Word::From(word);  // a word's clock is never ahead of its owner's
  bool ours = thread.bits() != kRecordBit && plain.slot == thread.slot();
  bool written = plain.tag == WordTag::kWritten, touched = written || plain.tag == WordTag::kRead;
  assert(seen == (ours && (kind == AccessKind::kWrite ? written && plain.clock == thread.clock()
                                                      : touched && plain.last_clock() == thread.clock())));
#endif
  return seen;
}

// Words that are nothing but "seen by this thread in this epoch".
constexpr uint64_t SeenWord(Stamp thread, AccessKind kind) {
  return thread.bits() | (kind == AccessKind::kWrite ? kWrittenBit : 0);
}
static_assert(AlreadySeen(SeenWord(Stamp(3, 7), AccessKind::kRead), Stamp(3, 7), AccessKind::kRead));
static_assert(!AlreadySeen(SeenWord(Stamp(3, 7), AccessKind::kRead), Stamp(3, 7), AccessKind::kWrite));
static_assert(AlreadySeen(SeenWord(Stamp(3, 7), AccessKind::kWrite), Stamp(3, 7), AccessKind::kRead));
static_assert(!AlreadySeen(SeenWord(Stamp(3, 7), AccessKind::kWrite), Stamp(3, 8), AccessKind::kRead));
static_assert(!AlreadySeen(0, Stamp(), AccessKind::kRead));

}  // namespace raddle::runtime
