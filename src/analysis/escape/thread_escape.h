// Which objects several threads may have: Chord's three lines (§2.2.3).
//
// An object escapes if a static field may hold it, if it is given to a new thread, if it is given to or got from
// unknown callers, or if a field of one that escapes may hold it. Flow-insensitive: from the start of the program on;
// still_local.h knows of the time before.
#pragma once

#include "pointer/pointer_analysis.h"

namespace raddle::escape {

pointer::ObjectSet FindEscaping(const pointer::PointerAnalysis& analysis);

}  // namespace raddle::escape
