#include "agent/shim.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <string>

#include "agent/agent.h"
#include "agent/class_hook.h"
#include "agent/evidence.h"
#include "agent/phases.h"
#include "weave/call_weaver.h"

#define RADDLE_SHIM(symbol) extern "C" const unsigned char symbol[], symbol##_end[]
RADDLE_SHIM(kShimRaddle);
RADDLE_SHIM(kShimAccess);
RADDLE_SHIM(kShimArray);
RADDLE_SHIM(kShimArrays);
RADDLE_SHIM(kShimAdvice);
RADDLE_SHIM(kShimAtom);
RADDLE_SHIM(kShimCall);
RADDLE_SHIM(kShimChannel);
RADDLE_SHIM(kShimHeld);
RADDLE_SHIM(kShimField);
RADDLE_SHIM(kShimGhost);
RADDLE_SHIM(kShimElement);
RADDLE_SHIM(kShimGuard);
RADDLE_SHIM(kShimHandles);
RADDLE_SHIM(kShimParts);
RADDLE_SHIM(kShimLock);
RADDLE_SHIM(kShimLoud);
RADDLE_SHIM(kShimObject);
RADDLE_SHIM(kShimPhase);
RADDLE_SHIM(kShimPlace);
RADDLE_SHIM(kShimSection);
RADDLE_SHIM(kShimSites);
RADDLE_SHIM(kShimStack);
RADDLE_SHIM(kShimSync);
RADDLE_SHIM(kShimTold);
RADDLE_SHIM(kShimViews);
RADDLE_SHIM(kShimVolatile);
RADDLE_SHIM(kShimWord);

