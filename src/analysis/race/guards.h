// Where a program's code breaks what its annotations promise: accesses of a field without the lock that its @GuardedBy
// names, and writes to fields of @Immutable classes after construction. Each is a line for the notes; races among them
// are findings as well.
#pragma once

#include <string>
#include <vector>

#include "race/stages.h"

namespace raddle::race {

std::vector<std::string> CheckGuards(const PointerAnalysis& analysis, const threads::ThreadModel& threads,
                                     const Stages& stages);

}  // namespace raddle::race
