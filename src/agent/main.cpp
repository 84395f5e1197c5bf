// The agent's entry points, in the order in which the JVM calls them.
//
//   Agent_OnLoad    options, capabilities, events (no Java yet)
//   VMStart         the shim is defined in java.base (JNI, but no Java threads of the program's)
//   VMInit          hooks in classes that are already loaded; weaving begins
//   ThreadEnd ...   a thread's last event
//   VMDeath         the last counts
//
// Whatever goes wrong here is said on stderr, and the program runs unwatched: it is not ours to stop it.
#include <fmt/format.h>
#include <unistd.h>

#include <fstream>

#include "agent/agent.h"
#include "agent/class_hook.h"
#include "agent/jvm.h"
#include "agent/object_stats.h"
#include "agent/phases.h"
#include "agent/say.h"
#include "agent/shim.h"
#include "agent/waits.h"
#include "base/shell.h"
#include "report/run_directory.h"

namespace raddle::agent {

Agent::Agent(AgentOptions given, std::string folder, std::vector<std::string> command)
    : options(std::move(given)),
      run_folder(std::move(folder)),
      journal(run_folder, {.raddle = RADDLE_VERSION, .command = std::move(command)}),
      findings(journal, options.quiet),
      atoms(options.atoms),
      engine(options.engine, findings) {
  // atomrace and noise need neither words nor events of synchronisation.
  const detect::EngineOptions& on = options.engine;
  plan.fields = plan.arrays = plan.locks = plan.order = plan.lock_events =
      on.hb || on.racer || on.eraser || on.deadlock || on.views || on.object;
  // Eraser and Fig. 9b must see every access, so nothing is forgotten for them.
  plan.freezes = on.hb || (on.racer && !on.strict);
  plan.marks = options.atoms.any();
  plan.mark_all = options.atoms.races || !options.atoms.noise.empty();
  plan.guards = options.atoms.heals();
  plan.guests = options.atoms.heal == Heal::kLock;
  plan.sections = atoms.matcher();
  if (plan.guards && ArrayHolders::Concern(options.atoms.sections)) {
    plan.may_have_sections = [](std::string_view array) {
      return g_agent->array_holders.MayBe(array, g_agent->options.atoms.sections, g_agent->types);
    };
  }
  plan.every_access = options.every_access;
}

bool Agent::InScope(std::string_view class_name) const {
  auto within = [&](const std::vector<std::string>& packages) {
    for (const std::string& package : packages) {
      if (class_name.starts_with(package) &&
          (class_name.size() == package.size() || class_name[package.size()] == '/' || package.ends_with('/'))) {
        return true;
      }
    }
    return false;
  };
  return (options.include.empty() || within(options.include)) && !within(options.exclude) &&
         (!scope.limited() || scope.Covers(class_name));
}

bool Agent::OfProgram(std::string_view class_name) const {
  return !IsJdkClass(class_name) && !aspects.Owns(class_name);
}

void Agent::Note(const std::string& line) {
  (void)journal.Note(line);
}

namespace {

std::vector<std::string> CommandLine() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
  return words;
}

void JNICALL OnVmStart(jvmtiEnv*, JNIEnv* env) {
  if (Result<void> defined = DefineShim(env); !defined) {
    Say(defined.error().ToString() + "; nothing is watched");
    g_jvmti->SetEventNotificationMode(JVMTI_DISABLE, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, nullptr);
    return;
  }
  g_agent->shim_defined = true;
}

// The shim is initialised before anything can call it, because its initialiser uses classes that get hooks.
void JNICALL OnVmInit(jvmtiEnv*, JNIEnv* env, jthread) {
  if (!g_agent->shim_defined) return;
  if (Result<void> initialised = InitialiseShim(env); !initialised) {
    return Say(initialised.error().ToString() + "; nothing is watched");
  }
  if (!g_agent->aspects.empty()) {
    if (Result<void> opened = g_agent->aspects.Open(env); !opened) Say(opened.error().ToString() + "; no aspect runs");
  }
  g_agent->live = true;
  HookLoadedClasses();
  if (g_agent->options.HasPhases()) StartPhases(env);
}

void JNICALL OnThreadEnd(jvmtiEnv*, JNIEnv* env, jthread thread) {
  if (!g_agent->live) return;
  const int64_t tid = ThreadIdOf(env, thread);
  g_agent->threads.End(env, g_agent->engine, tid);
  g_agent->atoms.ThreadEnds(tid);
}

void JNICALL OnContendedEnter(jvmtiEnv*, JNIEnv* env, jthread thread, jobject monitor) {
  if (!g_agent->live) return;
  if (g_agent->options.engine.deadlock) TellContended(env, monitor);
  g_agent->atoms.Contended(env, monitor, ThreadIdOf(env, thread));
}

void JNICALL OnContendedEntered(jvmtiEnv*, JNIEnv* env, jthread thread, jobject) {
  if (g_agent->live) g_agent->atoms.Entered(ThreadIdOf(env, thread));
}

// `raddle run` shows the findings itself; an agent that was given by hand has to say where they are.
void SayWhatWasFound() {
  const uint64_t made = g_agent->findings.made();
  const std::string count = fmt::format("{} finding{}", made == 0 ? "no" : fmt::to_string(made), made == 1 ? "" : "s");
  if (g_agent->journal.pending() > 0) {
    Say(fmt::format("not all of what was found here could be kept in {} ({})", g_agent->run_folder, count));
  } else if (g_agent->options.run.empty()) {
    const std::string where =
        fmt::format("; to see {}: raddle report {}", made == 1 ? "it" : "them", ShellQuoted(g_agent->run_folder));
    Say(made == 0 ? count : count + where);
  }
  if (g_agent->options.stats && g_agent->engine.object() != nullptr) {
    Say(ObjectStatistics(g_agent->engine.object()->counts()));
  }
  if (g_agent->options.stats && g_agent->facts.enabled()) Say(g_agent->facts.Statistics());
  if (g_agent->options.stats) Say(fmt::format("JVM {}: {} places watched, {}", getpid(), Sites().size(), count));
}

void JNICALL OnVmDeath(jvmtiEnv*, JNIEnv*) {
  g_agent->atoms.Finish();
  if (g_agent->recorder != nullptr) {
    if (Result<void> recorded = g_agent->recorder->Finish(); !recorded) {
      Say(recorded.error().In(g_agent->recorder->path()).ToString() + ": the trace is not complete");
    }
  }
  g_agent->findings.Finish(g_agent->engine.reporter());
  SayWhatWasFound();
}

// Every JVM has a trace of its own. The first one gets the given name; later ones append their process id.
Result<trace::Writer> CreateTrace(const std::string& path) {
  Result<trace::Writer> writer = trace::Writer::Create(path);
  if (writer || access(path.c_str(), F_OK) != 0) return writer;
  return trace::Writer::Create(fmt::format("{}.{}", path, getpid()));
}

Result<void> StartRecording(const std::string& path) {
  if (path.empty()) return {};
  Result<trace::Writer> writer = CreateTrace(path);
  if (!writer) return std::move(writer).error();
  g_agent->recorder = std::make_unique<trace::Recorder>(*std::move(writer), g_agent->names);
  g_agent->threads.RecordTo(g_agent->recorder.get());
  g_agent->engine.Watch(g_agent->recorder.get());
  return {};
}

// can_support_virtual_threads came with JDK 21. The headers that we compile with may be older than the JVM that we run
// in.
constexpr size_t kVirtualThreadsBit = 44;

void CopyBit(size_t bit, const jvmtiCapabilities& from, jvmtiCapabilities& to) {
  const auto* source = reinterpret_cast<const unsigned char*>(&from);
  auto* target = reinterpret_cast<unsigned char*>(&to);
  target[bit / 8] |= source[bit / 8] & (1 << bit % 8);
}

// Loads the scope and the aspects of the options, and what is needed to tell arrays apart.
Result<void> LoadPointcuts() {
  const AgentOptions& options = g_agent->options;
  if (options.scope.empty() && options.aspects.empty()) {
    if (g_agent->plan.may_have_sections != nullptr) g_agent->types.OpenProgram();
    return {};
  }
  RADDLE_CHECK(g_agent->types.Open(options.aspects));
  if (Result<void> set = g_agent->scope.Set(options.scope, g_agent->types); !set) return set.error().In("scope");
  return options.aspects.empty() ? Result<void>() : g_agent->aspects.Load(options.aspects, g_agent->types);
}

// If the file of facts cannot be read, the program is watched all the same, with the facts that each class itself
// proves.
void LoadFacts() {
  const AgentOptions& options = g_agent->options;
  const bool ordered = !options.engine.strict && !options.engine.eraser;
  Result<void> loaded = g_agent->facts.Load(options.facts, options.facts_file, ordered);
  if (!loaded) Say(loaded.error().ToString() + ": these facts are not used");
}

Result<void> Start(JavaVM* vm, std::string_view text) {
  RADDLE_TRY(AgentOptions options, ParseAgentOptions(text));
  std::string run = options.run;
  if (run.empty()) {
    RADDLE_TRY(run, report::CreateRun(options.out));
  }
  g_vm = vm;
  if (vm->GetEnv(reinterpret_cast<void**>(&g_jvmti), JVMTI_VERSION_11) != JNI_OK) return Error{"this JVM has no JVMTI"};
  g_agent = new Agent(std::move(options), std::move(run), CommandLine());
  if (detect::Views* views = g_agent->engine.views()) {
    views->stale = [](ThreadId thread, uint32_t group) { g_agent->threads.MakeStale(thread, group); };
  }
  g_agent->engine.runtime().name_of_site = [](SiteId site) { return g_agent->variables.OfSite(site.value()); };
  g_agent->engine.runtime().epochs_go_on = g_agent->options.HasPhases();
  if (Result<void> opened = g_agent->journal.Open(); !opened) Say(opened.error().ToString());
  if (Result<void> records = StartRecording(g_agent->options.record); !records) {
    Say(records.error().ToString() + ": nothing is recorded");
  }

  if (g_agent->plan.locks || g_agent->plan.mark_all) RADDLE_CHECK(LoadContracts(g_agent->options.contracts));
  RADDLE_CHECK(LoadPointcuts());
  LoadFacts();

  jvmtiCapabilities wanted{}, possible{};
  g_jvmti->GetPotentialCapabilities(&possible);
  CopyBit(kVirtualThreadsBit, possible, wanted);
  wanted.can_generate_all_class_hook_events = 1;
  wanted.can_generate_early_vmstart = 1;
  wanted.can_retransform_classes = 1;
  wanted.can_get_source_file_name = 1;
  wanted.can_generate_garbage_collection_events = 1;
  wanted.can_get_line_numbers = 1;
  // No thread should wait for one that is held up, so the agent must learn who waits. In a deadlock, no thread gets the
  // monitor that it waits for, so the request has to be seen.
  const bool held_up = g_agent->options.atoms.heal != Heal::kNot || !g_agent->options.atoms.noise.empty();
  const bool contention = held_up || g_agent->options.engine.deadlock;
  wanted.can_generate_monitor_events = contention ? 1 : 0;
  wanted.can_get_monitor_info = held_up ? 1 : 0;
  wanted.can_get_owned_monitor_info = g_agent->options.atoms.any() ? possible.can_get_owned_monitor_info : 0;
  if (const jvmtiError error = g_jvmti->AddCapabilities(&wanted); error != JVMTI_ERROR_NONE) {
    return Error{fmt::format("the JVM refuses the capabilities that watching needs ({})", static_cast<int>(error))};
  }
  jvmtiEventCallbacks callbacks{};
  callbacks.VMStart = OnVmStart;
  callbacks.VMInit = OnVmInit;
  callbacks.VMDeath = OnVmDeath;
  callbacks.ThreadEnd = OnThreadEnd;
  callbacks.ClassFileLoadHook = OnClassFileLoad;
  callbacks.GarbageCollectionFinish = [](jvmtiEnv*) { g_agent->ghosts.Collected(); };
  callbacks.MonitorContendedEnter = OnContendedEnter;
  callbacks.MonitorContendedEntered = OnContendedEntered;
  std::vector<jvmtiEvent> events = {JVMTI_EVENT_VM_START,
                                    JVMTI_EVENT_VM_INIT,
                                    JVMTI_EVENT_VM_DEATH,
                                    JVMTI_EVENT_THREAD_END,
                                    JVMTI_EVENT_CLASS_FILE_LOAD_HOOK,
                                    JVMTI_EVENT_GARBAGE_COLLECTION_FINISH};
  if (contention) {
    events.push_back(JVMTI_EVENT_MONITOR_CONTENDED_ENTER);
    events.push_back(JVMTI_EVENT_MONITOR_CONTENDED_ENTERED);
  }
  g_jvmti->SetEventCallbacks(&callbacks, sizeof callbacks);
  for (const jvmtiEvent event : events) g_jvmti->SetEventNotificationMode(JVMTI_ENABLE, event, nullptr);
  return {};
}

}  // namespace
}  // namespace raddle::agent

extern "C" JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM* vm, char* options, void*) {
  using namespace raddle;
  if (agent::g_agent != nullptr) {  // one `raddle run` inside another: the outer one's agent came first
    agent::Say("the agent was given to this JVM twice; the second is ignored");
    return JNI_OK;
  }
  if (Result<void> started = agent::Start(vm, options == nullptr ? "" : options); !started) {
    agent::Say(started.error().ToString() + "; the program runs unwatched");
  }
  return JNI_OK;
}