namespace raddle::agent {
namespace {

// A handle, as Java knows it: a pointer with its type in the low bits, or a record's word, whose tag is in the high
// bits.
enum class Handle : uint64_t { kLock = 1, kChannel = 2, kThread = 3, kObject = kObjectHandle };

template <typename T>
jlong Wrap(T* object, Handle type) {
  return static_cast<jlong>(reinterpret_cast<uint64_t>(object) | static_cast<uint64_t>(type));
}

// Ends a wait. If a wait ended with an exception, this is done at the thread's next event. Until then the thread has
// the stamp of nobody, so no event takes the fast path.
void EndWait(Block& block) {
  const auto [lock, depth] = block.waits.back();
  block.waits.pop_back();
  g_agent->engine.EndWait(block.state(), *lock, depth);
  block.Refresh();
}

}  // namespace

Block& BlockOf(jlong t) {
  Block& block = *reinterpret_cast<Block*>(t);
  if (!block.waits.empty()) EndWait(block);
  return block;
}

std::pair<std::string, uint64_t> Identify(jclass type) {
  std::string name = ClassNameOf(type);
  std::replace(name.begin(), name.end(), '.', '/');
  jobject loader = nullptr;
  g_jvmti->GetClassLoader(type, &loader);
  return {name, LoaderKey(loader)};
}

jlong NewLock(JNIEnv* env, jobject object) {
  std::string name = ClassNameOf(env->GetObjectClass(object));
  // The inner class with which java.util.concurrent implements a lock is of no interest.
  if (name.starts_with("java.util.concurrent.")) name = name.substr(0, name.find('$'));
  if (name == "java.lang.Class") name = "class " + ClassNameOf(static_cast<jclass>(object));
  return Wrap(new runtime::Lock(g_agent->variables.NewLock(name)), Handle::kLock);
}

jlong NewChannel() {
  return Wrap(new runtime::Channel(), Handle::kChannel);
}

void Free(jlong handle) {
  if (runtime::TagOf(static_cast<uint64_t>(handle)) == runtime::WordTag::kRecord) {
    return g_agent->engine.GiveBack(static_cast<uint64_t>(handle));
  }
  switch (static_cast<Handle>(handle & 7)) {
    case Handle::kLock: {
      const runtime::Lock& lock = Unwrap<runtime::Lock>(handle);
      if (lock.IsFree() && !g_agent->options.engine.TellsLocksApart()) g_agent->variables.Reuse(lock.id());
      if (detect::Views* const views = g_agent->engine.views(); views != nullptr) views->OnGone(lock.id());
      delete &lock;
      return;
    }
    case Handle::kChannel:
      delete &Unwrap<runtime::Channel>(handle);
      return;
    case Handle::kThread:
      return g_agent->threads.Forget(handle >> 3);
    case Handle::kObject:
      return g_agent->engine.object()->GiveBack(Unwrap<runtime::Record>(handle).word());
  }
}

namespace {

// For collections, the second bit of the kind says so.
bool CarriesObjects(uint32_t site, jint kind) {
  return (kind & 2) != 0 || (site != 0 && g_agent->variables.CarriesObjects(site));
}

constexpr size_t kMaxClasses = size_t{1} << 24;

// By class number: the handle of the channel that the class's initialiser published to.
void* InitialisedClasses() {
  static void* const table = Reserve(kMaxClasses * sizeof(int64_t));
  return table;
}

struct ShimClass {
  const char* name;
  const unsigned char* begin;
  const unsigned char* end;
};
const ShimClass kShim[] = {
    {"java/lang/invoke/RaddleLoud", kShimLoud, kShimLoud_end},
    {"java/lang/invoke/RaddlePhase", kShimPhase, kShimPhase_end},
    {"java/lang/invoke/RaddleAccess", kShimAccess, kShimAccess_end},
    {"java/lang/Raddle", kShimRaddle, kShimRaddle_end},
    {"java/lang/RaddleAtom", kShimAtom, kShimAtom_end},
    {"java/lang/RaddleGuard", kShimGuard, kShimGuard_end},
    {"java/lang/RaddleElement", kShimElement, kShimElement_end},
    {"java/lang/RaddleCall", kShimCall, kShimCall_end},
    {"java/lang/RaddleHeld", kShimHeld, kShimHeld_end},
    {"java/lang/RaddleChannel", kShimChannel, kShimChannel_end},
    {"java/lang/RaddleField", kShimField, kShimField_end},
    {"java/lang/RaddleGhost", kShimGhost, kShimGhost_end},
    {"java/lang/RaddleArray", kShimArray, kShimArray_end},
    {"java/lang/RaddleArrays", kShimArrays, kShimArrays_end},
    {"java/lang/RaddleHandles", kShimHandles, kShimHandles_end},
    {"java/lang/RaddleParts", kShimParts, kShimParts_end},
    {"java/lang/RaddleLock", kShimLock, kShimLock_end},
    {"java/lang/RaddleSites", kShimSites, kShimSites_end},
    {"java/lang/RaddleStack", kShimStack, kShimStack_end},
    {"java/lang/RaddleSync", kShimSync, kShimSync_end},
    {"java/lang/RaddleObject", kShimObject, kShimObject_end},
    {"java/lang/RaddleTold", kShimTold, kShimTold_end},
    {"java/lang/RaddleSection", kShimSection, kShimSection_end},
    {"java/lang/RaddleViews", kShimViews, kShimViews_end},
    {"java/lang/RaddleVolatile", kShimVolatile, kShimVolatile_end},
    {"java/lang/RaddleAdvice", kShimAdvice, kShimAdvice_end},
    {"java/lang/RaddlePlace", kShimPlace, kShimPlace_end},
    {"java/lang/RaddleWord", kShimWord, kShimWord_end},
};

// RaddleSync.contended, set at VMInit.
jclass g_sync;
jmethodID g_contended;

// Links the class's natives to this library's functions, by the names that the JVM would look for. The JVM may still
// find one that is left out here.
void LinkNatives(JNIEnv* env, const ShimClass& each) {
  const jclass type = env->FindClass(each.name);
  jint count = 0;
  Allocated<jmethodID> methods;
  if (type == nullptr || g_jvmti->GetClassMethods(type, &count, &methods) != JVMTI_ERROR_NONE) return;
  std::string prefix = fmt::format("Java_{}_", each.name);
  std::ranges::replace(prefix, '/', '_');
  for (jint i = 0; i < count; ++i) {
    jboolean native = JNI_FALSE;
    Allocated<char> name, signature;
    if (g_jvmti->IsMethodNative(methods.get()[i], &native) != JVMTI_ERROR_NONE || native == JNI_FALSE) continue;
    if (g_jvmti->GetMethodName(methods.get()[i], &name, &signature, nullptr) != JVMTI_ERROR_NONE) continue;
    const JNINativeMethod linked = {name.get(), signature.get(), dlsym(RTLD_DEFAULT, (prefix + name.get()).c_str())};
    if (linked.fnPtr != nullptr) env->RegisterNatives(type, &linked, 1);
  }
}

jclass Define(JNIEnv* env, const char* name, const unsigned char* begin, const unsigned char* end) {
  return env->DefineClass(name, nullptr, reinterpret_cast<const jbyte*>(begin), static_cast<jsize>(end - begin));
}

}  // namespace

Result<void> DefineShim(JNIEnv* env) {
  for (const ShimClass& each : kShim) {
    if (Define(env, each.name, each.begin, each.end) != nullptr) continue;
    env->ExceptionDescribe();
    env->ExceptionClear();
    return Error{"the JVM did not take Raddle's own classes"};
  }
  return {};
}

Result<void> InitialiseShim(JNIEnv* env) {
  for (const ShimClass& each : kShim) {
    if (each.begin == kShimLoud) continue;  // loads the JVM's method handles: left to phases.cpp
    // Looking for a member initialises the class. There is no member of this name.
    const jclass type = env->FindClass(each.name);
    if (type != nullptr) env->GetStaticMethodID(type, "initialise", "()V");
    const jthrowable problem = env->ExceptionOccurred();
    env->ExceptionClear();
    const jclass missing = env->FindClass("java/lang/NoSuchMethodError");
    if (type == nullptr || problem == nullptr || !env->IsInstanceOf(problem, missing)) {
      return Error{fmt::format("{} could not be initialised", each.name)};
    }
  }
  g_sync = static_cast<jclass>(env->NewGlobalRef(env->FindClass("java/lang/RaddleSync")));
  g_contended = env->GetStaticMethodID(g_sync, "contended", "(Ljava/lang/Object;)V");
  // The JVM looks up a native method in Java code that itself gets hooks, and every hook begins with a native method.
  // So all are linked now.
  const jclass raddle = env->FindClass("java/lang/Raddle");
  env->CallStaticVoidMethod(raddle, env->GetStaticMethodID(raddle, "link", "()V"));
  if (!env->ExceptionCheck()) return {};
  env->ExceptionClear();
  return Error{"java.lang.Raddle cannot reach the agent"};
}

void TellContended(JNIEnv* env, jobject monitor) {
  env->CallStaticVoidMethod(g_sync, g_contended, monitor);
  env->ExceptionClear();  // a stack overflow
}

}  // namespace raddle::agent

