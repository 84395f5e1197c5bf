// Collections that are given to the JDK: new ArrayList<>(list), String.join(",", list), Collections.sort(list), "" +
// list. The call reads the collection, or changes it, as if the program had called size() or clear() itself; whether
// the object is one that is not thread-safe shows at run time, by its class's contract. So with builders of texts that
// are given as such. What a queue is drained into is changed if something was in the queue: it is told around the call,
// as if elements were removed.
//
// May miss: what is given as a plain Object to anything but texts and prints; what a library keeps and reads later.
#pragma once

#include "weave/method_context.h"

namespace raddle::weave {

// At any invoke instruction. Requires plan.calls.
void WeaveCollectionArguments(MethodContext& context, uint32_t instruction);

}  // namespace raddle::weave
