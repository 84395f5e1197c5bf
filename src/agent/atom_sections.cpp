// Atomic sections: translates what the shim tells into calls of Sections, and its verdicts into findings.
#include <fmt/format.h>

#include <algorithm>

#include "agent/agent.h"
#include "agent/atoms.h"
#include "agent/class_hook.h"
#include "agent/evidence.h"
#include "agent/site_kinds.h"
#include "agent/waits.h"
#include "classfile/descriptor.h"
#include "explain/explain.h"
#include "report/advice.h"
#include "report/words.h"

namespace raddle::agent {
namespace {

using atoms::Mark;
using detect::atomrace::Sections;
using detect::atomrace::Violation;

// How long an intruder waits for a section to end. With the lock, it is so long that after it something else must be
// wrong.
constexpr auto kBriefly = std::chrono::milliseconds(100);
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

// A collection is named after the field that holds it.
std::string NameOf(const atoms::Variable& variable) {
  const bool held = variable.kind == atoms::Variable::Kind::kObject && !variable.name.empty();
  return held ? variable.name : variable.ToString();
}

// After the access only its field is known, which a class above the object's may declare.
std::string ObjectOf(const atoms::Variable& variable, const Arrival& arrival) {
  if (variable.kind != atoms::Variable::Kind::kField) return {};
  if (arrival.object == nullptr && !IsStatic(Sites()[arrival.site])) return variable.owner;
  const Evidence::Scope evidence(arrival.env, arrival.object);
  return Evidence::ObjectOf(variable.ToString());
}

// A section begins and ends in one call of its scope. So the callers at its end are those at its beginning.
void AddCallers(const atoms::Section& section, const report::Access& end, report::Access& entry) {
  const std::string scope = fmt::format("{}.{}(", section.scope.class_name, section.scope.name);
  const auto at = std::find_if(end.stack.begin(), end.stack.end(),
                               [&](const std::string& frame) { return frame.starts_with(scope); });
  if (at == end.stack.end()) return;
  if (section.entry.IsCall()) {  // frames between the two, if any, are not known any more
    const size_t colon = at->rfind(':');
    const bool has_line = colon != std::string::npos && section.entry.place.line != 0;
    entry.stack.push_back(has_line ? fmt::format("{}:{})", at->substr(0, colon), section.entry.place.line) : *at);
  }
  entry.stack.insert(entry.stack.end(), at + 1, end.stack.end());
  entry.stack_exact = !section.entry.IsCall();
}

std::string HealingAdvice(const atoms::Section& section, const report::Access& entry, const report::Access& waiter) {
  std::string advice = fmt::format("hold one lock at {}:{}", entry.file, entry.line);
  const uint32_t last = section.ends.empty() ? 0 : section.ends.back().point.place.line;
  if (last > entry.line) advice += fmt::format(" to {}", last);
  if (waiter.file != entry.file || waiter.line < entry.line || waiter.line > std::max(last, entry.line)) {
    advice += fmt::format(", and at {}:{} too", waiter.file, waiter.line);
  }
  return advice;
}

// "[[I" for "int[][]", "[Lcom.acme.Bank;" for "com.acme.Bank[]": as Class.getName gives it.
std::string NameOfArray(std::string_view readable) {
  std::string name;
  for (; readable.ends_with("[]"); readable.remove_suffix(2)) name += '[';
  for (const std::string_view letter : {"B", "C", "D", "F", "I", "J", "S", "Z"}) {
    if (classfile::Readable({letter}) == readable) return name.append(letter);
  }
  return fmt::format("{}L{};", name, readable);
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
  std::vector<Mark>& marks = section_sites_[site.site];
  marks.push_back(site.mark);
  sites_[site.site].marks = &marks;
  const atoms::Variable& variable = matcher_.repository().sections[site.mark.section].variable;
  if (!options_.heals() || variable.kind == atoms::Variable::Kind::kObject) return;
  guard_sections_[site.site] = static_cast<int32_t>(site.mark.section) + 1;
  if (variable.kind == atoms::Variable::Kind::kField && site.mark.what == Mark::What::kCall)
    GuardSite(site.site, variable.ToString());
}

const std::vector<Mark>& Atoms::MarksOf(uint32_t site) const {
  static const std::vector<Mark> none;
  const std::vector<Mark>* marks = sites_[site].marks;
  return marks == nullptr ? none : *marks;
}

StackId Atoms::StackOf(const Arrival& arrival) {
  NameThread(arrival);
  return g_agent->stacks.Capture();
}

void Atoms::Arrive(const Visit& visit, const std::vector<Sections::Beginning>& beginnings) {
  const Waited waited = sections_.Arrive(
      visit.access, beginnings, Patience(), [&] { return StackOf(visit.arrival); },
      visit.info.is_guest && MarksOf(visit.arrival.site).empty());
  if (waited != Waited::kNot)
    NoteHealing(waited, g_agent->variables.NameOf(VariableId(visit.info.variable)), visit.arrival);
}

// Names of threads that were seen where they should not be. They may be gone when the finding is made, so the name is
// taken now, of the current thread.
void Atoms::NameThread(const Arrival& arrival) {
  const std::lock_guard lock(mutex_);
  std::string& name = thread_names_[static_cast<uint64_t>(arrival.tid)];
  if (name.empty()) name = NameOfThread(arrival.thread);
}

std::vector<Sections::Beginning> Atoms::BeginningsAt(const Arrival& arrival, int32_t& activation) {
  std::vector<Sections::Beginning> beginnings;
  for (const Mark& mark : MarksOf(arrival.site)) {
    if (mark.role != Mark::Role::kEntry) continue;
    if (mark.what == Mark::What::kBelow) {
      const Sections::Activation call =
          sections_.CallOf(static_cast<uint64_t>(arrival.tid), mark.section, Sections::kEntry);
      if (call != 0) beginnings.push_back({mark.section, call});
    } else {
      if (activation == 0) activation = sections_.NewActivation();
      beginnings.push_back({mark.section, activation});
    }
  }
  return beginnings;
}

void Atoms::ReachEnds(const Visit& visit) {
  for (const Mark& mark : MarksOf(visit.arrival.site)) {
    if (mark.role != Mark::Role::kEnd) continue;
    const auto end = static_cast<int32_t>(mark.end);
    if (mark.what == Mark::What::kBelow && sections_.CallOf(visit.access.thread, mark.section, end) == 0) continue;
    sections_.Reach(mark.section, mark.end, visit.access);
  }
}

int32_t Atoms::Section(const Arrival& arrival, int32_t activation) {
  std::optional<Visit> visit = See(arrival);
  if (!visit) return activation;
  Arrive(*visit, BeginningsAt(arrival, activation));
  ReachEnds(*visit);
  Linger(*visit);
  return activation;
}

// With the healing lock, every write counts, since a write that is under way keeps sections from beginning.
const int32_t* Atoms::open_on(atoms::Variable::Kind kind, bool writes) const {
  static const int32_t always = 1;
  const bool noise = kind == atoms::Variable::Kind::kElement && array_noise_;
  return noise || (writes && options_.heal == Heal::kLock) ? &always : sections_.open_on(kind);
}

std::string Atoms::ArrayTypes() const {
  std::string types;
  if (array_noise_) return types;
  for (const std::string& name : section_variables_) {
    if (name.ends_with("[]")) types += NameOfArray(name) + ' ';
  }
  return types;
}

// Noise comes first. Then a section that begins here is open only during the call, and one that ends here is open up to
// the call.
int32_t Atoms::Call(const Arrival& arrival, jobject key, uint32_t key_hash, int32_t activation) {
  const SiteInfo& info = KnowCall(arrival.site);
  static const jobject null_key = arrival.env->NewGlobalRef(arrival.env->FindClass("java/lang/Object"));
  Visit visit{arrival, info, {.variable = {}, .thread = static_cast<uint64_t>(arrival.tid), .site = arrival.site}, {}};
  visit.access.variable = {.object = arrival.object, .hash = arrival.hash};
  if (info.keyed) {
    visit.access.variable.key = key == nullptr ? null_key : key;
    visit.access.variable.index = key_hash;
  }
  visit.access.effect = info.effect;
  visit.access.write = info.effect != atoms::Effect::kRead;
  Linger(visit);
  const Waited waited = sections_.BeginCall(visit.access, BeginningsAt(arrival, activation), Patience(),
                                            info.is_guest && MarksOf(arrival.site).empty());
  if (waited != Waited::kNot) NoteHealing(waited, g_agent->variables.NameOf(VariableId(info.variable)), arrival);
  ReachEnds(visit);
  return activation;
}

void Atoms::Returned(const Arrival& arrival) {
  sections_.EndCall(static_cast<uint64_t>(arrival.tid), [&] { return StackOf(arrival); });
  Passed(arrival);
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
      NoteHealing(
          waited, NameOf(matcher_.repository().sections[mark.section].variable),
          {.env = nullptr, .object = nullptr, .index = -1, .hash = 0, .site = site, .thread = nullptr, .tid = tid});
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
  if (matcher_.repository().sections.empty()) return;
  sections_.ThreadEnds(static_cast<uint64_t>(tid));
  if (options_.heals()) guards_.ThreadEnds(static_cast<uint64_t>(tid));
}

// A thread in a section that waits for a monitor may wait for a thread that waits for the section. And a thread that
// noise holds up must not hold up others.
void Atoms::Contended(JNIEnv* env, jobject monitor, int64_t tid) {
  const bool in_section = sections_.InSection(static_cast<uint64_t>(tid)) ||
                          (options_.heals() && guards_.Holds(static_cast<uint64_t>(tid)));
  if (!in_section && options_.noise.empty()) return;
  jvmtiMonitorUsage usage{};
  if (g_jvmti->GetObjectMonitorUsage(monitor, &usage) != JVMTI_ERROR_NONE) return;
  g_jvmti->Deallocate(reinterpret_cast<unsigned char*>(usage.waiters));
  g_jvmti->Deallocate(reinterpret_cast<unsigned char*>(usage.notify_waiters));
  if (usage.owner == nullptr) return;
  const auto owner = static_cast<uint64_t>(ThreadIdOf(env, usage.owner));
  if (in_section) sections_.Blocked(static_cast<uint64_t>(tid), owner);
  marks_.CutShort([&](const detect::atomrace::Mark& mark) { return mark.access.thread == owner; });
}

void Atoms::NoteHealing(Waited waited, const std::string& variable, const Arrival& arrival) {
  std::unique_lock lock(mutex_);
  Healing& healing = healed_[variable];
  ++(waited == Waited::kUntilFree ? healing.healed : waited == Waited::kTooLong ? healing.late : healing.deadlocks);
  if (healing.site != 0) return;
  healing.site = arrival.site;
  healing.tid = static_cast<uint64_t>(arrival.tid);
  lock.unlock();  // taking a stack also takes the thread's name, which needs the lock
  const StackId stack = StackOf(arrival);
  lock.lock();
  healed_[variable].stack = stack;
}

const atoms::Section* Atoms::SectionOn(const std::string& variable, uint32_t& entry_site) const {
  const atoms::Section* found = nullptr;
  for (const auto& [site, marks] : section_sites_) {
    for (const Mark& mark : marks) {
      const atoms::Section& section = matcher_.repository().sections[mark.section];
      if (mark.role != Mark::Role::kEntry || NameOf(section.variable) != variable) continue;
      if (found == nullptr || &section < found) found = &section, entry_site = site;
    }
  }
  return found;
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
      report::Access between = Describe(intruder.site, intruder.write, name, intruder.thread, intruder.stack);
      report::Access end =
          Describe(arrival.site, Writes(section.ends[violation.end].point), mine, tid, g_agent->stacks.Capture());
      end.locks = MonitorsOf(arrival.thread);
      report::Access entry = Describe(violation.entry_site, Writes(section.entry), mine, tid, {});
      AddCallers(section, end, entry);
      report::Finding finding;
      finding.kind = report::Kind::kAtomicityViolation;
      finding.grade = report::Grade::kObserved;
      finding.detectors = {"atomrace"};
      finding.variable = NameOf(section.variable);
      finding.sections = {section.id};
      finding.message = fmt::format("{} is {} and {} by {} as one step; in between it is {} by {}",
                                    report::ShortVariable(finding.variable), Does(entry), Does(end), mine,
                                    Does(between), name.empty() ? "another thread" : name);
      finding.advice = fmt::format("hold one lock from {}:{} to {}:{}, and at {}:{} too", entry.file, entry.line,
                                   end.file, end.line, between.file, between.line);
      finding.accesses = {std::move(entry), std::move(between), std::move(end)};
      finding.object = ObjectOf(section.variable, arrival);
      const std::string id = g_agent->findings.Add(finding);
      const std::lock_guard lock(mutex_);
      violations_[{violation.section, violation.end, intruder.site}].id = id;
    }
  } catch (...) {  // out of memory; no exception may reach the program
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
    const report::Access waiter =
        Describe(healing.site, IsWriteSite(healing.site), thread_names_[healing.tid], healing.tid, healing.stack);
    uint32_t entry_site = healing.site;
    const atoms::Section* const section = SectionOn(variable, entry_site);
    finding.accesses = {waiter, waiter};
    if (section != nullptr) {
      report::Access& entry = finding.accesses[0] = Describe(entry_site, Writes(section->entry), {}, 0, {});
      finding.sections = {section->id};
      finding.advice = HealingAdvice(*section, entry, waiter);
    }
    const std::string name = report::ShortVariable(variable);
    finding.message =
        healing.healed > 0
            ? fmt::format("healed: a thread waited {} until another was out of its atomic section on {}",
                          report::Times(healing.healed), name)
            : fmt::format("not healed: a thread came while another was in its atomic section on {}", name);
    if (healing.late > 0) finding.message += fmt::format("; {} it waited in vain", report::Times(healing.late));
    if (healing.deadlocks > 0) {
      finding.message += fmt::format("; {} it did not wait, since the two would have waited for each other",
                                     report::Times(healing.deadlocks));
    }
    (void)g_agent->findings.Add(finding);
  }
  healed_.clear();
}

}  // namespace raddle::agent
