// Loop ranges: accesses of arrays in a loop that are told once, after the loop, as a range.
//
//   for (int j = k + 1; j < row.length; j++) row[j] -= factor * pivot[j];
//
// stays as it is, and after it the range is told: row was read and written, and pivot read, from k + 1 up to
// row.length, exclusive. A loop of two nanoseconds an iteration pays nothing for this; a check for each access would
// cost it tenfold.
//
// A loop qualifies if it is innermost, has one way in, and nothing in it can synchronise or run code of the program's:
// no call except those of java.lang.Math and its like, no monitor, nothing volatile, nothing that may load or
// initialise a class. An access that is told late then still belongs to the epoch in which it was made, and every
// detector finds the same races. An access in the loop qualifies if every round makes it once, to an array that is the
// same in all rounds, at an index that is a counter (a local changed by fixed steps only) plus locals that do not
// change plus a constant.
//
// May miss: the accesses of a round that an exception ended; and all rounds of such a loop if a part of it has
// exception handlers of its own.
#pragma once

#include <cstdint>
#include <vector>

#include "classfile/class_file.h"
#include "classfile/code.h"

namespace raddle::weave {

struct RangeAccess {
  uint32_t instruction;
  std::vector<uint32_t> array;    // the instructions that push it
  uint16_t counter = 0;           // the local
  std::vector<uint16_t> addends;  // locals
  int32_t first = 0;              // index of the first round: the counter before the loop + addends + this
  int32_t step = 0;               // from round to round, not 0
};

struct LoopExit {
  uint32_t instruction;  // a jump out; the jump back, which is not taken; a return or throw
  // For each access, index of the last round that made it: the counter here + addends + this.
  std::vector<int32_t> last;
};

// Instructions that may throw, from one to before another. Of a round that is broken off here nothing is told.
struct LoopFault {
  uint32_t first, end;
  std::vector<int32_t> last;  // as above
};

struct RangeLoop {
  uint32_t entry;  // the instruction behind which the loop begins
  uint32_t back;   // the jump back
  std::vector<RangeAccess> accesses;
  std::vector<LoopExit> exits;
  std::vector<LoopFault> faults;
};

std::vector<RangeLoop> FindRangeLoops(const classfile::ClassFile& file, const classfile::Member& method,
                                      const classfile::Code& code);

}  // namespace raddle::weave
