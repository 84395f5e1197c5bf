// The shim: the Java classes embedded in the agent, and the native methods they call.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "agent/jvm.h"
#include "base/result.h"

namespace raddle::agent {

// Defines the classes in java.base. In the VMStart event.
Result<void> DefineShim(JNIEnv* env);
// Runs their static initialisers. In the VMInit event.
Result<void> InitialiseShim(JNIEnv* env);
// The current thread is about to wait for a monitor.
void TellContended(JNIEnv* env, jobject monitor);

// What Java calls a thread's block; a wait that has ended by an exception is over now.
struct Block;
Block& BlockOf(jlong t);
// A class as the tables of the agent know it: its internal name and its loader's identity.
std::pair<std::string, uint64_t> Identify(jclass type);
// The low bits of a handle (Raddle.free0) that is the record of an object.
inline constexpr uint64_t kObjectHandle = 4;

// What a handle in Java's hands points to: its type is in the low bits.
template <typename T>
T& Unwrap(jlong handle) {
  return *reinterpret_cast<T*>(static_cast<uint64_t>(handle) & ~uint64_t{7});
}

// Handles of a lock that an object is used as, and of a channel; what a handle stands for is given back.
jlong NewLock(JNIEnv* env, jobject object);
jlong NewChannel();
void Free(jlong handle);

}  // namespace raddle::agent
