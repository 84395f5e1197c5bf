// Findings for a person at a terminal or with a log. Plain where the style is; nothing from the watched program reaches
// the terminal with its control characters.
#pragma once

#include <string>

#include "base/terminal.h"
#include "report/finding.h"

namespace raddle::report {

// The findings, then the summary.
std::string WriteText(const FindingsFile& file, const Style& style);

// One of them, for a command that speaks as it goes; it ends with an empty line.
std::string FindingText(const Finding& finding, const Style& style);

// The same in a line without its end, for an agent that speaks in the middle of the program's own output:
// "observed data race on bank.Account.balance: teller-1 at Account.java:14 and teller-2 at Account.java:19".
std::string FindingLine(const Finding& finding);

// Notes, what was suppressed and by whom, and a last line with the counts.
std::string SummaryText(const FindingsFile& file, const Style& style);

}  // namespace raddle::report
