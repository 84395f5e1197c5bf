// The program is run with its sections watched. Where it ends with status 0 although a thread came between the accesses
// of a section, that did no harm: nobody meant it to be atomic (AVIO's training runs). Sections that people wrote
// stay: they meant it.
#include "cli/learn.h"

#include <set>

#include <fmt/format.h>

#include "atoms/prune.h"
#include "atoms/section.h"
#include "base/subprocess.h"
#include "cli/output.h"
#include "cli/watched.h"
#include "report/files.h"

namespace raddle::cli {
namespace {

using Ids = std::set<std::string, std::less<>>;

options::RunOptions AsRun(const options::AtomsOptions& options, const std::string& out, uint32_t number) {
  options::RunOptions run;
  run.command = options.command;
  run.atoms.entries = {options.learn};
  run.noise = options.noise;
  run.seed = options.seed + number;
  run.quiet = true;
  run.out = out;
  (void)options::Assign(run.detectors, "atomrace");
  return run;
}

Ids Violated(const report::FindingsFile& file) {
  Ids ids;
  for (const report::Finding& finding : file.findings) {
    if (finding.grade == report::Grade::kObserved) ids.insert(finding.sections.begin(), finding.sections.end());
  }
  return ids;
}

// Takes out what was violated, and says so.
Result<void> Drop(const std::string& file, const Ids& violated) {
  RADDLE_TRY(const std::string text, report::ReadWholeFile(file));
  RADDLE_TRY(const atoms::Repository repository, atoms::Parse(text, file));
  Ids going;
  for (const atoms::Section& section : repository.sections) {
    if (!violated.contains(section.id)) continue;
    const bool stays = section.kind == atoms::Kind::kUser;
    if (!stays) going.insert(section.id);
    Tell("atoms", fmt::format("{} {} on {} in {}: interrupted, and the program succeeded{}", stays ? "kept" : "dropped",
                              section.id, section.variable.ToString(), section.scope.ToString(),
                              stays ? "; it was written by hand" : ""));
  }
  if (going.empty()) return {};
  return report::WriteWholeFile(file, atoms::Without(text, going));
}

struct Lesson {
  int status = 0;
  bool interrupted = false;
};

Result<Lesson> LearnOnce(const options::AtomsOptions& options, uint32_t number) {
  RADDLE_TRY(const TemporaryDirectory out, TemporaryDirectory::Create());
  const options::RunOptions run = AsRun(options, out.path(), number);
  RADDLE_TRY(options::AgentOptions agent, ForAgent(run));
  RADDLE_TRY(const Watched watched, WatchOnce("atoms", run, std::move(agent)));
  for (const std::string& note : watched.file.notes) Tell("atoms", note);
  if (watched.status != 0) {
    Tell("atoms", fmt::format("the program ended with status {}: nothing is learned from that", watched.status));
  } else {
    RADDLE_CHECK(Drop(options.learn, Violated(watched.file)));
  }
  return Lesson{.status = watched.status, .interrupted = watched.interrupted};
}

}  // namespace

int Learn(const options::AtomsOptions& options) {
  if (options.command.empty()) {
    return Complain("atoms",
                    Error{.reason = "--learn needs a program to learn from: raddle atoms --learn FILE -- COMMAND"});
  }
  if (options.runs == 0) return Complain("atoms", Error{.reason = "--runs 0: there is nothing to do"});
  int status = 0;
  for (uint32_t number = 0; number < options.runs; ++number) {
    const Result<Lesson> lesson = LearnOnce(options, number);
    if (!lesson) return Complain("atoms", lesson.error());
    if (lesson->status != 0) status = lesson->status;
    if (lesson->interrupted) break;
  }
  return status;
}

}  // namespace raddle::cli
