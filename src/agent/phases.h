// Phases: when hot code tells of its accesses.
//
// A check in compiled code costs more than the load that it is: whatever the check may lead to keeps the compiler from
// inlining, from hoisting, and from taking objects apart. So once the program has run for a while, code that the
// optimising compiler has compiled has no checks of accesses, except in loud slices, which come more and more rarely.
// Code that is interpreted or compiled for the time being always has checks, however late it is loaded: each place
// tells hundreds of times.
//
// Synchronisation is told while any code tells of accesses. In between, nobody asks for it (runtime/hush.h). If a
// program always has something new to tell, synchronisation is still left out most of the time. So a server that has
// been through everything it does costs little, and new code is still watched in full: its first access ends the hush
// before it is told. This compiles nothing anew, since the hush is a word that the shim looks at.
//
// A change of phase is expensive: the JVM recompiles the code that depends on the old phase, which takes seconds of
// processor time in a large program. So times are processor time where all accesses are told (hb, racer, object). A
// program that hardly runs is therefore always watched in full. So is a program that is still growing, such as a test
// suite that goes through class after class; and when a program has grown by a tenth within a while, it is watched in
// full once more. For atomrace alone, which lingers at samples, times are by the clock.
#pragma once

#include "agent/jvm.h"

namespace raddle::agent {

// Called in the VMInit event. Starts a thread of the agent's own, which Java programs do not see.
void StartPhases(JNIEnv* env);

// A place is about to tell of an access in a hush. From now on, for a while, synchronisation is told. Any thread.
void Listen();
// Two words for the shim. It writes the first whenever it tells of an access that does not end a hush. The second is
// not 0 if an access may end a hush (runtime/listening.h).
void* WhatIsListenedTo();

}  // namespace raddle::agent
