// Findings for a person at a terminal or with a log. Plain text if the style is plain. Control characters from the
// watched program never reach the terminal.
#pragma once

#include <string>

#include "base/terminal.h"
#include "report/finding.h"

namespace raddle::report {

// The findings, then the summary.
std::string WriteText(const FindingsFile& file, const Style& style);

// One finding, for a command that reports as it goes; it ends with an empty line.
std::string FindingText(const Finding& finding, const Style& style);

// One finding as one line, without a line end, for an agent that writes in the middle of the program's own output:
// "observed data race on bank.Account.balance: teller-1 at Account.java:14 and teller-2 at Account.java:19".
std::string FindingLine(const Finding& finding);

// Notes, what was suppressed and by what, and a last line with the counts.
std::string SummaryText(const FindingsFile& file, const Style& style);

}  // namespace raddle::report
