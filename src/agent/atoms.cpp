#include "agent/atoms.h"

#include <algorithm>

#include "agent/agent.h"
#include "agent/class_hook.h"
#include "agent/site_kinds.h"
#include "agent/waits.h"

namespace raddle::agent {
namespace {

using std::chrono::steady_clock;

jobject Object(const void* reference) {
  return static_cast<jobject>(const_cast<void*>(reference));
}

bool SameObject(const void* kept, const void* asked) {
  JNIEnv* env = Env();
  return env != nullptr && env->IsSameObject(Object(kept), Object(asked)) == JNI_TRUE;
}

bool SameKey(const void* kept, const void* asked) {
  JNIEnv* env = Env();
  if (env == nullptr) return false;
  static const auto shim = static_cast<jclass>(env->NewGlobalRef(env->FindClass("java/lang/RaddleAtom")));
  static const jmethodID same = env->GetStaticMethodID(shim, "sameKey", "(Ljava/lang/Object;Ljava/lang/Object;)Z");
  const bool answer = env->CallStaticBooleanMethod(shim, same, Object(kept), Object(asked)) == JNI_TRUE;
  if (!env->ExceptionCheck()) return answer;
  env->ExceptionClear();
  return false;
}

const void* KeepObject(const void* object) {
  return Env()->NewGlobalRef(Object(object));
}

void DropObject(const void* kept) {
  JNIEnv* env = Env();
  if (env != nullptr && kept != nullptr) env->DeleteGlobalRef(Object(kept));
}

std::set<std::string> VariablesOf(const atoms::Repository& repository) {
  std::set<std::string> names;
  for (const atoms::Section& section : repository.sections) {
    if (section.variable.kind != atoms::Variable::Kind::kObject) names.insert(section.variable.ToString());
  }
  return names;
}

std::set<std::string> EnteredInCalls(const atoms::Repository& repository) {
  std::set<std::string> names;
  for (const atoms::Section& section : repository.sections) {
    if (section.entry.IsCall()) names.insert(section.variable.ToString());
  }
  return names;
}

bool MayBeOfArrays(const noise::Rule& rule) {
  return rule.target != noise::Target::kVariable || rule.pattern.find_first_of("[*") != std::string::npos;
}

}  // namespace

Atoms::Atoms(AtomOptions options)
    : options_(std::move(options)),
      array_noise_(std::any_of(options_.noise.begin(), options_.noise.end(), MayBeOfArrays)),
      sites_(ReserveSites<SiteEntry>()),
      marks_(SameObject),
      matcher_(options_.sections),
      sections_(
          matcher_.repository().sections,
          {.same = SameObject, .same_key = SameKey, .keep = KeepObject, .drop = DropObject, .waits_for = ParksFor}),
      guards_(matcher_.repository().sections, sections_),
      entered_in_calls_(EnteredInCalls(matcher_.repository())),
      guard_looks_(ReserveSites<int32_t>()),
      guard_keys_(ReserveSites<int64_t>()),
      guard_sections_(ReserveSites<int32_t>()),
      section_variables_(VariablesOf(matcher_.repository())),
      array_sections_(std::any_of(section_variables_.begin(), section_variables_.end(),
                                  [](const std::string& name) { return name.ends_with("[]"); })) {
  if (array_noise_ || array_sections_) sampler_.KeepArraysLoud();
  if (options_.races) sampler_.Start();
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

// Where there is noise, accesses that it does not hold up are sampled as they would be without noise.
void Atoms::Linger(Visit& visit) {
  const Arrival& arrival = visit.arrival;
  std::optional<noise::Hold> hold;
  if (visit.info.rule != nullptr) hold = DecideNoise(arrival, *visit.info.rule);
  const uint32_t group = arrival.index >= 0 ? Sampler::kArrays : visit.info.variable;
  if (hold) {
    const auto since = steady_clock::now();
    Hold(visit, *hold);
    NoiseOf(arrival).held += steady_clock::now() - since;
  } else if (MayBeRace(visit) && sampler_.TakeDue(arrival.site) && sampler_.Linger(group)) {
    Hold(visit, {noise::Kind::kYield, kLinger});
    sampler_.Pass(group);
  } else {
    Look(visit);
  }
  if (!visit.caught.empty()) Report(visit);
}

void Atoms::Stop(const Arrival& arrival) {
  std::optional<Visit> visit = See(arrival);
  if (!visit) return;
  Linger(*visit);  // first, so that the look for sections comes last: an access that then goes on is in nobody's way
  if (visit->info.in_section) Arrive(*visit, {});
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