// The natives. Until they are linked, the JVM looks up those of boot classes by name in the libraries of its agents.
using namespace raddle;  // what follows has C linkage and global names
using namespace raddle::agent;

#define RADDLE_NATIVE(type, name) extern "C" JNIEXPORT type JNICALL Java_java_lang_Raddle_##name

// Called from Java, so that the JVM takes java.base for the caller. Without a Java caller, it would log a warning for
// each method on the program's standard output.
RADDLE_NATIVE(void, link0)(JNIEnv* env, jclass) {
  for (const ShimClass& each : kShim) {
    if (each.begin != kShimLoud) LinkNatives(env, each);  // that class has no natives, and must not be initialised
  }
}

RADDLE_NATIVE(jlong, table0)(JNIEnv*, jclass, jint which) {
  static void* const statics = ReserveSites<int64_t>();
  static void* const told = ReserveSites<int32_t>();
  static char yes;
  static Block stand_in;  // no thread's: it has seen nothing and holds nothing; it is never written to
  void* const tables[] = {g_agent->threads.hints(),
                          statics,
                          InitialisedClasses(),
                          const_cast<void*>(g_agent->engine.runtime().settled.table()),
                          g_agent->options.every_access ? &yes : nullptr,
                          g_agent->plan.fields ? &yes : nullptr,
                          g_agent->plan.lock_events || g_agent->plan.objects ? &yes : nullptr,
                          g_agent->plan.lock_events ? nullptr : &yes,
                          const_cast<void*>(g_agent->engine.runtime().windows.memory()),
                          told,
                          const_cast<void*>(g_agent->engine.runtime().hush.memory()),
                          WhatIsListenedTo(),
                          &stand_in,
                          g_agent->twins.table()};
  void* table = tables[which];
  return reinterpret_cast<jlong>(table);
}

