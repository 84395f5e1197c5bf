#include "detect/reporter.h"

#include <algorithm>

#include "detect/detector.h"

namespace raddle::detect {

size_t Reporter::Hash::operator()(const Key& key) const {
  uint64_t hash = reinterpret_cast<uintptr_t>(key.detector);
  for (uint32_t part : {key.variable.value(), key.low.value(), key.high.value()}) {
    hash = (hash ^ part) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 31;
  }
  return hash;
}

RaceAccess Reporter::Describe(const Mark& mark) const {
  RaceAccess access{.op = mark.kind, .thread = {}, .site = mark.site, .stack = mark.stack, .locks = {}};
  if (mark) access.thread = runtime_.slots[mark.moment.slot()].ThreadAt(mark.moment.time().clock());
  access.locks_known = mark.locks.valid() && mark.locks != runtime::kAllLocks;
  if (access.locks_known) {
    auto locks = runtime_.locksets.Contents(mark.locks);
    access.locks.assign(locks.begin(), locks.end());
  }
  return access;
}

bool Reporter::IsFirst(const Detector& detector, VariableId variable, SiteId a, SiteId b) {
  std::lock_guard guard(mutex_);
  return ++seen_[Key{&detector, variable, std::min(a, b), std::max(a, b)}] == 1;
}

void Reporter::Report(const Detector& detector, const VariableKey& variable, const Mark& earlier, const Mark& later) {
  if (!IsFirst(detector, variable.name, earlier.site, later.site)) return;
  sink_.Found({.detector = detector.name(),
               .grade = detector.grade(),
               .kind = detector.kind(),
               .variable = variable,
               .earlier = Describe(earlier),
               .later = Describe(later)});
}

void Reporter::Report(const Detector& detector, const VariableKey& variable, RaceAccess earlier, RaceAccess later) {
  if (!IsFirst(detector, variable.name, earlier.site, later.site)) return;
  sink_.Found({.detector = detector.name(),
               .grade = detector.grade(),
               .kind = detector.kind(),
               .variable = variable,
               .earlier = std::move(earlier),
               .later = std::move(later)});
}

void Reporter::ForEach(const std::function<void(const Occurrences&)>& use) const {
  std::lock_guard guard(mutex_);
  for (const auto& [key, count] : seen_) {
    use({key.detector->name(), key.variable, {key.low, key.high}, count});
  }
}

}  // namespace raddle::detect
