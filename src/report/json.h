// The findings file: JSON as docs/findings.md describes it.
//
// The writer puts keys in that page's order, so that two files can be compared line by line. It leaves out fields that
// are not known, except those that every finding has. The reader takes any bytes, never throws, and ignores fields that
// it does not know. The findings that it returns have been through Complete: ids are computed, not believed, so that
// files of different versions can be compared.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "report/finding.h"

namespace raddle::report {

// The whole file, indented, with a line feed at the end.
std::string WriteJson(const FindingsFile& file);

// The error names the place: "findings[3].accesses[0].line: is not a number that counts something".
Result<FindingsFile> ParseFindings(std::string_view text);

}  // namespace raddle::report
