// What is known of a site: its variable, and whether it has noise or a section. Looked up at the first access.
#include <fmt/format.h>

#include <algorithm>

#include "agent/agent.h"
#include "agent/atoms.h"
#include "agent/class_hook.h"
#include "agent/site_kinds.h"
#include "agent/waits.h"
#include "atoms/calls.h"
#include "classfile/descriptor.h"

namespace raddle::agent {
namespace {

constexpr uint32_t kMostTries = 1000;  // to find a static field

constexpr jint kAccVolatile = 0x0040, kAccFinal = 0x0010;

struct Field {
  uint64_t id;
  jint modifiers;
  std::string declaring;
  bool initialised;  // whether the declaring class is initialised
};

// A field that the class itself declares, by name and descriptor. JVMTI answers without initialising the class or
// loading the classes of its other fields.
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

// Fields of interfaces are final, so they need not be found. A class that is not linked yet does not say what it
// declares.
std::optional<Field> FindField(JNIEnv* env, jclass type, std::string_view name, std::string_view descriptor) {
  for (jclass c = type; c != nullptr; c = env->GetSuperclass(c)) {
    jint status = 0;
    if (g_jvmti->GetClassStatus(c, &status) != JVMTI_ERROR_NONE || (status & JVMTI_CLASS_STATUS_PREPARED) == 0) break;
    if (std::optional<Field> found = FindDeclared(c, name, descriptor)) return found;
  }
  return std::nullopt;
}

}  // namespace

void Atoms::Ignore(uint32_t site) {
  sampler_.Silence(site);
  if (options_.heals()) LeaveUnguarded(site);
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

// The first rule that fits the site.
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
    // The access may still have to initialise the class, and a thread must not be held up then. But do not ask for
    // ever.
    if (++sites_[number].info.tries < kMostTries) return;
    return Ignore(number);
  }
  if (!field || (field->modifiers & kAccFinal) != 0) return Ignore(number);
  std::string declaring = field->declaring;
  std::replace(declaring.begin(), declaring.end(), '.', '/');
  if (IsJdkClass(declaring)) return Ignore(number);  // fields that the JDK exposes are its own responsibility
  const std::string variable = fmt::format("{}.{}", field->declaring, site.name);
  const bool is_volatile = (field->modifiers & kAccVolatile) != 0;
  if (is_volatile && !section_variables_.contains(variable)) return Ignore(number);
  const std::lock_guard lock(mutex_);
  if (Load(number) != State::kUnknown) return;
  SiteEntry& entry = sites_[number];
  SiteInfo& info = entry.info;
  info.field = field->id;
  info.variable = g_agent->variables.OfName(variable);
  info.rule = RuleFor(number, variable);
  info.in_section = section_variables_.contains(variable);
  info.is_volatile = is_volatile;
  const bool unwelcome =
      info.in_section && sections_.IsUnwelcome(variable, {.variable = {}, .site = number, .write = IsWrite(site)});
  if (!unwelcome && MarksOf(number).empty()) info.in_section = false;  // nobody minds
  info.is_guest = options_.heal == Heal::kLock && IsWrite(site) && unwelcome;
  if (options_.heals()) {
    info.in_section ? GuardSite(number, variable) : LeaveUnguarded(number);
    entry.state.store(State::kWatched, std::memory_order_release);
    if (info.rule == nullptr) sampler_.Silence(number);
    return;
  }
  entry.state.store(State::kWatched, std::memory_order_release);
  info.in_section || info.rule != nullptr ? sampler_.AddLoud(number) : sampler_.Add(number, info.variable);
}

void Atoms::KnowArray(uint32_t site) {
  const std::lock_guard lock(mutex_);
  if (Load(site) != State::kUnknown) return;
  sites_[site].state.store(State::kWatched, std::memory_order_release);
  array_noise_ || array_sections_ ? sampler_.AddLoud(site) : sampler_.Add(site, Sampler::kArrays);
}

// An array's type is known when the array is there; the site only knows the size of an element.
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
  info.is_guest = info.in_section && options_.heal == Heal::kLock && IsWrite(Sites()[arrival.site]) &&
                  sections_.IsUnwelcome(name, {.variable = {}, .site = arrival.site, .write = true});
  return true;
}

// What a call on a collection means is known from its name. Noise rules apply to the type of the collection and, in a
// section, to the field that holds it.
const Atoms::SiteInfo& Atoms::KnowCall(uint32_t number) {
  SiteEntry& entry = sites_[number];
  if (Load(number) != State::kUnknown) return entry.info;
  const weave::Site& site = Sites()[number];
  const std::lock_guard lock(mutex_);
  if (Load(number) != State::kUnknown) return entry.info;
  SiteInfo& info = entry.info;
  const std::string type = classfile::DottedName(site.owner);
  const auto access = atoms::AccessOfCall(site.owner, site.name, site.descriptor).value_or(atoms::CallAccess{});
  info.variable = g_agent->variables.OfName(type);
  info.rule = RuleFor(number, type);
  for (const atoms::Mark& mark : MarksOf(number)) {
    const std::string& holder = matcher_.repository().sections[mark.section].variable.name;
    if (holder.empty()) continue;
    info.variable = g_agent->variables.OfName(holder);
    if (info.rule == nullptr) info.rule = RuleFor(number, holder);
  }
  info.in_section = info.is_volatile = true;
  info.effect = access.effect;
  info.keyed = access.keyed;
  // The section may have been written for another type than the one that this call names.
  info.is_guest = options_.heal == Heal::kLock && info.effect != atoms::Effect::kRead;
  entry.state.store(State::kWatched, std::memory_order_release);
  return info;
}

}  // namespace raddle::agent
