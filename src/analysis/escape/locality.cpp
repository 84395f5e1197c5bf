#include "escape/locality.h"

#include <algorithm>

namespace raddle::escape {

using program::Call;
using program::Do;
using program::kNoVar;
using program::MethodCode;
using program::Role;
using program::Statement;
using program::Var;

pointer::FieldKey Locality::FieldOf(const Statement& s) {
  return s.what == Do::kLoadElement || s.what == Do::kStoreElement ? pointer::kElements : s.target;
}

Locality::Locality(uint32_t id, const pointer::PointerAnalysis& analysis, const MethodFacts& facts, Mask mask)
    : id_(id),
      analysis_(analysis),
      facts_(facts),
      mask_(mask),
      regions_(facts.code->var_count + 1),
      foreign_(facts.code->var_count),
      mixed_(facts.code->var_count),
      masks_(facts.code->statements.size(), kNotYet),
      local_(facts.code->statements.size()) {
  for (auto& has_asked : has_asked_) has_asked.resize(facts.code->statements.size());
  // What is below a parameter is not known in detail: it is taken for one node, which leads to itself.
  for (uint32_t i = 0; i < facts.code->parameters.size(); ++i) {
    Var p = facts.code->parameters[i];
    if (p == kNoVar || !facts.matters[p]) continue;
    if (!Has(mask, i)) {
      foreign_[p] = true;
      continue;
    }
    Regions::Node below = regions_.Below(p);
    regions_.Unite(below, regions_.Below(below));
  }
}

bool Locality::Relate(const std::vector<Relation>& relations) {
  bool is_news = false;
  for (const Relation& relation : relations) {
    if (std::find(entry_relations_.begin(), entry_relations_.end(), relation) != entry_relations_.end()) continue;
    entry_relations_.push_back(relation);
    const auto& parameters = facts_.code->parameters;
    if (relation.first >= parameters.size() || relation.second >= parameters.size()) continue;
    if (!IsHere(parameters[relation.first]) || !IsHere(parameters[relation.second])) continue;
    Apply(relation, parameters[relation.first], parameters[relation.second]);
    is_news = true;
  }
  return is_news;
}

void Locality::Apply(const Relation& relation, Var first, Var second) {
  switch (relation.kind) {
    case Relation::kSame:
      regions_.Unite(first, second);
      break;
    case Relation::kBelow:
      regions_.Unite(regions_.Below(first), second);
      break;
    case Relation::kMeet:
      regions_.Unite(regions_.Below(first), regions_.Below(second));
      break;
  }
}

void Locality::SetForeign(Var var) {
  if (!Matters(var) || foreign_[var]) return;
  foreign_[var] = true;
  foreign_grew_ = true;
}

void Locality::UniteWith(Var var, Regions::Node region) {
  if (!Matters(var)) return;
  if (foreign_[var] && !mixed_[var]) {
    mixed_[var] = true;
    foreign_grew_ = true;
  }
  regions_.Unite(var, region);
}

const pointer::ObjectSet& Locality::ObjectsOf(Var base) const {
  auto [found, is_new] = facts_.objects.try_emplace(base);
  if (is_new) {
    for (pointer::InstanceId id : analysis_.InstancesOf(method())) {
      analysis_.PointsTo(id, base).ForEach(
          [&](pointer::ObjectId o) { found->second.Insert(analysis_.object(o).root); });
    }
  }
  return found->second;
}

bool Locality::HoldsArray(Var var) const {
  bool holds = false;
  ObjectsOf(var).ForEach([&](pointer::ObjectId o) {
    holds = holds || analysis_.program().types()[analysis_.object(o).type].IsArray();
  });
  return holds;
}

bool Locality::IsStored(World& world, From from, uint32_t at, pointer::FieldKey field, Var base) {
  const bool is_first = !has_asked_[from][at];
  has_asked_[from][at] = true;
  return world.IsStored(id_, from, field, ObjectsOf(base), is_first);
}

// What comes from here is in the region.
void Locality::LoadFrom(World& world, uint32_t at, Var result, Var base, pointer::FieldKey field,
                        Regions::Node region) {
  if (!IsTracked(base)) return SetForeign(result);
  if (IsHere(base) && !analysis_.HasHandle(field) && !IsStored(world, kElsewhere, at, field, base))
    return UniteWith(result, region);
  SetForeign(result);
  if (IsMixed(base) || IsStored(world, kHere, at, field, base)) UniteWith(result, region);
}

// ---- What library calls do

bool Locality::HandsOver(const Call& call) const {
  switch (analysis_.program().model().RoleOf(analysis_.program().types(), call.named, call.name)) {
    case Role::kStart:
    case Role::kSpawn:
    case Role::kAfter:
    case Role::kParallel:
    case Role::kEvents:
      return true;
    default:
      return false;
  }
}

// The library keeps what it is handed, but for the receiver itself.
bool Locality::KeepsArguments(const Call& call) const {
  const auto& model = analysis_.program().model();
  Role role = model.RoleOf(analysis_.program().types(), call.named, call.name);
  bool looks = role == Role::kNone && call.HasReceiver() && model.OnlyReads(call.name);
  return role != Role::kDrops && !looks;
}

bool Locality::Copies(const Call& call) const {
  const auto& types = analysis_.program().types();
  const Role role = analysis_.program().model().RoleOf(types, call.named, call.name);
  return role == Role::kCopies || role == Role::kMakes || (call.name == "clone" && types[call.named].IsArray());
}

bool Locality::Tries(const Call& call) const {
  return analysis_.program().model().RoleOf(analysis_.program().types(), call.named, call.name) == Role::kTries;
}

// Of a string and the like: nothing goes in, nothing comes out but the same.
bool Locality::IsOfValue(const Call& call) const {
  return analysis_.program().model().IsValue(analysis_.program().types(), call.named);
}

// Calls the constructor of an object that nobody can have yet, and that is empty.
bool Locality::Makes(const Call& call) const {
  return call.name == "<init>" && call.arguments[0] != kNoVar && facts_.is_new[call.arguments[0]];
}

// A static method that keeps nothing: what it is handed is at most in its result.
bool Locality::IsPure(const Call& call) const {
  const auto& types = analysis_.program().types();
  Role role = analysis_.program().model().RoleOf(types, call.named, call.name);
  return !call.HasReceiver() && (role == Role::kWraps || role == Role::kPasses || role == Role::kChanges);
}

// ---- Flow-insensitive

void Locality::Unite(World& world) {
  const MethodCode& code = *facts_.code;
  uint64_t version;
  do {
    version = regions_.version();
    foreign_grew_ = false;
    for (uint32_t at = 0; at < code.statements.size(); ++at) {
      const Statement& s = code.statements[at];
      switch (s.what) {
        case Do::kCopy:
        case Do::kCast:
          if (!Matters(s.result) || !Matters(s.value)) break;
          if (foreign_[s.value]) {
            SetForeign(s.result);
          } else if (!foreign_[s.result]) {
            regions_.Unite(s.result, s.value);
          }
          break;
        case Do::kLoad:
        case Do::kLoadElement:
          if (Matters(s.result)) {
            LoadFrom(world, at, s.result, s.base, FieldOf(s),
                     IsTracked(s.base) ? regions_.Child(s.base, FieldOf(s)) : Regions::Node());
          }
          break;
        case Do::kStore:
        case Do::kStoreElement:
          if (!Matters(s.value) || !IsHere(s.base)) break;
          if (foreign_[s.value]) world.Store(kElsewhere, FieldOf(s), ObjectsOf(s.base));
          if (IsTracked(s.value)) {
            world.Store(kHere, FieldOf(s), ObjectsOf(s.base));
            regions_.Unite(s.value, regions_.Child(s.base, FieldOf(s)));
          }
          break;
        case Do::kLoadStatic:
        case Do::kCatch:
          SetForeign(s.result);
          break;
        case Do::kLambda:
          for (Var v : code.lambdas[s.target].implementation.arguments) {
            if (IsHere(v) && IsHere(s.result)) regions_.Unite(regions_.Below(s.result), v);
          }
          break;
        case Do::kCall:
          UniteCall(world, at);
          break;
        case Do::kReturn:
          if (IsTracked(s.value)) regions_.Unite(ResultRoot(), s.value);
          break;
        default:
          break;
      }
    }
  } while (foreign_grew_ || regions_.version() != version);
}

void Locality::UniteCall(World& world, uint32_t at) {
  const Call& call = facts_.code->calls[facts_.code->statements[at].target];
  if (facts_.is_odd[at] || facts_.callbacks.contains(at)) return SetForeign(call.result);
  if (facts_.targets[at].empty() || facts_.is_mixed[at]) UniteLibraryCall(world, at, call);
  if (facts_.targets[at].empty()) return;
  if (masks_[at] == kNotYet) return;
  Callees& callees = CalleesAt(world, at);
  if (callees.version != regions_.version() + 1) {
    callees.version = regions_.version() + 1;
    // What goes into a new object later is not in it yet.
    std::vector<Relation> relations = RelationsOf(call.arguments, Makes(call) ? masks_[at] & ~Mask{1} : masks_[at]);
    if (!relations.empty()) {
      for (MethodId target : facts_.targets[at]) world.Enter(id_, target, masks_[at], relations);
    }
  }
  for (const Summary* callee : callees.summaries) {
    const Summary& summary = *callee;
    if (summary.result_is_foreign) SetForeign(call.result);
    auto var_of = [&](uint32_t root) { return root < call.arguments.size() ? call.arguments[root] : call.result; };
    for (const Relation& relation : summary.relations) {
      Var first = var_of(relation.first), second = var_of(relation.second);
      auto may_hold = [&](Var v) { return v == call.result ? Matters(v) : IsTracked(v); };
      if (!may_hold(first) || !may_hold(second)) continue;
      if (first == call.result || second == call.result) UniteWith(call.result, call.result);
      Apply(relation, first, second);
    }
    if (IsTracked(call.result)) {
      Regions::Node below = regions_.Below(call.result);
      regions_.Unite(below, regions_.Below(below));
    }
  }
}

// Summaries stay where they are, and a method with a mask is always the same one.
Locality::Callees& Locality::CalleesAt(World& world, uint32_t at) {
  auto [found, is_new] = callees_.try_emplace(at);
  Callees& callees = found->second;
  if (is_new || callees.mask != masks_[at]) {
    callees = {.mask = masks_[at]};
    for (MethodId target : facts_.targets[at]) callees.summaries.push_back(&world.Enter(id_, target, masks_[at], {}));
  }
  return callees;
}

void Locality::UniteLibraryCall(World& world, uint32_t at, const Call& call) {
  if (Copies(call)) {
    // The array is new, what is in it is not.
    const Var copied = call.arguments[0];
    if (!Matters(call.result) || !Matters(copied)) return;
    if (foreign_[copied]) world.Store(kElsewhere, pointer::kElements, ObjectsOf(call.result));
    if (IsTracked(copied)) UniteWith(call.result, copied);
    return;
  }
  bool has_receiver = call.HasReceiver();
  bool is_bag = has_receiver && IsHere(call.arguments[0]) && !HandsOver(call);
  if (!is_bag && !IsPure(call)) {
    // list.toArray(array): what is in the list goes there.
    for (size_t i = 1; has_receiver && i < call.arguments.size(); ++i) {
      if (IsHere(call.arguments[i]) && HoldsArray(call.arguments[i]))
        world.Store(kElsewhere, pointer::kElements, ObjectsOf(call.arguments[i]));
    }
    return SetForeign(call.result);
  }
  // A bag: what it holds and what it gives out is of one region with it.
  for (size_t i = has_receiver ? 1 : 0; i < call.arguments.size(); ++i) {
    Var v = call.arguments[i];
    if (!Matters(v) || !KeepsArguments(call)) continue;
    for (From from : {kElsewhere, kHere}) {
      if (from == kHere ? !IsTracked(v) : !foreign_[v]) continue;
      if (has_receiver) {
        world.Store(from, pointer::kElements, ObjectsOf(call.arguments[0]));
      } else if (from == kElsewhere) {
        SetForeign(call.result);
      }
    }
    if (IsTracked(v)) UniteWith(has_receiver ? call.arguments[0] : call.result, v);
  }
  if (has_receiver && Matters(call.result)) {
    LoadFrom(world, at, call.result, call.arguments[0], pointer::kElements, call.arguments[0]);
  }
}

std::vector<Relation> Locality::RelationsOf(const std::vector<Var>& roots, Mask mask) {
  std::vector<Relation> relations;
  auto is_root = [&](uint32_t i) {
    if (!Has(mask, i) || roots[i] == kNoVar) return false;
    return roots[i] == ResultRoot() || IsHere(roots[i]);
  };
  auto is_below = [&](Regions::Node a, Regions::Node b) {  // strictly
    Regions::Node wanted = regions_.Find(b);
    for (Regions::Node node : regions_.From(a)) {
      std::vector<Regions::Node> children = regions_.ChildrenOf(node);
      if (std::find(children.begin(), children.end(), wanted) != children.end()) return true;
    }
    return false;
  };
  for (uint32_t i = 0; i < roots.size(); ++i) {
    if (!is_root(i)) continue;
    for (uint32_t j = 0; j < roots.size(); ++j) {
      if (!is_root(j)) continue;
      if (is_below(roots[i], roots[j])) relations.push_back({Relation::kBelow, i, j});
      if (j <= i) continue;
      if (regions_.Find(roots[i]) == regions_.Find(roots[j])) {
        relations.push_back({Relation::kSame, i, j});
        continue;
      }
      std::vector<Regions::Node> a = regions_.From(roots[i]), b = regions_.From(roots[j]);
      bool meet = std::any_of(a.begin(), a.end(), [&](auto n) { return std::find(b.begin(), b.end(), n) != b.end(); });
      if (meet) relations.push_back({Relation::kMeet, i, j});
    }
  }
  return relations;
}

bool Locality::Solve(World& world) {
  if (facts_.code->blocks.empty()) return false;
  Summary before = summary_;
  do {
    Unite(world);
  } while (Flow(world));
  std::vector<Var> roots = facts_.code->parameters;
  roots.push_back(ResultRoot());
  Mask mask = mask_;
  for (uint32_t i = 0; i + 1 < roots.size() && i < 32; ++i) {
    if (!IsHere(roots[i])) mask &= ~(Mask{1} << i);
  }
  if (roots.size() <= 32) mask |= Mask{1} << (roots.size() - 1);
  for (const Relation& relation : RelationsOf(roots, mask)) {
    auto& all = summary_.relations;
    if (std::find(all.begin(), all.end(), relation) == all.end()) all.push_back(relation);
  }
  return before.gives != summary_.gives || before.gives_below != summary_.gives_below ||
         before.result_is_foreign != summary_.result_is_foreign || before.relations.size() != summary_.relations.size();
}

}  // namespace raddle::escape
