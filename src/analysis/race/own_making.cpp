#include "race/own_making.h"

#include <algorithm>
#include <string_view>

#include "race/holding.h"
#include "race/plain_call.h"

namespace raddle::race {

using pointer::CallEdge;
using pointer::EdgeKind;
using pointer::FieldKey;
using pointer::ObjectKind;
using program::Call;
using program::Do;
using program::kNoVar;
using program::MethodCode;
using program::Statement;
using program::Var;

namespace {

constexpr uint64_t kMostUses = 3'000'000;   // of all objects; beyond that nothing is claimed
constexpr uint64_t kMostSteps = 100'000'000;  // from values to where they are from, in all

}  // namespace

size_t OwnMaking::ItemHash::operator()(const Item& item) const {
  return pointer::QuadHash()({item.instance.value(), item.var, item.object, item.is_within});
}

OwnMaking::OwnMaking(const PointerAnalysis& analysis, const threads::ThreadModel& threads)
    : analysis_(analysis), threads_(threads) {
  for (const threads::Root& root : threads.roots()) {
    gives_up_ |= root.kind == threads::RootKind::kOutside;
    starts_.insert(root.entries.begin(), root.entries.end());
  }
  if (gives_up_) return;
  for (ObjectId o = 0; o < analysis.object_count(); ++o) {
    wrapped_.Unite(HeldIn(analysis_, o, pointer::kWrapped));
    const ObjectId root = analysis.object(o).root;
    if (root == o) continue;
    views_[root].Insert(root);
    views_[root].Insert(o);
  }
  FindUses();
}

void OwnMaking::FindUses() {
  for (const CallEdge& edge : analysis_.edges()) {
    const bool is_elsewhere = edge.kind == EdgeKind::kParallel || edge.kind == EdgeKind::kSpawn;
    if (is_elsewhere && edge.caller) run_elsewhere_[Key(edge.caller.value(), edge.statement)].push_back(edge.callee);
  }
  for (uint32_t i = 0; i < analysis_.instances().size() && !gives_up_; ++i) {
    const InstanceId id(i);
    const MethodCode& code = *analysis_[id].code;
    // What reads keeps nothing but what it has functions of ours make: stream.map(...).
    std::unordered_set<uint32_t> with_functions;
    for (uint32_t e : threads_.CallsFrom(id)) {
      const CallEdge& edge = analysis_.edges()[e];
      if (edge.lambda != pointer::kNoNode || !IsPlainCall(analysis_, edge)) with_functions.insert(edge.statement);
    }
    for (uint32_t at = 0; at < code.statements.size(); ++at) {
      const Statement& s = code.statements[at];
      if ((s.what == Do::kStore || s.what == Do::kStoreElement) && s.base != kNoVar && s.value != kNoVar) {
        analysis_.PointsTo(id, s.base).ForEach([&](ObjectId holder) {
          stores_[Key(holder, FieldKeyOf(s))].push_back({id, at});
          ++steps_;
        });
      }
      if (s.what != Do::kCall) continue;
      const Call& call = code.calls[s.target];
      if (call.resolved && analysis_.program().IsAnalysed(call.resolved)) continue;
      const bool takes_in = with_functions.contains(at) || run_elsewhere_.contains(Key(i, at)) ||
                            (!analysis_.program().model().OnlyReads(call.name) && !call.name.starts_with("remove"));
      for (size_t p = 0; p < call.arguments.size(); ++p) {
        if (call.arguments[p] == kNoVar || (p == 0 && call.HasReceiver() && !takes_in)) continue;
        analysis_.PointsTo(id, call.arguments[p]).ForEach([&](ObjectId object) {
          puts_[analysis_.object(object).root].push_back({id, at});
          ++steps_;
        });
      }
    }
    gives_up_ |= steps_ > kMostUses;
  }
  steps_ = 0;
}

bool OwnMaking::Holds(InstanceId instance, Var var, ObjectId object) const {
  return var != kNoVar && Contains(analysis_.PointsTo(instance, var), object);
}

bool OwnMaking::Contains(const ObjectSet& set, ObjectId object) const {
  auto views = views_.find(object);
  return views == views_.end() ? set.Contains(object) : set.Intersects(views->second);
}

bool OwnMaking::Is(InstanceId instance, Var var, ObjectId object) {
  if (gives_up_ || var == kNoVar || object == kStatics) return false;
  const Item asked = {instance, var, analysis_.object(object).root};
  // What is behind a wrapper is accessed without being held.
  if (!Holds(asked.instance, asked.var, asked.object)) return false;
  if (auto known = known_.find(asked); known != known_.end()) return known->second;
  std::unordered_map<Item, Items, ItemHash> users;  // of what was seen: what is from there
  Items pending = {asked}, from;
  users[asked];
  // The nearest first: what is another's mostly shows soon.
  for (size_t at = 0; at < pending.size(); ++at) {
    const Item item = pending[at];
    if (known_.contains(item)) continue;
    from.clear();
    bool is_own = ++steps_ <= kMostSteps && (item.is_within ? FollowContents(item, from) : Follow(item, from));
    steps_ += from.size();
    for (size_t i = 0; i < from.size() && is_own; ++i) {
      const Item& next = from[i];
      if (!next.is_within && !Holds(next.instance, next.var, next.object)) continue;
      auto known = known_.find(next);
      is_own = known == known_.end() || known->second;
      if (known != known_.end()) continue;
      auto [seen, is_new] = users.try_emplace(next);
      seen->second.push_back(item);
      if (is_new) pending.push_back(next);
    }
    if (is_own) continue;
    // Nor is what is from there.
    Items others = {item};
    while (!others.empty()) {
      const Item other = others.back();
      others.pop_back();
      if (!known_.try_emplace(other, false).second) continue;
      const Items& of = users.at(other);
      others.insert(others.end(), of.begin(), of.end());
    }
    if (known_.contains(asked)) return false;
  }
  for (const auto& [item, of] : users) known_.try_emplace(item, true);
  return true;
}

bool OwnMaking::Follow(const Item& item, Items& from) {
  // What stands for many, whoever made them, is nobody's own.
  const pointer::Object& object = analysis_.object(item.object);
  if (object.kind == ObjectKind::kValue || object.kind == ObjectKind::kClass) return false;
  if (analysis_.MadeBy(item.object).empty()) return false;
  const MethodCode& code = *analysis_[item.instance].code;
  for (uint32_t i = 0; i < code.parameters.size(); ++i) {
    if (code.parameters[i] == item.var && !FollowParameter(item, i, from)) return false;
  }
  for (uint32_t at : definitions_.Of(code)[item.var]) {
    const Statement& s = code.statements[at];
    switch (s.what) {
      case Do::kNew:
      case Do::kLambda:
        break;
      case Do::kCopy:
      case Do::kCast:
        from.push_back({item.instance, s.value, item.object});
        break;
      case Do::kLoad:
      case Do::kLoadElement:
        if (!FollowLoad(item, s.base, FieldKeyOf(s), from)) return false;
        break;
      case Do::kCall:
        if (!FollowCall(item, at, from)) return false;
        break;
      default:
        return false;
    }
  }
  return true;
}

bool OwnMaking::FollowParameter(const Item& item, uint32_t parameter, Items& from) {
  if (starts_.contains(item.instance) || threads_.CallsTo(item.instance).empty()) return false;
  for (uint32_t e : threads_.CallsTo(item.instance)) {
    const CallEdge& edge = analysis_.edges()[e];
    if (!IsPlainCall(analysis_, edge)) return false;
    const MethodCode& caller = *analysis_[edge.caller].code;
    from.push_back(
        {edge.caller, caller.calls[caller.statements[edge.statement].target].arguments[parameter], item.object});
  }
  return true;
}

bool OwnMaking::FollowLoad(const Item& item, Var base, FieldKey field, Items& from) {
  if (base == kNoVar) return false;
  bool is_own = true;
  analysis_.PointsTo(item.instance, base).ForEach([&](ObjectId holder) {
    const ObjectId root = analysis_.object(holder).root;
    if (!Contains(HeldIn(analysis_, root, field), item.object)) return;
    from.push_back({item.instance, base, root});
    is_own = is_own && FollowStores(root, field, item.object, from);
    if (field == pointer::kElements) is_own = is_own && FollowPuts(root, item.object, from);
  });
  return is_own;
}

bool OwnMaking::FollowStores(ObjectId holder, FieldKey field, ObjectId object, Items& from) {
  if (analysis_.HasHandle(field)) return false;
  auto found = stores_.find(Key(holder, field));
  if (found == stores_.end()) return field == pointer::kElements;  // else it was stored in a way that is not known
  for (const auto& [id, at] : found->second) {
    const Statement& s = analysis_[id].code->statements[at];
    if (!Holds(id, s.value, object)) continue;
    from.push_back({id, s.base, holder});
    from.push_back({id, s.value, object});
  }
  return true;
}

// ---- The library

bool OwnMaking::IsThreadLocal(ObjectId bag) const {
  return analysis_.program().types()[analysis_.object(bag).type].name == "java/lang/ThreadLocal";
}

bool OwnMaking::FollowReturns(InstanceId id, uint32_t at, ObjectId object, Items& from) {
  bool runs_ours = false;
  for (uint32_t e : threads_.CallsFrom(id)) {
    const CallEdge& edge = analysis_.edges()[e];
    if (edge.statement != at) continue;
    runs_ours = true;
    for (const Statement& s : analysis_[edge.callee].code->statements) {
      if (s.what == Do::kReturn) from.push_back({edge.callee, s.value, object});
    }
  }
  return runs_ours;
}

// Other threads return such an object in the course of the call.
bool OwnMaking::IsMadeElsewhere(InstanceId id, uint32_t at, ObjectId object) const {
  auto found = run_elsewhere_.find(Key(id.value(), at));
  return found != run_elsewhere_.end() && std::any_of(found->second.begin(), found->second.end(), [&](InstanceId run) {
           return Contains(analysis_.solver().PointsTo(analysis_[run].result), object);
         });
}

bool OwnMaking::FollowCall(const Item& item, uint32_t at, Items& from) {
  const MethodCode& code = *analysis_[item.instance].code;
  const Call& call = code.calls[code.statements[at].target];
  const bool runs_ours = FollowReturns(item.instance, at, item.object, from);
  if (runs_ours && call.resolved && analysis_.program().IsAnalysed(call.resolved))
    return true;  // else it is the library's, or native
  const auto& makers = analysis_.MadeBy(item.object);
  if (std::find(makers.begin(), makers.end(), Use{item.instance, at}) != makers.end()) return true;
  // The library gives out what it is handed, and what that holds; or something that is anybody's (Enum.valueOf).
  bool is_known = runs_ours;
  for (Var v : call.arguments) {
    if (v == kNoVar) continue;
    is_known = is_known || Holds(item.instance, v, item.object) || HasWithin(item.instance, v, item.object);
    from.push_back({item.instance, v, item.object});
    from.push_back({item.instance, v, item.object, true});
  }
  return is_known;
}

bool OwnMaking::HasWithin(InstanceId instance, Var var, ObjectId object) const {
  bool has = false;
  analysis_.PointsTo(instance, var).ForEach([&](ObjectId holder) {
    has = has || Contains(HeldIn(analysis_, analysis_.object(holder).root, pointer::kElements), object);
  });
  return has;
}

bool OwnMaking::FollowContents(const Item& item, Items& from) {
  bool is_own = true;
  analysis_.PointsTo(item.instance, item.var).ForEach([&](ObjectId holder) {
    const ObjectId bag = analysis_.object(holder).root;
    if (!HeldIn(analysis_, bag, pointer::kWrapped).empty()) is_own = false;
    if (!is_own || !Contains(HeldIn(analysis_, bag, pointer::kElements), item.object)) return;
    if (!IsThreadLocal(bag)) from.push_back({item.instance, item.var, bag});
    is_own = FollowStores(bag, pointer::kElements, item.object, from) && FollowPuts(bag, item.object, from);
  });
  return is_own;
}

// A new one is empty, a copy of an array has what that has. One that the library makes otherwise is not followed: a
// ThreadLocal that an initial value can be computed for.
bool OwnMaking::FollowMakers(ObjectId bag, ObjectId object, Items& from) {
  const auto& makers = analysis_.MadeBy(bag);
  for (const auto& [id, at] : makers) {
    const MethodCode& code = *analysis_[id].code;
    const Statement& s = code.statements[at];
    if (s.what == Do::kNew) continue;
    if (s.what != Do::kCall || !IsCopy(code.calls[s.target])) return false;
    from.push_back({id, code.calls[s.target].arguments[0], object, true});
  }
  return !makers.empty();
}

bool OwnMaking::IsCopy(const Call& call) const {
  const auto& types = analysis_.program().types();
  if (call.arguments.empty() || call.arguments[0] == kNoVar) return false;
  return (call.name == "clone" && types[call.named].IsArray()) ||
         analysis_.program().model().RoleOf(types, call.named, call.name) == program::Role::kCopies;
}

// Calls that put such an object into the bag, from wherever it is in the call.
bool OwnMaking::FollowPuts(ObjectId bag, ObjectId object, Items& from) {
  const bool is_thread_local = IsThreadLocal(bag);
  if (wrapped_.Contains(bag) || (!is_thread_local && !IsFilledByCalls(analysis_, bag))) return false;
  if (!FollowMakers(bag, object, from)) return false;
  auto found = puts_.find(bag);
  if (found == puts_.end()) return true;
  for (const auto& [id, at] : found->second) {
    const MethodCode& code = *analysis_[id].code;
    const Call& call = code.calls[code.statements[at].target];
    // A ThreadLocal does nothing to what it is handed.
    if (!is_thread_local && analysis_.program().types()[call.named].name == "java/lang/ThreadLocal") continue;
    FollowReturns(id, at, object, from);
    if (IsMadeElsewhere(id, at, object)) return false;
    for (Var v : call.arguments) {
      if (v == kNoVar) continue;
      const bool is_bag = Holds(id, v, bag);
      if (is_bag && !is_thread_local) from.push_back({id, v, bag});
      if (Holds(id, v, object)) from.push_back({id, v, object});
      from.push_back({id, v, object, true});
    }
  }
  return true;
}

}  // namespace raddle::race
