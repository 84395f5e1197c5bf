#include "agent/findings.h"

#include <algorithm>

#include "agent/agent.h"
#include "agent/class_hook.h"
#include "agent/say.h"
#include "classfile/descriptor.h"
#include "report/text.h"

namespace raddle::agent {
namespace {

report::Access Describe(const detect::RaceAccess& access) {
  report::Access out;
  out.op = access.op == event::AccessKind::kRead ? report::Op::kRead : report::Op::kWrite;
  if (const std::shared_ptr<JavaThread> thread = g_agent->threads.Find(access.thread)) {
    out.thread = thread->name;
    out.thread_id = static_cast<uint64_t>(thread->tid);
    out.starter = thread->starter;
    out.started = g_agent->stacks.Describe(thread->started);
  }
  if (access.site.valid()) {
    const weave::Site& site = Sites()[access.site.value()];
    out.class_name = classfile::DottedName(site.method->class_name);
    out.method = site.method->method;
    out.descriptor = site.method->descriptor;
    out.file = site.method->source_file;
    out.line = site.line;
  }
  out.stack = g_agent->stacks.Describe(access.stack);
  for (const runtime::HeldLock& held : access.locks) out.locks.push_back(g_agent->variables.NameOf(held.lock));
  return out;
}

}  // namespace

void Findings::Found(const detect::Race& race) {
  try {
    report::Finding finding;
    finding.kind = report::Kind::kDataRace;
    finding.grade = race.grade == detect::Grade::kObserved ? report::Grade::kObserved : report::Grade::kPredicted;
    finding.detectors = {std::string(race.detector)};
    finding.variable = g_agent->variables.NameOf(race.variable.name);
    finding.accesses = {Describe(race.earlier), Describe(race.later)};
    const report::Reported reported = recorder_.Report(finding);
    if (!reported.journaled) Say(reported.journaled.error().ToString());
    const auto [low, high] = std::minmax(race.earlier.site.value(), race.later.site.value());
    const std::lock_guard lock(mutex_);
    ids_.try_emplace(Key(race.detector, race.variable.name.value(), low, high), reported.id);
    Tell(finding, reported.id);
  } catch (...) {  // memory has run out: above us is the program
  }
}

// When it is first found, and when what another schedule could have had has happened after all.
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
        if (id != ids_.end() && seen.count > 1) recorder_.Again(id->second, seen.detector, seen.count - 1);
      });
    }
    if (const Result<void> finished = recorder_.Finish(); !finished) Say(finished.error().ToString());
  } catch (...) {
  }
}

}  // namespace raddle::agent
