// agent: the argument that gives the agent to java by hand.
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "cli/agent_argument.h"
#include "cli/bundle.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "options/agent_string.h"

namespace raddle::cli {

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

Result<void> MakeAbsolute(options::Files& files) {
  for (std::string& file : files.entries) {
    std::error_code error;
    if (access(file.c_str(), R_OK) != 0) return Error{.reason = std::strerror(errno), .place = file};
    file = std::filesystem::absolute(file, error).string();
    if (error) return Error{.reason = error.message(), .place = file};
  }
  return {};
}

int RunAgent(const options::AgentOptions& options) {
  options::AgentOptions given = options;
  if (Result<void> found = MakeAbsolute(given.contracts); !found) return Complain("agent", found.error());
  if (Result<void> found = MakeAbsolute(given.aspects); !found) return Complain("agent", found.error());
  Result<std::string> argument = AgentArgument(given);
  if (!argument) return Complain("agent", argument.error(), kFailed);
  Print(*argument + "\n");
  return kOk;
}

}  // namespace raddle::cli
