#include "explain/explain.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/advice.h"
#include "report/text.h"

namespace raddle::explain {
namespace {

using event::Names;

// Who and where; what and with which locks is for the caller to add.
report::Access Describe(ThreadId by, SiteId at, const Names& names) {
  report::Access out = AccessAt(at, names);
  event::ThreadName thread = names.Of(by);
  out.thread = std::move(thread.name);
  out.thread_id = static_cast<uint64_t>(thread.number);
  out.starter = std::move(thread.starter);
  out.started = names.Of(thread.started);
  return out;
}

std::vector<std::string> NamesOf(const std::vector<runtime::HeldLock>& locks, const Names& names) {
  std::vector<std::string> texts;
  for (const runtime::HeldLock& held : locks) texts.push_back(names.Of(held.lock));
  return texts;
}

// Where nothing is known of the callers: as the JVM prints it.
std::string FrameOf(const report::Access& access) {
  const std::string place = access.file.empty() ? "Unknown Source" : access.file;
  const std::string line = access.file.empty() || access.line == 0 ? "" : fmt::format(":{}", access.line);
  return fmt::format("{}.{}({}{})", access.class_name, access.method, place, line);
}

report::Access Describe(const detect::RaceAccess& access, const Names& names) {
  report::Access out = Describe(access.thread, access.site, names);
  out.op = access.op == event::AccessKind::kRead ? report::Op::kRead : report::Op::kWrite;
  StackId stack = access.stack;
  if (!stack.valid() && access.site.valid()) stack = names.RecentStack(access.thread, access.site);
  out.stack = names.Of(stack);
  out.stack_exact = !out.stack.empty() && names.IsExact(stack);
  if (out.stack.empty() && !out.class_name.empty()) out.stack = {FrameOf(out)};
  // What is told of with others, or when a loop is over, is told of at a later line than its own.
  const bool own = !out.stack.empty() && out.stack[0].starts_with(fmt::format("{}.{}(", out.class_name, out.method));
  if (own && !out.file.empty() && out.line != 0) out.stack[0] = FrameOf(out);
  out.locks = NamesOf(access.locks, names);
  return out;
}

std::string NameOrAThread(const report::Access& access) {
  return access.thread.empty() ? "a thread" : access.thread;
}

report::Access Describe(ThreadId thread, const detect::Place& place, const Names& names) {
  report::Access out = Describe(thread, place.site, names);
  out.op = report::Op::kLock;
  out.stack = names.Of(place.stack);
  out.stack_exact = place.exact;
  return out;
}

}  // namespace

report::Access AccessAt(SiteId at, const Names& names) {
  report::Access out;
  if (!at.valid()) return out;
  event::SiteName site = names.Of(at);
  out.class_name = std::move(site.class_name);
  out.method = std::move(site.method);
  out.descriptor = std::move(site.descriptor);
  out.file = std::move(site.file);
  out.line = site.line;
  return out;
}

report::Finding Explain(const detect::Race& race, const Names& names) {
  report::Finding finding;
  finding.kind = race.kind == detect::RaceKind::kObjectRace ? report::Kind::kObjectRace : report::Kind::kDataRace;
  finding.grade = race.grade == detect::Grade::kObserved ? report::Grade::kObserved : report::Grade::kPredicted;
  finding.detectors = {std::string(race.detector)};
  finding.variable = names.Of(race.variable.name);
  finding.accesses = {Describe(race.earlier, names), Describe(race.later, names)};
  return finding;
}

report::Finding Explain(const detect::LockCycle& found, const Names& names) {
  // Which of the threads came last is chance: the finding starts with the lock whose name is the first.
  detect::LockCycle cycle = found;
  std::ranges::rotate(cycle.steps, std::ranges::min_element(cycle.steps, {}, [&](const detect::LockStep& step) {
                        return names.Of(step.held.lock);
                      }));
  report::Finding finding;
  finding.kind = report::Kind::kDeadlock;
  finding.grade = report::Grade::kPredicted;
  finding.detectors = {"deadlock"};
  std::string story;
  for (const detect::LockStep& step : cycle.steps) {
    const std::string held = names.Of(step.held.lock);
    const std::string wanted = names.Of(step.wanted.lock);
    finding.variables.emplace_back(report::LockClass(held));
    if (step.held_at.known()) {
      report::Access holds = Describe(step.thread, step.held_at, names);
      const auto own = std::find(step.locks.begin(), step.locks.end(), step.held);  // they are in the order of taking
      holds.locks = NamesOf({step.locks.begin(), own}, names);
      finding.accesses.push_back(std::move(holds));
    }
    report::Access asks = Describe(step.thread, step.wanted_at, names);
    asks.locks = NamesOf(step.locks, names);
    story += fmt::format("{}{} holds {} and asks for {}", story.empty() ? "" : ", ", NameOrAThread(asks), held, wanted);
    finding.accesses.push_back(std::move(asks));
  }
  finding.variable = finding.variables.front();
  finding.message = story + ": they can wait for each other for ever";
  finding.advice = "take these locks in the same order everywhere, or hold one lock around both";
  return finding;
}

report::Finding Explain(const detect::ViewConflict& conflict, const Names& names) {
  report::Finding finding;
  finding.kind = report::Kind::kHighLevelRace;
  finding.grade = report::Grade::kPredicted;
  finding.detectors = {"views"};
  const std::string lock = names.Of(conflict.lock);
  auto describe = [&](const detect::ViewSection& section) {
    report::Access out = Describe(section.thread, section.at, names);
    out.locks = {lock};
    for (const VariableId each : section.view) out.view.push_back(names.Of(each));
    std::sort(out.view.begin(), out.view.end());
    out.view.erase(std::unique(out.view.begin(), out.view.end()), out.view.end());
    return out;
  };
  finding.accesses.push_back(describe(conflict.whole));
  for (const detect::ViewSection& part : conflict.parts) finding.accesses.push_back(describe(part));
  const report::Access& whole = finding.accesses.front();
  finding.variables = whole.view;
  finding.variable = whole.view.front();
  std::string together;
  for (const std::string& each : whole.view) together += (together.empty() ? "" : ", ") + report::ShortVariable(each);
  finding.message = fmt::format(
      "{} uses {} together in {}, holding {}; {} lets go of it in between: the one may see half of what the "
      "other does",
      NameOrAThread(whole), together, whole.method, lock, NameOrAThread(finding.accesses[1]));
  finding.advice = fmt::format("hold {} throughout in the sections that belong together", lock);
  return finding;
}

}  // namespace raddle::explain
