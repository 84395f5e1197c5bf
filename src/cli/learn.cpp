// The program is run with its sections watched. Where it ends with status 0 although a thread came between the accesses
// of a section, that did no harm: nobody meant it to be atomic (AVIO's training runs). Sections that people wrote
// stay: they meant it.
#include "cli/learn.h"

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <set>

#include <fmt/format.h>

#include "atoms/prune.h"
#include "atoms/section.h"
#include "base/mapped_file.h"
#include "cli/output.h"
#include "cli/watched.h"

namespace raddle::cli {
namespace {

namespace fs = std::filesystem;
using Ids = std::set<std::string, std::less<>>;

Result<std::string> ReadText(const std::string& file) {
  RADDLE_TRY(MappedFile mapped, MappedFile::Open(file));
  return std::string(mapped.text());
}

// All of it or nothing: whoever reads the file meanwhile, or an interrupted write, must not see half.
Result<void> Replace(const std::string& file, const std::string& text) {
  const std::string next = file + ".new";
  std::ofstream out(next, std::ios::binary);
  out << text;
  out.close();
  std::error_code error;
  if (out) fs::rename(next, file, error);
  if (!out || error) return Error{.reason = "cannot be written", .place = file};
  return {};
}

struct Folder {  // gone at the end
  Folder() {
    const char* parent = getenv("TMPDIR");
    path = std::string(parent != nullptr && *parent != '\0' ? parent : "/tmp") + "/raddle-learn-XXXXXX";
    if (mkdtemp(path.data()) == nullptr) path.clear();
  }
  ~Folder() {
    std::error_code ignored;
    if (!path.empty()) fs::remove_all(path, ignored);
  }
  std::string path;
};

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
  RADDLE_TRY(const std::string text, ReadText(file));
  RADDLE_TRY(const atoms::Repository repository, atoms::Parse(text, file));
  Ids going;
  for (const atoms::Section& section : repository.sections) {
    if (!violated.contains(section.id)) continue;
    const bool stays = section.kind == atoms::Kind::kUser;
    if (!stays) going.insert(section.id);
    fmt::print(stderr, "raddle atoms: {} {} on {} in {}: interrupted, and the program succeeded{}\n",
               stays ? "kept" : "dropped", section.id, section.variable.ToString(), section.scope.ToString(),
               stays ? "; it was written by hand" : "");
  }
  if (going.empty()) return {};
  return Replace(file, atoms::Without(text, going));
}

Result<int> LearnOnce(const options::AtomsOptions& options, uint32_t number) {
  const Folder folder;
  const options::RunOptions run = AsRun(options, folder.path, number);
  RADDLE_TRY(options::AgentOptions agent, ForAgent(run));
  RADDLE_TRY(const Watched watched, WatchOnce("atoms", run, std::move(agent)));
  for (const std::string& note : watched.file.notes) fmt::print(stderr, "raddle atoms: {}\n", note);
  if (watched.status != 0) {
    fmt::print(stderr, "raddle atoms: the program ended with status {}: nothing is learned from that\n",
               watched.status);
    return watched.status;
  }
  RADDLE_CHECK(Drop(options.learn, Violated(watched.file)));
  return 0;
}

}  // namespace

int Learn(const options::AtomsOptions& options) {
  if (options.command.empty()) {
    return Complain("atoms",
                    Error{.reason = "--learn needs a program to learn from: raddle atoms --learn FILE -- COMMAND"});
  }
  int status = 0;
  for (uint32_t number = 0; number < options.runs; ++number) {
    const Result<int> once = LearnOnce(options, number);
    if (!once) return Complain("atoms", once.error());
    if (*once != 0) status = *once;
  }
  return status;
}

}  // namespace raddle::cli
