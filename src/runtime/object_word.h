// Object words: the 64 bits that the detector of object races keeps for a whole object. There is one for each object,
// in addition to the shadow words of its fields (shadow_word.h), if there are any. The Java shim tests it where an
// object is used (RaddleObject.java).
//
//    63 62 61                30 29          4  3      2        1     0
//   +-----+--------------------+-------------+---+--------+-----------+
//   |  0  | owner (32)         | site (26)   | 0 | inside | state (2) |
//   +-----+--------------------+-------------+---+--------+-----------+
//   |  2  | 0                  | address of a record (48)      | free |
//   +-----+--------------------+-------------------------------+------+
//
//   the whole word 0   nobody has used it yet
//   state 1            the first owner's: the thread that made it
//   state 2            a second thread has taken it over
//   inside             the owner is in a constructor, or in the method by which it became the owner
//   a record           shared: the record has state and lockset
//   free               only read since it is shared, and no lock was held at all uses: reads change nothing more
//   a record at 0      a conflict was reported; nothing more is checked (free is set, so that reads need no other test)
//
// `owner` is a number for the thread, chosen by whoever makes the events. Java uses Thread.getId(), which is never used
// again. So a check of the owner's own access is one comparison, whatever its epoch and locks: an object that one
// thread owns needs no lock. `site` is where the owner used the object first; nothing else is known of the owner's
// accesses.
//
// Words change by compare-and-swap. The one exception: the maker of an object sets the first word with a plain store,
// since nobody else has the object yet.
#pragma once

#include <cstdint>

#include "runtime/record.h"

namespace raddle::runtime {

enum class Ownership : uint8_t { kNone, kFirst, kSecond };

struct ObjectWord {
  static constexpr int kSiteShift = 4, kOwnerShift = 30;
  static constexpr uint32_t kSiteMask = (1u << (kOwnerShift - kSiteShift)) - 1;
  static constexpr uint64_t kInside = 4;
  static constexpr uint64_t kFree = 1;
  static constexpr uint64_t kConflict = kRecordBit | kFree;

  Ownership state = Ownership::kNone;
  bool inside = false;
  uint32_t owner = 0;
  uint32_t site = 0;

  static constexpr bool IsShared(uint64_t word) { return TagOf(word) == WordTag::kRecord; }

  static Record* RecordOf(uint64_t word) { return Record::FromWord(word & ~kFree); }

  static constexpr ObjectWord From(uint64_t word) {
    return {static_cast<Ownership>(word & 3), (word & kInside) != 0, static_cast<uint32_t>(word >> kOwnerShift),
            static_cast<uint32_t>(word >> kSiteShift) & kSiteMask};
  }
  constexpr uint64_t bits() const {
    return uint64_t{owner} << kOwnerShift | uint64_t{site & kSiteMask} << kSiteShift | (inside ? kInside : 0) |
           static_cast<uint64_t>(state);
  }
};
static_assert(ObjectWord::From(ObjectWord{Ownership::kSecond, true, ~0u, 5}.bits()).site == 5);
static_assert(!ObjectWord::IsShared(ObjectWord{Ownership::kSecond, true, ~0u, ~0u}.bits()));

}  // namespace raddle::runtime