static_assert(offsetof(Block, held) == offsetof(Block, number) + 4 &&
              offsetof(Block, told) == offsetof(Block, number) + 8 &&
              offsetof(Block, handles) == offsetof(Block, number) + 16 &&
              offsetof(Block, still) == offsetof(Block, handles) + 64 * 8 &&
              offsetof(Block, alone) == offsetof(Block, still) + 8 &&
              offsetof(Block, covered) == offsetof(Block, still) + 16 && sizeof(Block::Covered) == 16);

extern "C" JNIEXPORT jlong JNICALL Java_java_lang_RaddleHeld_offset0(JNIEnv*, jclass) {
  return static_cast<jlong>(offsetof(Block, number));
}

extern "C" JNIEXPORT jboolean JNICALL Java_java_lang_invoke_RaddlePhase_wanted0(JNIEnv*, jclass) {
  return g_agent->options.HasPhases() ? JNI_TRUE : JNI_FALSE;
}

namespace {

// A thread without a name gets one as Java would print it, but only with what no other thread shares, its number.
std::string NameOrNumber(JNIEnv* env, jobject thread, jlong tid) {
  std::string name = NameOfThread(thread);
  if (!name.empty()) return name;
  const std::string type = ClassNameOf(env->GetObjectClass(thread));
  const bool is_virtual = type.starts_with("java.lang.") && type.ends_with("VirtualThread");
  return fmt::format("{}[#{}]", is_virtual ? "VirtualThread" : "Thread", tid);
}

}  // namespace

RADDLE_NATIVE(jlong, attach0)(JNIEnv* env, jclass, jobject thread, jlong tid) {
  return reinterpret_cast<jlong>(
      &g_agent->threads.Attach(env, g_agent->engine, thread, tid, NameOrNumber(env, thread, tid)));
}

namespace {

Block& BlockAtAccess(jlong t) {
  Block& block = BlockOf(t);
  block.TellHeld();
  block.still = 0;
  return block;
}

// The bits of an access's kind; the shim has the same.
constexpr jint kWriteBit = 1, kCountedBit = 4;

event::AccessKind KindOf(jint kind) {
  return (kind & kWriteBit) != 0 ? event::AccessKind::kWrite : event::AccessKind::kRead;
}

detect::AccessInfo InfoOf(Block& block, jint site, jint kind, jint type, uint32_t hint) {
  const auto number = site != 0 ? static_cast<uint32_t>(site) : g_agent->callers.SiteOfCaller();
  const VariableId name = type != 0 ? VariableId(static_cast<uint32_t>(type)) : g_agent->variables.OfSite(number);
  StackId stack;
  if (g_agent->engine.runtime().settled.NobodyRan()) {
    block.recent.Pass(number);
  } else {
    stack = block.recent.At(number, g_agent->stacks);
  }
  if (stack.valid()) g_agent->lock_uses.Note(number, block.state().locks());
  return {{name, 0}, SiteId(number), stack, CarriesObjects(number, kind), (kind & kCountedBit) != 0, hint};
}

}  // namespace

RADDLE_NATIVE(jlong, touch0)(JNIEnv* env, jclass, jlong t, jlong word, jint site, jint kind, jint type, jobject object,
                             jint which) {
  Block& block = BlockAtAccess(t);
  const uint32_t hint = which != 0 ? static_cast<uint32_t>(which) : Evidence::Hint(object);
  const detect::AccessInfo info = InfoOf(block, site, kind, type, hint);
  const auto before = static_cast<uint64_t>(word);
  const Evidence::Scope evidence(env, object);
  const uint64_t after = g_agent->engine.Access(block.state(), before, KindOf(kind), info);
  if (g_agent->engine.runtime().settled.enabled()) block.NoteSeen(before, after);
  block.NotePair(before, after);
  if (block.own == 0) block.RefreshOwn();
  return static_cast<jlong>(after);
}

