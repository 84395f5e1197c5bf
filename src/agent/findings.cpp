#include "agent/findings.h"

#include "agent/agent.h"
#include "agent/class_hook.h"
#include "classfile/descriptor.h"

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
  report::Finding finding;
  finding.kind = report::Kind::kDataRace;
  finding.grade = race.grade == detect::Grade::kObserved ? report::Grade::kObserved : report::Grade::kPredicted;
  finding.detectors = {std::string(race.detector)};
  finding.variable = g_agent->variables.NameOf(race.variable.name);
  finding.accesses = {Describe(race.earlier), Describe(race.later)};
  (void)recorder_.Report(std::move(finding));
}

}  // namespace raddle::agent
