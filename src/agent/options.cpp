#include "agent/options.h"

#include <algorithm>

#include "options/agent_string.h"

namespace raddle::agent {
namespace {

std::vector<std::string> InternalNames(const options::Packages& packages) {
  std::vector<std::string> names = packages.names;
  for (std::string& name : names) std::replace(name.begin(), name.end(), '.', '/');
  return names;
}

}  // namespace

Result<AgentOptions> ParseAgentOptions(std::string_view text) {
  RADDLE_TRY(const options::AgentOptions given, options::ParseAgentString(text));
  AgentOptions options{.run = given.run,
                       .out = given.out,
                       .include = InternalNames(given.include),
                       .exclude = InternalNames(given.exclude),
                       .contracts = given.contracts.entries,
                       .record = given.record,
                       .scope = given.scope,
                       .aspects = given.aspects.entries,
                       .weave_jdk = given.weave_jdk,
                       .quiet = given.quiet,
                       .stats = given.stats,
                       .engine = {}};
#define RADDLE_DETECTOR(name, by_default) options.engine.name = given.detectors.name;
#include "options/detectors.inc"
  options.engine.strict = given.strict;
  const bool records = !options.record.empty();
  options.engine.settle = !records;
  options.engine.record_only = options.engine.sections = records;
  return options;
}

}  // namespace raddle::agent