// The caller holds the array's lock. No word that names a record changes without that lock.
RADDLE_NATIVE(jint, touchRecords0)(JNIEnv* env, jclass, jlong t, jlong words, jint count, jint site, jint kind,
                                   jint type, jint which) {
  Block& block = BlockAtAccess(t);
  const detect::AccessInfo info = InfoOf(block, site, kind, type, static_cast<uint32_t>(which));
  const Evidence::Scope evidence(env, nullptr);
  auto* const first = reinterpret_cast<uint64_t*>(words);
  jint i = 0;
  for (; i < count; ++i) {
    const uint64_t word = __atomic_load_n(first + i, __ATOMIC_RELAXED);
    if (runtime::TagOf(word) != runtime::WordTag::kRecord || runtime::Record::FromWord(word)->IsShared()) break;
    if (detect::Engine::AlreadySeen(block.state(), word, KindOf(kind))) continue;
    const uint64_t next = g_agent->engine.Access(block.state(), word, KindOf(kind), info);
    if (next == word) continue;
    __atomic_store_n(first + i, next, __ATOMIC_RELAXED);
    g_agent->engine.GiveBack(word);
  }
  return i;
}

RADDLE_NATIVE(jboolean, isSettled0)(JNIEnv*, jclass, jlong word) {
  return g_agent->engine.IsSettled(static_cast<uint64_t>(word)) ? JNI_TRUE : JNI_FALSE;
}

RADDLE_NATIVE(jboolean, isOwn0)(JNIEnv*, jclass, jlong t, jlong word) {
  return g_agent->engine.IsOwn(BlockOf(t).state(), static_cast<uint64_t>(word)) ? JNI_TRUE : JNI_FALSE;
}

RADDLE_NATIVE(void, bind0)(JNIEnv* env, jclass, jint site, jstring declaring) {
  const auto number = static_cast<uint32_t>(site);
  g_agent->variables.Bind(number, TextOf(env, declaring), Sites()[number].name);
}

RADDLE_NATIVE(jint, type0)(JNIEnv*, jclass, jclass array) {
  return static_cast<jint>(g_agent->variables.OfType(ClassNameOf(array)));
}

RADDLE_NATIVE(jint, name0)(JNIEnv* env, jclass, jstring name) {
  return static_cast<jint>(g_agent->variables.OfName(TextOf(env, name)));
}

RADDLE_NATIVE(void, pause0)(JNIEnv*, jclass) {
  sched_yield();
}

// The new channel holds what the stamp of a publication stands for.
RADDLE_NATIVE(jlong, newChannel0)(JNIEnv*, jclass, jlong stamp) {
  const jlong made = NewChannel();
  auto& channel = Unwrap<runtime::Channel>(made);
  runtime::ThreadState::Hold(g_agent->engine.runtime(), channel, static_cast<uint64_t>(stamp));
  return made;
}

RADDLE_NATIVE(void, free0)(JNIEnv*, jclass, jlong handle) {
  Free(handle);
}

// Bits of `how`: 1: for reading; 2: the lock was tried for, not waited for.
RADDLE_NATIVE(void, acquire0)(JNIEnv*, jclass, jlong t, jlong lock, jint how) {
  const auto mode = (how & 1) != 0 ? event::LockMode::kRead : event::LockMode::kWrite;
  const auto manner = (how & 2) != 0 ? event::Manner::kTries : event::Manner::kWaits;
  Block& block = BlockOf(t);
  auto& taken = Unwrap<runtime::Lock>(lock);
  // The version is noted before the acquire, so that anything that comes meanwhile is news. A thread that takes the
  // lock for reading does not learn what earlier readers left, so it notes nothing.
  if (mode == event::LockMode::kWrite) block.received[Block::LineOf(lock)] = taken.version();
  g_agent->engine.Acquire(block.state(), taken, mode, manner);
  block.Refresh();
}

RADDLE_NATIVE(void, release0)(JNIEnv*, jclass, jlong t, jlong lock, jint shared) {
  const auto mode = shared != 0 ? event::LockMode::kRead : event::LockMode::kWrite;
  Block& block = BlockOf(t);
  auto& left = Unwrap<runtime::Lock>(lock);
  g_agent->engine.Release(block.state(), left, mode);
  block.Refresh();
  const bool is_left = mode == event::LockMode::kWrite && !block.state().held_locks().Holds(left.id(), mode);
  if (is_left) block.NoteCovered(lock, left.version());
}

