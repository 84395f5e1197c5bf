#include "cli/agent_argument.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "aspect/path_oracle.h"
#include "aspect/read.h"
#include "atoms/section.h"
#include "base/mapped_file.h"
#include "cli/bundle.h"
#include "cli/class_path_options.h"
#include "cli/java_command.h"
#include "contracts/contract.h"
#include "facts/facts.h"
#include "noise/pointcuts.h"
#include "noise/rule.h"
#include "options/agent_string.h"
#include "pointcut/named.h"
#include "pointcut/parse.h"

namespace raddle::cli {
namespace {

// As the JVM will find them, wherever it is started. The error: one is not there.
Result<void> MakeAbsolute(options::Files& files) {
  for (std::string& file : files.entries) {
    std::error_code error;
    if (access(file.c_str(), R_OK) != 0) return Error{.reason = std::strerror(errno), .place = file};
    file = std::filesystem::absolute(file, error).string();
    if (error) return Error{.reason = error.message(), .place = file};
  }
  return {};
}

template <typename Parsed>
Result<void> CheckFiles(const options::Files& files, Result<Parsed> (*parse)(std::string_view, std::string_view)) {
  for (const std::string& file : files.entries) {
    RADDLE_TRY(MappedFile mapped, MappedFile::Open(file));
    RADDLE_CHECK(parse(mapped.text(), file));
  }
  return {};
}

Result<void> CheckScope(const std::string& scope) {
  if (scope.empty()) return {};
  Result<pointcut::Pointcut> parsed = pointcut::Parse(scope);
  if (parsed) parsed = pointcut::Expand(*parsed, {});
  if (!parsed) {
    return Error{.reason = fmt::format("--scope: character {} of \"{}\": {}", parsed.error().offset + 1, scope,
                                       parsed.error().reason)};
  }
  return {};
}

// Which classes the program has is known where the command says it plainly.
Result<void> CheckAspects(const options::Files& aspects, const std::vector<std::string>& command) {
  if (aspects.entries.empty()) return {};
  const std::optional<std::string> class_path = ClassPathOf(command);
  options::PathList all;
  if (class_path) all.entries.push_back(*class_path);
  for (const std::string& jar : aspects.entries) all.entries.push_back(jar);
  RADDLE_TRY(classpath::ClassPath path, OpenClassPath(all, {.given = true, .text = {}}));
  aspect::PathOracle oracle(path);
  RADDLE_CHECK(aspect::ReadAspects({.jars = aspects.entries, .knows_program = class_path.has_value()}, oracle));
  return {};
}

Result<void> CheckNoise(const options::Lines& noise) {
  std::vector<noise::Rule> rules;
  for (const std::string& text : noise.texts) {
    RADDLE_TRY(rules.emplace_back(), noise::ParseRule(text));
  }
  RADDLE_CHECK(noise::Pointcuts::Parse(rules));
  return {};
}

}  // namespace

Result<void> CheckHeal(const std::string& how) {
  if (how == "schedule" || how == "lock") return {};
  return Error{.reason = fmt::format("--heal {}: is neither schedule nor lock", how)};
}

Result<void> PrepareForAgent(options::AgentOptions& agent, const std::vector<std::string>& command) {
  if (Result<facts::Level> level = facts::ParseLevel(agent.facts); !level) {
    return Error{.reason = fmt::format("--facts {}", level.error().reason)};
  }
  if (!agent.heal.empty()) RADDLE_CHECK(CheckHeal(agent.heal));
  RADDLE_CHECK(CheckNoise(agent.noise));
  RADDLE_CHECK(noise::ParseBudget(agent.noise_budget));
  RADDLE_CHECK(CheckScope(agent.scope));
  RADDLE_CHECK(CheckFiles(agent.contracts, contracts::Parse));
  RADDLE_CHECK(CheckFiles(agent.atoms, atoms::Parse));
  RADDLE_CHECK(CheckAspects(agent.aspects, command));
  RADDLE_CHECK(MakeAbsolute(agent.contracts));
  RADDLE_CHECK(MakeAbsolute(agent.atoms));
  RADDLE_CHECK(MakeAbsolute(agent.aspects));
  return {};
}

Result<std::string> AgentArgument(const options::AgentOptions& options) {
  RADDLE_TRY(std::string library, Bundled("lib/libraddle.so"));
  if (library.find('=') != std::string::npos) {
    return Error{.reason = "java takes no agent from a path with a '=' in it: move Raddle elsewhere", .place = library};
  }
  std::string text = options::AgentString(options);
  return fmt::format("-agentpath:{}{}{}", library, text.empty() ? "" : "=", text);
}

std::string QuotedForEnvironment(std::string_view argument) {
  if (argument.find_first_of(" \t\n\v\f\r'\"") == std::string_view::npos) return std::string(argument);
  std::string quoted = "'";
  for (char letter : argument) quoted += letter == '\'' ? "'\"'\"'" : std::string(1, letter);
  return quoted + "'";
}

}  // namespace raddle::cli
