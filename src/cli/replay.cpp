// replay: the detectors over recorded traces.
#include <string>

#include "base/mapped_file.h"
#include "cli/commands.h"
#include "cli/findings_output.h"
#include "cli/output.h"
#include "report/merge.h"
#include "trace/replay.h"

namespace raddle::cli {
namespace {

Result<report::FindingsFile> ReplayFile(const std::string& path, const detect::EngineOptions& options) {
  RADDLE_TRY(MappedFile mapped, MappedFile::Open(path));
  Result<trace::Replayed> replayed = trace::Replay(mapped.text(), options);
  if (!replayed) return std::move(replayed).error().In(path);
  report::FindingsFile file{.raddle = RADDLE_VERSION, .command = {"replay", path}};
  for (const std::string& note : replayed->notes) file.notes.push_back(path + ": " + note);
  file.findings = std::move(replayed->findings);
  return file;
}

}  // namespace

int RunReplay(const options::ReplayOptions& options) {
  Result<FindingsOutput> output = ReadFindingsOutput(options.suppress, options.json, options.fail_on);
  if (!output) return Complain("replay", output.error());
  detect::EngineOptions engine;
#define RADDLE_DETECTOR(name, by_default) engine.name = options.detectors.name;
#include "options/detectors.inc"
  engine.strict = options.strict;
  std::vector<report::FindingsFile> files;
  for (const std::string& path : options.traces) {
    Result<report::FindingsFile> file = ReplayFile(path, engine);
    if (!file) return Complain("replay", file.error());
    files.push_back(*std::move(file));
  }
  report::FindingsFile file = report::MergeFiles(std::move(files));
  if (options.detectors.atomrace) {
    file.notes.push_back("atomrace looks at the program while it runs: it finds nothing in a trace");
  }
  if (options.detectors.object) {
    file.notes.push_back("object looks at calls of methods, which are not recorded: it finds nothing in a trace");
  }
  report::Suppress(file, output->suppressions);
  report::Tally(file);
  return Deliver("replay", file, *output, stdout);
}

}  // namespace raddle::cli
