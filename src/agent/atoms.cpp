#include "agent/atoms.h"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>

#include "agent/agent.h"
#include "agent/class_hook.h"
#include "classfile/descriptor.h"
#include "explain/explain.h"

namespace raddle::agent {
namespace {

using detect::atomrace::Access;
using detect::atomrace::Mark;
using std::chrono::steady_clock;

// How long a sample lingers: as long as another thread takes for some hundred accesses.
constexpr auto kLinger = std::chrono::microseconds(5);

constexpr uint32_t kMostTries = 1000;  // to find a static field

constexpr jint kAccVolatile = 0x0040, kAccFinal = 0x0010;

JNIEnv* Env() {
  void* env = nullptr;
  return g_vm->GetEnv(&env, JNI_VERSION_10) == JNI_OK ? static_cast<JNIEnv*>(env) : nullptr;
}

bool SameObject(const void* kept, const void* asked) {
  JNIEnv* env = Env();
  auto object = [](const void* reference) { return static_cast<jobject>(const_cast<void*>(reference)); };
  return env != nullptr && env->IsSameObject(object(kept), object(asked)) == JNI_TRUE;
}

void DropObject(const void* kept) {
  JNIEnv* env = Env();
  if (env != nullptr && kept != nullptr) env->DeleteGlobalRef(static_cast<jobject>(const_cast<void*>(kept)));
}

std::set<std::string> VariablesOf(const atoms::Repository& repository) {
  std::set<std::string> names;
  for (const atoms::Section& section : repository.sections) {
    if (section.variable.kind != atoms::Variable::Kind::kObject) names.insert(section.variable.ToString());
  }
  return names;
}

bool IsArraySite(const weave::Site& site) {
  return site.kind == weave::SiteKind::kArrayRead || site.kind == weave::SiteKind::kArrayWrite;
}

bool IsStatic(const weave::Site& site) {
  return site.kind == weave::SiteKind::kStaticRead || site.kind == weave::SiteKind::kStaticWrite;
}

bool IsWrite(const weave::Site& site) {
  using weave::SiteKind;
  return site.kind == SiteKind::kFieldWrite || site.kind == SiteKind::kStaticWrite ||
         site.kind == SiteKind::kArrayWrite;
}

struct Field {
  uint64_t id;
  jint modifiers;
  std::string declaring;
  bool initialised;  // that class
};

// A field that the class itself declares, by name and descriptor. JVMTI answers without initialising the class or
// loading those of its other fields.
std::optional<Field> FindDeclared(jclass type, std::string_view name, std::string_view descriptor) {
  jint count = 0;
  Allocated<jfieldID> fields;
  if (g_jvmti->GetClassFields(type, &count, &fields) != JVMTI_ERROR_NONE) return std::nullopt;
  for (jint i = 0; i < count; ++i) {
    Allocated<char> its_name, its_descriptor;
    jint modifiers = 0;
    if (g_jvmti->GetFieldName(type, fields[i], &its_name, &its_descriptor, nullptr) != JVMTI_ERROR_NONE) continue;
    if (name != its_name.get() || descriptor != its_descriptor.get()) continue;
    g_jvmti->GetFieldModifiers(type, fields[i], &modifiers);
    jint status = 0;
    g_jvmti->GetClassStatus(type, &status);
    return Field{reinterpret_cast<uint64_t>(fields[i]), modifiers, ClassNameOf(type),
                 (status & JVMTI_CLASS_STATUS_INITIALIZED) != 0};
  }
  return std::nullopt;
}

// Fields of interfaces are final, so they need not be found. A class that is not linked does not say what it declares.
std::optional<Field> FindField(JNIEnv* env, jclass type, std::string_view name, std::string_view descriptor) {
  for (jclass c = type; c != nullptr; c = env->GetSuperclass(c)) {
    jint status = 0;
    if (g_jvmti->GetClassStatus(c, &status) != JVMTI_ERROR_NONE || (status & JVMTI_CLASS_STATUS_PREPARED) == 0) break;
    if (std::optional<Field> found = FindDeclared(c, name, descriptor)) return found;
  }
  return std::nullopt;
}

bool MayBeOfArrays(const noise::Rule& rule) {
  return rule.target != noise::Target::kVariable || rule.pattern.find_first_of("[*") != std::string::npos;
}

void Spin(noise::Nanos time) {
  const auto end = steady_clock::now() + time;
  while (steady_clock::now() < end) __builtin_ia32_pause();
}

}  // namespace

// Who left a mark.
struct Owner {
  jobject thread;
};

Atoms::Atoms(AtomOptions options)
    : options_(std::move(options)),
      array_noise_(std::any_of(options_.noise.begin(), options_.noise.end(), MayBeOfArrays)),
      sites_(ReserveSites<SiteEntry>()),
      marks_(SameObject),
      matcher_(options_.sections),
      sections_(matcher_.repository().sections, SameObject, DropObject),
      section_variables_(VariablesOf(matcher_.repository())),
      array_sections_(std::any_of(section_variables_.begin(), section_variables_.end(),
                                  [](const std::string& name) { return name.ends_with("[]"); })) {
  if (array_noise_ || array_sections_) sampler_.KeepArraysLoud();
  if (options_.races) sampler_.Start();
}

void Atoms::Ignore(uint32_t site) {
  sampler_.Silence(site);
  sites_[site].state.store(State::kIgnored, std::memory_order_release);
}

bool Atoms::IsWriteSite(uint32_t site) {
  return IsWrite(Sites()[site]);
}

void Atoms::LookAt(std::span<const uint8_t> class_bytes) {
  if (options_.pointcuts.empty()) return;
  const Result<classfile::ClassFile> file = classfile::ReadClass(class_bytes);
  if (!file) return;
  noise::Pointcuts::Places places = options_.pointcuts.In(*file);
  const std::lock_guard lock(mutex_);
  noisy_places_[std::string(file->Name())] = std::move(places);
}

bool Atoms::Fits(const noise::Rule& rule, const weave::Site& site, const std::string& variable) const {
  if (rule.target == noise::Target::kRandom) return true;
  if (rule.target == noise::Target::kVariable) return noise::NamePattern(rule.pattern).Matches(variable);
  if (!rule.IsPointcut()) {
    return noise::NamePattern(rule.pattern)
        .Matches(classfile::DottedName(site.method->class_name) + "." + site.method->method);
  }
  const auto places = noisy_places_.find(site.method->class_name);
  if (places == noisy_places_.end()) return false;
  const std::string method = site.method->method + site.method->descriptor;
  const auto number = static_cast<size_t>(&rule - options_.noise.data());
  auto holds = [&](int bci) {
    const auto found = places->second.find({method, bci});
    return found != places->second.end() && found->second == number;
  };
  return holds(site.bci) || holds(noise::Pointcuts::kAll);
}

// The first rule that fits.
const noise::Rule* Atoms::RuleFor(uint32_t number, const std::string& variable) const {
  for (const noise::Rule& rule : options_.noise) {
    if (Fits(rule, Sites()[number], variable)) return &rule;
  }
  return nullptr;
}

void Atoms::Know(uint32_t number, jclass owner) {
  const weave::Site& site = Sites()[number];
  JNIEnv* env = Env();
  std::optional<Field> field;
  if (owner != nullptr && env != nullptr) field = FindField(env, owner, site.name, site.descriptor);
  if (IsStatic(site) && owner != nullptr && (!field || !field->initialised)) {
    // The access may still have to initialise the class, which is no time to be held up; but not for ever.
    if (++sites_[number].info.tries < kMostTries) return;
    return Ignore(number);
  }
  if (!field || (field->modifiers & (kAccVolatile | kAccFinal)) != 0) return Ignore(number);
  std::string declaring = field->declaring;
  std::replace(declaring.begin(), declaring.end(), '.', '/');
  if (IsJdkClass(declaring)) return Ignore(number);  // what the JDK shows of itself, it answers for
  const std::string variable = fmt::format("{}.{}", field->declaring, site.name);
  const std::lock_guard lock(mutex_);
  if (Load(number) != State::kUnknown) return;
  SiteEntry& entry = sites_[number];
  SiteInfo& info = entry.info;
  info.field = field->id;
  info.variable = g_agent->variables.OfName(variable);
  info.rule = RuleFor(number, variable);
  info.in_section = section_variables_.contains(variable);
  entry.state.store(State::kWatched, std::memory_order_release);
  if (info.in_section) {
    sampler_.AddLoud(number);
  } else if (info.rule == nullptr) {
    sampler_.Add(number, info.variable);
  }
}

void Atoms::KnowArray(uint32_t site) {
  const std::lock_guard lock(mutex_);
  if (Load(site) != State::kUnknown) return;
  sites_[site].state.store(State::kWatched, std::memory_order_release);
  if (array_noise_) return;
  array_sections_ ? sampler_.AddLoud(site) : sampler_.Add(site, Sampler::kArrays);
}

// An array says what it is when it is there; the site only knows the size of an element.
bool Atoms::NameArray(const Arrival& arrival, SiteInfo& info) {
  if (arrival.index < 0 || arrival.index >= arrival.env->GetArrayLength(static_cast<jarray>(arrival.object)))
    return false;
  const jclass type = arrival.env->GetObjectClass(arrival.object);
  const std::string name = ClassNameOf(type);
  arrival.env->DeleteLocalRef(type);
  info.variable = g_agent->variables.OfType(name);
  if (array_noise_) {
    const std::lock_guard lock(mutex_);
    info.rule = RuleFor(arrival.site, name);
  }
  info.in_section = array_sections_ && section_variables_.contains(name);
  return true;
}

noise::ThreadNoise& Atoms::NoiseOf(const Arrival& arrival) {
  ThreadLine& line = threads_[static_cast<uint64_t>(arrival.tid) % kThreadLines];
  if (line.tid != arrival.tid) {
    line.noise = noise::NewThread(options_.seed, NameOfThread(arrival.thread));
    line.tid = arrival.tid;
  }
  return line.noise;
}

std::optional<noise::Hold> Atoms::DecideNoise(const Arrival& arrival, const noise::Rule& rule) {
  noise::ThreadNoise& thread = NoiseOf(arrival);
  std::optional<noise::Hold> hold = noise::Decide(rule, thread);
  if (!hold) return hold;
  const noise::Nanos left = options_.budget.LeftFor(thread, steady_clock::now());
  if (left == noise::Nanos(0)) return std::nullopt;
  hold->longest = std::min(hold->longest, left);
  return hold;
}

std::optional<Atoms::Visit> Atoms::See(const Arrival& arrival) {
  const weave::Site& site = Sites()[arrival.site];
  SiteInfo info{};
  if (IsArraySite(site)) {
    if (!NameArray(arrival, info)) return std::nullopt;
    if (Load(arrival.site) == State::kUnknown) KnowArray(arrival.site);
  } else {
    if (Load(arrival.site) != State::kWatched) return std::nullopt;
    info = sites_[arrival.site].info;
  }
  return Visit{arrival,
               info,
               {.variable = {arrival.object, arrival.hash, info.field, arrival.index},
                .thread = static_cast<uint64_t>(arrival.tid),
                .site = arrival.site,
                .write = IsWrite(site)},
               {}};
}

void Atoms::Linger(Visit& visit) {
  const Arrival& arrival = visit.arrival;
  if (visit.info.rule != nullptr) {
    if (const std::optional<noise::Hold> hold = DecideNoise(arrival, *visit.info.rule)) {
      const auto since = steady_clock::now();
      Hold(visit, *hold);
      NoiseOf(arrival).held += steady_clock::now() - since;
    } else {
      Look(visit);
    }
  } else if (options_.races) {
    const uint32_t group = arrival.index >= 0 ? Sampler::kArrays : visit.info.variable;
    if (sampler_.TakeDue(arrival.site) && sampler_.Linger(group)) {
      Hold(visit, {noise::Kind::kYield, kLinger});
      sampler_.Pass(group);
    } else {
      Look(visit);
    }
  }
  if (!visit.caught.empty()) Report(visit);
}

void Atoms::Stop(const Arrival& arrival) {
  std::optional<Visit> visit = See(arrival);
  if (!visit) return;
  if (visit->info.in_section) Arrive(*visit, {});
  Linger(*visit);
}

void Atoms::Meet(const Mark& other, Visit& visit) {
  const auto& owner = *static_cast<const Owner*>(other.owner);
  visit.caught.push_back({.site = other.access.site,
                          .write = other.access.write,
                          .tid = static_cast<int64_t>(other.access.thread),
                          .thread = {},
                          .stack = {}});
  if (IsNew(visit, other.access.site)) {  // stacks cost, and are shown once
    visit.caught.back().thread = NameOfThread(owner.thread);
    visit.caught.back().stack = g_agent->stacks.Capture(static_cast<jthread>(owner.thread));
  }
}

void Atoms::Look(Visit& visit) {
  if (options_.races) marks_.Look(visit.access, [&](const Mark& other) { Meet(other, visit); });
}

void Atoms::Hold(Visit& visit, const noise::Hold& hold) {
  JNIEnv* env = visit.arrival.env;
  Owner owner{env->NewGlobalRef(visit.arrival.thread)};
  Mark mark{.access = visit.access, .owner = &owner};
  const jobject object = visit.arrival.object == nullptr ? nullptr : env->NewGlobalRef(visit.arrival.object);
  mark.access.variable.object = object;
  const bool met = marks_.Enter(mark, [&](const Mark& other) {
    if (options_.races) Meet(other, visit);
  });
  switch (hold.kind) {
    case noise::Kind::kYield:
      sched_yield();
      if (hold.longest <= kLinger) Spin(hold.longest);
      break;
    case noise::Kind::kSpin:
      Spin(hold.longest);
      break;
    case noise::Kind::kSleep:
      marks_.Hold(mark, hold.longest, false);
      break;
    case noise::Kind::kWait:
      if (!met) marks_.Hold(mark, hold.longest, true);
  }
  marks_.Leave(mark);
  if (object != nullptr) env->DeleteGlobalRef(object);
  env->DeleteGlobalRef(owner.thread);
}

Atoms::Key Atoms::KeyOf(const Visit& visit, uint32_t other) const {
  return {visit.info.variable, std::min(visit.access.site, other), std::max(visit.access.site, other)};
}

bool Atoms::IsNew(const Visit& visit, uint32_t other) {
  const std::lock_guard lock(mutex_);
  return !seen_.contains(KeyOf(visit, other));
}

void Atoms::Report(const Visit& visit) {
  try {
    for (const Caught& other : visit.caught) {
      const Key key = KeyOf(visit, other.site);
      {
        const std::lock_guard lock(mutex_);
        const auto [seen, is_new] = seen_.try_emplace(key);
        if (!is_new) {
          ++seen->second.again;
          continue;
        }
      }
      report::Finding finding;
      finding.kind = report::Kind::kDataRace;
      finding.grade = report::Grade::kObserved;
      finding.detectors = {"atomrace"};
      finding.variable = g_agent->variables.NameOf(VariableId(visit.info.variable));
      report::Access there = explain::AccessAt(SiteId(other.site), g_agent->names),
                     here = explain::AccessAt(SiteId(visit.access.site), g_agent->names);
      there.op = other.write ? report::Op::kWrite : report::Op::kRead;
      there.thread = other.thread;
      there.thread_id = static_cast<uint64_t>(other.tid);
      there.stack = g_agent->stacks.Describe(other.stack);
      here.op = visit.access.write ? report::Op::kWrite : report::Op::kRead;
      here.thread = NameOfThread(visit.arrival.thread);
      here.thread_id = visit.access.thread;
      here.stack = g_agent->stacks.Describe(g_agent->stacks.Capture());
      finding.accesses = {std::move(there), std::move(here)};
      const std::string id = g_agent->findings.Add(finding);
      const std::lock_guard lock(mutex_);
      seen_[key].id = id;
    }
  } catch (...) {  // memory has run out: above us is the program
  }
}

void Atoms::Finish() {
  const std::lock_guard lock(mutex_);
  for (auto& [key, seen] : seen_) {
    if (seen.again > 0 && !seen.id.empty()) g_agent->findings.Again(seen.id, "atomrace", seen.again);
    seen.again = 0;
  }
  FinishSections();
}

}  // namespace raddle::agent

