// Object words: the 64 bits of a whole object, for the detector of object races. One an object, beside the shadow words
// of its fields if there are any (shadow_word.h); the Java shim tests it where an object is used (RaddleObject.java).
//
//    63 62 61                30 29          4  3      2        1     0
//   +-----+--------------------+-------------+---+--------+-----------+
//   |  0  | owner (32)         | site (26)   | 0 | inside | state (2) |
//   +-----+--------------------+-------------+---+--------+-----------+
//   |  2  | 0                  | address of a record (48)      | free |
//   +-----+--------------------+-------------------------------+------+
//
//   the whole word 0   nobody has used it yet
//   state 1            the first owner's: whoever made it
//   state 2            a second thread has taken it over
//   inside             the owner is in a constructor, or in the method by which it became the owner
//   a record           shared: state and lockset are there
//   free               nobody has written since, and there is no lock that all hold: reads change nothing any more
//   a record at 0      a conflict was reported; nothing more is checked (free is set, so that reads need no further
//   test)
//
// `owner` is a number that whoever makes the events has for the thread; Java uses Thread.getId(), which is never used
// again, so that the owner's own accesses are one comparison, whatever its epoch and locks are: an object that one
// thread owns needs no lock. `site` is where the owner used it first; it is all that is known of its accesses.
//
// Words change by compare-and-swap, except that the maker of an object sets the first one: nobody else has the object.
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
