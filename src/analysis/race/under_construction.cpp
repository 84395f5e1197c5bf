#include "race/under_construction.h"

#include <algorithm>

#include "race/holding.h"
#include "race/plain_call.h"

namespace raddle::race {

using pointer::CallEdge;
using pointer::EdgeKind;
using program::Call;
using program::Do;
using program::kNoVar;
using program::MethodCode;
using program::Statement;
using program::Var;

namespace {

constexpr size_t kMostDuring = 10'000;     // methods that a constructor calls
constexpr size_t kMostPlaces = 2'000;      // variables that one is followed through
constexpr size_t kMostSteps = 20'000'000;  // in all; beyond that every object is early

}  // namespace

bool UnderConstruction::IsBuilding(InstanceId instance, Var base) const {
  const MethodCode& code = *analysis_[instance].code;
  return base != kNoVar && !code.IsStatic() && code.parameters[0] == base &&
         analysis_.program().types().NameOf(code.method) == "<init>";
}

bool UnderConstruction::GetsLate(InstanceId instance, Var var, ObjectId object) {
  if (var == kNoVar || steps_ > kMostSteps) return false;
  (void)YoungOf(object);
  Young& young = young_.at(object);
  return !young.gives_up && !IsEarly(young, {{instance, var}});
}

// ---- What a constructor leaves where

const UnderConstruction::Young& UnderConstruction::YoungOf(ObjectId object) {
  auto [found, is_new] = young_.try_emplace(object);
  Young& young = found->second;
  if (!is_new) return young;
  const auto& types = analysis_.program().types();
  std::vector<InstanceId> entries, during;
  for (MethodId method : types[analysis_.object(object).type].methods) {
    if (types.NameOf(method) != "<init>") continue;
    for (InstanceId id : analysis_.InstancesOf(method)) {
      if (analysis_.PointsTo(id, analysis_[id].code->parameters[0]).Contains(object)) entries.push_back(id);
    }
  }
  young.gives_up = entries.empty();
  if (!young.gives_up) FindParts(young, object, entries, during);
  for (InstanceId id : during) {
    if (!young.gives_up) FindLeft(young, id);
  }
  return young;
}

void UnderConstruction::FindParts(Young& young, ObjectId object, const std::vector<InstanceId>& entries,
                                  std::vector<InstanceId>& during) {
  std::unordered_set<InstanceId> reached(entries.begin(), entries.end());
  during = entries;
  for (size_t i = 0; i < during.size(); ++i) {
    for (uint32_t e : threads_.CallsFrom(during[i])) {
      InstanceId callee = analysis_.edges()[e].callee;
      if (reached.insert(callee).second) during.push_back(callee);
    }
    if (during.size() > kMostDuring) {
      young.gives_up = true;
      return;
    }
  }
  steps_ += during.size();
  // Those that are called by nobody else.
  std::unordered_set<InstanceId> only = reached;
  std::vector<InstanceId> out;
  auto is_called_by_others = [&](InstanceId id) {
    if (std::find(entries.begin(), entries.end(), id) != entries.end()) return false;
    const auto& calls = threads_.CallsTo(id);
    return calls.empty() || std::any_of(calls.begin(), calls.end(),
                                        [&](uint32_t e) { return !only.contains(analysis_.edges()[e].caller); });
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (InstanceId id : during) {
      if (only.contains(id) && is_called_by_others(id)) changed = only.erase(id) > 0;
    }
  }
  young.parts.Insert(object);
  for (pointer::ObjectId o = 0; o < analysis_.object_count(); ++o) {
    const auto& makers = analysis_.MadeBy(o);
    bool is_part = !makers.empty() && std::all_of(makers.begin(), makers.end(),
                                                  [&](const auto& maker) { return only.contains(maker.first); });
    if (is_part) young.parts.Insert(o);
  }
  steps_ += analysis_.object_count();
}

void UnderConstruction::FindLeft(Young& young, InstanceId id) const {
  const MethodCode& code = *analysis_[id].code;
  for (uint32_t at = 0; at < code.statements.size(); ++at) {
    const Statement& s = code.statements[at];
    if (s.what == Do::kCall) LeaveInLibrary(young, id, at, code.calls[s.target]);
    if (!s.IsWrite() || s.value == kNoVar || !analysis_.PointsTo(id, s.value).Intersects(young.parts)) continue;
    if (s.what == Do::kStoreStatic) {
      young.left_in_statics.insert(s.Field());
      continue;
    }
    if (s.base == kNoVar) continue;
    analysis_.PointsTo(id, s.base).ForEach([&](ObjectId holder) {
      if (!young.parts.Contains(holder)) young.left_in.insert(Key(holder, FieldKeyOf(s)));
    });
  }
}

void UnderConstruction::LeaveInLibrary(Young& young, InstanceId id, uint32_t at, const Call& call) const {
  if (call.resolved && analysis_.program().IsAnalysed(call.resolved)) return;
  const size_t first = call.HasReceiver() ? 1 : 0;
  const bool hands =
      std::any_of(call.arguments.begin() + static_cast<std::ptrdiff_t>(first), call.arguments.end(),
                  [&](Var v) { return v != kNoVar && analysis_.PointsTo(id, v).Intersects(young.parts); });
  if (!hands || RunsPlainly(analysis_, threads_, id, at)) return;
  if (first == 0) {
    // What a static method returns has it; if it returns nothing, it keeps it who knows where.
    young.gives_up |= call.result == kNoVar;
    return;
  }
  if (call.arguments[0] == kNoVar) return;
  analysis_.PointsTo(id, call.arguments[0]).ForEach([&](ObjectId holder) {
    ObjectId bag = analysis_.object(holder).root;
    if (!young.parts.Contains(bag)) young.left_in.insert(Key(bag, pointer::kElements));
  });
}

// ---- Where a variable has its value from

bool UnderConstruction::IsEarly(Young& young, std::vector<Place> pending) {
  std::unordered_set<uint64_t> seen;
  while (!pending.empty()) {
    Place place = pending.back();
    pending.pop_back();
    const uint64_t key = Key(place.first.value(), place.second);
    if (young.late.contains(key) || !analysis_.PointsTo(place.first, place.second).Intersects(young.parts)) continue;
    if (!seen.insert(key).second) continue;
    ++steps_;
    if (seen.size() > kMostPlaces || Follow(young, place, pending)) return true;
  }
  young.late.insert(seen.begin(), seen.end());
  return false;
}

bool UnderConstruction::Follow(Young& young, const Place& place, std::vector<Place>& pending) {
  auto [id, var] = place;
  const MethodCode& code = *analysis_[id].code;
  for (uint32_t i = 0; i < code.parameters.size(); ++i) {
    if (code.parameters[i] == var && FollowParameter(young, id, i, pending)) return true;
  }
  for (uint32_t at : definitions_.Of(code)[var]) {
    const Statement& s = code.statements[at];
    switch (s.what) {
      case Do::kCopy:
      case Do::kCast:
        if (s.value != kNoVar) pending.push_back({id, s.value});
        break;
      case Do::kLoad:
      case Do::kLoadElement:
        if (s.base != kNoVar && FollowLoad(young, {id, s.base}, FieldKeyOf(s), pending)) return true;
        break;
      case Do::kLoadStatic:
        if (young.left_in_statics.contains(s.Field())) return true;
        break;
      case Do::kCall:
        if (FollowCall(young, id, at, pending)) return true;
        break;
      case Do::kCatch:
        return true;
      default:  // made here
        break;
    }
  }
  return false;
}

bool UnderConstruction::FollowLoad(const Young& young, const Place& base, uint32_t field,
                                   std::vector<Place>& pending) const {
  bool is_early = false, is_of_part = false;
  analysis_.PointsTo(base.first, base.second).ForEach([&](ObjectId holder) {
    is_of_part |= young.parts.Contains(holder);
    is_early |= young.left_in.contains(Key(holder, field));
  });
  if (is_of_part) pending.push_back(base);
  return is_early;
}

bool UnderConstruction::FollowCall(const Young& young, InstanceId id, uint32_t at, std::vector<Place>& pending) const {
  const MethodCode& code = *analysis_[id].code;
  for (uint32_t e : threads_.CallsFrom(id)) {
    const CallEdge& edge = analysis_.edges()[e];
    if (edge.statement != at) continue;
    for (const Statement& s : analysis_[edge.callee].code->statements) {
      if (s.what == Do::kReturn && s.value != kNoVar) pending.push_back({edge.callee, s.value});
    }
  }
  const Call& call = code.calls[code.statements[at].target];
  if (call.resolved && analysis_.program().IsAnalysed(call.resolved)) return false;
  // The library gives out what it was handed, now or before.
  bool is_early = false;
  for (Var v : call.arguments) {
    if (v == kNoVar) continue;
    pending.push_back({id, v});
    analysis_.PointsTo(id, v).ForEach([&](ObjectId holder) {
      const ObjectId bag = analysis_.object(holder).root;
      is_early |= young.left_in.contains(Key(bag, pointer::kElements));
      for (const auto& [field, node] : analysis_.solver().FieldsOf(bag)) {
        if (field != pointer::kWrapped) continue;
        analysis_.solver().PointsTo(node).ForEach(
            [&](ObjectId inner) { is_early |= young.left_in.contains(Key(inner, pointer::kElements)); });
      }
    });
  }
  return is_early;
}

bool UnderConstruction::FollowParameter(Young& young, InstanceId id, uint32_t parameter, std::vector<Place>& pending) {
  if (starts_.empty()) {
    for (const threads::Root& root : threads_.roots()) {
      for (InstanceId entry : root.entries) {
        if (root.kind == threads::RootKind::kOutside) {
          entries_.insert(entry);
        } else if (root.kind != threads::RootKind::kMain && root.kind != threads::RootKind::kInitialiser) {
          starts_[entry] = true;
        }
        starts_.try_emplace(entry, false);
      }
    }
  }
  auto start = starts_.find(id);
  if (start != starts_.end() && start->second) return true;
  if (entries_.contains(id) && CallersGetEarly(young)) return true;
  for (uint32_t e : threads_.CallsTo(id)) {
    const CallEdge& edge = analysis_.edges()[e];
    const MethodCode& caller = *analysis_[edge.caller].code;
    if (!IsPlainCall(analysis_, edge)) {
      // The library calls it with what it holds, or with what it was just handed.
      const Statement& s = caller.statements[edge.statement];
      if (s.what != Do::kCall || edge.lambda != pointer::kNoNode) return true;
      const Call& call = caller.calls[s.target];
      if (call.resolved && analysis_.program().IsAnalysed(call.resolved)) return true;
      if (FollowCall(young, edge.caller, edge.statement, pending)) return true;
      continue;
    }
    Var argument = caller.calls[caller.statements[edge.statement].target].arguments[parameter];
    if (argument != kNoVar) pending.push_back({edge.caller, argument});
  }
  return false;
}

// A method that callers call returns one that it found where the constructor left it.
bool UnderConstruction::CallersGetEarly(Young& young) {
  if (young.callers != Young::kUnknown) return young.callers == Young::kEarly;
  young.callers = Young::kLate;  // while that is being found out: what callers have, they got by a return
  std::vector<Place> returned;
  for (InstanceId entry : entries_) {
    for (const Statement& s : analysis_[entry].code->statements) {
      if (s.what == Do::kReturn && s.value != kNoVar) returned.push_back({entry, s.value});
    }
  }
  for (const Place& place : returned) {
    if (!IsEarly(young, {place})) continue;
    young.callers = Young::kEarly;
    young.late.clear();
    return true;
  }
  return false;
}

}  // namespace raddle::race
