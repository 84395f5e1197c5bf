// Phases: when hot code tells of its accesses.
//
// A check in compiled code costs more than the load that it is: what may happen behind it keeps the compiler from
// inlining, from hoisting, and from taking objects apart. So once the program has run for a while, code that the
// optimising compiler has seen has no checks of accesses, but for loud slices that come ever more rarely. Code that is
// interpreted or compiled for the time being always has them, however late it comes: each place tells hundreds of times.
//
// Synchronisation is told as long as anything tells of accesses; in between nobody asks for it (runtime/hush.h), and if
// there is always something new, most of the time. So a server that has been through all it does costs little, and new
// code is looked at as if all were: its first accesses end the hush before they are told. That compiles nothing anew: it
// is a word that the shim looks at.
//
// A change costs: the JVM compiles anew what had the other answer, which for a large program are seconds of the
// processor. So times are the processor's where all accesses are told of (hb, racer, object): a program that hardly runs
// is always looked at. So is one that still grows, as tests do that go through class after class; and when it has grown
// by a tenth within a while, it is once more. For atomrace alone, which lingers at samples, times are the clock's.
#pragma once

#include "agent/jvm.h"

namespace raddle::agent {

// In the VMInit event. Starts a thread of the agent's own, which Java programs do not see run.
void StartPhases(JNIEnv* env);

// A place is about to tell of an access in a hush: synchronisation is told of from now on, for a while. Any thread.
void Listen();
// A word to which anything is written where an access is told of that does not end a hush, and behind it one that is not 0 if
// it may: runtime/listening.h.
void* WhatIsListenedTo();

}  // namespace raddle::agent
