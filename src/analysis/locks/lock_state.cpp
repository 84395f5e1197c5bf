#include "locks/lock_state.h"

#include <algorithm>
#include <deque>
#include <iterator>

#include "locks/flags.h"

namespace raddle::locks {

using pointer::CallEdge;
using pointer::EdgeKind;
using program::kNoVar;

namespace {

template <typename T>
void AddSorted(std::vector<T>& all, T one) {
  auto at = std::lower_bound(all.begin(), all.end(), one);
  if (at == all.end() || *at != one) all.insert(at, std::move(one));
}

template <typename T>
bool Meet(std::vector<T>& into, const std::vector<T>& other) {
  return std::erase_if(into, [&](const T& one) { return !std::binary_search(other.begin(), other.end(), one); }) > 0;
}

uint64_t Key(MethodId method, uint32_t statement) {
  return uint64_t{method.value()} << 32 | statement;
}

}  // namespace

LockState::LockState(const PointerAnalysis& analysis, const threads::ThreadModel& threads,
                     program::Annotations& annotations)
    : analysis_(analysis),
      threads_(threads),
      annotations_(annotations),
      flow_(
          analysis.program(),
          [this](MethodId method, uint32_t statement) {
            auto found = targets_.find(Key(method, statement));
            return found == targets_.end() ? std::vector<MethodId>() : found->second;
          },
          [this](MethodId method, const LockPath& path, program::Var var) {
            pointer::ObjectSet roots;
            for (InstanceId id : analysis_.InstancesOf(method)) {
              ObjectsOf(id, path, var).ForEach([&](ObjectId object) { roots.Insert(analysis_.object(object).root); });
            }
            return roots;
          }) {
  for (const CallEdge& edge : analysis.edges()) {
    if (edge.kind != EdgeKind::kCall || !edge.caller) continue;
    AddSorted(targets_[Key(analysis[edge.caller].method, edge.statement)], analysis[edge.callee].method);
  }
  flow_.SetFlags(FindFlags(analysis, flow_));
  RankWrappers();
  // Greatest solution: start from the roots, which hold nothing; an instance not yet reached holds everything.
  size_t count = analysis.instances().size();
  entry_.resize(count);
  std::vector<bool> reached(count), queued(count);
  std::deque<InstanceId> pending;
  for (const threads::Root& root : threads.roots()) {
    if (root.kind == threads::RootKind::kInitialiser) continue;
    for (InstanceId id : root.entries) {
      entry_[id.value()] = {};
      if (ObjectId serial = SerialOf(root); serial != pointer::kNoNode) entry_[id.value()].objects = {{serial, Hold::kAlone}};
      reached[id.value()] = true;
      if (!queued[id.value()]) pending.push_back(id);
      queued[id.value()] = true;
    }
  }
  while (!pending.empty()) {
    InstanceId id = pending.front();
    pending.pop_front();
    queued[id.value()] = false;
    for (uint32_t e : threads.CallsFrom(id)) {
      const CallEdge& edge = analysis.edges()[e];
      Locks locks = InCallee(At(id, edge.statement), edge);
      Locks& entry = entry_[edge.callee.value()];
      bool changed = !reached[edge.callee.value()];
      if (changed) {
        entry = std::move(locks);
        reached[edge.callee.value()] = true;
      } else {
        changed = Meet(entry.objects, locks.objects);
        changed = Meet(entry.paths, locks.paths) || changed;
      }
      if (!changed || queued[edge.callee.value()]) continue;
      queued[edge.callee.value()] = true;
      pending.push_back(edge.callee);
    }
  }
}

void LockState::RankWrappers() {
  std::unordered_map<MethodId, uint32_t> ranks;
  for (const pointer::Instance& instance : analysis_.instances()) {
    auto [rank, is_new] = ranks.try_emplace(instance.method, 0);
    if (is_new && flow_.CallsLocks(*instance.code)) rank->second = 1;
  }
  for (uint32_t round = 1; round <= LockFlow::kHighest; ++round) {
    for (const auto& [place, targets] : targets_) {
      const bool is_next =
          std::any_of(targets.begin(), targets.end(), [&](MethodId target) { return ranks[target] == round; });
      if (!is_next) continue;
      uint32_t& caller = ranks[MethodId(static_cast<uint32_t>(place >> 32))];
      caller = std::max(caller, round + 1);
    }
  }
  std::erase_if(ranks, [](const auto& entry) { return entry.second == 0; });
  flow_.SetRanks(std::move(ranks));
}

// An executor that runs one task at a time is a lock that its tasks hold.
ObjectId LockState::SerialOf(const threads::Root& root) const {
  ObjectId serial = pointer::kNoNode;
  for (uint32_t start : root.starts) {
    ObjectId task = analysis_.edges()[start].task;
    if (task == pointer::kNoNode) return pointer::kNoNode;
    ObjectId executor = analysis_.object(task).root;
    bool is_other = serial != pointer::kNoNode && serial != executor;
    if (!analysis_.object(executor).is_serial || is_other) return pointer::kNoNode;
    serial = executor;
  }
  return serial;
}

Locks LockState::At(InstanceId instance, uint32_t statement) {
  return Inside(instance, statement, entry_[instance.value()]);
}

Locks LockState::Along(const std::vector<uint32_t>& path, InstanceId instance, uint32_t statement) {
  Locks locks;
  for (auto e = path.rbegin(); e != path.rend(); ++e) {
    const CallEdge& edge = analysis_.edges()[*e];
    locks = InCallee(Inside(edge.caller, edge.statement, std::move(locks)), edge);
  }
  return Inside(instance, statement, std::move(locks));
}

Locks LockState::Inside(InstanceId instance, uint32_t statement, Locks locks) {
  AddDeclared(instance, locks);
  AddKnown(instance, locks);
  for (const Held& held : flow_.At(analysis_[instance].method, statement)) {
    const pointer::ObjectSet objects = ObjectsOf(instance, held.path, held.var);
    const std::optional<Hold> hold = HoldOf(held, objects);
    if (!hold) continue;
    AddSorted(locks.paths, {held.path, *hold});
    ObjectId only = pointer::kNoNode;
    if (objects.IsSingle(only)) AddSorted(locks.objects, {analysis_.object(only).root, *hold});
  }
  return locks;
}

// What a caller locked may be one object here, though the caller, which many use alike, could not tell.
void LockState::AddKnown(InstanceId instance, Locks& locks) const {
  const std::vector<program::Var>& parameters = analysis_[instance].code->parameters;
  for (const PathLock& lock : locks.paths) {
    if (lock.path.root != LockPath::kParameter || !lock.path.fields.empty()) continue;
    const program::Var var = parameters[lock.path.number];
    ObjectId only = pointer::kNoNode;
    if (var != kNoVar && analysis_.PointsTo(instance, var).IsSingle(only)) {
      AddSorted(locks.objects, {analysis_.object(only).root, lock.hold});
    }
  }
}

// A method that is @GuardedBy says that its callers hold the lock.
void LockState::AddDeclared(InstanceId instance, Locks& locks) const {
  const pointer::Instance& of = analysis_[instance];
  const program::Guard* guard = annotations_.GuardOf(of.method);
  if (guard == nullptr) return;
  LockPath path = {LockPath::kParameter, 0, {}};
  if (guard->kind == program::Guard::kClass) {
    path = {LockPath::kClass, guard->type.value(), {}};
  } else if (guard->kind == program::Guard::kStatic) {
    path = {LockPath::kStatic, guard->field.value(), {}};
  } else if (of.code->IsStatic()) {
    return;
  } else if (guard->kind == program::Guard::kField) {
    path.fields.push_back(guard->field);
  }
  // Whichever of the two they take.
  for (Hold hold : {Hold::kMonitor, Hold::kAlone}) AddSorted(locks.paths, {path, hold});
}

pointer::ObjectSet LockState::ObjectsOf(InstanceId instance, const LockPath& path, program::Var var) const {
  if (var == kNoVar && path.root == LockPath::kParameter && path.number < analysis_[instance].code->parameters.size()) {
    var = analysis_[instance].code->parameters[path.number];
  } else if (var == kNoVar && path.root == LockPath::kLocal) {
    var = path.number;
  } else if (var != kNoVar) {
    return analysis_.PointsTo(instance, var);
  }
  pointer::ObjectSet objects;
  if (var != kNoVar) {
    objects = analysis_.PointsTo(instance, var);
  } else if (auto node = analysis_.static_nodes().find(FieldId(path.number));
             path.root == LockPath::kStatic && node != analysis_.static_nodes().end()) {
    objects = analysis_.solver().PointsTo(node->second);
  }
  for (FieldId field : path.fields) {
    pointer::ObjectSet next;
    objects.ForEach([&](ObjectId object) {
      for (const auto& [key, node] : analysis_.solver().FieldsOf(object)) {
        if (key == field.value()) next.Unite(analysis_.solver().PointsTo(node));
      }
    });
    objects = std::move(next);
  }
  return objects;
}

// A semaphore is a lock if it has one permit. Who has a lock for reading may have got it from elsewhere.
std::optional<Hold> LockState::HoldOf(const Held& held, const pointer::ObjectSet& objects) const {
  if (held.hold == Hold::kMonitor) return held.hold;
  Hold hold = held.hold;
  bool excludes = true;
  const auto& types = analysis_.program().types();
  objects.ForEach([&](ObjectId id) {
    const pointer::Object& object = analysis_.object(id);
    excludes = excludes && (object.size == 1 || types[object.type].name != "java/util/concurrent/Semaphore");
    if (object.is_read_lock) hold = Hold::kShared;
  });
  return excludes ? std::optional(hold) : std::nullopt;
}

// Paths are renamed: what an argument is in the caller, the parameter is in the callee.
Locks LockState::InCallee(const Locks& held, const CallEdge& edge) {
  Locks inside = {.objects = held.objects, .paths = {}};
  const pointer::Instance& caller = analysis_[edge.caller];
  const program::Statement& statement = caller.code->statements[edge.statement];
  bool is_call = statement.what == program::Do::kCall;
  const Paths& paths = flow_.PathsOf(caller.method);
  // Only where the callee gets just these arguments: not for what the library calls in the middle of a call.
  const program::Call* call = is_call ? &caller.code->calls[statement.target] : nullptr;
  bool is_plain = call != nullptr && call->arguments.size() == analysis_[edge.callee].code->parameters.size() &&
                  analysis_.program().types().NameOf(analysis_[edge.callee].method) == call->name;
  // The function that ConcurrentHashMap.compute is handed: no other of that map runs meanwhile, as far as it concerns
  // the same entry.
  ObjectId map = pointer::kNoNode;
  bool calls_back = call != nullptr && !is_plain && call->HasReceiver() && call->arguments[0] != kNoVar;
  if (calls_back && analysis_.PointsTo(edge.caller, call->arguments[0]).IsSingle(map)) {
    const auto& program = analysis_.program();
    bool holds =
        program.model().RoleOf(program.types(), analysis_.object(map).type, call->name) == program::Role::kHolds;
    if (holds) AddSorted(inside.objects, {analysis_.object(map).root, Hold::kAlone});
  }
  for (const PathLock& lock : held.paths) {
    if (lock.path.IsGlobal()) AddSorted(inside.paths, lock);
    if (!is_plain) continue;
    for (uint32_t i = 0; i < call->arguments.size(); ++i) {
      if (call->arguments[i] == kNoVar) continue;
      if (auto rest = lock.path.After(paths[call->arguments[i]])) {
        AddSorted(inside.paths, {{LockPath::kParameter, i, *rest}, lock.hold});
      }
    }
  }
  return inside;
}

}  // namespace raddle::locks
