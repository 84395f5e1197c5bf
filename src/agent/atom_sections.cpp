// Atomic sections: what the shim tells becomes what Sections wants to know, and its verdicts become findings.
#include <fmt/format.h>

#include <algorithm>

#include "agent/agent.h"
#include "agent/atoms.h"
#include "agent/class_hook.h"
#include "classfile/descriptor.h"
#include "explain/explain.h"
#include "report/advice.h"

namespace raddle::agent {
namespace {

using atoms::Mark;
using detect::atomrace::Sections;
using detect::atomrace::Violation;

// How long an intruder waits for a section to end. With the lock, so long that something else must be wrong.
constexpr auto kBriefly = std::chrono::milliseconds(20);
constexpr auto kAtMost = std::chrono::seconds(2);

report::Access Describe(uint32_t site, bool write, const std::string& thread, uint64_t tid, StackId stack) {
  report::Access access = explain::AccessAt(SiteId(site), g_agent->names);
  access.op = write ? report::Op::kWrite : report::Op::kRead;
  access.thread = thread;
  access.thread_id = tid;
  access.stack = g_agent->stacks.Describe(stack);
  if (access.stack.empty()) {
    access.stack = {fmt::format("{}.{}({}:{})", access.class_name, access.method, access.file, access.line)};
    access.stack_exact = false;
  }
  return access;
}

bool Writes(const atoms::Point& point) {
  return point.op == atoms::Op::kWrite;
}

std::string Does(const report::Access& access) {
  return fmt::format("{} at {}:{}", access.op == report::Op::kWrite ? "written" : "read", access.file, access.line);
}

}  // namespace

std::chrono::nanoseconds Atoms::Patience() const {
  switch (options_.heal) {
    case Heal::kSchedule:
      return kBriefly;
    case Heal::kLock:
      return kAtMost;
    default:
      return std::chrono::nanoseconds(0);
  }
}

void Atoms::AddSection(const weave::SectionSite& site) {
  const std::lock_guard lock(mutex_);
  section_sites_[site.site].push_back(site.mark);
}

std::vector<Mark> Atoms::MarksOf(uint32_t site) const {
  const std::lock_guard lock(mutex_);
  const auto found = section_sites_.find(site);
  return found == section_sites_.end() ? std::vector<Mark>() : found->second;
}

void Atoms::Arrive(const Visit& visit, const std::vector<Sections::Beginning>& beginnings) {
  const Waited waited = sections_.Arrive(
      visit.access, beginnings, Patience(),
      [&] {
        NameThread(visit.arrival);
        return g_agent->stacks.Capture();
      },
      [&]() -> const void* { return visit.arrival.env->NewGlobalRef(visit.arrival.object); });
  if (waited != Waited::kNot)
    NoteHealing(waited, g_agent->variables.NameOf(VariableId(visit.info.variable)), visit.arrival.site);
}

// Names of threads that were seen where they should not be: when the finding is made they may be gone.
void Atoms::NameThread(const Arrival& arrival) {
  const std::lock_guard lock(mutex_);
  std::string& name = thread_names_[static_cast<uint64_t>(arrival.tid)];
  if (name.empty()) name = NameOfThread(arrival.thread);
}

int32_t Atoms::Section(const Arrival& arrival, int32_t activation) {
  std::optional<Visit> visit = See(arrival);
  if (!visit) return activation;
  std::vector<Sections::Beginning> beginnings;
  const std::vector<Mark> marks = MarksOf(arrival.site);
  const auto tid = static_cast<uint64_t>(arrival.tid);
  for (const Mark& mark : marks) {
    if (mark.role != Mark::Role::kEntry) continue;
    if (mark.what == Mark::What::kBelow) {
      const Sections::Activation call = sections_.CallOf(tid, mark.section, Sections::kEntry);
      if (call != 0) beginnings.push_back({mark.section, call});
    } else {
      if (activation == 0) activation = sections_.NewActivation();
      beginnings.push_back({mark.section, activation});
    }
  }
  Arrive(*visit, beginnings);
  for (const Mark& mark : marks) {
    if (mark.role != Mark::Role::kEnd) continue;
    const auto end = static_cast<int32_t>(mark.end);
    if (mark.what == Mark::What::kBelow && sections_.CallOf(tid, mark.section, end) == 0) continue;
    sections_.Reach(mark.section, mark.end, visit->access);
  }
  Linger(*visit);
  return activation;
}

void Atoms::Passed(const Arrival& arrival) {
  for (const Violation& violation : sections_.Passed(static_cast<uint64_t>(arrival.tid))) Report(arrival, violation);
}

int32_t Atoms::Calling(int32_t activation, uint32_t site, int64_t tid) {
  if (activation == 0) activation = sections_.NewActivation();
  for (const Mark& mark : MarksOf(site)) {
    const int32_t end = mark.role == Mark::Role::kEntry ? Sections::kEntry : static_cast<int32_t>(mark.end);
    const Waited waited = sections_.Calling(static_cast<uint64_t>(tid), activation, mark.section, end, Patience());
    if (waited != Waited::kNot) {
      NoteHealing(waited, matcher_.repository().sections[mark.section].variable.ToString(), site);
    }
  }
  return activation;
}

void Atoms::Called(int32_t activation, uint32_t site, int64_t tid) {
  for (const Mark& mark : MarksOf(site)) {
    const int32_t end = mark.role == Mark::Role::kEntry ? Sections::kEntry : static_cast<int32_t>(mark.end);
    sections_.Called(static_cast<uint64_t>(tid), activation, mark.section, end);
  }
}

void Atoms::Exit(int32_t activation, uint32_t site, int64_t tid) {
  const auto thread = static_cast<uint64_t>(tid);
  if (site == 0) return sections_.Exit(thread, activation, std::nullopt);
  for (const Mark& mark : MarksOf(site)) sections_.Exit(thread, activation, mark.section);
}

void Atoms::ThreadEnds(int64_t tid) {
  if (!matcher_.repository().sections.empty()) sections_.ThreadEnds(static_cast<uint64_t>(tid));
}

// Who is in a section and waits for a monitor may wait for one that waits for him; and who is held up by noise must not
// hold up others.
void Atoms::Contended(JNIEnv* env, jobject monitor, int64_t tid) {
  const bool in_section = sections_.InSection(static_cast<uint64_t>(tid));
  if (!in_section && options_.noise.empty()) return;
  jvmtiMonitorUsage usage{};
  if (g_jvmti->GetObjectMonitorUsage(monitor, &usage) != JVMTI_ERROR_NONE) return;
  g_jvmti->Deallocate(reinterpret_cast<unsigned char*>(usage.waiters));
  g_jvmti->Deallocate(reinterpret_cast<unsigned char*>(usage.notify_waiters));
  if (usage.owner == nullptr) return;
  static const jfieldID field = env->GetFieldID(env->FindClass("java/lang/Thread"), "tid", "J");
  const auto owner = static_cast<uint64_t>(env->GetLongField(usage.owner, field));
  if (in_section) sections_.Blocked(static_cast<uint64_t>(tid), owner);
  marks_.CutShort([&](const detect::atomrace::Mark& mark) { return mark.access.thread == owner; });
}

void Atoms::NoteHealing(Waited waited, const std::string& variable, uint32_t site) {
  const std::lock_guard lock(mutex_);
  Healing& healing = healed_[variable];
  healing.site = site;
  ++(waited == Waited::kUntilFree ? healing.healed : waited == Waited::kTooLong ? healing.late : healing.deadlocks);
}

void Atoms::Report(const Arrival& arrival, const Violation& violation) {
  try {
    const atoms::Section& section = matcher_.repository().sections[violation.section];
    for (const detect::atomrace::Intruder& intruder : violation.intruders) {
      std::string name;
      {
        const std::lock_guard lock(mutex_);
        const auto [seen, is_new] = violations_.try_emplace({violation.section, violation.end, intruder.site});
        if (!is_new) {
          ++seen->second.again;
          continue;
        }
        name = thread_names_[intruder.thread];
      }
      const std::string mine = NameOfThread(arrival.thread);
      const auto tid = static_cast<uint64_t>(arrival.tid);
      report::Access entry = Describe(violation.entry_site, Writes(section.entry), mine, tid, {});
      report::Access between = Describe(intruder.site, intruder.write, name, intruder.thread, intruder.stack);
      report::Access end =
          Describe(arrival.site, Writes(section.ends[violation.end].point), mine, tid, g_agent->stacks.Capture());
      report::Finding finding;
      finding.kind = report::Kind::kAtomicityViolation;
      finding.grade = report::Grade::kObserved;
      finding.detectors = {"atomrace"};
      finding.variable = section.variable.ToString();
      finding.sections = {section.id};
      finding.message = fmt::format("{} is {} and {} by {} as one step; in between it is {} by {}",
                                    report::ShortVariable(finding.variable), Does(entry), Does(end), mine,
                                    Does(between), name.empty() ? "another thread" : name);
      finding.advice = fmt::format("hold one lock from {}:{} to {}:{}, and at {}:{} too", entry.file, entry.line,
                                   end.file, end.line, between.file, between.line);
      finding.accesses = {std::move(entry), std::move(between), std::move(end)};
      const std::string id = g_agent->findings.Add(finding);
      const std::lock_guard lock(mutex_);
      violations_[{violation.section, violation.end, intruder.site}].id = id;
    }
  } catch (...) {  // memory has run out: above us is the program
  }
}

void Atoms::FinishSections() {
  for (auto& [key, seen] : violations_) {
    if (seen.again > 0 && !seen.id.empty()) g_agent->findings.Again(seen.id, "atomrace", seen.again);
    seen.again = 0;
  }
  for (const auto& [variable, healing] : healed_) {
    const uint64_t all = healing.healed + healing.late + healing.deadlocks;
    report::Finding finding;
    finding.kind = report::Kind::kAtomicityViolation;
    finding.grade = report::Grade::kPredicted;
    finding.detectors = {"atomrace"};
    finding.variable = variable;
    finding.count = all;
    report::Access access = explain::AccessAt(SiteId(healing.site), g_agent->names);
    access.op = IsWriteSite(healing.site) ? report::Op::kWrite : report::Op::kRead;
    finding.accesses = {access, access};
    finding.message = fmt::format(
        "healed: {} times a thread waited until another was out of its atomic section on {}; {} times in "
        "vain, {} times not at all because the two would have waited for each other",
        healing.healed, report::ShortVariable(variable), healing.late, healing.deadlocks);
    (void)g_agent->findings.Add(finding);
  }
  healed_.clear();
}

}  // namespace raddle::agent
