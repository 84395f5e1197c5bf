#include "agent/waits.h"

#include <fmt/format.h>

#include <functional>
#include <map>
#include <mutex>

#include "detect/atomrace/sections.h"

namespace raddle::agent {
namespace {

using detect::atomrace::Sections;

struct Fields {
  jclass ownable;
  jfieldID blocker, owner;
};

// A field id is null if the JDK has no field of that name; then no thread is known to park.
const Fields& Known(JNIEnv* env) {
  static const Fields fields = [&] {
    const jclass thread = env->FindClass("java/lang/Thread");
    const jclass ownable = env->FindClass("java/util/concurrent/locks/AbstractOwnableSynchronizer");
    Fields found{static_cast<jclass>(env->NewGlobalRef(ownable)), nullptr, nullptr};
    found.blocker = env->GetFieldID(thread, "parkBlocker", "Ljava/lang/Object;");
    env->ExceptionClear();
    found.owner = env->GetFieldID(ownable, "exclusiveOwnerThread", "Ljava/lang/Thread;");
    env->ExceptionClear();
    return found;
  }();
  return fields;
}

bool WaitsToBeNotified(jthread thread) {
  jint state = 0;
  return g_jvmti->GetThreadState(thread, &state) == JVMTI_ERROR_NONE &&
         (state & JVMTI_THREAD_STATE_IN_OBJECT_WAIT) != 0;
}

// Calls `see` for each thread that parks or waits, with its id and the id of the owner of what it parks for, or
// kAnybody.
void ForEachParked(const std::function<void(uint64_t, uint64_t)>& see) {
  JNIEnv* env = Env();
  if (env == nullptr || env->PushLocalFrame(16) != 0) return;
  const Fields& known = Known(env);
  jint count = 0;
  Allocated<jthread> threads;
  const bool asked = known.blocker != nullptr && known.owner != nullptr &&
                     g_jvmti->GetAllThreads(&count, &threads) == JVMTI_ERROR_NONE;
  for (jint i = 0; asked && i < count; ++i) {
    const jobject blocker = env->GetObjectField(threads[i], known.blocker);
    if (blocker != nullptr) {
      uint64_t owner = Sections::kAnybody;
      if (env->IsInstanceOf(blocker, known.ownable)) {
        const jobject thread = env->GetObjectField(blocker, known.owner);
        if (thread != nullptr) owner = static_cast<uint64_t>(ThreadIdOf(env, thread));
        env->DeleteLocalRef(thread);
      }
      see(static_cast<uint64_t>(ThreadIdOf(env, threads[i])), owner);
    } else if (WaitsToBeNotified(threads[i])) {
      see(static_cast<uint64_t>(ThreadIdOf(env, threads[i])), Sections::kAnybody);
    }
    env->DeleteLocalRef(blocker);
    env->DeleteLocalRef(threads[i]);
  }
  env->PopLocalFrame(nullptr);
}

// "com.acme.Bank@1": the number of the monitor among those of its class, in the order in which they were named.
std::string NameOfMonitor(const std::string& type, jint hash) {
  static std::mutex mutex;
  static std::map<std::string, std::map<jint, size_t>> numbers;
  const std::lock_guard lock(mutex);
  std::map<jint, size_t>& of_type = numbers[type];
  return fmt::format("{}@{}", type, of_type.try_emplace(hash, of_type.size() + 1).first->second);
}

}  // namespace

JNIEnv* Env() {
  void* env = nullptr;
  return g_vm->GetEnv(&env, JNI_VERSION_10) == JNI_OK ? static_cast<JNIEnv*>(env) : nullptr;
}

int64_t ThreadIdOf(JNIEnv* env, jobject thread) {
  static const jfieldID field = env->GetFieldID(env->FindClass("java/lang/Thread"), "tid", "J");
  return env->GetLongField(thread, field);
}

uint64_t ParksFor(uint64_t tid) {
  uint64_t whom = 0;
  ForEachParked([&](uint64_t thread, uint64_t owner) {
    if (thread == tid) whom = owner;
  });
  return whom;
}

bool IsParkedFor(uint64_t tid) {
  bool parked = false;
  ForEachParked([&](uint64_t, uint64_t owner) { parked = parked || owner == tid; });
  return parked;
}

std::vector<std::string> MonitorsOf(jobject thread) {
  std::vector<std::string> names;
  jint count = 0;
  Allocated<jobject> monitors;
  JNIEnv* env = Env();
  if (env == nullptr) return names;
  if (g_jvmti->GetOwnedMonitorInfo(static_cast<jthread>(thread), &count, &monitors) != JVMTI_ERROR_NONE) return names;
  for (jint i = 0; i < count; ++i) {
    const jclass type = env->GetObjectClass(monitors[i]);
    jint hash = 0;
    g_jvmti->GetObjectHashCode(monitors[i], &hash);
    names.push_back(NameOfMonitor(ClassNameOf(type), hash));
    env->DeleteLocalRef(type);
    env->DeleteLocalRef(monitors[i]);
  }
  return names;
}

}  // namespace raddle::agent
