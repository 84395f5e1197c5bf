// run: a program under the agent, from the options to the report.
//
//   the run's folder is made -> the program runs, each JVM of it with the agent and a journal in that folder ->
//   the journals are merged, suppressed, shown
#include <stdlib.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <utility>

#include <fmt/format.h>

#include "aspect/path_oracle.h"
#include "aspect/read.h"
#include "atoms/section.h"
#include "base/mapped_file.h"
#include "cli/agent_argument.h"
#include "cli/class_path_options.h"
#include "cli/commands.h"
#include "cli/facts_cache.h"
#include "cli/findings_output.h"
#include "cli/java_command.h"
#include "cli/output.h"
#include "cli/program.h"
#include "cli/reproduce.h"
#include "cli/watched.h"
#include "contracts/contract.h"
#include "facts/facts.h"
#include "noise/memory.h"
#include "noise/pointcuts.h"
#include "noise/rule.h"
#include "pointcut/parse.h"
#include "report/journal.h"
#include "report/journal_reader.h"
#include "report/run_directory.h"

namespace raddle::cli {
namespace {

namespace fs = std::filesystem;

using Texts = std::vector<std::string>;

// What an earlier run recorded there is replaced.
Result<void> PrepareRecord(std::string& record) {
  if (record.empty()) return {};
  std::error_code error;
  record = fs::absolute(record, error).string();
  if (!fs::is_directory(fs::path(record).parent_path(), error)) {
    return Error{
        .reason = fmt::format("--record {}: there is no folder {}", record, fs::path(record).parent_path().string())};
  }
  if (fs::exists(record, error) && !fs::is_regular_file(record, error)) {
    return Error{.reason = fmt::format("--record {}: that is no file", record)};
  }
  fs::remove(record, error);
  if (error) return Error{.reason = fmt::format("--record {}: {}", record, error.message())};
  return {};
}

// The agent would say the same, but only once the program is under way.
Result<void> CheckContracts(const options::Files& files) {
  for (const std::string& file : files.entries) {
    RADDLE_TRY(MappedFile mapped, MappedFile::Open(file));
    RADDLE_CHECK(contracts::Parse(mapped.text(), file));
  }
  return {};
}

// What is wrong with the scope or an aspect is told before the program starts. Which classes the program has is known
// where the command says it plainly.
Result<void> CheckPointcuts(const options::RunOptions& run) {
  if (!run.scope.empty()) {
    if (Result<pointcut::Pointcut> parsed = pointcut::Parse(run.scope); !parsed) {
      return Error{fmt::format("--scope: character {} of \"{}\": {}", parsed.error().offset + 1, run.scope,
                               parsed.error().reason)};
    }
  }
  if (run.aspects.entries.empty()) return {};
  const std::optional<std::string> class_path = ClassPathOf(run.command);
  options::PathList all;
  if (class_path) all.entries.push_back(*class_path);
  for (const std::string& jar : run.aspects.entries) all.entries.push_back(jar);
  RADDLE_TRY(classpath::ClassPath path, OpenClassPath(all, {.given = true, .text = {}}));
  aspect::PathOracle oracle(path);
  RADDLE_CHECK(aspect::ReadAspects({.jars = run.aspects.entries, .knows_program = class_path.has_value()}, oracle));
  return {};
}

// A file that does not parse is an error of use too.
Result<void> CheckAtoms(const options::Files& files) {
  for (const std::string& file : files.entries) {
    RADDLE_TRY(MappedFile mapped, MappedFile::Open(file));
    RADDLE_CHECK(atoms::Parse(mapped.text(), file));
  }
  return {};
}

// A folder that cannot be written is no reason not to run the program, nor to lose what is found.
Result<std::string> MakeRun(const std::string& out) {
  Result<std::string> run = report::CreateRun(out);
  if (run) return run;
  const char* parent = std::getenv("TMPDIR");
  std::string elsewhere = std::string(parent != nullptr && *parent != '\0' ? parent : "/tmp") + "/raddle-XXXXXX";
  if (mkdtemp(elsewhere.data()) == nullptr) return run;
  fmt::print(stderr, "raddle run: {}; findings go to {}\n", run.error().ToString(), elsewhere);
  return report::CreateRun(elsewhere);
}

struct Call {
  Texts arguments;
  Texts environment;
};

Call WithAgent(const Texts& command, const std::string& agent) {
  Call call{.arguments = command, .environment = {}};
  if (fs::path(command[0]).filename() == "java") {
    call.arguments = WithLargeStacks(command);
    call.arguments.insert(call.arguments.begin() + 1, agent);
    return call;
  }
  const auto given = [](const char* variable) {
    const char* value = std::getenv(variable);
    return std::string(value == nullptr ? "" : value);
  };
  const std::string tools = given("JAVA_TOOL_OPTIONS"), launcher = given("JDK_JAVA_OPTIONS");
  // Of the stack of the thread that runs main, the launcher decides.
  call.environment = {
      fmt::format("JAVA_TOOL_OPTIONS={}{}{}", tools, tools.empty() ? "" : " ", QuotedForEnvironment(agent)),
      fmt::format("JDK_JAVA_OPTIONS={}{}{}", kLargeStacks, launcher.empty() ? "" : " ", launcher)};
  return call;
}

bool AnyJvm(const std::string& run) {
  Texts journals = report::JournalsIn(run);
  return std::any_of(journals.begin(), journals.end(),
                     [](const std::string& path) { return fs::path(path).filename().string().starts_with("jvm-"); });
}

report::FindingsFile Collect(const std::string& run, const report::JournalStart& start) {
  report::FindingsFile file{.raddle = start.raddle, .command = start.command};
  if (Result<report::FindingsFile> read = report::ReadRun(run)) {
    file = *std::move(read);
  } else {
    file.notes.push_back(read.error().ToString());
  }
  if (!AnyJvm(run)) file.notes.push_back("no JVM was watched: nothing that was started loaded the agent");
  return file;
}

}  // namespace

Result<FindingsOutput> CheckedOutput(const options::RunOptions& options) {
  if (options.json == "-") return Error{.reason = "--json -: the standard output is the program's: name a file"};
  std::error_code ignored;
  fs::path folder = fs::path(options.json).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, ignored)) {
    return Error{.reason = fmt::format("--json {}: there is no folder {}", options.json, folder.string())};
  }
  if (fs::is_directory(options.json, ignored)) {
    return Error{.reason = fmt::format("--json {}: that is a folder: name a file", options.json)};
  }
  return ReadFindingsOutput(options.suppress, options.json, options.fail_on);
}

