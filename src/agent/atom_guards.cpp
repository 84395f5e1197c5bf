// Healing the sections of fields and elements: the agent's half of RaddleGuard.java.
#include <bit>

#include "agent/agent.h"
#include "agent/atoms.h"
#include "agent/class_hook.h"
#include "agent/site_kinds.h"

namespace raddle::agent {
namespace {

using detect::atomrace::Guards;
using detect::atomrace::Violation;

// Bits of a key, as in the shim; the lower half of a key is a hash of the variable.
constexpr uint64_t kAllObjects = uint64_t{1} << 32, kStatic = uint64_t{1} << 33, kNoise = uint64_t{1} << 34,
                   kGuarded = uint64_t{1} << 35;
constexpr int64_t kNothing = -1;

}  // namespace

const void* Atoms::GuardTable(int which) const {
  const void* const tables[] = {guard_looks_, guard_keys_, guard_sections_, guards_.table()};
  return tables[which];
}

// If all objects share one guard, a look at that guard is enough to see that nobody is there.
void Atoms::GuardSite(uint32_t site, const std::string& variable) {
  const uint32_t mixed = g_agent->variables.OfName(variable) * 0x9E3779B9u;
  const bool noise = sites_[site].info.rule != nullptr, all_objects = entered_in_calls_.contains(variable);
  uint64_t key = kGuarded | mixed;
  if (all_objects) key |= kAllObjects;
  if (IsStatic(Sites()[site])) key |= kStatic;
  if (noise) key |= kNoise;
  __atomic_store_n(&guard_keys_[site], static_cast<int64_t>(key), __ATOMIC_RELEASE);
  const uint32_t number = Guards::kReserved + (mixed >> (32 - std::bit_width(Guards::kCount - Guards::kReserved - 1)));
  if (all_objects && !noise) LookAtGuard(site, number);
}

void Atoms::LeaveUnguarded(uint32_t site) {
  __atomic_store_n(&guard_keys_[site], kNothing, __ATOMIC_RELEASE);
  LookAtGuard(site, Guards::kNever);
}

void Atoms::LookAtGuard(uint32_t site, uint32_t number) {
  __atomic_store_n(&guard_looks_[site], static_cast<int32_t>(number * sizeof(detect::atomrace::Guard)),
                   __ATOMIC_RELEASE);
}

Guards::Arrival Atoms::AtGuard(const Arrival& arrival, uint32_t number) const {
  return {number,
          {.variable = {.hash = arrival.hash},
           .thread = static_cast<uint64_t>(arrival.tid),
           .site = arrival.site,
           .write = IsWriteSite(arrival.site)}};
}

uint32_t Atoms::EnterGuard(const Arrival& arrival, uint32_t number) {
  Waited waited{};
  const int32_t section = guard_sections_[arrival.site];
  const uint32_t handle = guards_.Enter(
      AtGuard(arrival, number), section == 0 ? Guards::kNoSection : static_cast<uint32_t>(section - 1), Patience(),
      [&] { return StackOf(arrival); }, waited);
  NoteGuard(waited, arrival);
  return handle;
}

void Atoms::PassGuard(const Arrival& arrival, uint32_t number) {
  NoteGuard(guards_.Pass(AtGuard(arrival, number), Patience(), [&] { return StackOf(arrival); }), arrival);
}

void Atoms::NameElement(jobject array, uint32_t site, JNIEnv* env) {
  const jclass type = env->GetObjectClass(array);
  const uint32_t variable = g_agent->variables.OfType(ClassNameOf(type));
  env->DeleteLocalRef(type);
  const std::lock_guard lock(mutex_);
  sites_[site].info.variable = variable;
}

void Atoms::NoteGuard(Waited waited, const Arrival& arrival) {
  if (waited == Waited::kNot) return;
  const int32_t section = guard_sections_[arrival.site];
  const std::string variable =
      section != 0 ? matcher_.repository().sections[static_cast<uint32_t>(section - 1)].variable.ToString()
                   : g_agent->variables.NameOf(VariableId(sites_[arrival.site].info.variable));
  NoteHealing(waited, variable, arrival);
}

void Atoms::GuardAgain(const Arrival& arrival, uint32_t handle) {
  const auto section = static_cast<uint32_t>(guard_sections_[arrival.site] - 1);
  for (const Violation& each : guards_.Again(handle, AtGuard(arrival, 0).access, section)) Report(arrival, each);
}

void Atoms::ReleaseGuard(const Arrival& arrival, uint32_t handle) {
  if (arrival.site == 0) return guards_.Leave(handle, static_cast<uint64_t>(arrival.tid));
  for (const atoms::Mark& mark : MarksOf(arrival.site)) {
    Guards::Arrival at = AtGuard(arrival, 0);
    at.access.write = matcher_.repository().sections[mark.section].ends[mark.end].point.op == atoms::Op::kWrite;
    for (const Violation& each :
         guards_.End(handle, at.access, mark.section, mark.end, [&] { return StackOf(arrival); })) {
      Report(arrival, each);
    }
    return;
  }
}

void Atoms::Noise(const Arrival& arrival) {
  if (std::optional<Visit> visit = See(arrival)) Linger(*visit);
}

}  // namespace raddle::agent

using namespace raddle::agent;  // what follows has C linkage and global names

#define RADDLE_NATIVE(type, name) extern "C" JNIEXPORT type JNICALL Java_java_lang_RaddleGuard_##name

namespace {

Arrival At(JNIEnv* env, jint hash, jint site, jobject thread, jlong tid) {
  return {env, nullptr, -1, static_cast<uint32_t>(hash), static_cast<uint32_t>(site), thread, tid};
}

}  // namespace

RADDLE_NATIVE(jlong, table0)(JNIEnv*, jclass, jint which) {
  return reinterpret_cast<jlong>(g_agent->atoms.GuardTable(which));
}

RADDLE_NATIVE(jint, enter0)(JNIEnv* env, jclass, jint number, jint hash, jint site, jobject thread, jlong tid) {
  return static_cast<jint>(g_agent->atoms.EnterGuard(At(env, hash, site, thread, tid), static_cast<uint32_t>(number)));
}

RADDLE_NATIVE(void, again0)(JNIEnv* env, jclass, jint handle, jint hash, jint site, jobject thread, jlong tid) {
  g_agent->atoms.GuardAgain(At(env, hash, site, thread, tid), static_cast<uint32_t>(handle));
}

RADDLE_NATIVE(void, release0)(JNIEnv* env, jclass, jint handle, jint site, jobject thread, jlong tid) {
  g_agent->atoms.ReleaseGuard(At(env, 0, site, thread, tid), static_cast<uint32_t>(handle));
}

RADDLE_NATIVE(void, pass0)(JNIEnv* env, jclass, jint number, jint hash, jint site, jobject thread, jlong tid) {
  g_agent->atoms.PassGuard(At(env, hash, site, thread, tid), static_cast<uint32_t>(number));
}

extern "C" JNIEXPORT void JNICALL Java_java_lang_RaddleElement_name0(JNIEnv* env, jclass, jobject array, jint site) {
  g_agent->atoms.NameElement(array, static_cast<uint32_t>(site), env);
}
