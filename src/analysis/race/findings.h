// Findings from the unlocked pairs: one for each variable and pair of methods. A finding has two accesses that show it,
// the call paths from their threads' starts, the locks along these paths, and the object (§2.3).
//
// Findings are ranked, the most likely bugs first: first findings of fields that have a declared guard or are in a
// @ThreadSafe class; then, where there are doubts, those in the program's own code, before others that are not
// doubtful, before doubtful ones; then those that take few guesses; then those where some access holds a lock (so the
// author meant the variable to be guarded); then fields before arrays and collections; then pairs of writes. Findings
// of one variable stay together; those beyond its first few come after all others.
//
// Where contexts do not tell objects apart (`doubts`), all objects that one place makes are one abstract object. That
// two threads have the same real object is then a guess, and mostly a wrong one: threads mostly work on what they made.
// Call paths are not told apart, either: a path that is never taken may lack a lock or come before a start. So there a
// finding is doubtful unless the field has a declared guard or is in a @ThreadSafe class, or all of these hold:
//   - both accesses can only be to a static field, an object of which there is one, or what is at one place that starts
//     at a static field (from_static.h);
//   - neither thread may be about to start the other: what is done on the way to a start is mostly done for the thread
//     that is started, even if others were started before;
//   - on some pair of the likely paths there, each taken by itself, the two have no lock in common.
#pragma once

#include <vector>

#include "race/call_paths.h"
#include "race/stages.h"
#include "report/finding.h"

namespace raddle::race {

struct Findings {
  std::vector<report::Finding> shown;
  size_t left_out = 0;  // findings beyond the limit
  size_t doubtful = 0;  // doubtful findings that were left out
};

enum class Doubts : uint8_t { kNone, kLeftOut, kShown };

// Returns the first `limit` findings in rank. A finding in which the program's own code has a part is never doubtful
// (own code is found from the main class): there is little such code, and the user wrote it.
Findings MakeFindings(const PointerAnalysis& analysis, const threads::ThreadModel& threads, const Stages& stages,
                      size_t limit, Doubts doubts, std::string_view main);

}  // namespace raddle::race
