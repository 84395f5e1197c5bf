// Closed facts: the accesses of a whole program for which no two threads can access the same variable at the same time
// with at least one of them writing (docs/facts.md: *unshared* and *ordered*).
//
// This is stricter than the escaping stage of `check` where that stage would hide a race from a detector that watches
// the program run. That an object is *still* local does not count, since a race may publish it later. Ownership and
// hand-over do not count, since the detector is to find out where they go wrong.
//
// What a class initialiser does counts as done at any time. The exception is an object that only initialisers make; it
// does not apply if initialisers start threads.
//
// Not proved, and so watched: accesses to objects that are not known, that the library made, or that are passed to
// native methods or to reflection.
#pragma once

#include "facts/facts.h"
#include "pointer/pointer_analysis.h"
#include "program/annotations.h"
#include "threads/thread_model.h"

namespace raddle::check {

facts::ProgramFacts FindClosedFacts(const pointer::PointerAnalysis& analysis, const threads::ThreadModel& threads);

}  // namespace raddle::check
