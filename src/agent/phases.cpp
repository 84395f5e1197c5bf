#include "agent/phases.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <thread>

#include "agent/agent.h"

namespace raddle::agent {
namespace {

using std::chrono::milliseconds;

struct Schedule {
  milliseconds first;           // by the clock, at least
  milliseconds first_used;      // of the processor, at least
  milliseconds shortest_pause;  // each is twice as long as the one before
  milliseconds longest_pause;
  milliseconds slice;
  bool by_processor;  // pauses and slices
};
constexpr Schedule kOfAtomrace{milliseconds{1000},    milliseconds{0},   milliseconds{10'000},
                               milliseconds{160'000}, milliseconds{250}, false};
constexpr Schedule kOfAccesses{milliseconds{2000},      milliseconds{5000}, milliseconds{60'000},
                               milliseconds{1'920'000}, milliseconds{500},  true};
constexpr milliseconds kLook{50};

Schedule ScheduleOf(const AgentOptions& options) {
  const milliseconds each{options.phases};
  if (options.phases != 0) return {each, milliseconds{0}, each, each, each, false};
  return options.engine.hb || options.engine.racer ? kOfAccesses : kOfAtomrace;
}

milliseconds Used() {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return milliseconds{used.tv_sec * 1000 + used.tv_nsec / 1'000'000};
}

void WaitUntilUsed(milliseconds used) {
  while (Used() < used) std::this_thread::sleep_for(std::max(kLook, (used - Used()) / 64));
}

void Wait(milliseconds time, bool by_processor) {
  by_processor ? WaitUntilUsed(Used() + time) : std::this_thread::sleep_for(time);
}

void Set(JNIEnv* env, bool loud) {
  const jclass phase = env->FindClass("java/lang/invoke/RaddlePhase");
  env->CallStaticVoidMethod(phase, env->GetStaticMethodID(phase, "set", "(Z)V"), loud ? JNI_TRUE : JNI_FALSE);
  env->ExceptionClear();  // then all stays as it is
  env->DeleteLocalRef(phase);
}

void BeQuiet(JNIEnv* env) {
  g_agent->engine.runtime().windows.Close();
  Set(env, false);
}

void BeLoud(JNIEnv* env) {
  Set(env, true);
  g_agent->engine.runtime().windows.Open();
}

void JNICALL Run(jvmtiEnv*, JNIEnv* env, void*) {
  const Schedule schedule = ScheduleOf(g_agent->options);
  std::this_thread::sleep_for(schedule.first);
  WaitUntilUsed(schedule.first_used);
  BeQuiet(env);
  for (milliseconds pause = schedule.shortest_pause;; pause = std::min(2 * pause, schedule.longest_pause)) {
    Wait(pause, schedule.by_processor);
    BeLoud(env);
    Wait(schedule.slice, schedule.by_processor);
    BeQuiet(env);
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
