// Closed facts: the accesses of a whole program that no two threads can make to the same variable at the same time, one
// of them a write (docs/facts.md: *unshared* and *ordered*).
//
// Stricter than the escaping stage of check where that would hide a race from a detector that watches the program run:
// an object that is still local may be published by a race later; ownership and hand-over are what such a detector is
// to find wrong. What a class initialiser does counts as done at any time, but to objects that only initialisers make;
// unless these start threads. Left out, and so watched: accesses to
// objects that the library made, that native methods or reflection are handed, or that are not known.
#pragma once

#include "facts/facts.h"
#include "pointer/pointer_analysis.h"
#include "program/annotations.h"
#include "threads/thread_model.h"

namespace raddle::check {

facts::ProgramFacts FindClosedFacts(const pointer::PointerAnalysis& analysis, const threads::ThreadModel& threads);

}  // namespace raddle::check
