// The freeze of final fields (JLS 17.5): at the end of a constructor, Raddle.freeze(Object,J) for each final field that
// it has written and that may lead to an array or a collection. What was done to those before is ordered before
// whatever another thread reads through the field, however it came by the object.
//
// May hide: a race with what the constructing thread did before the freeze, where the other thread got the array or the
// collection in another way than through the field. Arrays in arrays are frozen too; other objects, and what a
// collection holds, are not: there a race may be reported that the memory model excuses.
#pragma once

#include "weave/method_context.h"

namespace raddle::weave {

void WeaveFreeze(MethodContext& context);

}  // namespace raddle::weave
