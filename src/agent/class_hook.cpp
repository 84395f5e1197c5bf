#include "agent/class_hook.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <mutex>
#include <string>

#include "agent/agent.h"
#include "weave/hooks.h"
#include "weave/weaver.h"

namespace raddle::agent {
namespace {

using weave::HookWhen;
using weave::MethodHook;

constexpr MethodHook kHooks[] = {
    {"java/lang/Thread", "start", "()V", HookWhen::kEntry, "fork", "(Ljava/lang/Thread;)V"},
    {"java/lang/Thread", "start", "(Ljdk/internal/vm/ThreadContainer;)V", HookWhen::kEntry, "fork",
     "(Ljava/lang/Thread;)V"},
    {"java/lang/VirtualThread", "start", "(Ljdk/internal/vm/ThreadContainer;)V", HookWhen::kEntry, "fork",
     "(Ljava/lang/Thread;)V"},
    {"java/lang/VirtualThread", "run", "(Ljava/lang/Runnable;)V", HookWhen::kExit, "end", "(Ljava/lang/Thread;)V"},
    {"java/lang/Thread", "join", "(J)V", HookWhen::kExit, "join", "(Ljava/lang/Thread;)V"},
};

// Classes that belong to the JDK whatever loader they come from, and what reflection makes at run time.
bool IsJdkClass(std::string_view name) {
  for (const std::string_view prefix : {"java/", "javax/", "jdk/", "sun/", "com/sun/"}) {
    if (name.starts_with(prefix)) return true;
  }
  return false;
}

// The loaders that sites refer to, by class number. Weak: watching must not keep a loader alive.
class Loaders {
 public:
  uint32_t Add(JNIEnv* env, jobject loader) {
    const jweak weak = loader == nullptr ? nullptr : env->NewWeakGlobalRef(loader);
    const std::lock_guard lock(mutex_);
    loaders_.push_back(weak);
    return static_cast<uint32_t>(loaders_.size() - 1);
  }
  jobject Get(JNIEnv* env, uint32_t number) {
    const std::lock_guard lock(mutex_);
    return loaders_[number] == nullptr ? nullptr : env->NewLocalRef(loaders_[number]);
  }

 private:
  std::mutex mutex_;
  std::deque<jweak> loaders_;
};

Loaders& GetLoaders() {
  static Loaders loaders;
  return loaders;
}

// What Wanted() let through: a class of the boot loader for its hooks, one of the program's for all its events.
Result<weave::Woven> Weave(JNIEnv* env, jobject loader, classfile::Bytes bytes) {
  if (loader == nullptr) return weave::HookClass(bytes, kHooks);
  return weave::WeaveClass(bytes, g_agent->plan, GetLoaders().Add(env, loader), Sites());
}

bool Wanted(jobject loader, std::string_view name, bool redefined) {
  if (weave::HasHooks(kHooks, name)) return loader == nullptr;
  return loader != nullptr && !redefined && !IsJdkClass(name) && g_agent->InScope(name);
}

}  // namespace

std::vector<std::string> HookedClasses() {
  std::vector<std::string> names;
  for (const MethodHook& hook : kHooks) {
    if (std::find(names.begin(), names.end(), hook.class_name) == names.end()) names.emplace_back(hook.class_name);
  }
  return names;
}

weave::SiteTable& Sites() {
  static weave::SiteTable sites;
  return sites;
}

jobject LoaderOfSite(JNIEnv* env, uint32_t site) {
  return GetLoaders().Get(env, Sites()[site].method->class_id);
}

void JNICALL OnClassFileLoad(jvmtiEnv* jvmti, JNIEnv* env, jclass redefined, jobject loader, const char* name, jobject,
                             jint length, const unsigned char* bytes, jint* new_length, unsigned char** new_bytes) {
  if (name == nullptr || !g_agent->live || !Wanted(loader, name, redefined != nullptr)) return;
  Result<weave::Woven> woven = Weave(env, loader, {bytes, static_cast<size_t>(length)});
  if (!woven) return g_agent->Note("class " + std::string(name) + " was not woven: " + woven.error().ToString());
  for (const std::string& note : woven->notes) g_agent->Note(note);
  unsigned char* copy = nullptr;
  if (jvmti->Allocate(static_cast<jlong>(woven->bytes.size()), &copy) != JVMTI_ERROR_NONE) return;
  std::memcpy(copy, woven->bytes.data(), woven->bytes.size());
  *new_bytes = copy;
  *new_length = static_cast<jint>(woven->bytes.size());
}

}  // namespace raddle::agent
