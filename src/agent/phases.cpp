#include "agent/phases.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace raddle::agent {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kFirst{1000}, kSlice{250};
constexpr milliseconds kShortestPause{10'000}, kLongestPause{160'000};

void Set(JNIEnv* env, bool loud) {
  const jclass phase = env->FindClass("java/lang/invoke/RaddlePhase");
  env->CallStaticVoidMethod(phase, env->GetStaticMethodID(phase, "set", "(Z)V"), loud ? JNI_TRUE : JNI_FALSE);
  env->ExceptionClear();  // then all stays as it is
  env->DeleteLocalRef(phase);
}

void JNICALL Run(jvmtiEnv*, JNIEnv* env, void*) {
  std::this_thread::sleep_for(kFirst);
  Set(env, false);
  for (milliseconds pause = kShortestPause;; pause = std::min(2 * pause, kLongestPause)) {
    std::this_thread::sleep_for(pause);
    Set(env, true);
    std::this_thread::sleep_for(kSlice);
    Set(env, false);
  }
}

}  // namespace

void StartPhases(JNIEnv* env) {
  const jclass type = env->FindClass("java/lang/Thread");
  const jobject thread =
      env->NewObject(type, env->GetMethodID(type, "<init>", "(Ljava/lang/String;)V"), env->NewStringUTF("raddle"));
  if (thread != nullptr) g_jvmti->RunAgentThread(thread, Run, nullptr, JVMTI_THREAD_NORM_PRIORITY);
  env->ExceptionClear();  // loud all the time, then
}

}  // namespace raddle::agent
