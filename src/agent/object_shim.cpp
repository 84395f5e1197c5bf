// The natives of RaddleObject.java.
#include "agent/agent.h"
#include "agent/class_hook.h"
#include "agent/object_stats.h"
#include "agent/shim.h"

using namespace raddle;  // what follows has C linkage and global names
using namespace raddle::agent;

#define RADDLE_NATIVE(type, name) extern "C" JNIEXPORT type JNICALL Java_java_lang_RaddleObject_##name

RADDLE_NATIVE(jlong, table0)(JNIEnv*, jclass, jint which) {
  static void* const classes = ReserveSites<int64_t>();
  return reinterpret_cast<jlong>(which == 0 ? classes : ObjectAccessCounts());
}

RADDLE_NATIVE(jlong, use0)(JNIEnv*, jclass, jlong t, jlong bits, jlong self, jint site, jint kind, jint type) {
  Block& block = BlockOf(t);
  const auto word = static_cast<uint64_t>(bits);
  ThreadId owner;
  if (!runtime::ObjectWord::IsShared(word)) owner = g_agent->threads.IdOf(runtime::ObjectWord::From(word).owner);
  const auto number = static_cast<uint32_t>(site);
  const VariableId name = type != 0 ? VariableId(static_cast<uint32_t>(type)) : g_agent->variables.OfSite(number);
  const detect::AccessInfo info{
      .variable = {name}, .site = SiteId(number), .stack = block.recent.At(number, g_agent->stacks)};
  return static_cast<jlong>(g_agent->engine.object()->Use(block.state(), static_cast<uint32_t>(self), word, owner,
                                                          static_cast<event::AccessKind>(kind), info));
}

RADDLE_NATIVE(jboolean, countsAll0)(JNIEnv*, jclass) {
  return g_agent->plan.count_objects ? JNI_TRUE : JNI_FALSE;
}

RADDLE_NATIVE(jint, guarded0)(JNIEnv*, jclass, jlong word, jlong lock) {
  const LockId id = Unwrap<runtime::Lock>(lock).id();
  const auto kind = g_agent->engine.object()->GuardedBy(static_cast<uint64_t>(word), id);
  return kind ? static_cast<jint>(*kind) : -1;
}

RADDLE_NATIVE(jlong, handle0)(JNIEnv*, jclass, jlong word) {
  const auto* record = runtime::ObjectWord::RecordOf(static_cast<uint64_t>(word));
  return static_cast<jlong>(reinterpret_cast<uint64_t>(record) | kObjectHandle);
}

RADDLE_NATIVE(jlong, classWord0)(JNIEnv* env, jclass, jclass type, jstring field, jint site) {
  const auto [class_name, key] = Identify(type);
  const auto* found = g_agent->variables.FindStatic(class_name, key, TextOf(env, field));
  if (found == nullptr) return 0;
  if (found->kind != weave::StaticField::Kind::kPlain) return -1;
  g_agent->variables.BindClass(static_cast<uint32_t>(site), ClassNameOf(type));
  return reinterpret_cast<jlong>(g_agent->variables.ClassWord(class_name, key));
}

RADDLE_NATIVE(jboolean, isSafe0)(JNIEnv* env, jclass, jclass type, jstring field) {
  const auto [class_name, key] = Identify(type);
  return g_agent->variables.IsSafe(class_name, key, TextOf(env, field)) ? JNI_TRUE : JNI_FALSE;
}
