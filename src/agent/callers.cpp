#include "agent/callers.h"

#include "agent/class_hook.h"
#include "agent/stacks.h"

namespace raddle::agent {
namespace {

constexpr int kFrames = 32;

uint32_t NewSite(jmethodID method, jlocation location) {
  Allocated<char> name, descriptor, file, signature;
  jclass owner = nullptr;
  if (g_jvmti->GetMethodName(method, &name, &descriptor, nullptr) != JVMTI_ERROR_NONE ||
      g_jvmti->GetMethodDeclaringClass(method, &owner) != JVMTI_ERROR_NONE ||
      g_jvmti->GetClassSignature(owner, &signature, nullptr) != JVMTI_ERROR_NONE) {
    return 0;
  }
  std::string class_name(signature.get());
  class_name = class_name.substr(1, class_name.size() - 2);
  const bool has_file = g_jvmti->GetSourceFileName(owner, &file) == JVMTI_ERROR_NONE;
  const weave::SiteMethod* place =
      Sites().AddMethod({class_name, name.get(), descriptor.get(), has_file ? file.get() : "", 0});
  const auto line = static_cast<uint16_t>(std::max(0, LineOf(method, location)));
  return Sites().Add({place, weave::SiteKind::kCall, static_cast<uint16_t>(location), line, {}, {}, {}});
}

}  // namespace

uint32_t Callers::SiteOfCaller() {
  jvmtiFrameInfo frames[kFrames];
  jint count = 0;
  if (g_jvmti->GetStackTrace(nullptr, 0, kFrames, frames, &count) != JVMTI_ERROR_NONE) return 0;
  for (jint i = 0; i < count; ++i) {
    jclass owner = nullptr;
    Allocated<char> signature;
    if (g_jvmti->GetMethodDeclaringClass(frames[i].method, &owner) != JVMTI_ERROR_NONE ||
        g_jvmti->GetClassSignature(owner, &signature, nullptr) != JVMTI_ERROR_NONE) {
      continue;
    }
    if (IsJdkClass(std::string_view(signature.get()).substr(1))) continue;
    const std::lock_guard lock(mutex_);
    uint32_t& site = sites_[{frames[i].method, frames[i].location}];
    if (site == 0) site = NewSite(frames[i].method, frames[i].location);
    return site;
  }
  return 0;
}

}  // namespace raddle::agent
