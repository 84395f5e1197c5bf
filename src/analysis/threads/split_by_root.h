// SplitByRoot: tells apart the instances of a method that different threads run, so that what each has waited for, and
// holds, is known for each. Only as long as that does not make the call graph much larger.
#pragma once

#include <vector>

#include "pointer/pointer_analysis.h"

namespace raddle::threads {

// The origins of the new instances, in order.
std::vector<pointer::InstanceId> SplitByRoot(pointer::PointerAnalysis& analysis);

}  // namespace raddle::threads
