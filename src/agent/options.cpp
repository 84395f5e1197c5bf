#include "agent/options.h"

#include <algorithm>

#include "base/mapped_file.h"
#include "options/agent_string.h"

namespace raddle::agent {
namespace {

std::vector<std::string> InternalNames(const options::Packages& packages) {
  std::vector<std::string> names = packages.names;
  for (std::string& name : names) std::replace(name.begin(), name.end(), '.', '/');
  return names;
}

}  // namespace

bool AgentOptions::TellsAccesses() const {
  return engine.hb || engine.racer || engine.eraser || engine.object || engine.views;
}

bool AgentOptions::HasPhases() const {
  const bool all = thorough || every_access || !record.empty() || engine.strict;
  return !all && (atoms.sampled() || (!atoms.any() && TellsAccesses()));
}

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
                       .thorough = given.thorough,
                       .phases = given.phases,
                       .every_access = given.every_access,
                       .quiet = given.quiet,
                       .stats = given.stats,
                       .facts = facts::Level::kSafe,
                       .facts_file = given.facts_file,
                       .atoms = {},
                       .engine = {}};
#define RADDLE_DETECTOR(name, by_default) options.engine.name = given.detectors.name;
#include "options/detectors.inc"
  Result<facts::Level> level = facts::ParseLevel(given.facts);
  if (!level) return level.error().In("facts");
  options.facts = given.every_access ? facts::Level::kNone : *level;
  options.atoms.races = given.detectors.atomrace;
  options.atoms.seed = given.seed;
  for (const std::string& rule : given.noise.texts) {
    RADDLE_TRY(options.atoms.noise.emplace_back(), noise::ParseRule(rule));
  }
  RADDLE_TRY(options.atoms.pointcuts, noise::Pointcuts::Parse(options.atoms.noise));
  for (const std::string& file : given.atoms.entries) {
    RADDLE_TRY(MappedFile mapped, MappedFile::Open(file));
    RADDLE_TRY(atoms::Repository repository, atoms::Parse(mapped.text(), file));
    atoms::Repository& all = options.atoms.sections;
    all.classes.insert(all.classes.end(), repository.classes.begin(), repository.classes.end());
    all.sections.insert(all.sections.end(), repository.sections.begin(), repository.sections.end());
  }
  if (given.heal == "lock") options.atoms.heal = Heal::kLock;
  if (given.heal == "schedule") options.atoms.heal = Heal::kSchedule;
  if (options.atoms.heal != Heal::kNot) options.atoms.races = false;  // healing is for production: nothing else is done
  RADDLE_TRY(options.atoms.budget.part, noise::ParseBudget(given.noise_budget));
  options.engine.strict = given.strict;
  const bool records = !options.record.empty();
  options.engine.settle = !records && !options.every_access;
  options.engine.record_only = records || options.every_access;
  options.engine.sections = records;
  options.engine.sections_told = !records;
  return options;
}

}  // namespace raddle::agent
