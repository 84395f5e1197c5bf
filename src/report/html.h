// One page of HTML for a browser: it contains everything and needs no script and no network. The reader can hide
// findings by grade and kind, which works by style sheet alone. What comes from the watched program is text and never
// markup.
#pragma once

#include <string>

#include "report/finding.h"

namespace raddle::report {

std::string WriteHtml(const FindingsFile& file);

}  // namespace raddle::report
