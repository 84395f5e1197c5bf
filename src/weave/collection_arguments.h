// Collections that are passed to the JDK: new ArrayList<>(list), String.join(",", list), Collections.sort(list), "" +
// list. The call reads or changes the collection, as if the program itself had called size() or clear(). Whether the
// object is one that is not thread-safe shows at run time, by its class's contract. String builders that are passed to
// the JDK are treated the same. A collection that a queue is drained into is changed if the queue held something: this
// is told around the call, as if elements were removed.
//
// May miss: collections that are passed as a plain Object to anything but string conversions and prints; what a library
// keeps and reads later.
#pragma once

#include "weave/method_context.h"

namespace raddle::weave {

// At any invoke instruction. Requires plan.calls.
void WeaveCollectionArguments(MethodContext& context, uint32_t instruction);

}  // namespace raddle::weave
