// Which objects are made together: one of the first for each of the second, because the same method makes both, in the
// same loops.
#pragma once

#include <cstdint>
#include <utility>

#include "pointer/pointer_analysis.h"

namespace raddle::race {

using Maker = std::pair<pointer::InstanceId, uint32_t>;  // and statement

bool MadeTogether(const pointer::PointerAnalysis& analysis, pointer::ObjectId part, pointer::ObjectId whole);
// What the new thread runs on was made for this start.
bool IsMadeForStart(const pointer::PointerAnalysis& analysis, const pointer::CallEdge& start);

}  // namespace raddle::race
