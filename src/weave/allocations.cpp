#include "weave/allocations.h"

#include <algorithm>

namespace raddle::weave {

void Allocations::Add(std::string_view class_name, Place place) {
  const std::lock_guard lock(mutex_);
  std::vector<Place>& known = places_[std::string(class_name)];
  if (known.size() > kMost || std::find(known.begin(), known.end(), place) != known.end()) return;
  known.push_back(std::move(place));
}

void Allocations::AddHandles(const classfile::ConstantPool& pool) {
  for (classfile::Index i = 1; i < pool.size(); ++i) {
    if (!pool.Is(i, classfile::Tag::kMethodHandle)) continue;
    const classfile::HandleRef handle = pool.MethodHandle(i);
    if (handle.kind == classfile::HandleKind::kNewInvokeSpecial) Add(pool.Member(handle.reference).owner, {"", 0});
  }
}

std::vector<Allocations::Place> Allocations::Of(std::string_view class_name) const {
  const std::lock_guard lock(mutex_);
  const auto found = places_.find(std::string(class_name));
  if (found == places_.end() || found->second.size() > kMost) return {};
  const auto unknown = [](const Place& place) { return place.file.empty() || place.line == 0; };
  return std::ranges::any_of(found->second, unknown) ? std::vector<Place>() : found->second;
}

}  // namespace raddle::weave
