// SplitByRoot: tells apart the instances of a method that different threads run, so that it is known for each thread
// what it has waited for and which locks it holds. Done only as long as the call graph does not grow much larger by it.
#pragma once

#include <vector>

#include "pointer/pointer_analysis.h"

namespace raddle::threads {

// Returns the origins of the new instances, in order.
std::vector<pointer::InstanceId> SplitByRoot(pointer::PointerAnalysis& analysis);

}  // namespace raddle::threads
