// What a program's annotations promise and its code does not keep: accesses of a field that do not hold what its
// @GuardedBy names, and writes to fields of @Immutable classes after construction. A line each, for the notes; races
// among them are findings besides.
#pragma once

#include <string>
#include <vector>

#include "race/stages.h"

namespace raddle::race {

std::vector<std::string> CheckGuards(const PointerAnalysis& analysis, const threads::ThreadModel& threads,
                                     const Stages& stages);

}  // namespace raddle::race
