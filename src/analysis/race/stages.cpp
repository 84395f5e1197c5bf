#include "race/stages.h"

#include <algorithm>
#include <tuple>

#include "race/holding.h"
#include "race/pair_matrix.h"

namespace raddle::race {

using locks::LockPath;
using program::Do;
using program::kNoVar;
using program::Statement;

namespace {

// Unordered pairs of n things, each with itself too, without those that lie within r of them.
uint64_t PairsWithWrite(uint64_t n, uint64_t reads) {
  return n * (n + 1) / 2 - reads * (reads + 1) / 2;
}

}  // namespace

Stages::Stages(const PointerAnalysis& analysis, const threads::ThreadModel& threads, locks::LockState& locks,
               order::HandOver& hand_over, const escape::StillLocal& still_local, const ObjectSet& escaping,
               program::Annotations& annotations, const Assumptions& assumptions)
    : analysis_(analysis),
      threads_(threads),
      locks_(locks),
      hand_over_(hand_over),
      still_local_(still_local),
      escaping_(escaping),
      annotations_(annotations),
      assumptions_(assumptions),
      unstable_(FindUnstable(analysis, locks)),
      ownership_(analysis, threads, locks, unstable_, escaping, assumptions),
      under_construction_(analysis, threads),
      timings_(threads) {}

bool Stages::Run(const std::function<bool()>& should_stop) {
  variables_ = CollectAccesses(analysis_, annotations_, assumptions_);
  for (uint32_t i = 0; i < variables_.size(); ++i) {
    if (should_stop()) return false;
    RunVariable(i);
  }
  return true;
}

// ---- Time

std::vector<std::pair<RootId, RootId>> Stages::ParallelRoots(const Access& a, const Access& b) const {
  std::vector<std::pair<RootId, RootId>> roots;
  for (RootId r1 : threads_.RootsOf(a.instance)) {
    for (RootId r2 : threads_.RootsOf(b.instance)) {
      if (!threads_.MayRunDuring(r2, r1, a.instance, a.statement)) continue;
      if (threads_.MayRunDuring(r1, r2, b.instance, b.statement)) roots.push_back({r1, r2});
    }
  }
  return roots;
}

bool Stages::IsStillLocal(const Variable& variable, const Access& access) const {
  if (variable.kind == Variable::kStatic) return false;
  return still_local_.IsLocal(access.instance, access.statement, access.base);
}

bool Stages::IsBuilding(const Variable& variable, const Access& access) const {
  const program::Program& program = analysis_.program();
  return program.types().NameOf(analysis_[access.instance].method) == "<init>" && IsStillLocal(variable, access);
}

Claim Stages::ClaimOf(const Access& access, ObjectId object, bool is_built) const {
  Claim claim = ownership_.ClaimOf(access, object);
  if (!is_built) return claim;
  claim.is_building = under_construction_.IsBuilding(access.instance, access.base);
  claim.gets_late = !claim.is_building && under_construction_.GetsLate(access.instance, access.base, object);
  return claim;
}

bool Stages::AreApart(const Variable& variable, const Access& a, const Access& b, ObjectId object) const {
  auto builds = [&](const Access& access) {
    return variable.kind == Variable::kField && under_construction_.IsBuilding(access.instance, access.base);
  };
  const bool is_built = builds(a) || builds(b);
  if (ClaimOf(a, object, is_built).IsApartFrom(ClaimOf(b, object, is_built))) return true;
  return hand_over_.AreOrdered(hand_over_.At(a.instance, a.statement), threads_.RootsOf(a.instance),
                               hand_over_.At(b.instance, b.statement), threads_.RootsOf(b.instance));
}

// ---- Locks

std::unordered_set<FieldId> Stages::FindUnstable(const PointerAnalysis& analysis, const locks::LockState& locks) {
  std::unordered_set<FieldId> unstable;
  for (pointer::FieldKey field : analysis.with_handles()) unstable.insert(FieldId(field));
  for (const pointer::Instance& instance : analysis.instances()) {
    std::string_view name = analysis.program().types().NameOf(instance.method);
    for (const Statement& s : instance.code->statements) {
      bool in_place = (s.what == Do::kStore && name == "<init>") || (s.what == Do::kStoreStatic && name == "<clinit>");
      if ((s.what == Do::kStore || s.what == Do::kStoreStatic) && !in_place && !locks.IsFlag(s.Field())) {
        unstable.insert(s.Field());
      }
    }
  }
  return unstable;
}

Protection Stages::ProtectionBy(locks::Locks held, const Variable& variable, const Access& access) const {
  const pointer::Instance& instance = analysis_[access.instance];
  const locks::Paths& paths = locks_.PathsOf(instance.method);
  Protection protection = {.objects = std::move(held.objects), .relatives = {}};
  if (access.lock != pointer::kNoNode) protection.objects.push_back({access.lock, locks::Hold::kMonitor});
  std::sort(protection.objects.begin(), protection.objects.end());
  program::Var base = access.base;
  if (variable.kind == Variable::kContents && base != kNoVar) base = Viewed(analysis_, access.instance, base);
  const program::Guard* guard = variable.field ? annotations_.GuardOf(variable.field) : nullptr;
  auto are_stable = [&](const std::vector<FieldId>& fields) {
    if (guard != nullptr && fields.size() == 1 && fields[0] == guard->field) return true;  // it is said to be one lock
    return std::none_of(fields.begin(), fields.end(), [&](FieldId field) { return unstable_.contains(field); });
  };
  for (const locks::PathLock& lock : held.paths) {
    if (lock.path.IsGlobal()) {
      bool is_stable = lock.path.IsConstant() || !unstable_.contains(FieldId(lock.path.number));
      if (is_stable && are_stable(lock.path.fields)) {
        protection.relatives.push_back({Protection::Relative::kGlobal, lock.path, lock.hold});
      }
    }
    if (base == kNoVar || variable.kind == Variable::kStatic) continue;
    if (auto rest = lock.path.After(paths[base]); rest && are_stable(*rest)) {
      protection.relatives.push_back(
          {Protection::Relative::kBelow, {LockPath::kLocal, 0, *std::move(rest)}, lock.hold});
    } else if (auto above = paths[base].After(lock.path)) {
      protection.relatives.push_back(
          {Protection::Relative::kAbove, {LockPath::kLocal, 0, *std::move(above)}, lock.hold});
    }
  }
  std::sort(protection.relatives.begin(), protection.relatives.end());
  return protection;
}

uint32_t Stages::ProtectionIdOf(const Variable& variable, const Access& access) const {
  Protection protection = ProtectionBy(locks_.At(access.instance, access.statement), variable, access);
  auto [found, is_new] = protection_ids_.try_emplace(protection, static_cast<uint32_t>(protections_.size()));
  if (is_new) protections_.push_back(std::move(protection));
  return found->second;
}

const Protection& Stages::ProtectionOf(const Variable& variable, const Access& access) const {
  return protections_[access.protection == Access::kUnknown ? ProtectionIdOf(variable, access) : access.protection];
}

bool Stages::HoldsGuard(const Variable& variable, const Access& access, const program::Guard& guard) const {
  using Relative = Protection::Relative;
  const Protection& protection = ProtectionOf(variable, access);
  return std::any_of(protection.relatives.begin(), protection.relatives.end(), [&](const Relative& held) {
    switch (guard.kind) {
      case program::Guard::kThis:
        return held.kind == Relative::kBelow && held.path.fields.empty();
      case program::Guard::kField:
        return held.kind == Relative::kBelow && held.path.fields == std::vector<FieldId>{guard.field};
      case program::Guard::kStatic:
        return held.kind == Relative::kGlobal && held.path.root == LockPath::kStatic &&
               held.path.number == guard.field.value();
      case program::Guard::kClass:
        return held.kind == Relative::kGlobal && held.path.root == LockPath::kClass &&
               held.path.number == guard.type.value();
    }
    return false;
  });
}

bool Stages::ProtectionsMeet(const Protection& a, const Protection& b, ObjectId object) const {
  bool is_one = object == kStatics || threads_.IsOne(object);
  for (const Protection::Relative& x : a.relatives) {
    for (const Protection::Relative& y : b.relatives) {
      if (x.kind != y.kind || x.path != y.path || !locks::Exclude(x.hold, y.hold)) continue;
      // What lies below one lock here may lie below several of its kind, if it is one and they are many.
      if (x.kind != Protection::Relative::kAbove || !is_one) return true;
    }
  }
  for (const locks::ObjectLock& x : a.objects) {
    for (const locks::ObjectLock& y : b.objects) {
      if (x.object != y.object || !locks::Exclude(x.hold, y.hold)) continue;
      if (threads_.IsOne(x.object) || (!is_one && IsEscaping(x.object))) return true;
    }
  }
  return false;
}

bool Stages::HaveCommonLock(const Variable& variable, const Access& a, const Access& b, ObjectId object) const {
  auto id_of = [&](const Access& access) {
    return access.protection == Access::kUnknown ? ProtectionIdOf(variable, access) : access.protection;
  };
  uint32_t first = id_of(a), second = id_of(b);
  return ProtectionsMeet(protections_[first], protections_[second], object);
}

bool Stages::HaveCommonLockOn(const Variable& variable, const Access& a, const std::vector<uint32_t>& path_a,
                              const Access& b, const std::vector<uint32_t>& path_b, ObjectId object) const {
  auto on = [&](const Access& access, const std::vector<uint32_t>& path) {
    return ProtectionBy(locks_.Along(path, access.instance, access.statement), variable, access);
  };
  return ProtectionsMeet(on(a, path_a), on(b, path_b), object);
}

// ---- The stages

// By how many accesses each object is in, and the sum of numbers that stand for them. Sums of 64 bits that agree by
// chance would make two objects one, and hide what only one of them shows: with n objects of a variable the chance is
// below n * n / 2^65, for all 5,000 variables of H2 with 10,000 objects each less than one in 10 million.
std::vector<Stages::Alike> Stages::GroupObjects(const VariableAccesses& of, const std::vector<uint32_t>& live,
                                                const ObjectSet& built) const {
  if (of.variable.kind == Variable::kStatic) return {{kStatics, live}};
  struct Signature {
    uint64_t accesses = 0;
    uint32_t count = 0;
    bool is_special = false;  // an access's claim depends on which object it is
  };
  std::unordered_map<ObjectId, Signature> signatures;
  uint64_t mixed = 0;
  for (uint32_t i : live) {
    mixed = (mixed + i + 1) * 0x9E3779B97F4A7C15u;
    mixed ^= mixed >> 29;
    const bool is_special = ownership_.DependsOnObject(of.accesses[i]);
    of.accesses[i].objects.ForEach([&](ObjectId object) {
      Signature& signature = signatures[object];
      signature.accesses += mixed;
      ++signature.count;
      signature.is_special |= is_special;
    });
  }
  using Key = std::tuple<uint64_t, uint32_t, bool, bool, ObjectId>;
  std::map<Key, ObjectId> ones;
  for (const auto& [object, signature] : signatures) {
    Key key = {signature.accesses, signature.count, IsEscaping(object), threads_.IsOne(object),
               signature.is_special || built.Contains(object) ? object : pointer::kNoNode};
    auto [one, is_new] = ones.try_emplace(key, object);
    if (!is_new) one->second = std::min(one->second, object);
  }
  ObjectSet chosen;
  std::vector<Alike> groups;
  std::unordered_map<ObjectId, size_t> group_of;
  for (const auto& [key, object] : ones) {
    chosen.Insert(object);
    group_of[object] = groups.size();
    groups.push_back({object, {}});
  }
  for (uint32_t i : live) {
    ObjectSet::Intersection(of.accesses[i].objects, chosen).ForEach([&](ObjectId object) {
      groups[group_of.at(object)].accesses.push_back(i);
    });
  }
  return groups;
}

void Stages::RunVariable(uint32_t index) {
  VariableAccesses& of = variables_[index];
  uint64_t writes = static_cast<uint64_t>(
      std::count_if(of.places.begin(), of.places.end(), [](const Place& place) { return place.is_write; }));
  counts_[0] += PairsWithWrite(of.places.size(), of.places.size() - writes);
  if (writes == 0) return;

  // Reachable: places with the same timings are counted together.
  std::vector<uint32_t> live;  // accesses
  std::vector<uint32_t> timing(of.accesses.size());
  std::vector<std::vector<uint32_t>> timings_of(of.places.size());
  for (uint32_t i = 0; i < of.accesses.size(); ++i) {
    const Access& access = of.accesses[i];
    if (threads_.RootsOf(access.instance).empty() || IsBuilding(of.variable, access)) continue;
    timing[i] = timings_.Of(access.instance, access.statement);
    live.push_back(i);
    timings_of[access.place].push_back(timing[i]);
  }
  std::map<std::vector<uint32_t>, std::pair<uint64_t, uint64_t>> alike;  // number, reads
  for (uint32_t p = 0; p < of.places.size(); ++p) {
    auto& its = timings_of[p];
    if (its.empty()) continue;
    std::sort(its.begin(), its.end());
    its.erase(std::unique(its.begin(), its.end()), its.end());
    auto& [number, reads] = alike[its];
    ++number;
    reads += !of.places[p].is_write;
  }
  uint64_t reachable = 0;
  for (auto x = alike.begin(); x != alike.end(); ++x) {
    for (auto y = x; y != alike.end(); ++y) {
      bool meet = false;
      for (uint32_t t1 : x->first) {
        for (uint32_t t2 : y->first) meet = meet || timings_.Meet(t1, t2);
      }
      if (!meet) continue;
      auto [n1, r1] = x->second;
      auto [n2, r2] = y->second;
      reachable += x == y ? PairsWithWrite(n1, r1) : n1 * n2 - r1 * r2;
    }
  }
  counts_[1] += reachable;
  if (reachable == 0) return;

  // The rest, an object at a time; objects that the same accesses are of are alike.
  PairMatrix aliasing(of.places.size()), escaping(of.places.size()), unlocked(of.places.size());
  ObjectSet built;
  for (uint32_t i : live) {
    const Access& access = of.accesses[i];
    if (of.variable.kind != Variable::kField || IsStillLocal(of.variable, access)) continue;
    if (under_construction_.IsBuilding(access.instance, access.base)) built.Unite(access.objects);
  }
  for (const Alike& objects : GroupObjects(of, live, built)) {
    const ObjectId object = objects.one;
    const bool is_built = built.Contains(object);
    bool any_write = std::any_of(objects.accesses.begin(), objects.accesses.end(),
                                 [&](uint32_t i) { return of.places[of.accesses[i].place].is_write; });
    if (!any_write) continue;
    bool escapes = IsEscaping(object);
    std::map<ClassKey, PlaceSet> classes;
    for (uint32_t i : objects.accesses) {
      Access& access = of.accesses[i];
      // To an object that nobody else has yet: for the escaping stage it has not escaped.
      const bool is_local = IsStillLocal(of.variable, access);
      ClassKey key = {timing[i], is_local, 0, 0, {}};
      if (escapes && !is_local) {
        if (access.protection == Access::kUnknown) access.protection = ProtectionIdOf(of.variable, access);
        key.protection = access.protection;
        key.moment = hand_over_.At(access.instance, access.statement);
        key.claim = ClaimOf(access, object, is_built);
      }
      classes[key].Add(access.place, of.places[access.place].is_write, of.places.size());
    }
    for (auto x = classes.begin(); x != classes.end(); ++x) {
      for (auto y = x; y != classes.end(); ++y) {
        if (!timings_.Meet(x->first.timing, y->first.timing)) continue;
        const bool local = x->first.is_local || y->first.is_local;
        bool apart = !local && (x->first.claim.IsApartFrom(y->first.claim) ||
                                hand_over_.AreOrdered(x->first.moment, timings_.RootsAt(x->first.timing),
                                                      y->first.moment, timings_.RootsAt(y->first.timing)));
        if (apart) continue;
        aliasing.Join(x->second, y->second);
        if (!escapes || local) continue;
        escaping.Join(x->second, y->second);
        if (ProtectionsMeet(protections_[x->first.protection], protections_[y->first.protection], object)) continue;
        unlocked.Join(x->second, y->second);
      }
    }
  }
  counts_[2] += aliasing.Count();
  counts_[3] += escaping.Count();
  counts_[4] += unlocked.Count();
  unlocked.ForEach([&](uint32_t a, uint32_t b) { unlocked_.push_back({index, a, b}); });
}

}  // namespace raddle::race