RADDLE_NATIVE(void, beginWait0)(JNIEnv*, jclass, jlong t, jlong handle) {
  Block& block = BlockOf(t);
  runtime::Lock& lock = Unwrap<runtime::Lock>(handle);
  block.TellHeld();
  block.waits.emplace_back(&lock, g_agent->engine.BeginWait(block.state(), lock));
  block.stamp = block.own = block.still = 0;
}

RADDLE_NATIVE(void, endWait0)(JNIEnv*, jclass, jlong t) {
  (void)BlockOf(t);
}

RADDLE_NATIVE(void, notify0)(JNIEnv*, jclass, jlong t, jlong lock) {
  g_agent->engine.Notify(BlockOf(t).state(), Unwrap<runtime::Lock>(lock));
  BlockOf(t).Refresh();
}

RADDLE_NATIVE(void, ask0)(JNIEnv*, jclass, jlong t, jlong lock, jint shared) {
  const auto mode = shared != 0 ? event::LockMode::kRead : event::LockMode::kWrite;
  Block& block = *reinterpret_cast<Block*>(t);
  if (!block.waits.empty()) return;  // it wants the monitor back that it has given up; the wait is not over
  block.TellHeld();
  g_agent->engine.Ask(block.state(), Unwrap<runtime::Lock>(lock), mode);
  block.Refresh();
}

RADDLE_NATIVE(void, publish0)(JNIEnv*, jclass, jlong t, jlong channel) {
  Block& block = BlockOf(t);
  auto& to = Unwrap<runtime::Channel>(channel);
  g_agent->engine.Publish(block.state(), to);
  block.Refresh();
  block.NoteCovered(channel, to.version());  // what others have published since only adds to it
}

RADDLE_NATIVE(jlong, publishAlone0)(JNIEnv*, jclass, jlong t) {
  const uint64_t stamp = g_agent->engine.PublishAlone(BlockOf(t).state());
  BlockOf(t).Refresh();
  return static_cast<jlong>(stamp);
}

RADDLE_NATIVE(void, receiveAlone0)(JNIEnv*, jclass, jlong t, jlong stamp) {
  g_agent->engine.ReceiveAlone(BlockOf(t).state(), static_cast<uint64_t>(stamp));
  BlockOf(t).Refresh();
}

RADDLE_NATIVE(void, receive0)(JNIEnv*, jclass, jlong t, jlong channel) {
  Block& block = BlockOf(t);
  const runtime::Channel& from = Unwrap<runtime::Channel>(channel);
  block.received[Block::LineOf(channel)] = from.version();  // before: what comes meanwhile is news
  g_agent->engine.Receive(block.state(), Unwrap<runtime::Channel>(channel));
  block.Refresh();
}

RADDLE_NATIVE(void, endEpoch0)(JNIEnv*, jclass, jlong t) {
  Block& block = BlockOf(t);
  block.state().EndEpochForAll();
  block.Refresh();
}

RADDLE_NATIVE(void, listen0)(JNIEnv*, jclass) {
  Listen();
}

// Returns a handle that is kept with the Java thread: its id, so that the thread's state is freed with the thread.
RADDLE_NATIVE(jlong, fork0)(JNIEnv* env, jclass, jlong t, jobject thread, jlong tid, jboolean serves) {
  g_agent->threads.Fork(g_agent->engine, BlockOf(t), tid, NameOrNumber(env, thread, tid), g_agent->stacks.Capture(),
                        serves != JNI_FALSE);
  return static_cast<jlong>(static_cast<uint64_t>(tid) << 3 | static_cast<uint64_t>(Handle::kThread));
}

RADDLE_NATIVE(void, join0)(JNIEnv*, jclass, jlong t, jlong tid) {
  g_agent->threads.Join(g_agent->engine, BlockOf(t), tid);
}

RADDLE_NATIVE(void, end0)(JNIEnv* env, jclass, jlong tid) {
  g_agent->threads.End(env, g_agent->engine, tid);
}

