// The shim: the Java classes embedded in the agent, and the native methods they call.
#pragma once

#include "agent/jvm.h"
#include "base/result.h"

namespace raddle::agent {

// Defines the classes in java.base and registers their natives. In the VMStart event.
Result<void> DefineShim(JNIEnv* env);

}  // namespace raddle::agent
