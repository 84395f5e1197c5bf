#include "race/from_others.h"

#include <algorithm>

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

uint64_t Key(uint32_t high, uint32_t low) {
  return uint64_t{high} << 32 | low;
}

uint32_t FieldKeyOf(const Statement& s) {
  return s.what == Do::kLoadElement || s.what == Do::kStoreElement ? pointer::kElements : s.target;
}

}  // namespace

FromOthers::FromOthers(const PointerAnalysis& analysis, const threads::ThreadModel& threads, const ObjectSet& escaping)
    : analysis_(analysis), threads_(threads), escaping_(escaping), got_(threads.roots().size()) {
  for (const threads::Root& root : threads.roots()) gives_up_ |= root.kind == RootKind::kOutside;
  if (gives_up_) return;
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
  return got_[root].Contains(id) || got_[root].Contains(object.root);
}

// Who stores into which fields of objects that escape.
void FromOthers::FindStores() {
  for (uint32_t i = 0; i < analysis_.instances().size(); ++i) {
    const auto& roots = threads_.RootsOf(InstanceId(i));
    for (const Statement& s : analysis_.instances()[i].code->statements) {
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

const ObjectSet& FromOthers::FieldOf(ObjectId object, uint32_t field) const {
  static const ObjectSet kNothing;
  for (const auto& [key, node] : analysis_.solver().FieldsOf(object)) {
    if (key == field) return analysis_.solver().PointsTo(node);
  }
  return kNothing;
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
    bool is_foreign = MayGet(root, object);
    if (!is_foreign && escaping_.Contains(object)) {
      auto storers = storers_.find(Key(object, field));
      is_foreign = storers != storers_.end() &&
                   std::any_of(storers->second.begin(), storers->second.end(),
                               [&](RootId other) { return other != root && MayGet(other, object); });
    }
    if (is_foreign) changed |= got_[root].Unite(FieldOf(object, field));
  });
  return changed;
}

bool FromOthers::IsMadeAt(ObjectId object, InstanceId instance, uint32_t statement) const {
  const auto& makers = analysis_.MadeBy(analysis_.object(object).root);
  return std::find(makers.begin(), makers.end(), std::pair{instance, statement}) != makers.end();
}

// Others may have put things into it.
bool FromOthers::IsOpen(RootId root, ObjectId object) const {
  return escaping_.Contains(object) || MayGet(root, object);
}

// Something of the library takes part in the call that others may have put things into.
bool FromOthers::IsOpenToOthers(RootId root, InstanceId id, const Call& call) const {
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    if (call.arguments[i] == kNoVar) continue;
    bool is_receiver = i == 0 && call.HasReceiver();
    bool is_open = false;
    analysis_.PointsTo(id, call.arguments[i]).ForEach([&](ObjectId object) {
      bool is_bag = is_receiver || !analysis_.program().IsAnalysed(analysis_.object(object).type);
      is_open = is_open || (is_bag ? IsOpen(root, object) : MayGet(root, object));
    });
    if (is_open) return true;
  }
  return false;
}

// The library may move what it holds from one of its objects to another, and give it out.
bool FromOthers::VisitLibraryCall(RootId root, InstanceId id, uint32_t at, const Call& call) {
  if (call.resolved && analysis_.program().IsAnalysed(call.resolved)) return false;
  bool changed = false;
  auto get_contents = [&](ObjectId object) { changed |= got_[root].Unite(FieldOf(object, pointer::kElements)); };
  for (program::Var v : call.arguments) {
    if (v == kNoVar) continue;
    analysis_.PointsTo(id, v).ForEach([&](ObjectId object) {
      ++steps_;
      if (!IsOpen(root, object)) return;
      ObjectId bag = analysis_.object(object).root;
      get_contents(bag);
      const ObjectSet& wrapped = FieldOf(bag, pointer::kWrapped);
      changed |= got_[root].Unite(wrapped);
      wrapped.ForEach(get_contents);
    });
  }
  if (call.result == kNoVar || (call.HasReceiver() && !IsOpenToOthers(root, id, call))) return changed;
  analysis_.PointsTo(id, call.result).ForEach([&](ObjectId object) {
    ++steps_;
    if (!IsMadeAt(object, id, at)) changed |= got_[root].Insert(object);
  });
  return changed;
}

// What the library calls in the middle of a call, and functions: with what the library holds, and what was captured.
bool FromOthers::VisitCallback(RootId root, const CallEdge& edge) {
  const MethodCode& caller = *analysis_[edge.caller].code;
  const MethodCode& callee = *analysis_[edge.callee].code;
  const Statement& s = caller.statements[edge.statement];
  const Call* call = s.what == Do::kCall ? &caller.calls[s.target] : nullptr;
  bool is_plain = call != nullptr && edge.lambda == pointer::kNoNode &&
                  analysis_.program().types().NameOf(callee.method) == call->name &&
                  call->arguments.size() == callee.parameters.size();
  if (is_plain) return false;
  bool is_foreign = call == nullptr || (edge.lambda != pointer::kNoNode && MayGet(root, edge.lambda)) ||
                    IsOpenToOthers(root, edge.caller, *call);
  if (!is_foreign) return false;
  bool changed = false;
  for (program::Var p : callee.parameters) {
    if (p != kNoVar) changed |= got_[root].Unite(analysis_.PointsTo(edge.callee, p));
  }
  return changed;
}

}  // namespace raddle::race
