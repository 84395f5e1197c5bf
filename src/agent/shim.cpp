#include "agent/shim.h"

#include <sys/mman.h>

#include <algorithm>
#include <string>

#include "agent/agent.h"
#include "agent/class_hook.h"

extern "C" const unsigned char kShimRaddle[], kShimRaddle_end[];
extern "C" const unsigned char kShimGhost[], kShimGhost_end[];

namespace raddle::agent {
namespace {

// What Java gets hold of: a pointer with its type in the low bits, or the word of a record (its tag is in the high).
enum class Handle : uint64_t { kLock = 1, kChannel = 2, kThread = 3 };

template <typename T>
jlong Wrap(T* object, Handle type) {
  return static_cast<jlong>(reinterpret_cast<uint64_t>(object) | static_cast<uint64_t>(type));
}

template <typename T>
T& Unwrap(jlong handle) {
  return *reinterpret_cast<T*>(static_cast<uint64_t>(handle) & ~uint64_t{7});
}

Block& BlockOf(jlong t) {
  return *reinterpret_cast<Block*>(t);
}

std::string TextOf(JNIEnv* env, jstring text) {
  if (text == nullptr) return {};
  const char* chars = env->GetStringUTFChars(text, nullptr);
  if (chars == nullptr) return {};
  std::string copy(chars);
  env->ReleaseStringUTFChars(text, chars);
  return copy;
}

std::string NameOfThread(jobject thread) {
  jvmtiThreadInfo info{};
  if (g_jvmti->GetThreadInfo(static_cast<jthread>(thread), &info) != JVMTI_ERROR_NONE) return {};
  std::string name = info.name == nullptr ? "" : info.name;
  if (info.name != nullptr) g_jvmti->Deallocate(reinterpret_cast<unsigned char*>(info.name));
  return name;
}

// Tables indexed by site: address space for as many as there can be, memory only for those there are.
void* Reserve(size_t bytes) {
  void* at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return at == MAP_FAILED ? nullptr : at;
}

constexpr size_t kMaxSites = size_t{1} << 26;

jclass Define(JNIEnv* env, const char* name, const unsigned char* begin, const unsigned char* end) {
  return env->DefineClass(name, nullptr, reinterpret_cast<const jbyte*>(begin), static_cast<jsize>(end - begin));
}

}  // namespace

Result<void> DefineShim(JNIEnv* env) {
  if (Define(env, "java/lang/Raddle", kShimRaddle, kShimRaddle_end) != nullptr &&
      Define(env, "java/lang/RaddleGhost", kShimGhost, kShimGhost_end) != nullptr) {
    return {};
  }
  env->ExceptionDescribe();
  env->ExceptionClear();
  return Error{"the JVM did not take Raddle's own classes"};
}

}  // namespace raddle::agent

// The natives. The JVM looks for those of a boot class by name in the libraries of its agents; registering them instead
// would make it log a warning for each, on the program's standard output.
using namespace raddle;  // what follows has C linkage and global names
using namespace raddle::agent;

#define RADDLE_NATIVE(type, name) extern "C" JNIEXPORT type JNICALL Java_java_lang_Raddle_##name

RADDLE_NATIVE(jlong, table0)(JNIEnv*, jclass, jint which) {
  static void* const offsets = Reserve(kMaxSites * sizeof(int32_t));
  static void* const statics = Reserve(kMaxSites * sizeof(int64_t));
  void* table = which == 0 ? g_agent->threads.hints() : which == 1 ? offsets : statics;
  return reinterpret_cast<jlong>(table);
}

RADDLE_NATIVE(jlong, attach0)(JNIEnv*, jclass, jobject thread, jlong tid) {
  return reinterpret_cast<jlong>(&g_agent->threads.Attach(g_agent->engine, tid, NameOfThread(thread)));
}

RADDLE_NATIVE(jlong, touch0)(JNIEnv*, jclass, jlong t, jlong word, jint site, jint kind, jint type) {
  Block& block = BlockOf(t);
  const auto number = static_cast<uint32_t>(site);
  const VariableId name = type != 0 ? VariableId(static_cast<uint32_t>(type)) : g_agent->variables.OfSite(number);
  const detect::AccessInfo info{{name, 0}, SiteId(number), block.recent.At(number, g_agent->stacks)};
  return static_cast<jlong>(
      g_agent->engine.Access(block.state(), static_cast<uint64_t>(word), static_cast<event::AccessKind>(kind), info));
}

