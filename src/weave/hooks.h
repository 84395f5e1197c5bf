// Hooks: calls to the shim at the entry and the exits of methods that are not otherwise woven, such as the JDK's own.
//
// A hook passes the receiver. No field or method is added, so a class that is already loaded can be hooked by
// retransforming it.
#pragma once

#include <span>
#include <string_view>

#include "base/result.h"
#include "classfile/bytes.h"
#include "weave/weaver.h"

namespace raddle::weave {

enum class HookWhen : uint8_t { kEntry, kExit };

struct MethodHook {
  std::string_view class_name;
  std::string_view method;
  std::string_view descriptor;
  HookWhen when;
  std::string_view shim_method;
  std::string_view shim_descriptor;  // takes the receiver alone
};

// Whether any hook is for this class.
bool HasHooks(std::span<const MethodHook> hooks, std::string_view class_name);
Result<Woven> HookClass(classfile::Bytes bytes, std::span<const MethodHook> hooks);

}  // namespace raddle::weave
