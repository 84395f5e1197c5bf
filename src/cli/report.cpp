#include <filesystem>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/findings_output.h"
#include "cli/output.h"
#include "report/load.h"
#include "report/merge.h"
#include "report/run_directory.h"

namespace raddle::cli {
namespace {

using report::FindingsFile;

Result<std::vector<std::string>> Inputs(const options::ReportOptions& options) {
  if (!options.findings.empty()) return options.findings;
  if (std::filesystem::exists(report::kDefaultOut)) return std::vector<std::string>{report::kDefaultOut};
  return Error{.reason = fmt::format("there is no {} here: name findings files, or the --out directory of a run",
                                     report::kDefaultOut)};
}

// One input keeps the command that made it; several were put together by this one.
Result<FindingsFile> Collect(const std::vector<std::string>& inputs, bool all_runs) {
  std::vector<FindingsFile> files;
  for (const std::string& input : inputs) {
    RADDLE_TRY(FindingsFile file, report::Load(input, all_runs));
    files.push_back(std::move(file));
  }
  FindingsFile merged = report::MergeFiles(std::move(files));
  if (inputs.size() > 1) {
    merged.raddle = RADDLE_VERSION;
    merged.command = {"report"};
    merged.command.insert(merged.command.end(), inputs.begin(), inputs.end());
  }
  return merged;
}

// Suppressions before the baseline: one that matches something old is not unused.
Result<FindingsFile> Select(const options::ReportOptions& options, const FindingsOutput& output) {
  RADDLE_TRY(std::vector<std::string> inputs, Inputs(options));
  RADDLE_TRY(FindingsFile file, Collect(inputs, options.all_runs));
  report::Suppress(file, output.suppressions);
  if (!options.baseline.empty()) {
    RADDLE_TRY(FindingsFile baseline, report::Load(options.baseline));
    report::RemoveKnown(file, baseline);
  }
  return file;
}

}  // namespace

int RunReport(const options::ReportOptions& options) {
  Result<FindingsOutput> output = ReadFindingsOutput(options.suppress, options.json, options.fail_on);
  if (!output) return Complain("report", output.error());
  output->sarif = options.sarif;
  output->html = options.html;
  if ((output->json == "-") + (output->sarif == "-") + (output->html == "-") > 1) {
    return Complain("report", Error{.reason = "only one of --json, --sarif and --html can go to the standard output"});
  }
  Result<FindingsFile> file = Select(options, *output);
  if (!file) return Complain("report", file.error());
  return Deliver("report", *file, *output, stdout);
}

}  // namespace raddle::cli
