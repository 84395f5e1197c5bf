// Which objects several threads may have: Chord's three lines (§2.2.3).
//
// An object escapes if a static field may hold it, if it is given to a new thread, if it is passed to or received from
// unknown callers, or if a field of an escaping object may hold it. Flow-insensitive: an object that escapes counts as
// escaping from the start of the program; still_local.h knows about the time before.
#pragma once

#include "pointer/pointer_analysis.h"

namespace raddle::escape {

pointer::ObjectSet FindEscaping(const pointer::PointerAnalysis& analysis);

}  // namespace raddle::escape
