#include "agent/class_hook.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <deque>
#include <functional>
#include <initializer_list>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "agent/agent.h"
#include "agent/say.h"
#include "base/mapped_file.h"
#include "contracts/contract.h"
#include "weave/hooks.h"
#include "weave/reflection.h"
#include "weave/weaver.h"

extern "C" const unsigned char kSynchronisers[], kSynchronisers_end[], kCollections[], kCollections_end[];

namespace raddle::agent {
namespace {

// The class loaders to which sites refer, by class number, from 1. The references are weak: watching must not keep a
// loader alive.
class Loaders {
 public:
  uint32_t Add(JNIEnv* env, jobject loader) {
    const jweak weak = loader == nullptr ? nullptr : env->NewWeakGlobalRef(loader);
    const std::lock_guard lock(mutex_);
    loaders_.push_back(weak);
    return static_cast<uint32_t>(loaders_.size());
  }
  jobject Get(JNIEnv* env, uint32_t number) {
    const std::lock_guard lock(mutex_);
    if (number == 0 || loaders_[number - 1] == nullptr) return nullptr;
    return env->NewLocalRef(loaders_[number - 1]);
  }

 private:
  std::mutex mutex_;
  std::deque<jweak> loaders_;
};

Loaders& GetLoaders() {
  static Loaders loaders;
  return loaders;
}

// The classes that were changed when they were loaded. Another agent may redefine them, and the JVM accepts no version
// with a member more or less. So a redefined class is woven if and only if it was woven before.
class WovenClasses {
 public:
  void Add(jobject loader, std::string_view name) {
    const std::lock_guard lock(mutex_);
    names_.emplace(LoaderKey(loader), name);
  }
  bool Has(jobject loader, std::string_view name) {
    const std::lock_guard lock(mutex_);
    return names_.contains({LoaderKey(loader), std::string(name)});
  }

