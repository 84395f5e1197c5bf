#include "agent/phases.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <thread>
#include <utility>

#include "agent/agent.h"
#include "agent/class_hook.h"
#include "runtime/listening.h"

namespace raddle::agent {
namespace {

using std::chrono::milliseconds;

struct Schedule {
  milliseconds first;           // by the clock, at least
  milliseconds first_used;      // processor time, at least, and as long as the program grows
  milliseconds shortest_pause;  // for a program of kUsual places; each pause doubles
  milliseconds longest_pause;
  milliseconds slice;
  bool by_processor;    // pauses and slices
  milliseconds listen;  // by the clock: from something new to the next hush; 0: no hush
};
constexpr Schedule kOfAtomrace{milliseconds{1000},    milliseconds{0},   milliseconds{10'000},
                               milliseconds{160'000}, milliseconds{250}, false, milliseconds{0}};
constexpr Schedule kOfAccesses{milliseconds{2000},      milliseconds{5000}, milliseconds{60'000},
                               milliseconds{1'920'000}, milliseconds{500},  true,  milliseconds{100}};
constexpr milliseconds kLook = runtime::Listening::kLook, kSecond{1000}, kWhile{10'000};

runtime::Listening g_listening;

Schedule ScheduleOf(const AgentOptions& options) {
  const milliseconds each{options.phases};
  const bool accesses = options.TellsAccesses();
  if (options.phases != 0) return {each, milliseconds{0}, each, each, each, false, accesses ? each / 4 : milliseconds{0}};
  return accesses ? kOfAccesses : kOfAtomrace;
}

milliseconds Used() {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return milliseconds{used.tv_sec * 1000 + used.tv_nsec / 1'000'000};
}

milliseconds Now() {
  return std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now().time_since_epoch());
}

// Sleeps in a way that the JVM knows of. Otherwise the JVM, when it ends, would wait 300 ms for this thread, as for any
// that is in native code.
class Bed {
 public:
  Bed() { g_jvmti->CreateRawMonitor("raddle", &monitor_); }
  void Sleep(milliseconds time) const {
    if (g_jvmti->RawMonitorEnter(monitor_) != JVMTI_ERROR_NONE) return std::this_thread::sleep_for(time);
    g_jvmti->RawMonitorWait(monitor_, std::max<jlong>(time.count(), 1));
    g_jvmti->RawMonitorExit(monitor_);
  }

 private:
  jrawMonitorID monitor_ = nullptr;
};

// The size of the program: its places, without those of classes that are like earlier ones. Some programs, such as
// databases, make a class for each statement; these are nothing new, and there is no end to them.
size_t SizeOfProgram() {
  const size_t twins = g_agent->twins.count();  // first: the twins are among the sites
  return Sites().size() - twins;
}

// A slice costs the time to compile the program anew, twice. So pauses grow with the program.
constexpr int64_t kUsual = 10'000;
milliseconds FirstPause(const Schedule& schedule) {
  const size_t size = schedule.by_processor ? SizeOfProgram() : 0;
  return std::min(schedule.shortest_pause * std::max<int64_t>(1, static_cast<int64_t>(size) / kUsual), schedule.longest_pause);
}

// Whether more than one part in `by_one_in` of the program is new, which is a reason to look at all of it.
bool HasGrown(size_t since, size_t by_one_in) {
  return SizeOfProgram() > since + since / by_one_in;
}

class Phases {
 public:
  Phases(JNIEnv* env, const Schedule& schedule) : env_(env), schedule_(schedule) {}

  [[noreturn]] void Run() {
    milliseconds pause{0};
    for (;;) {
      LookAtAll();
      SaySo();
      pause = std::max(pause, FirstPause(schedule_));
      BeQuiet();
      while (Pause(pause)) {
        BeLoud();
        Wait(schedule_.slice);
        BeQuiet();
        pause = std::min(2 * pause, schedule_.longest_pause);
      }
      BeLoud();
    }
  }

 private:
  milliseconds Time() const { return schedule_.by_processor ? Used() : Now(); }
  void Wait(milliseconds time) const {
    for (const milliseconds end = Time() + time; Time() < end;) {
      bed_.Sleep(std::clamp(end - Time(), milliseconds{1}, kLook));
    }
  }

  void LookAtAll() const {
    const milliseconds used = Used() + schedule_.first_used;
    bed_.Sleep(schedule_.first);
    if (!schedule_.by_processor) return;
    while (Used() < used) bed_.Sleep(kLook);
    for (size_t size = 0; HasGrown(size, 200);) {
      size = SizeOfProgram();
      Wait(kSecond);
    }
  }

  // So that nobody thinks that all was looked at.
  void SaySo() {
    if (std::exchange(said_, true)) return;
    g_agent->Note(
        "hot code was looked at in the first seconds, then in slices only; the rest all the time: --thorough looks at all");
  }

  // False if the program has grown meanwhile.
  bool Pause(milliseconds pause) const {
    size_t size = SizeOfProgram();
    milliseconds begun = Time();
    for (const milliseconds end = begun + pause; Time() < end;) {
      BeHushed();
      bed_.Sleep(std::clamp(end - Time(), milliseconds{1}, kLook));
      if (!schedule_.by_processor) continue;
      if (HasGrown(size, 10)) return false;
      if (Time() < begun + kWhile) continue;
      // A program that grows little by little is not worth it.
      begun = Time();
      size = SizeOfProgram();
    }
    return true;
  }

  // Begins a hush, unless something new was told just now.
  void BeHushed() const {
    runtime::Hush& hush = g_agent->engine.runtime().hush;
    const bool may_be = schedule_.listen.count() > 0 && g_agent->engine.MayBeHushed();
    if (may_be && g_listening.IsOver(Now(), Time(), schedule_.listen, hush.IsOn())) hush.Begin();
  }

  void BeQuiet() const {
    g_listening.Tell();  // for accesses that were told just now
    g_agent->engine.runtime().windows.Close();
    Set(false);
  }

  void BeLoud() const {
    detect::Engine& engine = g_agent->engine;
    engine.runtime().hush.End();
    if (!Set(true)) return;
    if (engine.views() != nullptr) engine.views()->StartAnew();
    engine.runtime().windows.Open();
  }

  // False: the phase stays as it is.
  bool Set(bool loud) const {
    const jclass phase = env_->FindClass("java/lang/invoke/RaddlePhase");
    env_->CallStaticVoidMethod(phase, env_->GetStaticMethodID(phase, "set", "(Z)V"), loud ? JNI_TRUE : JNI_FALSE);
    const bool done = env_->ExceptionCheck() == JNI_FALSE;
    env_->ExceptionClear();
    env_->DeleteLocalRef(phase);
    return done;
  }

  JNIEnv* const env_;
  const Schedule schedule_;
  const Bed bed_;
  bool said_ = false;
};

void JNICALL Run(jvmtiEnv*, JNIEnv* env, void*) {
  Phases(env, ScheduleOf(g_agent->options)).Run();
}

}  // namespace

void Listen() {
  g_listening.Tell();
  if (g_listening.MayBegin()) g_agent->engine.runtime().hush.End();
}

void* WhatIsListenedTo() {
  return g_listening.memory();
}

void StartPhases(JNIEnv* env) {
  const jclass type = env->FindClass("java/lang/Thread");
  const jobject thread =
      env->NewObject(type, env->GetMethodID(type, "<init>", "(Ljava/lang/String;)V"), env->NewStringUTF("raddle"));
  if (thread != nullptr) g_jvmti->RunAgentThread(thread, Run, nullptr, JVMTI_THREAD_NORM_PRIORITY);
  env->ExceptionClear();  // then it is loud all the time
}

}  // namespace raddle::agent
