// The findings file: JSON as docs/findings.md has it.
//
// Writing gives keys in that page's order, so that two files can be compared line by line; fields that are not known
// are left out, except those that every finding has. Reading takes any bytes, never throws, and ignores fields that it
// does not know. What it makes sense of has been through Complete: ids are computed, not believed, so that files of
// different versions can be compared.
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
