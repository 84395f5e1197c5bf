#include <fmt/format.h>

#include <algorithm>

#include "agent/agent.h"

namespace raddle::agent {
namespace {

std::vector<std::string> Split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const size_t end = std::min(text.find(separator), text.size());
    if (end > 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

std::vector<std::string> Packages(std::string_view text) {
  std::vector<std::string> packages = Split(text, '+');
  for (std::string& package : packages) std::replace(package.begin(), package.end(), '.', '/');
  return packages;
}

Result<void> ReadDetectors(std::string_view text, detect::EngineOptions& engine) {
  engine.hb = engine.racer = engine.eraser = false;
  for (const std::string& name : Split(text, '+')) {
    if (name == "hb")
      engine.hb = true;
    else if (name == "racer")
      engine.racer = true;
    else if (name == "eraser")
      engine.eraser = true;
    else
      return Error{fmt::format("unknown detector {}: there are hb, racer and eraser", name)};
  }
  return {};
}

}  // namespace

Result<AgentOptions> ParseAgentOptions(std::string_view text) {
  AgentOptions options;
  for (const std::string& item : Split(text, ',')) {
    const size_t equals = std::min(item.find('='), item.size());
    const std::string key = item.substr(0, equals);
    const std::string value = equals < item.size() ? item.substr(equals + 1) : std::string();
    if (key == "run")
      options.run = value;
    else if (key == "out")
      options.out = value;
    else if (key == "include")
      options.include = Packages(value);
    else if (key == "exclude")
      options.exclude = Packages(value);
    else if (key == "strict")
      options.engine.strict = true;
    else if (key == "detectors")
      RADDLE_CHECK(ReadDetectors(value, options.engine));
    else
      return Error{fmt::format("unknown option {}", key)};
  }
  return options;
}

}  // namespace raddle::agent
