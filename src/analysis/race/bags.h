// Bags: objects that hold what calls put into them.
#pragma once

#include "race/access.h"

namespace raddle::race {

// An array, a collection, a stream of bytes and the like: nothing comes into it but by stores and by calls that name
// it. Not so a future.
bool IsFilledByCalls(const PointerAnalysis& analysis, ObjectId bag);

}  // namespace raddle::race
