// What the detectors found, as findings that people can read: ids become names, two marks become accesses with stacks
// and locks. The same for a running program and for a trace; only where the names come from differs.
#pragma once

#include "detect/race.h"
#include "event/names.h"
#include "report/finding.h"

namespace raddle::explain {

// Where; who, what and with which locks is for the caller to add.
report::Access AccessAt(SiteId at, const event::Names& names);

report::Finding Explain(const detect::Race& race, const event::Names& names);
report::Finding Explain(const detect::LockCycle& cycle, const event::Names& names);
report::Finding Explain(const detect::ViewConflict& conflict, const event::Names& names);

}  // namespace raddle::explain
