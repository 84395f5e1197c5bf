#include "race/from_others.h"

#include <algorithm>
#include <unordered_set>

#include "race/holding.h"
#include "race/plain_call.h"

namespace raddle::race {

using pointer::CallEdge;
using pointer::EdgeKind;
using pointer::ObjectKind;
using program::Call;
using program::Do;
using program::kNoVar;
using program::MethodCode;
using program::Statement;
using threads::RootKind;

namespace {

constexpr uint64_t kMostSteps = 3'000'000;  // objects looked at; beyond that nothing is claimed

}  // namespace

FromOthers::FromOthers(const PointerAnalysis& analysis, const threads::ThreadModel& threads, const ObjectSet& escaping,
                       const Lenders& lenders)
    : analysis_(analysis), threads_(threads), escaping_(escaping), lenders_(lenders), got_(threads.roots().size()) {
  for (const threads::Root& root : threads.roots()) gives_up_ |= root.kind == RootKind::kOutside;
  if (gives_up_) return;
  for (ObjectId o = 0; o < analysis.object_count(); ++o) {
    wrapped_.Unite(HeldIn(analysis_, o, pointer::kWrapped));
    if (analysis.object(o).root != o) views_[analysis.object(o).root].Insert(o);
  }
  FindStores();
  for (RootId r = 0; r < got_.size(); ++r) {
    const threads::Root& root = threads.roots()[r];
    if (root.kind == RootKind::kMain || root.kind == RootKind::kInitialiser) continue;
    for (InstanceId entry : root.entries) {
      for (program::Var p : analysis[entry].code->parameters) {
        if (p != kNoVar) got_[r].Unite(analysis.PointsTo(entry, p));
      }
    }
  }
  for (bool changed = true; changed && !gives_up_;) {
    changed = false;
    for (uint32_t i = 0; i < analysis.instances().size() && !gives_up_; ++i) {
      for (RootId root : threads.RootsOf(InstanceId(i))) changed |= Visit(root, InstanceId(i));
    }
  }
}

bool FromOthers::MayGet(RootId root, ObjectId id) const {
  if (gives_up_ || id == kStatics) return true;
  // What stands for many, whoever made them, is nobody's own.
  const pointer::Object& object = analysis_.object(id);
  if (object.kind == ObjectKind::kValue || object.kind == ObjectKind::kClass) return true;
  if (analysis_.MadeBy(object.root).empty()) return true;
  if (got_[root].Contains(id) || got_[root].Contains(object.root)) return true;
  // Who has an iterator has what it goes over.
  auto views = views_.find(id);
  return views != views_.end() && got_[root].Intersects(views->second);
}

// Who stores into which fields of objects that escape.
void FromOthers::FindStores() {
  for (uint32_t i = 0; i < analysis_.instances().size(); ++i) {
    const auto& roots = threads_.RootsOf(InstanceId(i));
    const MethodCode& code = *analysis_.instances()[i].code;
    for (const Statement& s : code.statements) {
      if (s.what == Do::kCall) FindUses(InstanceId(i), code.calls[s.target]);
      if ((s.what != Do::kStore && s.what != Do::kStoreElement) || s.base == kNoVar || s.value == kNoVar) continue;
      analysis_.PointsTo(InstanceId(i), s.base).ForEach([&](ObjectId object) {
        if (!escaping_.Contains(object)) return;
        std::vector<RootId>& storers = storers_[Key(object, FieldKeyOf(s))];
        for (RootId root : roots) {
          if (std::find(storers.begin(), storers.end(), root) == storers.end()) storers.push_back(root);
        }
        ++steps_;
      });
    }
  }
  gives_up_ |= steps_ > kMostSteps;
}

// Who has the library put things into which collections and arrays that escape.
void FromOthers::FindUses(InstanceId id, const Call& call) {
  if (call.resolved && analysis_.program().IsAnalysed(call.resolved)) return;
  const bool takes_in = !analysis_.program().model().OnlyReads(call.name) && !call.name.starts_with("remove");
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    program::Var v = call.arguments[i];
    if (v == kNoVar || (i == 0 && call.HasReceiver() && !takes_in)) continue;
    analysis_.PointsTo(id, v).ForEach([&](ObjectId object) {
      ObjectId bag = analysis_.object(object).root;
      if (!escaping_.Contains(bag) || !IsFilledByCalls(bag)) return;
      std::vector<RootId>& users = users_[bag];
      for (RootId root : threads_.RootsOf(id)) {
        if (std::find(users.begin(), users.end(), root) == users.end()) users.push_back(root);
      }
      ++steps_;
    });
  }
}

// Not what a wrapper is around, and nothing whose code is read.
bool FromOthers::IsFilledByCalls(ObjectId bag) const {
  const bool is_ours = !analysis_.program().types()[analysis_.object(bag).type].IsArray() &&
                       (wrapped_.Contains(bag) || analysis_.program().IsAnalysed(analysis_.object(bag).type));
  return !is_ours && race::IsFilledByCalls(analysis_, bag);
}