Result<options::AgentOptions> ForAgent(const options::RunOptions& run) {
  options::AgentOptions agent;
  CopyWatch(run, agent);
  if (Result<facts::Level> level = facts::ParseLevel(run.facts); !level) {
    return Error{.reason = fmt::format("--facts {}", level.error().reason)};
  } else if (*level == facts::Level::kClosed) {
    agent.facts_file = ClosedFactsOf(run.command);
  }
  RADDLE_CHECK(CheckContracts(agent.contracts));
  if (!run.noise_memory.empty()) {
    RADDLE_TRY(const noise::Memory memory, noise::Memory::Read(run.noise_memory));
    const std::vector<std::string> remembered = memory.Rules();
    agent.noise.texts.insert(agent.noise.texts.begin(), remembered.begin(), remembered.end());
  }
  std::vector<noise::Rule> rules;
  for (const std::string& text : agent.noise.texts) {
    RADDLE_TRY(rules.emplace_back(), noise::ParseRule(text));
  }
  RADDLE_CHECK(noise::Pointcuts::Parse(rules));
  RADDLE_CHECK(noise::ParseBudget(agent.noise_budget));
  RADDLE_CHECK(MakeAbsolute(agent.contracts));
  RADDLE_CHECK(PrepareRecord(agent.record));
  RADDLE_CHECK(CheckAtoms(agent.atoms));
  RADDLE_CHECK(CheckPointcuts(run));
  RADDLE_CHECK(MakeAbsolute(agent.aspects));
  RADDLE_CHECK(MakeAbsolute(agent.atoms));
  return agent;
}

Result<Watched> WatchOnce(std::string_view command, const options::RunOptions& options, options::AgentOptions agent) {
  RADDLE_TRY(agent.run, MakeRun(options.out));
  RADDLE_TRY(std::string argument, AgentArgument(agent));
  Call call = WithAgent(options.command, argument);
  const report::JournalStart start{
      .raddle = RADDLE_VERSION, .command = OwnCommandLine(), .role = report::Role::kCommand};
  report::Journal journal(agent.run, start);
  if (Result<void> opened = journal.Open(); !opened) Complain(command, opened.error());

  Result<int> status = RunProgram(call.arguments, call.environment);
  if (!status) {
    std::error_code ignored;
    fs::remove_all(agent.run, ignored);
    return status.error();
  }
  (void)journal.End();
  Watched watched{*status, Collect(agent.run, start)};
  SayHowToReproduce(watched.file, options);
  if (!options.noise_memory.empty()) {
    Result<noise::Memory> memory = noise::Memory::Read(options.noise_memory);
    if (memory) {
      memory->Add(watched.file);
      if (Result<void> written = memory->Write(options.noise_memory); !written) Complain(command, written.error());
    }
  }
  return watched;
}

int DeliverWatched(std::string_view command, Watched watched, const FindingsOutput& output) {
  report::Suppress(watched.file, output.suppressions);
  if (!watched.file.findings.empty()) std::fputs("\n", stderr);  // apart from what the program wrote last
  const int delivered = Deliver(command, watched.file, output, stderr);
  return delivered == kFindings || watched.status == 0 ? delivered : watched.status;
}

int RunRun(const options::RunOptions& options) {
  Result<FindingsOutput> output = CheckedOutput(options);
  if (!output) return Complain("run", output.error());
  Result<options::AgentOptions> agent = ForAgent(options);
  if (!agent) return Complain("run", agent.error());
  Result<Watched> watched = WatchOnce("run", options, *std::move(agent));
  return watched ? DeliverWatched("run", *std::move(watched), *output) : Complain("run", watched.error());
}

}  // namespace raddle::cli
