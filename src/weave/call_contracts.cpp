#include "weave/call_contracts.h"

#include <algorithm>

namespace raddle::weave {

using contracts::Effect;
using contracts::MethodContract;

CallContracts::CallContracts(const contracts::Contracts& contracts) {
  for (const contracts::ClassContract& each : contracts) {
    if (!each.HasAccesses()) continue;
    std::vector<MethodContract>& methods = classes_[each.name];
    methods.insert(methods.end(), each.methods.begin(), each.methods.end());
  }
  Find("size", "()I");  // number 0, which RaddleCall counts on
}

int32_t CallContracts::Find(std::string_view name, std::string_view descriptor) const {
  const std::lock_guard lock(mutex_);
  const auto [at, added] = numbers_.try_emplace({std::string(name), std::string(descriptor)}, -1);
  if (!added) return at->second;
  for (const auto& [class_name, methods] : classes_) {
    for (const MethodContract& method : methods) {
      if (!method.Matches(name, descriptor)) continue;
      at->second = static_cast<int32_t>(methods_.size());
      methods_.push_back(&*at);
      return at->second;
    }
  }
  return -1;
}

bool CallContracts::IsLate(int32_t number) const {
  const auto [name, descriptor] = MethodOf(number);
  for (const auto& [class_name, methods] : classes_) {
    for (const MethodContract& method : methods) {
      if (method.Matches(name, descriptor) && std::ranges::any_of(method.effects, &Effect::IsLateWrite)) return true;
    }
  }
  return false;
}

std::pair<std::string, std::string> CallContracts::MethodOf(int32_t number) const {
  const std::lock_guard lock(mutex_);
  return methods_[static_cast<size_t>(number)]->first;
}

CallContracts::Meaning CallContracts::On(std::string_view class_name, int32_t number) const {
  const auto found = classes_.find(class_name);
  if (found == classes_.end()) return {};
  const auto [name, descriptor] = MethodOf(number);
  for (const MethodContract& method : found->second) {
    if (!method.Matches(name, descriptor)) continue;
    for (const Effect& effect : method.effects) {
      if (effect.IsAccess()) return {true, &effect};
    }
  }
  return {true, nullptr};
}

}  // namespace raddle::weave