RADDLE_NATIVE(void, bind0)(JNIEnv* env, jclass, jint site, jstring declaring) {
  const auto number = static_cast<uint32_t>(site);
  g_agent->variables.Bind(number, TextOf(env, declaring), Sites()[number].name);
}

RADDLE_NATIVE(jint, type0)(JNIEnv*, jclass, jclass array) {
  return static_cast<jint>(g_agent->variables.OfType(ClassNameOf(array)));
}

RADDLE_NATIVE(jlong, newLock0)(JNIEnv* env, jclass, jobject object) {
  std::string name = ClassNameOf(env->GetObjectClass(object));
  if (name == "java.lang.Class") name = "class " + ClassNameOf(static_cast<jclass>(object));
  return Wrap(new runtime::Lock(g_agent->variables.NewLock(name)), Handle::kLock);
}

RADDLE_NATIVE(jlong, newChannel0)(JNIEnv*, jclass) {
  return Wrap(new runtime::Channel(), Handle::kChannel);
}

RADDLE_NATIVE(void, free0)(JNIEnv*, jclass, jlong handle) {
  if (runtime::TagOf(static_cast<uint64_t>(handle)) == runtime::WordTag::kRecord) {
    return g_agent->engine.GiveBack(static_cast<uint64_t>(handle));
  }
  switch (static_cast<Handle>(handle & 7)) {
    case Handle::kLock:
      delete &Unwrap<runtime::Lock>(handle);
      return;
    case Handle::kChannel:
      delete &Unwrap<runtime::Channel>(handle);
      return;
    case Handle::kThread:
      return g_agent->threads.Forget(handle >> 3);
  }
}

RADDLE_NATIVE(void, acquire0)(JNIEnv*, jclass, jlong t, jlong lock, jint) {
  g_agent->engine.Acquire(BlockOf(t).state(), Unwrap<runtime::Lock>(lock));
  BlockOf(t).Refresh();
}

RADDLE_NATIVE(void, release0)(JNIEnv*, jclass, jlong t, jlong lock, jint) {
  g_agent->engine.Release(BlockOf(t).state(), Unwrap<runtime::Lock>(lock));
  BlockOf(t).Refresh();
}

RADDLE_NATIVE(void, publish0)(JNIEnv*, jclass, jlong t, jlong channel) {
  g_agent->engine.Publish(BlockOf(t).state(), Unwrap<runtime::Channel>(channel));
  BlockOf(t).Refresh();
}

RADDLE_NATIVE(void, receive0)(JNIEnv*, jclass, jlong t, jlong channel) {
  g_agent->engine.Receive(BlockOf(t).state(), Unwrap<runtime::Channel>(channel));
  BlockOf(t).Refresh();
}

// What is kept with the Java thread: its id, so that its state goes when it does.
RADDLE_NATIVE(jlong, fork0)(JNIEnv*, jclass, jlong t, jobject thread, jlong tid) {
  g_agent->threads.Fork(g_agent->engine, BlockOf(t), tid, NameOfThread(thread), g_agent->stacks.Capture());
  return static_cast<jlong>(static_cast<uint64_t>(tid) << 3 | static_cast<uint64_t>(Handle::kThread));
}

RADDLE_NATIVE(void, join0)(JNIEnv*, jclass, jlong t, jlong tid) {
  g_agent->threads.Join(g_agent->engine, BlockOf(t), tid);
}

RADDLE_NATIVE(void, end0)(JNIEnv*, jclass, jlong tid) {
  g_agent->threads.End(g_agent->engine, tid);
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
  jobject loader = nullptr;
  g_jvmti->GetClassLoader(declaring, &loader);
  jint key = 0;
  if (loader != nullptr) g_jvmti->GetObjectHashCode(loader, &key);
  return reinterpret_cast<jlong>(
      g_agent->variables.StaticWord(ClassNameOf(declaring), static_cast<uint64_t>(key), TextOf(env, name)));
}
