#include "contracts/contract.h"

#include <algorithm>

#include "classfile/descriptor.h"

namespace raddle::contracts {
namespace {

// "TimeUnit" and "java.util.concurrent.TimeUnit" both name it.
bool SameType(std::string_view written, std::string_view readable) {
  if (written == readable) return true;
  return readable.size() > written.size() && readable.ends_with(written) &&
         std::string_view(".$").find(readable[readable.size() - written.size() - 1]) != std::string_view::npos;
}

}  // namespace

bool MethodContract::Matches(std::string_view name, std::string_view descriptor) const {
  if (std::find(names.begin(), names.end(), name) == names.end()) return false;
  if (!parameters) return true;
  size_t i = 0;
  for (const classfile::TypeDescriptor type : classfile::MethodDescriptor(descriptor)) {
    if (i == parameters->size() || !SameType((*parameters)[i], classfile::Readable(type))) return false;
    ++i;
  }
  return i == parameters->size();
}

bool ClassContract::HasAccesses() const {
  return std::any_of(methods.begin(), methods.end(), [](const MethodContract& method) {
    return std::any_of(method.effects.begin(), method.effects.end(),
                       [](const Effect& effect) { return effect.IsAccess(); });
  });
}

int32_t TagKey(std::string_view tag) {
  uint32_t hash = 0;
  for (const char c : tag) hash = hash * 31 + static_cast<unsigned char>(c);
  return static_cast<int32_t>(hash);
}

}  // namespace raddle::contracts
