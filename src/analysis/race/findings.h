// Findings from the unlocked pairs: one for each variable and pair of methods, with two accesses that show it, the call
// paths from their threads' starts, the locks along them and the object (§2.3).
//
// Ranked, most likely a bug first: a variable that is guarded in some places and not in others says what its author
// meant; then writes against writes; then by name.
//
// Where contexts do not tell objects apart (`doubts`), all that one place makes is one object, and that two threads
// have the same one of them is a guess, wrong more often than not: threads mostly work on what they made. Nor are ways
// told apart, and one that is never gone lacks a lock or comes before a start. So a finding is doubtful there unless
//   - both accesses can be to nothing but a static field, an object of which there is one, or what is at one place that
//     starts at a static field (from_static.h);
//   - neither thread may be about to start the other: what is done on the way to a start is done for that one, mostly,
//     whoever was started before;
//   - on some of the likely ways there, taken by themselves, they have no lock in common;
// or the field has a declared guard.
#pragma once

#include <vector>

#include "race/call_paths.h"
#include "race/stages.h"
#include "report/finding.h"

namespace raddle::race {

struct Findings {
  std::vector<report::Finding> shown;
  size_t left_out = 0;  // beyond the limit
  size_t doubtful = 0;  // and left out as such
};

enum class Doubts : uint8_t { kNone, kLeftOut, kShown };

// No more than `limit`, the first in rank. What the program's own code has a part in, by its main class, is never
// doubtful: there is little of it, and whoever asks has written it.
Findings MakeFindings(const PointerAnalysis& analysis, const threads::ThreadModel& threads, const Stages& stages,
                      size_t limit, Doubts doubts, std::string_view main);

}  // namespace raddle::race