using namespace raddle::agent;  // what follows has C linkage and global names

#define RADDLE_NATIVE(type, name) extern "C" JNIEXPORT type JNICALL Java_java_lang_RaddleAtom_##name

RADDLE_NATIVE(jlong, quiet0)(JNIEnv*, jclass) {
  return reinterpret_cast<jlong>(g_agent->atoms.quiet());
}

RADDLE_NATIVE(jlong, arrays0)(JNIEnv*, jclass) {
  return reinterpret_cast<jlong>(g_agent->atoms.arrays());
}

RADDLE_NATIVE(jboolean, isStatic0)(JNIEnv*, jclass, jint site) {
  return IsStatic(Sites()[static_cast<uint32_t>(site)]) ? JNI_TRUE : JNI_FALSE;
}

RADDLE_NATIVE(jint, section0)
(JNIEnv* env, jclass, jobject object, jint index, jint hash, jint activation, jint site, jobject thread, jlong tid) {
  return g_agent->atoms.Section(
      {env, object, index, static_cast<uint32_t>(hash), static_cast<uint32_t>(site), thread, tid}, activation);
}

RADDLE_NATIVE(void, passed0)(JNIEnv* env, jclass, jint site, jobject thread, jlong tid) {
  g_agent->atoms.Passed({env, nullptr, -1, 0, static_cast<uint32_t>(site), thread, tid});
}

