#include "agent/findings.h"

#include <fmt/format.h>

#include <algorithm>

#include "agent/agent.h"
#include "agent/class_hook.h"
#include "agent/say.h"
#include "classfile/descriptor.h"
#include "report/advice.h"
#include "report/text.h"

namespace raddle::agent {
namespace {

// Who and where; what and with which locks is for the caller to add.
report::Access Describe(ThreadId by, SiteId at) {
  report::Access out;
  if (const std::shared_ptr<JavaThread> thread = g_agent->threads.Find(by)) {
    out.thread = thread->name;
    out.thread_id = static_cast<uint64_t>(thread->tid);
    out.starter = thread->starter;
    out.started = g_agent->stacks.Describe(thread->started);
  }
  if (at.valid()) {
    const weave::Site& site = Sites()[at.value()];
    out.class_name = classfile::DottedName(site.method->class_name);
    out.method = site.method->method;
    out.descriptor = site.method->descriptor;
    out.file = site.method->source_file;
    out.line = site.line;
  }
  return out;
}

std::vector<std::string> NamesOf(const std::vector<runtime::HeldLock>& locks) {
  std::vector<std::string> names;
  for (const runtime::HeldLock& held : locks) names.push_back(g_agent->variables.NameOf(held.lock));
  return names;
}

report::Access Describe(const detect::RaceAccess& access) {
  report::Access out = Describe(access.thread, access.site);
  out.op = access.op == event::AccessKind::kRead ? report::Op::kRead : report::Op::kWrite;
  StackId stack = access.stack;
  if (!stack.valid() && access.site.valid()) stack = g_agent->threads.RecentStack(access.thread, access.site.value());
  out.stack = g_agent->stacks.Describe(stack);
  out.locks = NamesOf(access.locks);
  return out;
}

std::string NameOrAThread(const report::Access& access) {
  return access.thread.empty() ? "a thread" : access.thread;
}

report::Access Describe(ThreadId thread, const detect::Place& place) {
  report::Access out = Describe(thread, place.site);
  out.op = report::Op::kLock;
  out.stack = g_agent->stacks.Describe(place.stack);
  out.stack_exact = place.exact;
  return out;
}

}  // namespace

void Findings::Found(const detect::Race& race) {
  try {
    report::Finding finding;
    finding.kind = race.kind == detect::RaceKind::kObjectRace ? report::Kind::kObjectRace : report::Kind::kDataRace;
    finding.grade = race.grade == detect::Grade::kObserved ? report::Grade::kObserved : report::Grade::kPredicted;
    finding.detectors = {std::string(race.detector)};
    finding.variable = g_agent->variables.NameOf(race.variable.name);
    finding.accesses = {Describe(race.earlier), Describe(race.later)};
    const std::string id = Report(finding);
    const auto [low, high] = std::minmax(race.earlier.site.value(), race.later.site.value());
    const std::lock_guard lock(mutex_);
    ids_.try_emplace(Key(race.detector, race.variable.name.value(), low, high), id);
  } catch (...) {  // memory has run out: above us is the program
  }
}

void Findings::FoundDeadlock(const detect::LockCycle& cycle) {
  try {
    report::Finding finding;
    finding.kind = report::Kind::kDeadlock;
    finding.grade = report::Grade::kPredicted;
    finding.detectors = {"deadlock"};
    std::string story;
    for (const detect::LockStep& step : cycle.steps) {
      const std::string held = g_agent->variables.NameOf(step.held.lock);
      const std::string wanted = g_agent->variables.NameOf(step.wanted.lock);
      finding.variables.emplace_back(report::LockClass(held));
      if (step.held_at.known()) {
        report::Access holds = Describe(step.thread, step.held_at);
        const auto own = std::find(step.locks.begin(), step.locks.end(), step.held);  // they are in the order of taking
        holds.locks = NamesOf({step.locks.begin(), own});
        finding.accesses.push_back(std::move(holds));
      }
      report::Access asks = Describe(step.thread, step.wanted_at);
      asks.locks = NamesOf(step.locks);
      story +=
          fmt::format("{}{} holds {} and asks for {}", story.empty() ? "" : ", ", NameOrAThread(asks), held, wanted);
      finding.accesses.push_back(std::move(asks));
    }
    finding.variable = finding.variables.front();
    finding.message = story + ": they can wait for each other for ever";
    finding.advice = "take these locks in the same order everywhere, or hold one lock around both";
    Report(finding);
  } catch (...) {
  }
}

void Findings::FoundHighLevelRace(const detect::ViewConflict& conflict) {
  try {
    report::Finding finding;
    finding.kind = report::Kind::kHighLevelRace;
    finding.grade = report::Grade::kPredicted;
    finding.detectors = {"views"};
    const std::string lock = g_agent->variables.NameOf(conflict.lock);
    auto describe = [&](const detect::ViewSection& section) {
      report::Access out = Describe(section.thread, section.at);
      out.locks = {lock};
      for (const VariableId each : section.view) out.view.push_back(g_agent->variables.NameOf(each));
      std::sort(out.view.begin(), out.view.end());
      out.view.erase(std::unique(out.view.begin(), out.view.end()), out.view.end());
      return out;
    };
    finding.accesses.push_back(describe(conflict.whole));
    for (const detect::ViewSection& part : conflict.parts) finding.accesses.push_back(describe(part));
    const report::Access& whole = finding.accesses.front();
    finding.variables = whole.view;
    finding.variable = whole.view.front();
    std::string names;
    for (const std::string& each : whole.view) names += (names.empty() ? "" : ", ") + report::ShortVariable(each);
    finding.message = fmt::format(
        "{} uses {} together in {}, holding {}; {} lets go of it in between: the one may see half of what the "
        "other does",
        NameOrAThread(whole), names, whole.method, lock, NameOrAThread(finding.accesses[1]));
    finding.advice = fmt::format("hold {} throughout in the sections that belong together", lock);
    Report(finding);
  } catch (...) {
  }
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

// Tells it and returns its id.
std::string Findings::Report(const report::Finding& finding) {
  const report::Reported reported = recorder_.Report(finding);
  if (!reported.journaled) Say(reported.journaled.error().ToString());
  const std::lock_guard lock(mutex_);
  Tell(finding, reported.id);
  return reported.id;
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
