// The JVM as the agent sees it: one per process, set once in Agent_OnLoad before anything else runs.
#pragma once

#include <jni.h>
#include <jvmti.h>

#include <string>

#include "classfile/descriptor.h"

namespace raddle::agent {

inline JavaVM* g_vm = nullptr;
inline jvmtiEnv* g_jvmti = nullptr;

// What a JVMTI call allocated, given back at the end of the scope.
template <typename T>
class Allocated {
 public:
  Allocated() = default;
  Allocated(const Allocated&) = delete;
  Allocated& operator=(const Allocated&) = delete;
  ~Allocated() {
    if (value_ != nullptr) g_jvmti->Deallocate(reinterpret_cast<unsigned char*>(value_));
  }
  T** operator&() { return &value_; }
  T* get() const { return value_; }
  T& operator[](size_t i) const { return value_[i]; }

 private:
  T* value_ = nullptr;
};

// A java.lang.String's text; empty where there is none.
inline std::string TextOf(JNIEnv* env, jobject text) {
  if (text == nullptr) return {};
  const char* chars = env->GetStringUTFChars(static_cast<jstring>(text), nullptr);
  if (chars == nullptr) return {};
  std::string copy(chars);
  env->ReleaseStringUTFChars(static_cast<jstring>(text), chars);
  return copy;
}

// "com.acme.Bank", "int[]"; "?" for a class that the JVM no longer answers for.
inline std::string ClassNameOf(jclass type) {
  Allocated<char> signature;
  if (g_jvmti->GetClassSignature(type, &signature, nullptr) != JVMTI_ERROR_NONE) return "?";
  return classfile::Readable({signature.get()});
}

// Empty for a thread that the JVM no longer answers for.
inline std::string NameOfThread(jobject thread) {
  jvmtiThreadInfo info{};
  if (g_jvmti->GetThreadInfo(static_cast<jthread>(thread), &info) != JVMTI_ERROR_NONE) return {};
  std::string name = info.name == nullptr ? "" : info.name;
  if (info.name != nullptr) g_jvmti->Deallocate(reinterpret_cast<unsigned char*>(info.name));
  return name;
}

// A loader's identity as the agent's tables know it; 0 for the boot loader's.
inline uint64_t LoaderKey(jobject loader) {
  jint key = 0;
  if (loader != nullptr) g_jvmti->GetObjectHashCode(loader, &key);
  return static_cast<uint64_t>(key);
}

}  // namespace raddle::agent
