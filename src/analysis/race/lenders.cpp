#include "race/lenders.h"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "classfile/descriptor.h"

namespace raddle::race {

using pointer::Instance;
using pointer::InstanceId;
using pointer::ObjectId;
using pointer::ObjectSet;
using program::kNoVar;

Lenders::Lenders(const pointer::PointerAnalysis& analysis, const Assumptions& assumptions) : analysis_(analysis) {
  FindPools(assumptions);
  FindParts();
}

void Lenders::FindPools(const Assumptions& assumptions) {
  const auto& types = analysis_.program().types();
  std::unordered_map<MethodId, bool> known;  // whether it lends
  for (uint32_t i = 0; i < analysis_.instances().size(); ++i) {
    const Instance& instance = analysis_.instances()[i];
    if (instance.code->IsStatic()) continue;
    auto [lends, is_new] = known.try_emplace(instance.method, false);
    const std::string_view owner = types[types[instance.method].owner].name;
    if (is_new) {
      lends->second =
          assumptions.Lends(fmt::format("{}.{}", classfile::DottedName(owner), types.NameOf(instance.method)));
    }
    if (!lends->second) continue;
    const auto& parameters = instance.code->parameters;
    analysis_.PointsTo(InstanceId(i), parameters[0]).ForEach([&](ObjectId pool) {
      auto chosen = types.Select(classpath::Invoke::kVirtual, analysis_.object(pool).type, instance.method);
      if (chosen.id != instance.method) return;
      pools_[pool] = types[instance.method].owner;
      names_.insert(classfile::DottedName(owner));
    });
    lent_.Unite(analysis_.solver().PointsTo(instance.result));
    if (parameters.size() > 1 && parameters.back() != kNoVar && types.DescriptorOf(instance.method).ends_with(")V")) {
      lent_.Unite(analysis_.PointsTo(InstanceId(i), parameters.back()));
    }
  }
}

// Methods that run on parts only; on the pool itself, those of the class that promises and of its supertypes: what a
// subclass keeps besides is not known to be lent.
bool Lenders::IsMadeByParts(ObjectId object) const {
  const auto& makers = analysis_.MadeBy(object);
  const auto& types = analysis_.program().types();
  return !makers.empty() && std::all_of(makers.begin(), makers.end(), [&](const auto& maker) {
    const Instance& by = analysis_[maker.first];
    if (by.code->IsStatic()) return false;
    bool fits = true;
    analysis_.PointsTo(maker.first, by.code->parameters[0]).ForEach([&](ObjectId self) {
      auto pool = pools_.find(self);
      fits = fits && parts_.Contains(self) &&
             (pool == pools_.end() || types.IsSubtype(pool->second, types[by.method].owner) == classpath::Truth::kYes);
    });
    return fits;
  });
}

void Lenders::FindParts() {
  if (pools_.empty()) return;
  for (const auto& [pool, type] : pools_) parts_.Insert(pool);
  for (bool changed = true; changed;) {
    changed = false;
    for (ObjectId object = 0; object < analysis_.object_count(); ++object) {
      if (!parts_.Contains(object) && IsMadeByParts(object)) changed |= parts_.Insert(object);
    }
  }
}

bool Lenders::AddNotLent(ObjectId holder, const ObjectSet& objects, ObjectSet& to) const {
  if (!parts_.Contains(holder)) return to.Unite(objects);
  bool changed = false;
  objects.ForEach([&](ObjectId object) {
    if (!lent_.Contains(object)) changed |= to.Insert(object);
  });
  return changed;
}

}  // namespace raddle::race