RADDLE_NATIVE(jstring, siteText0)(JNIEnv* env, jclass, jint site, jint which) {
  const weave::Site& at = Sites()[static_cast<uint32_t>(site)];
  std::string text(which == 0 ? at.owner : at.name);
  if (which == 0) std::replace(text.begin(), text.end(), '/', '.');
  return env->NewStringUTF(text.c_str());
}

RADDLE_NATIVE(jobject, loader0)(JNIEnv* env, jclass, jint site) {
  return LoaderOfSite(env, static_cast<uint32_t>(site));
}

RADDLE_NATIVE(jlong, staticWord0)(JNIEnv* env, jclass, jclass declaring, jstring name) {
  const auto [class_name, key] = Identify(declaring);
  auto* field = g_agent->variables.FindStatic(class_name, key, TextOf(env, name));
  if (field == nullptr) return 0;
  using Kind = weave::StaticField::Kind;
  if (field->kind == Kind::kFinalPrimitive) return -1;
  return reinterpret_cast<jlong>(&field->word) | (field->kind == Kind::kVolatile ? 1 : 0) |
         (field->kind == Kind::kFinalReference ? 2 : 0);
}

RADDLE_NATIVE(jobjectArray, shadows0)(JNIEnv* env, jclass, jclass type) {
  const auto [class_name, key] = Identify(type);
  const std::vector<std::string> names = g_agent->variables.ShadowsOf(class_name, key);
  jobjectArray array =
      env->NewObjectArray(static_cast<jsize>(names.size()), env->FindClass("java/lang/String"), nullptr);
  for (size_t i = 0; array != nullptr && i < names.size(); ++i) {
    const jstring name = env->NewStringUTF(names[i].c_str());
    env->SetObjectArrayElement(array, static_cast<jsize>(i), name);
    env->DeleteLocalRef(name);
  }
  return array;
}

RADDLE_NATIVE(void, initialised0)(JNIEnv*, jclass, jlong t, jint class_id) {
  jlong& handle = static_cast<jlong*>(InitialisedClasses())[class_id];
  auto* channel = new runtime::Channel();  // a class is initialised once
  g_agent->engine.Publish(BlockOf(t).state(), *channel);
  BlockOf(t).Refresh();
  __atomic_store_n(&handle, Wrap(channel, Handle::kChannel), __ATOMIC_RELEASE);
}

// 0: the caller asks further up; 1: not an access; 2: a read; 3: a write; 4: a late write; 5: a late write that the
// result tells of.
RADDLE_NATIVE(jint, meaning0)(JNIEnv*, jclass, jclass type, jint number) {
  const weave::CallContracts::Meaning meaning = g_agent->calls->On(Identify(type).first, number);
  if (!meaning.known) return 0;
  if (meaning.effect == nullptr) return 1;
  if (meaning.effect->verb == contracts::Verb::kRead) return 2;
  if (!meaning.effect->IsLateWrite()) return 3;
  return meaning.effect->condition == contracts::Condition::kNone ? 4 : 5;
}

RADDLE_NATIVE(jboolean, declares0)(JNIEnv*, jclass, jclass type, jint number) {
  const auto [name, descriptor] = g_agent->calls->MethodOf(number);
  jint count = 0;
  Allocated<jmethodID> methods;
  if (g_jvmti->GetClassMethods(type, &count, &methods) != JVMTI_ERROR_NONE) return JNI_FALSE;
  for (jint i = 0; i < count; ++i) {
    Allocated<char> its_name, its_descriptor;
    if (g_jvmti->GetMethodName(methods.get()[i], &its_name, &its_descriptor, nullptr) == JVMTI_ERROR_NONE &&
        name == its_name.get() && descriptor == its_descriptor.get()) {
      return JNI_TRUE;
    }
  }
  return JNI_FALSE;
}

RADDLE_NATIVE(jstring, subject0)(JNIEnv* env, jclass, jclass type, jint number) {
  const contracts::Subject& subject = g_agent->calls->On(Identify(type).first, number).effect->subject;
  return env->NewStringUTF(subject.tag.empty() ? subject.field.c_str() : (":" + subject.tag).c_str());
}

extern "C" JNIEXPORT jint JNICALL Java_java_lang_RaddleHandles_effects0(JNIEnv* env, jclass, jstring mode) {
  return weave::EffectsOfMode(TextOf(env, mode));
}