 private:
  std::mutex mutex_;
  std::set<std::pair<uint64_t, std::string>> names_;
};

WovenClasses& GetWovenClasses() {
  static WovenClasses classes;
  return classes;
}

// The woven classes whose objects have a word for object races.
WovenClasses& GetClassesWithWord() {
  static WovenClasses classes;
  return classes;
}

bool IsProgramClass(jobject loader, std::string_view name) {
  return loader != nullptr && g_agent->OfProgram(name);
}

bool MayBeWoven(jobject loader, std::string_view name, bool redefined) {
  return IsProgramClass(loader, name) && (!redefined || GetWovenClasses().Has(loader, name));
}

bool IsWatched(jobject loader, std::string_view name) {
  return IsProgramClass(loader, name) && g_agent->InScope(name);
}

// Lets `raddle run` warn when --include, --exclude or --scope left nothing to watch.
void TellFirstWatched(jobject loader, std::string_view name) {
  static std::atomic<bool> told = false;
  if (told.load(std::memory_order_relaxed) || !IsWatched(loader, name) || told.exchange(true)) return;
  (void)g_agent->journal.Watched();
}

// The synchronized wrappers, since users forget to take their lock when they iterate; with --weave-jdk, all of
// java.util. Packages below are not included: the contracts say all there is to say of java.util.concurrent. Nor are
// sets that have a map of their own: they put into it again what is there already, which is no change.
bool IsWatchedCollection(std::string_view name) {
  constexpr std::string_view kPackage = "java/util/";
  if (!name.starts_with(kPackage) || g_agent->plan.calls == nullptr) return false;
  if (name == "java/util/HashSet" || name == "java/util/TreeSet" || name == "java/util/Collections$SetFromMap")
    return false;
  if (g_agent->options.weave_jdk && name.find('/', kPackage.size()) == name.npos) return true;
  return name.starts_with("java/util/Collections$Synchronized");
}

// Whether the class is the one that would show programs the fields that we add, if we add any.
bool ShowsFields(std::string_view name) {
  return name == weave::kReflectionClass && g_agent->plan.AddsFields();
}

// Weaves a class of java.util: its calls on collections, and the locks that it holds meanwhile. Nothing that adds a
// member, since most of these classes are loaded before the agent.
Result<weave::Woven> WeaveCollection(JNIEnv* env, weave::Woven hooked, classfile::Bytes bytes) {
  weave::Plan plan;
  plan.fields = plan.arrays = plan.order = false;
  plan.calls = g_agent->plan.calls;
  plan.lock_events = g_agent->plan.lock_events;
  plan.view_locks = g_agent->plan.view_locks;
  plan.views_only = g_agent->plan.views_only;
  RADDLE_TRY(weave::Woven all, weave::WeaveClass(bytes, plan, GetLoaders().Add(env, nullptr), Sites()));
  if (all.bytes.empty()) return hooked;
  all.notes.insert(all.notes.begin(), hooked.notes.begin(), hooked.notes.end());
  return all;
}

// Tells pointcuts of a class before they are matched: the class itself, and where it comes from, since the classes that
// it extends will be there too.
void Show(JNIEnv* env, jobject protection_domain, std::string_view name, classfile::Bytes bytes) {
  if (!g_agent->scope.limited() && g_agent->aspects.empty()) return;
  if (const std::string place = FileOf(env, protection_domain); !place.empty()) g_agent->types.AddPlace(place);
  g_agent->types.See(name, bytes);
}

Result<void> Advise(weave::Woven& woven, classfile::Bytes& bytes) {
  if (g_agent->aspects.empty()) return {};
  RADDLE_TRY(const classfile::ClassFile file, classfile::ReadClass(bytes));
  const AccessFacts facts = g_agent->facts.Find(file, bytes);
  auto may_be_shared = [&](const pointcut::Shadow& shadow) { return facts.MayBeShared(file, shadow); };
  RADDLE_TRY(std::vector<uint8_t> advised, g_agent->aspects.Weave(bytes, woven.notes, may_be_shared));
  if (advised.empty()) return {};
  woven.bytes = std::move(advised);
  bytes = woven.bytes;
  return {};
}

// Classes with variables of atomic sections are watched in full: a section that has begun must end. If nothing else is
// watched, what facts would save is not worth the time to find them.
AccessFacts FactsOf(const classfile::ClassFile& file, classfile::Bytes bytes, std::vector<std::string>& notes) {
  const weave::Plan& plan = g_agent->plan;
  const bool in_sections = plan.sections != nullptr && plan.sections->Mentions(file.Name());
  if (in_sections || plan.SectionsOnly() || !(plan.fields || plan.views || plan.marks)) return AccessFacts({});
  return g_agent->facts.Use(file, bytes, notes);
}

// The accesses that both the scope and the facts leave to be watched.
weave::AccessFilter AccessesToWatch(const classfile::ClassFile& original, const AccessFacts& facts) {
  if (facts.empty() && !g_agent->scope.limited()) return nullptr;
  return [&](const classfile::ClassFile& file, const classfile::Member& method) {
    auto may_be_shared = [&](const pointcut::Shadow& shadow) { return facts.MayBeShared(original, shadow); };
    std::vector<bool> watched;
    if (g_agent->scope.limited()) watched = g_agent->scope.Watched(file, method, may_be_shared);
    return facts.Watched(file, method, std::move(watched));
  };
}

// First hooks, for any class with a contract; then, for a class of the program, advice and all its events. Without
// bytes in the result, the class stays as it was.
Result<weave::Woven> Weave(JNIEnv* env, jobject loader, std::string_view name, bool redefined, classfile::Bytes bytes) {
  if (loader == nullptr && ShowsFields(name)) return weave::HideShadows(bytes);
  weave::Woven woven;
  if (g_agent->hooks.Has(name)) {
    RADDLE_TRY(woven, g_agent->hooks.Hook(bytes));
    bytes = woven.bytes;
  }
  if (loader == nullptr && IsWatchedCollection(name)) return WeaveCollection(env, std::move(woven), bytes);
  if (!MayBeWoven(loader, name, redefined)) return woven;
  if (Result<void> advised = Advise(woven, bytes); !advised) {
    woven.notes.push_back(fmt::format("class {} has no advice: {}", name, advised.error().ToString()));
  }
  if (!IsWatched(loader, name)) return woven;
  g_agent->atoms.LookAt(bytes);
  const uint32_t class_id = GetLoaders().Add(env, loader);
  RADDLE_TRY(const classfile::ClassFile original, classfile::ReadClass(bytes));
  const AccessFacts facts = FactsOf(original, bytes, woven.notes);
  weave::Plan plan = g_agent->plan;
  plan.accesses = AccessesToWatch(original, facts);
  plan.has_object_word = [loader](std::string_view of) { return GetClassesWithWord().Has(loader, of); };
  const uint32_t sites_before = Sites().size();
  RADDLE_TRY(weave::Woven all, weave::WeaveClass(bytes, plan, class_id, Sites()));
  if (g_agent->options.HasPhases()) g_agent->twins.Add(original, Sites().OfClass(class_id, sites_before));
  for (const weave::SectionSite& site : all.section_sites) g_agent->atoms.AddSection(site);
  for (const weave::StaticField& field : all.statics) {
    g_agent->variables.DeclareStatic(name, LoaderKey(loader), class_id, field);
  }
  g_agent->variables.DeclareSafe(name, LoaderKey(loader), all.safe);
  g_agent->variables.DeclarePlain(name, LoaderKey(loader), all.plain);
  g_agent->variables.DeclareShadows(name, LoaderKey(loader), all.shadows);
  if (all.bytes.empty()) all.bytes = std::move(woven.bytes);
  all.notes.insert(all.notes.begin(), woven.notes.begin(), woven.notes.end());
  return all;
}

// A class has fewer sites than bytes, so its size tells whether enough site numbers are left.
constexpr const char* kTooManySites = "classes that were loaded late were not woven: there were too many places";

bool Wanted(jobject loader, std::string_view name, bool redefined) {
  if (g_agent->hooks.Has(name) || (loader == nullptr && (IsWatchedCollection(name) || ShowsFields(name)))) return true;
  if (!MayBeWoven(loader, name, redefined)) return false;
  return !g_agent->aspects.empty() || g_agent->scope.limited() || IsWatched(loader, name);
}

}  // namespace

bool IsJdkClass(std::string_view name) {
  for (const std::string_view prefix : {"java/", "javax/", "jdk/", "sun/", "com/sun/"}) {
    if (name.starts_with(prefix)) return true;
  }
  return false;
}

namespace {

// Only what somebody asks for is woven. Only the detectors of variables ask for accesses; views has a way of its own to
// be told, unless a trace is recorded. All detectors but that of object races need the order of events.
void SetPlan(const AgentOptions& options) {
  const detect::EngineOptions& on = options.engine;
  weave::Plan& plan = g_agent->plan;
  plan.views = plan.view_locks = on.views && on.sections_told;
  plan.views_strict = on.strict;
  const bool variables = on.hb || on.racer || on.eraser || (on.views && !plan.views);
  plan.fields = plan.arrays = variables;
  plan.views_only = !variables;
  plan.lock_events = variables || on.deadlock;
  plan.order = plan.lock_events || plan.views;
  plan.calls = variables || plan.views ? g_agent->calls.get() : nullptr;
  plan.allocations = &g_agent->allocations;
  plan.objects = on.object;
  plan.references = plan.calls != nullptr || on.object ? g_agent->calls.get() : nullptr;
  plan.object = {.calls = g_agent->calls.get(), .strict = on.strict};
  plan.count_objects = on.object && options.stats;
  plan.is_program_class = [](std::string_view name) {
    return !name.empty() && g_agent->OfProgram(name) && g_agent->InScope(name);
  };
}

template <typename Kept>
void KeepEffects(contracts::Contracts& contracts, Kept keep) {
  for (contracts::ClassContract& each : contracts) {
    for (contracts::MethodContract& method : each.methods) std::erase_if(method.effects, std::not_fn(keep));
  }
}

// Drops the contracts that say which thread waits for which, since only the deadlock detector needs them.
void ForgetAsks(contracts::Contracts& contracts) {
  KeepEffects(contracts, [](const contracts::Effect& effect) { return effect.verb != contracts::Verb::kAsk; });
}

// Keeps only effects with one of these verbs. No method stays a leaf: a leaf hides what happens inside of it, and
// little of that is left.
void KeepVerbs(contracts::Contracts& contracts, std::initializer_list<contracts::Verb> kept) {
  auto keep = [&](const contracts::Effect& effect) { return std::ranges::find(kept, effect.verb) != kept.end(); };
  const bool monitors = std::ranges::find(kept, contracts::Verb::kAcquire) != kept.end();
  KeepEffects(contracts, keep);
  for (contracts::ClassContract& each : contracts) {
    for (contracts::MethodContract& method : each.methods) method.leaf = false;
    std::erase_if(each.methods, [](const contracts::MethodContract& method) { return method.effects.empty(); });
    each = {.name = each.name,
            .methods = std::move(each.methods),
            .monitors = each.monitors && monitors,
            .line = each.line};
  }
  std::erase_if(contracts, [](const contracts::ClassContract& each) { return each.methods.empty() && !each.monitors; });
}

}  // namespace

Result<void> LoadContracts(const std::vector<std::string>& files) {
  auto text_of = [](const unsigned char* begin, const unsigned char* end) {
    return std::string_view(reinterpret_cast<const char*>(begin), static_cast<size_t>(end - begin));
  };
  RADDLE_TRY(contracts::Contracts all, contracts::Parse(text_of(kSynchronisers, kSynchronisers_end), "jdk.contracts"));
  RADDLE_TRY(contracts::Contracts collections,
             contracts::Parse(text_of(kCollections, kCollections_end), "collections.contracts"));
  all.insert(all.end(), collections.begin(), collections.end());
  for (const std::string& file : files) {
    RADDLE_TRY(MappedFile mapped, MappedFile::Open(file));
    RADDLE_TRY(contracts::Contracts more, contracts::Parse(mapped.text(), file));
    all.insert(all.end(), more.begin(), more.end());
  }
  using contracts::Verb;
  if (g_agent->plan.locks) {
    g_agent->calls = std::make_unique<weave::CallContracts>(all);
    SetPlan(g_agent->options);
    if (!g_agent->options.engine.deadlock) ForgetAsks(all);
    // For object races: which locks are held, and which threads are alive.
    if (!g_agent->plan.order) {
      KeepVerbs(all, {Verb::kAcquire, Verb::kRelease, Verb::kAcquireRead, Verb::kReleaseRead, Verb::kFork, Verb::kJoin,
                      Verb::kEnd, Verb::kSpeculate, Verb::kValidate});
    }
  } else {
    // For atomrace: which reads are allowed to meet a write, and when a thread ends.
    KeepVerbs(all, {Verb::kSpeculate, Verb::kValidate, Verb::kEnd});
  }
  g_agent->hooks = weave::HookTable(all, g_agent->plan.order);
  return {};
}

void HookLoadedClasses() {
  jint count = 0;
  Allocated<jclass> loaded;
  if (g_jvmti->GetLoadedClasses(&count, &loaded) != JVMTI_ERROR_NONE) return;
  std::vector<jclass> hooked;
  for (jint i = 0; i < count; ++i) {
    Allocated<char> signature;
    if (g_jvmti->GetClassSignature(loaded[i], &signature, nullptr) != JVMTI_ERROR_NONE) continue;
    const std::string_view text(signature.get());
    if (!text.starts_with('L')) continue;
    const std::string_view name = text.substr(1, text.size() - 2);
    if (g_agent->hooks.Has(name) || IsWatchedCollection(name) || ShowsFields(name)) hooked.push_back(loaded[i]);
  }
  if (hooked.empty()) return;
  const jvmtiError error = g_jvmti->RetransformClasses(static_cast<jint>(hooked.size()), hooked.data());
  if (error != JVMTI_ERROR_NONE) {
    Say(fmt::format("the JVM did not take the hooks in the JDK's classes ({}): expect false alarms",
                    static_cast<int>(error)));
  }
}

weave::SiteTable& Sites() {
  static weave::SiteTable sites;
  return sites;
}

jobject LoaderOfSite(JNIEnv* env, uint32_t site) {
  return GetLoaders().Get(env, Sites()[site].method->class_id);
}

void JNICALL OnClassFileLoad(jvmtiEnv* jvmti, JNIEnv* env, jclass redefined, jobject loader, const char* name,
                             jobject protection_domain, jint length, const unsigned char* bytes, jint* new_length,
                             unsigned char** new_bytes) {
  if (name == nullptr || !g_agent->live || !Wanted(loader, name, redefined != nullptr)) return;
  if (Sites().size() + static_cast<size_t>(length) > kMaxSites) return g_agent->Note(kTooManySites);
  if (redefined == nullptr) Show(env, protection_domain, name, {bytes, static_cast<size_t>(length)});
  Result<weave::Woven> woven = Weave(env, loader, name, redefined != nullptr, {bytes, static_cast<size_t>(length)});
  if (!woven) return g_agent->Note("class " + std::string(name) + " was not woven: " + woven.error().ToString());
  for (const std::string& note : woven->notes) g_agent->Note(note);
  TellFirstWatched(loader, name);
  if (woven->bytes.empty()) return;
  if (redefined == nullptr && loader != nullptr) GetWovenClasses().Add(loader, name);
  if (redefined == nullptr && woven->has_object_word) GetClassesWithWord().Add(loader, name);
  unsigned char* copy = nullptr;
  if (jvmti->Allocate(static_cast<jlong>(woven->bytes.size()), &copy) != JVMTI_ERROR_NONE) return;
  std::memcpy(copy, woven->bytes.data(), woven->bytes.size());
  *new_bytes = copy;
  *new_length = static_cast<jint>(woven->bytes.size());
}

}  // namespace raddle::agent
