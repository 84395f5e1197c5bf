// What RaddleAtom.java calls.
#include "agent/agent.h"
#include "agent/class_hook.h"
#include "agent/site_kinds.h"

using namespace raddle::agent;  // what follows has C linkage and global names

#define RADDLE_NATIVE(type, name) extern "C" JNIEXPORT type JNICALL Java_java_lang_RaddleAtom_##name

RADDLE_NATIVE(jlong, quiet0)(JNIEnv*, jclass) {
  return reinterpret_cast<jlong>(g_agent->atoms.quiet());
}

RADDLE_NATIVE(jlong, arrays0)(JNIEnv*, jclass) {
  return reinterpret_cast<jlong>(g_agent->atoms.arrays());
}

RADDLE_NATIVE(jboolean, isStatic0)(JNIEnv*, jclass, jint site) {
  return IsStatic(Sites()[static_cast<uint32_t>(site)]) ? JNI_TRUE : JNI_FALSE;
}

RADDLE_NATIVE(jboolean, isWrite0)(JNIEnv*, jclass, jint site) {
  return IsWrite(Sites()[static_cast<uint32_t>(site)]) ? JNI_TRUE : JNI_FALSE;
}

RADDLE_NATIVE(jint, section0)
(JNIEnv* env, jclass, jobject object, jint index, jint hash, jint activation, jint site, jobject thread, jlong tid) {
  return g_agent->atoms.Section(
      {env, object, index, static_cast<uint32_t>(hash), static_cast<uint32_t>(site), thread, tid}, activation);
}

RADDLE_NATIVE(jlong, openOn0)(JNIEnv*, jclass, jint kind, jboolean writes) {
  return reinterpret_cast<jlong>(
      g_agent->atoms.open_on(static_cast<raddle::atoms::Variable::Kind>(kind), writes == JNI_TRUE));
}

RADDLE_NATIVE(jstring, arrayTypes0)(JNIEnv* env, jclass) {
  return env->NewStringUTF(g_agent->atoms.ArrayTypes().c_str());
}

RADDLE_NATIVE(jint, call0)
(JNIEnv* env, jclass, jobject collection, jobject key, jint hash, jint key_hash, jint activation, jint site,
 jobject thread, jlong tid) {
  return g_agent->atoms.Call(
      {env, collection, -1, static_cast<uint32_t>(hash), static_cast<uint32_t>(site), thread, tid}, key,
      static_cast<uint32_t>(key_hash), activation);
}

RADDLE_NATIVE(void, returned0)(JNIEnv* env, jclass, jint site, jobject thread, jlong tid) {
  g_agent->atoms.Returned({env, nullptr, -1, 0, static_cast<uint32_t>(site), thread, tid});
}

RADDLE_NATIVE(void, passed0)(JNIEnv* env, jclass, jint site, jobject thread, jlong tid) {
  g_agent->atoms.Passed({env, nullptr, -1, 0, static_cast<uint32_t>(site), thread, tid});
}

RADDLE_NATIVE(jint, calling0)(JNIEnv*, jclass, jint activation, jint site, jlong tid) {
  return g_agent->atoms.Calling(activation, static_cast<uint32_t>(site), tid);
}

RADDLE_NATIVE(void, called0)(JNIEnv*, jclass, jint activation, jint site, jlong tid) {
  g_agent->atoms.Called(activation, static_cast<uint32_t>(site), tid);
}

RADDLE_NATIVE(void, exit0)(JNIEnv*, jclass, jint activation, jint site, jlong tid) {
  g_agent->atoms.Exit(activation, static_cast<uint32_t>(site), tid);
}

RADDLE_NATIVE(jboolean, isKnown0)(JNIEnv*, jclass, jint site) {
  return g_agent->atoms.IsKnown(static_cast<uint32_t>(site)) ? JNI_TRUE : JNI_FALSE;
}

RADDLE_NATIVE(void, know0)(JNIEnv*, jclass, jint site, jclass owner) {
  g_agent->atoms.Know(static_cast<uint32_t>(site), owner);
}

RADDLE_NATIVE(void, stop0)(JNIEnv* env, jclass, jobject object, jint index, jint hash, jint site, jobject thread,
                           jlong tid) {
  g_agent->atoms.Stop({env, object, index, static_cast<uint32_t>(hash), static_cast<uint32_t>(site), thread, tid});
}

RADDLE_NATIVE(void, noise0)(JNIEnv* env, jclass, jobject object, jint hash, jint site, jobject thread, jlong tid) {
  g_agent->atoms.Noise({env, object, -1, static_cast<uint32_t>(hash), static_cast<uint32_t>(site), thread, tid});
}
