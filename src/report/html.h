// One page of HTML for a browser: everything is in it, it needs no script and no network. Findings can be left out by
// grade and kind, by style sheet alone. What comes from the watched program is text and never markup.
#pragma once

#include <string>

#include "report/finding.h"

namespace raddle::report {

std::string WriteHtml(const FindingsFile& file);

}  // namespace raddle::report
