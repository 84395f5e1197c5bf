// Phases: when hot code asks about its accesses (atomrace without noise and without sections).
//
// A check in compiled code costs more than the load that it is: what may happen behind it keeps the compiler from
// inlining, from hoisting, and from taking objects apart. So after a first loud second, code that the optimising
// compiler has seen has no checks, but for loud slices that come ever more rarely; code that is interpreted or compiled
// for the time being always has them. A change costs: the JVM compiles anew what had the other answer.
#pragma once

#include "agent/jvm.h"

namespace raddle::agent {

// In the VMInit event. Starts a thread of the agent's own, which Java programs do not see run.
void StartPhases(JNIEnv* env);

}  // namespace raddle::agent
