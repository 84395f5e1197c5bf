#include "detect/atomrace/marks.h"

#include <algorithm>

namespace raddle::detect::atomrace {

Marks::Bucket& Marks::BucketOf(const Variable& variable) {
  const uint64_t mixed = (variable.hash ^ variable.field ^ static_cast<uint64_t>(variable.index)) * 0x9E3779B97F4A7C15u;
  return buckets_[mixed >> 58];
}

bool Marks::SameVariable(const Variable& kept, const Variable& asked) const {
  if (kept.hash != asked.hash || kept.field != asked.field || kept.index != asked.index) return false;
  if (kept.object == nullptr || asked.object == nullptr) return kept.object == asked.object;
  return same_(kept.object, asked.object);
}

bool Marks::LookIn(Bucket& bucket, const Access& access, const Visit& visit) {
  bool any = false;
  for (Mark* mark : bucket.marks) {
    if (mark->access.thread == access.thread || !SameVariable(mark->access.variable, access.variable)) continue;
    any = mark->met = true;
    if (Conflict(mark->access, access)) visit(*mark);
  }
  if (any) bucket.changed.notify_all();
  return any;
}

bool Marks::Look(const Access& access, const Visit& visit) {
  Bucket& bucket = BucketOf(access.variable);
  const std::lock_guard lock(bucket.mutex);
  return LookIn(bucket, access, visit);
}

bool Marks::Enter(Mark& mark, const Visit& visit) {
  Bucket& bucket = BucketOf(mark.access.variable);
  const std::lock_guard lock(bucket.mutex);
  const bool any = LookIn(bucket, mark.access, visit);
  bucket.marks.push_back(&mark);
  return any;
}

void Marks::Hold(Mark& mark, std::chrono::nanoseconds longest, bool until_met) {
  Bucket& bucket = BucketOf(mark.access.variable);
  std::unique_lock lock(bucket.mutex);
  bucket.changed.wait_for(lock, longest, [&] { return mark.cut || (until_met && mark.met); });
}

bool Marks::IsOver(const Mark& mark) {
  const std::lock_guard lock(BucketOf(mark.access.variable).mutex);
  return mark.met || mark.cut;
}

void Marks::Leave(Mark& mark) {
  Bucket& bucket = BucketOf(mark.access.variable);
  const std::lock_guard lock(bucket.mutex);
  std::erase(bucket.marks, &mark);
}

void Marks::CutShort(const std::function<bool(const Mark&)>& which) {
  for (Bucket& bucket : buckets_) {
    const std::lock_guard lock(bucket.mutex);
    for (Mark* mark : bucket.marks) mark->cut = mark->cut || which(*mark);
    bucket.changed.notify_all();
  }
}

}  // namespace raddle::detect::atomrace