bool FromOthers::Visit(RootId root, InstanceId id) {
  const MethodCode& code = *analysis_[id].code;
  bool changed = false;
  for (uint32_t at = 0; at < code.statements.size(); ++at) {
    const Statement& s = code.statements[at];
    switch (s.what) {
      case Do::kLoadStatic:
        if (s.result != kNoVar) changed |= got_[root].Unite(analysis_.PointsTo(id, s.result));
        break;
      case Do::kLoad:
      case Do::kLoadElement:
        if (s.result != kNoVar && s.base != kNoVar) changed |= VisitLoad(root, id, s, FieldKeyOf(s));
        break;
      case Do::kCall:
        changed |= VisitLibraryCall(root, id, at, code.calls[s.target]);
        break;
      default:
        break;
    }
  }
  for (uint32_t e : threads_.CallsFrom(id)) changed |= VisitCallback(root, analysis_.edges()[e]);
  gives_up_ |= steps_ > kMostSteps;
  return changed;
}

bool FromOthers::VisitLoad(RootId root, InstanceId id, const Statement& s, uint32_t field) {
  bool changed = false;
  analysis_.PointsTo(id, s.base).ForEach([&](ObjectId object) {
    ++steps_;
    bool is_foreign = field == pointer::kElements ? IsOpen(root, object) : MayGet(root, object);
    if (!is_foreign && field != pointer::kElements && escaping_.Contains(object)) {
      auto storers = storers_.find(Key(object, field));
      is_foreign =
          analysis_.HasHandle(field) ||
          (storers != storers_.end() && std::any_of(storers->second.begin(), storers->second.end(), [&](RootId other) {
             return other != root && MayGet(other, object);
           }));
    }
    if (is_foreign) changed |= lenders_.AddNotLent(object, HeldIn(analysis_, object, field), got_[root]);
  });
  return changed;
}

bool FromOthers::IsMadeAt(ObjectId object, InstanceId instance, uint32_t statement) const {
  const auto& makers = analysis_.MadeBy(analysis_.object(object).root);
  return std::find(makers.begin(), makers.end(), std::pair{instance, statement}) != makers.end();
}

// Others may have put things into it.
bool FromOthers::IsOpen(RootId root, ObjectId object) const {
  const ObjectId bag = analysis_.object(object).root;
  if (MayGet(root, object) || analysis_.object(bag).is_filled) return true;
  if (!escaping_.Contains(object) && !escaping_.Contains(bag)) return false;
  if (!IsFilledByCalls(bag)) return true;
  auto has_it = [&](RootId other) { return other != root && MayGet(other, bag); };
  auto users = users_.find(bag);
  if (users != users_.end() && std::any_of(users->second.begin(), users->second.end(), has_it)) return true;
  auto storers = storers_.find(Key(bag, pointer::kElements));
  return storers != storers_.end() && std::any_of(storers->second.begin(), storers->second.end(), has_it);
}

// Something of the library takes part in the call that others may have put things into.
bool FromOthers::IsOpenToOthers(RootId root, InstanceId id, const Call& call) const {
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    if (call.arguments[i] == kNoVar) continue;
    bool is_receiver = i == 0 && call.HasReceiver();
    bool is_open = false;
    analysis_.PointsTo(id, call.arguments[i]).ForEach([&](ObjectId object) {
      // A string or a number holds nothing.
      const auto& program = analysis_.program();
      if (program.model().IsValue(program.types(), analysis_.object(object).type)) return;
      bool is_bag = is_receiver || !analysis_.program().IsAnalysed(analysis_.object(object).type);
      is_open = is_open || (is_bag ? IsOpen(root, object) : MayGet(root, object));
    });
    if (is_open) return true;
  }
  return false;
}

// What the receiver holds can come out of it: there is a result, or something else of the library for it to go to.
bool FromOthers::GivesOut(InstanceId id, const Call& call) const {
  if (call.result != kNoVar) return true;
  auto& program = analysis_.program();
  bool has_place = false;
  for (size_t i = 1; i < call.arguments.size(); ++i) {
    if (call.arguments[i] == kNoVar) continue;
    analysis_.PointsTo(id, call.arguments[i]).ForEach([&](ObjectId object) {
      const ClassId type = analysis_.object(object).type;
      has_place = has_place || (!program.IsAnalysed(type) && !program.model().IsValue(program.types(), type));
    });
  }
  return has_place;
}

