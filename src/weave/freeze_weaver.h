// The freeze of final fields (JLS 17.5). At the end of a constructor, Raddle.freeze(Object,J) is called for each final
// field that the constructor has written and that may lead to an array or a collection. What was done to these before
// is then ordered before whatever another thread reads through the field, however that thread got the object.
//
// May hide: a race with what the constructing thread did before the freeze, if the other thread got the array or
// collection by another way than through the field. May falsely report: a race that the memory model excuses, on other
// objects, and on what a collection holds, since these are not frozen. (Arrays in arrays are.)
#pragma once

#include "weave/method_context.h"

namespace raddle::weave {

void WeaveFreeze(MethodContext& context);

}  // namespace raddle::weave
