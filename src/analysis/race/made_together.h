// Which objects are made together: one of the first for each of the second, because the same method makes both, inside
// the same loops.
#pragma once

#include <cstdint>
#include <utility>

#include "pointer/pointer_analysis.h"
#include "threads/thread_model.h"

namespace raddle::race {

using Maker = std::pair<pointer::InstanceId, uint32_t>;  // and statement

bool MadeTogether(const pointer::PointerAnalysis& analysis, pointer::ObjectId part, pointer::ObjectId whole);
// Whether a variable, at a statement of a method that runs once, holds each element of an array or collection exactly
// once: in the one loop that goes over it, or as the argument that `forEach` passes to the method.
bool HoldsEach(const pointer::PointerAnalysis& analysis, const threads::ThreadModel& threads, const Maker& at,
               program::Var var);
// Whether the object that the new thread runs on was made for this start.
bool IsMadeForStart(const pointer::PointerAnalysis& analysis, const pointer::CallEdge& start);

}  // namespace raddle::race
