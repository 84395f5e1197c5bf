// Findings from the unlocked pairs: one for each variable and pair of methods, with two accesses that show it, the call
// paths from their threads' starts, the locks along them and the object (§2.3).
//
// Ranked, most likely a bug first: a variable that is guarded in some places and not in others says what its author
// meant; then writes against writes; then by name.
#pragma once

#include <vector>

#include "race/call_paths.h"
#include "race/stages.h"
#include "report/finding.h"

namespace raddle::race {

struct Findings {
  std::vector<report::Finding> shown;
  size_t left_out = 0;
};

// No more than `limit`, the first in rank.
Findings MakeFindings(const PointerAnalysis& analysis, const threads::ThreadModel& threads, const Stages& stages,
                      size_t limit);

}  // namespace raddle::race
