// --suppress, --json and --fail-on: the same for every command that finds something.
//
//   RADDLE_TRY(FindingsOutput output, ReadFindingsOutput(o.suppress, o.json, o.fail_on));   before the work begins
//   ...
//   report::Suppress(file, output.suppressions);
//   return Deliver("run", file, output, stderr);
#pragma once

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "options/value.h"
#include "report/finding.h"
#include "report/suppressions.h"

namespace raddle::cli {

struct FindingsOutput {
  std::vector<report::Suppression> suppressions = {};
  std::string json = {};  // empty: no file; the same for the next two, which only `report` has
  std::string sarif = {};
  std::string html = {};
  std::optional<report::Grade> fail_on = {};  // none: never
};

// The errors are errors of use.
Result<FindingsOutput> ReadFindingsOutput(const options::PathList& suppress, const std::string& json,
                                          const std::string& fail_on);

// Writes text to the stream (unless the stream is standard output and another form goes there), and the other forms to
// their files. Returns kFindings if findings remain that count, kFailed if a file could not be written, else kOk.
int Deliver(std::string_view command, const report::FindingsFile& file, const FindingsOutput& output,
            std::FILE* stream);

}  // namespace raddle::cli