// The library may move what it holds from one of its objects to another, and give it out.
bool FromOthers::VisitLibraryCall(RootId root, InstanceId id, uint32_t at, const Call& call) {
  if (call.resolved && analysis_.program().IsAnalysed(call.resolved)) return false;
  if (RunsPlainly(analysis_, threads_, id, at)) return false;
  bool changed = false;
  auto get_contents = [&](ObjectId object) {
    changed |= lenders_.AddNotLent(object, HeldIn(analysis_, object, pointer::kElements), got_[root]);
  };
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    program::Var v = call.arguments[i];
    if (v == kNoVar || (i == 0 && call.HasReceiver() && !GivesOut(id, call))) continue;
    analysis_.PointsTo(id, v).ForEach([&](ObjectId object) {
      ++steps_;
      if (!IsOpen(root, object)) return;
      ObjectId bag = analysis_.object(object).root;
      get_contents(bag);
      const ObjectSet& wrapped = HeldIn(analysis_, bag, pointer::kWrapped);
      changed |= got_[root].Unite(wrapped);
      wrapped.ForEach(get_contents);
    });
  }
  if (call.result == kNoVar || (call.HasReceiver() && !IsOpenToOthers(root, id, call))) return changed;
  const ObjectSet ours = ReturnedByOurs(id, at, call);
  analysis_.PointsTo(id, call.result).ForEach([&](ObjectId object) {
    ++steps_;
    if (IsMadeAt(object, id, at) || IsLent(id, call, object) || ours.Contains(object)) return;
    changed |= got_[root].Insert(object);
  });
  return changed;
}

// Where some of the receivers run code of ours: what that returns, and the other receivers do not hold.
ObjectSet FromOthers::ReturnedByOurs(InstanceId id, uint32_t at, const Call& call) const {
  ObjectSet ours;
  for (uint32_t e : threads_.CallsFrom(id)) {
    const CallEdge& edge = analysis_.edges()[e];
    if (edge.statement != at || !IsPlainCall(analysis_, edge)) continue;
    ours.Unite(analysis_.solver().PointsTo(analysis_[edge.callee].result));
  }
  if (ours.empty() || !call.HasReceiver() || call.arguments[0] == kNoVar) return {};
  const ObjectSet held = HeldBelow(analysis_.PointsTo(id, call.arguments[0]));
  ObjectSet returned;
  ours.ForEach([&](ObjectId object) {
    if (!held.Contains(object)) returned.Insert(object);
  });
  return returned;
}

// The call is made on nothing but parts of pools, which lend the object.
bool FromOthers::IsLent(InstanceId id, const Call& call, ObjectId object) const {
  bool is_lent = call.HasReceiver() && call.arguments[0] != kNoVar;
  if (!is_lent) return false;
  analysis_.PointsTo(id, call.arguments[0]).ForEach([&](ObjectId holder) {
    is_lent = is_lent && lenders_.Lends(analysis_.object(holder).root, object);
  });
  return is_lent;
}

// What objects of the library hold, and what those hold in turn.
ObjectSet FromOthers::HeldBelow(const ObjectSet& objects) const {
  ObjectSet held;
  std::unordered_set<const ObjectSet*> united;  // thousands may hold the same
  std::vector<ObjectId> pending = objects.ToVector();
  while (!pending.empty()) {
    const ObjectId object = pending.back();
    pending.pop_back();
    if (analysis_.program().IsAnalysed(analysis_.object(object).type)) continue;
    for (uint32_t field : {pointer::kElements, pointer::kWrapped}) {
      const ObjectSet& inner = HeldIn(analysis_, analysis_.object(object).root, field);
      if (!united.insert(&inner).second) continue;
      ObjectSet news;
      held.Unite(inner, &news);
      news.ForEach([&](ObjectId one) { pending.push_back(one); });
    }
  }
  return held;
}

// What the library calls in the middle of a call, and functions: with what the library holds, and what was captured.
bool FromOthers::VisitCallback(RootId root, const CallEdge& edge) {
  if (IsPlainCall(analysis_, edge)) return false;
  const MethodCode& caller = *analysis_[edge.caller].code;
  const MethodCode& callee = *analysis_[edge.callee].code;
  const Statement& s = caller.statements[edge.statement];
  const Call* call = s.what == Do::kCall ? &caller.calls[s.target] : nullptr;
  bool is_foreign = call == nullptr || (edge.lambda != pointer::kNoNode && MayGet(root, edge.lambda)) ||
                    IsOpenToOthers(root, edge.caller, *call);
  if (!is_foreign) return false;
  // What this thread hands over itself comes back to it as its own, unless others may have put one like it there.
  ObjectSet handed, held;
  if (call != nullptr && edge.lambda == pointer::kNoNode) {
    for (program::Var v : call->arguments) {
      if (v != kNoVar) handed.Unite(analysis_.PointsTo(edge.caller, v));
    }
    held = HeldBelow(handed);
  }
  bool changed = false;
  for (program::Var p : callee.parameters) {
    if (p == kNoVar) continue;
    analysis_.PointsTo(edge.callee, p).ForEach([&](ObjectId object) {
      if (call != nullptr && IsLent(edge.caller, *call, object)) return;
      if (!handed.Contains(object) || held.Contains(object)) changed |= got_[root].Insert(object);
    });
  }
  return changed;
}

}  // namespace raddle::race
