// Turns what the detectors found into findings that people can read: ids become names, and two marks become accesses
// with stacks and locks. The same code serves a running program and a trace; only where the names come from differs.
#pragma once

#include "detect/race.h"
#include "event/names.h"
#include "report/finding.h"

namespace raddle::explain {

// Fills in where the access is; the caller adds the thread, the kind of access and the locks.
report::Access AccessAt(SiteId at, const event::Names& names);

report::Finding Explain(const detect::Race& race, const event::Names& names);
report::Finding Explain(const detect::LockCycle& cycle, const event::Names& names);
report::Finding Explain(const detect::ViewConflict& conflict, const event::Names& names);

}  // namespace raddle::explain
