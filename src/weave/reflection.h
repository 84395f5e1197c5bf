// Reflection shows a class as it was written. jdk.internal.reflect.Reflection leaves some fields of the JDK's own out
// of what Class.getDeclaredFields answers; here it is made to leave out ours as well. Methods and constructors are
// never added.
#pragma once

#include <string_view>

#include "base/result.h"
#include "classfile/class_file.h"
#include "weave/weaver.h"

namespace raddle::weave {

inline constexpr std::string_view kReflectionClass = "jdk/internal/reflect/Reflection";

// `bytes`: the class of that name. Adds no member, so that it can be loaded already.
Result<Woven> HideShadows(classfile::Bytes bytes);

}  // namespace raddle::weave