RADDLE_NATIVE(jint, calling0)(JNIEnv*, jclass, jint activation, jint site, jlong tid) {
  return g_agent->atoms.Calling(activation, static_cast<uint32_t>(site), tid);
}

RADDLE_NATIVE(void, called0)(JNIEnv*, jclass, jint activation, jint site, jlong tid) {
  g_agent->atoms.Called(activation, static_cast<uint32_t>(site), tid);
}

RADDLE_NATIVE(void, exit0)(JNIEnv*, jclass, jint activation, jint site, jlong tid) {
  g_agent->atoms.Exit(activation, static_cast<uint32_t>(site), tid);
}

RADDLE_NATIVE(jboolean, isKnown0)(JNIEnv*, jclass, jint site) {
  return g_agent->atoms.IsKnown(static_cast<uint32_t>(site)) ? JNI_TRUE : JNI_FALSE;
}

RADDLE_NATIVE(void, know0)(JNIEnv*, jclass, jint site, jclass owner) {
  g_agent->atoms.Know(static_cast<uint32_t>(site), owner);
}

RADDLE_NATIVE(void, stop0)(JNIEnv* env, jclass, jobject object, jint index, jint hash, jint site, jobject thread,
                           jlong tid) {
  g_agent->atoms.Stop({env, object, index, static_cast<uint32_t>(hash), static_cast<uint32_t>(site), thread, tid});
}
