// The natives of RaddleViews.java.
#include <mutex>
#include <unordered_map>

#include "agent/agent.h"
#include "agent/class_hook.h"
#include "agent/shim.h"

using namespace raddle;  // what follows has C linkage and global names
using namespace raddle::agent;

#define RADDLE_NATIVE(type, name) extern "C" JNIEXPORT type JNICALL Java_java_lang_RaddleViews_##name

// Null: views are not watched.
RADDLE_NATIVE(jlong, table0)(JNIEnv*, jclass, jint which) {
  if (!g_agent->plan.views) return 0;
  static void* const held = Reserve(Threads::kHints * sizeof(int32_t));
  static void* const sites = ReserveSites<int64_t>();
  static char yes;
  static int32_t last_number;
  void* const tables[] = {held, sites, g_agent->plan.views_strict ? &yes : nullptr, &last_number};
  return reinterpret_cast<jlong>(tables[which]);
}

RADDLE_NATIVE(jlong, offset0)(JNIEnv*, jclass, jint which) {
  return static_cast<jlong>(which == 0 ? offsetof(Block, visibility) : offsetof(Block, stale));
}

RADDLE_NATIVE(jboolean, isPlain0)(JNIEnv* env, jclass, jclass type, jstring field) {
  const auto [class_name, key] = Identify(type);
  return g_agent->variables.IsPlain(class_name, key, TextOf(env, field)) ? JNI_TRUE : JNI_FALSE;
}

// Elements are numbered downwards from -1; objects are numbered upwards from 1.
RADDLE_NATIVE(jint, element0)(JNIEnv*, jclass, jint array, jint index) {
  static std::mutex mutex;
  static std::unordered_map<uint64_t, int32_t> numbers;
  const std::lock_guard lock(mutex);
  const auto place = numbers.try_emplace(uint64_t{static_cast<uint32_t>(array)} << 32 | static_cast<uint32_t>(index));
  if (place.second) place.first->second = -static_cast<int32_t>(numbers.size());
  return place.first->second;
}

std::vector<jlong> PartOf(JNIEnv* env, jlongArray array, jint from, jint to) {
  std::vector<jlong> part(static_cast<size_t>(to - from));
  env->GetLongArrayRegion(array, from, to - from, part.data());
  return part;
}

// The log's entries are made in RaddleViews: object, name, by its maker, written.
RADDLE_NATIVE(jboolean, section0)(JNIEnv* env, jclass, jlong t, jlong lock, jint group, jlongArray around, jint gates,
                                  jlongArray log, jint from, jint to, jint site) {
  const std::vector<jlong> keys = PartOf(env, log, from, to);
  std::vector<detect::Views::Touched> touched;
  touched.reserve(keys.size());
  for (const jlong each : keys) {
    const auto key = static_cast<uint64_t>(each);
    touched.push_back({.object = key >> 32,
                       .name = VariableId(static_cast<uint32_t>(key) >> 2),
                       .write = (key & 1) != 0,
                       .by_maker = (key & 2) != 0});
  }
  const LockId id = Unwrap<runtime::Lock>(lock).id();
  std::vector<LockId> outer;
  for (const jlong each : PartOf(env, around, 0, gates)) outer.push_back(Unwrap<runtime::Lock>(each).id());
  const SiteId where = site == 0 ? SiteId() : SiteId(static_cast<uint32_t>(site));
  const detect::Views::Fate fate = g_agent->engine.views()->OnSection(
      BlockOf(t).state(), id, static_cast<uint32_t>(group), std::move(outer), touched, where);
  return fate == detect::Views::Fate::kNoted ? JNI_TRUE : JNI_FALSE;
}
