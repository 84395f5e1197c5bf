#include "agent/findings.h"

#include <fmt/format.h>

#include <algorithm>

#include "agent/agent.h"
#include "agent/class_hook.h"
#include "agent/evidence.h"
#include "agent/say.h"
#include "explain/explain.h"
#include "report/frames.h"
#include "report/text.h"

namespace raddle::agent {

namespace {

bool IsCall(SiteId site) {
  if (!site.valid() || site.value() == 0) return false;
  const weave::SiteKind kind = Sites()[site.value()].kind;
  return kind == weave::SiteKind::kEntry || kind == weave::SiteKind::kCall;
}

// Each access is a call of a method on the object, or another use of it. Of an owner's accesses only the first is
// known.
void DescribeObjectRace(report::Finding& finding, const detect::Race& race) {
  const SiteId sites[] = {race.earlier.site, race.later.site};
  for (size_t i = 0; i < 2; ++i) {
    report::Access& access = finding.accesses[i];
    if (IsCall(sites[i])) access.op = report::Op::kCall;
    if (access.stack.empty() && !access.class_name.empty()) {
      access.stack = {fmt::format("{}.{}({}:{})", access.class_name, access.method, access.file, access.line)};
      access.stack_exact = false;
    }
  }
}

// The JDK guards its own collections in ways that Raddle does not follow.
bool IsOwnAffairOfJdk(const report::Access& access) {
  constexpr std::string_view kCollections = "java.util";
  if (report::PackageOf(access.class_name + ".m") != kCollections) return false;
  const auto caller = std::find_if(access.stack.begin(), access.stack.end(),
                                   [&](const std::string& frame) { return report::PackageOf(frame) != kCollections; });
  return caller == access.stack.end() || report::IsJdkFrame(*caller);
}

}  // namespace

void Findings::Found(const detect::Race& race) {
  try {
    report::Finding finding = explain::Explain(race, g_agent->names);
    if (std::any_of(finding.accesses.begin(), finding.accesses.end(), IsOwnAffairOfJdk)) return;
    Evidence::SetStack(finding.accesses[1]);
    if (race.kind == detect::RaceKind::kObjectRace) {
      DescribeObjectRace(finding, race);
      finding.object = Evidence::ObjectOfClass(finding.variable);
    } else {
      finding.object = Evidence::ObjectOf(finding.variable);
      finding.statistics = g_agent->lock_uses.Of(race.variable.name);
    }
    const std::string id = Report(finding);
    const uint32_t earlier = race.earlier.site.value(), later = race.later.site.value();
    const uint32_t low = std::min(earlier, later), high = std::max(earlier, later);
    const std::lock_guard lock(mutex_);
    ids_.try_emplace(Key(race.detector, race.variable.name.value(), low, high), id);
  } catch (...) {  // out of memory; no exception may reach the program
  }
}

void Findings::FoundDeadlock(const detect::LockCycle& cycle) {
  try {
    Report(explain::Explain(cycle, g_agent->names));
  } catch (...) {
  }
}

void Findings::FoundHighLevelRace(const detect::ViewConflict& conflict) {
  try {
    Report(explain::Explain(conflict, g_agent->names));
  } catch (...) {
  }
}

bool Findings::IsOfElements(VariableId variable) {
  return g_agent->variables.NameOf(variable).ends_with("[]");
}

bool Findings::IsInConstructor(SiteId site) {
  return g_agent->names.Of(site).method == "<init>";
}

detect::Place Findings::Here() {
  const uint32_t number = g_agent->callers.SiteOfCaller();
  if (number == 0) return {.stack = g_agent->stacks.Capture()};
  const weave::Site& site = Sites()[number];
  const std::string method = site.method->class_name + "." + site.method->method + site.method->descriptor;
  return {.site = SiteId(number),
          .stack = g_agent->stacks.Capture(),
          .method = MethodId(g_agent->variables.OfName(method))};
}

// Reports the finding, and returns its id.
std::string Findings::Report(const report::Finding& finding) {
  const report::Reported reported = recorder_.Report(finding);
  if (!reported.journaled) Say(reported.journaled.error().ToString());
  const std::lock_guard lock(mutex_);
  Tell(finding, reported.id);
  return reported.id;
}

// Tells the user when a finding is first made, and again when a race that was predicted has been observed after all.
void Findings::Tell(const report::Finding& finding, const std::string& id) {
  const auto [place, is_new] = told_.try_emplace(id, finding.grade);
  if (!is_new && finding.grade >= place->second) return;
  place->second = finding.grade;
  if (!quiet_) Say(report::FindingLine(finding));
}

uint64_t Findings::made() const {
  const std::lock_guard lock(mutex_);
  return told_.size();
}

void Findings::Finish(const detect::Reporter& reporter) {
  try {
    {
      const std::lock_guard lock(mutex_);
      reporter.ForEach([&](const detect::Reporter::Occurrences& seen) {
        const auto id =
            ids_.find(Key(seen.detector, seen.variable.value(), seen.sites[0].value(), seen.sites[1].value()));
        if (id == ids_.end()) return;
        if (seen.count > 1) recorder_.Again(id->second, seen.detector, seen.count - 1);
        if (const report::Statistics uses = g_agent->lock_uses.Of(seen.variable); uses.accesses > 0) {
          recorder_.SetStatistics(id->second, uses);
        }
      });
    }
    if (const Result<void> finished = recorder_.Finish(); !finished) Say(finished.error().ToString());
  } catch (...) {
  }
}

}  // namespace raddle::agent
