// Calls in the program's code that mean something to the detectors but cannot be hooked in the called method: because
// that method is native or made by the JVM, or because the call means an access by the caller:
//
//   Object.wait, notify, notifyAll, Thread.isAlive      synchronisation
//   StampedLock.tryOptimisticRead, the stamp dropped    reads that nobody validates
//   VarHandle's access modes                            synchronisation or an access, as the mode says
//   System.arraycopy, array.clone(), java.util.Arrays   accesses of elements (array_calls.h)
//   Object.clone                                        reads of the fields; the copy's shadow words are made new
//   methods of collections that are not thread-safe     a read or a write of the whole (contracts)
//   a handler that may catch a NoClassDefFoundError     ordered after the initialiser that failed
#pragma once

#include <cstdint>
#include <string_view>

#include "weave/method_context.h"

namespace raddle::weave {

void WeaveCall(MethodContext& context, uint32_t instruction);
void WeaveHandlers(MethodContext& context);

// What RaddleHandles is told of an access mode of VarHandle, by its name; -1: it is not known. Opaque
// ones order beside fences only.
int32_t EffectsOfMode(std::string_view name);

}  // namespace raddle::weave
