// The shim: the Java classes embedded in the agent, and the native methods they call.
#pragma once

#include "agent/jvm.h"
#include "base/result.h"

namespace raddle::agent {

// Defines the classes in java.base. In the VMStart event.
Result<void> DefineShim(JNIEnv* env);
// Runs their static initialisers. In the VMInit event.
Result<void> InitialiseShim(JNIEnv* env);

}  // namespace raddle::agent
