// run: a program under the agent, from the options to the report.
//
//   the run's folder is made -> the program runs, each JVM of it with the agent and a journal in that folder ->
//   the journals are merged, suppressed, shown
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "cli/agent_argument.h"
#include "cli/commands.h"
#include "cli/facts_cache.h"
#include "cli/findings_output.h"
#include "cli/java_command.h"
#include "cli/output.h"
#include "cli/program.h"
#include "cli/reproduce.h"
#include "cli/watched.h"
#include "facts/facts.h"
#include "noise/memory.h"
#include "report/journal.h"
#include "report/journal_reader.h"
#include "report/run_directory.h"

namespace raddle::cli {
namespace {

namespace fs = std::filesystem;

using Texts = std::vector<std::string>;

// Whether a file can be written there when the program has ended; nothing, if none is wanted.
Result<void> CheckPlace(std::string_view option, const std::string& path) {
  if (path.empty()) return {};
  const auto wrong = [&](std::string_view reason) {
    return Error{.reason = fmt::format("{} {}: {}", option, path, reason)};
  };
  std::error_code ignored;
  const fs::path parent = fs::path(path).parent_path();
  const fs::path folder = parent.empty() ? "." : parent;
  if (!fs::is_directory(folder, ignored)) return wrong(fmt::format("there is no folder {}", folder.string()));
  if (fs::is_directory(path, ignored)) return wrong("that is a folder: name a file");
  const bool writable = fs::exists(path, ignored) ? access(path.c_str(), W_OK) == 0 : access(folder.c_str(), W_OK) == 0;
  if (!writable) return wrong(std::strerror(errno));
  return {};
}

// What an earlier run recorded there is replaced.
Result<void> PrepareRecord(std::string& record) {
  if (record.empty()) return {};
  RADDLE_CHECK(CheckPlace("--record", record));
  std::error_code error;
  if (fs::exists(record, error) && !fs::is_regular_file(record, error)) {
    return Error{.reason = fmt::format("--record {}: that is no file", record)};
  }
  fs::remove(record, error);
  if (error) return Error{.reason = fmt::format("--record {}: {}", record, error.message())};
  record = fs::absolute(record, error).string();
  return {};
}

// A folder that cannot be written is no reason not to run the program, nor to lose what is found.
Result<std::string> MakeRun(std::string_view command, const std::string& out) {
  Result<std::string> run = report::CreateRun(out);
  if (run) return run;
  const char* parent = std::getenv("TMPDIR");
  std::string elsewhere = std::string(parent != nullptr && *parent != '\0' ? parent : "/tmp") + "/raddle-XXXXXX";
  if (mkdtemp(elsewhere.data()) == nullptr) return run;
  Tell(command, fmt::format("{}; findings go to {}", run.error().ToString(), elsewhere));
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

// A misspelt package would otherwise look like a program without races.
bool IsLimited(const options::RunOptions& options) {
  return !options.include.names.empty() || !options.exclude.names.empty() || !options.scope.empty();
}

report::FindingsFile Collect(const std::string& run, const report::JournalStart& start,
                             const options::RunOptions& options) {
  report::FindingsFile file{.raddle = start.raddle, .command = start.command};
  if (Result<report::FindingsFile> read = report::ReadRun(run)) {
    file = *std::move(read);
  } else {
    file.notes.push_back(read.error().ToString());
  }
  if (!AnyJvm(run)) {
    file.notes.push_back("no JVM was watched: nothing that was started loaded the agent");
  } else if (IsLimited(options) && !report::AnyClassWatched(run)) {
    file.notes.push_back("no class was watched: --include, --exclude and --scope leave none of those that were loaded");
  }
  return file;
}

}  // namespace

Result<FindingsOutput> CheckedOutput(const options::RunOptions& options) {
  if (options.json == "-") return Error{.reason = "--json -: the standard output is the program's: name a file"};
  RADDLE_CHECK(CheckPlace("--json", options.json));
  RADDLE_CHECK(CheckPlace("--noise-memory", options.noise_memory));
  return ReadFindingsOutput(options.suppress, options.json, options.fail_on);
}

Result<options::AgentOptions> ForAgent(const options::RunOptions& run) {
  options::AgentOptions agent;
  CopyWatch(run, agent);
  if (!run.noise_memory.empty()) {
    RADDLE_TRY(const noise::Memory memory, noise::Memory::Read(run.noise_memory));
    const std::vector<std::string> remembered = memory.Rules();
    agent.noise.texts.insert(agent.noise.texts.begin(), remembered.begin(), remembered.end());
  }
  RADDLE_CHECK(PrepareForAgent(agent, run.command));
  RADDLE_CHECK(PrepareRecord(agent.record));
  if (*facts::ParseLevel(run.facts) == facts::Level::kClosed) agent.facts_file = ClosedFactsOf(run.command);
  return agent;
}

Result<Watched> WatchOnce(std::string_view command, const options::RunOptions& options, options::AgentOptions agent) {
  RADDLE_TRY(agent.run, MakeRun(command, options.out));
  RADDLE_TRY(std::string argument, AgentArgument(agent));
  Call call = WithAgent(options.command, argument);
  const report::JournalStart start{
      .raddle = RADDLE_VERSION, .command = OwnCommandLine(), .role = report::Role::kCommand};
  report::Journal journal(agent.run, start);
  if (Result<void> opened = journal.Open(); !opened) Complain(command, opened.error());

  Result<Ran> ran = RunProgram(call.arguments, call.environment);
  if (!ran) {
    std::error_code ignored;
    fs::remove_all(agent.run, ignored);
    return ran.error();
  }
  (void)journal.End();
  Watched watched{.status = ran->status, .interrupted = ran->interrupted, .file = Collect(agent.run, start, options)};
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
