#include "race/taken.h"

#include <algorithm>

namespace raddle::race {

using locks::LockPath;
using pointer::CallEdge;
using pointer::Instance;
using pointer::InstanceId;
using pointer::PointerAnalysis;
using program::Do;
using program::kNoVar;
using program::MethodCode;
using program::Statement;
using program::Var;

Taken::Taken(const PointerAnalysis& analysis, const threads::ThreadModel& threads, locks::LockState& locks,
             const Swapped& swapped, const ObjectSet& escaping)
    : analysis_(analysis),
      locks_(locks),
      swapped_(swapped),
      escaping_(escaping),
      handed_on_(analysis, threads, locks, escaping) {
  const auto& program = analysis_.program();
  std::vector<const MethodCode*> methods;
  std::unordered_set<MethodId> seen;
  bool any = swapped.has_any();
  for (const Instance& instance : analysis_.instances()) {
    if (!seen.insert(instance.method).second) continue;
    methods.push_back(instance.code);
    for (const program::Call& call : instance.code->calls) {
      if (call.result == kNoVar) continue;
      calls_[instance.method][call.result] = call.statement;
      any = any || program.model().OrderOf(program.types(), call.named, call.name) == program::Order::kTakes;
    }
  }
  taken_.assign(analysis_.instances().size(), 0);
  if (!any) return;
  handed_on_.Find();
  // Methods that return what they took, and those that return what those return.
  for (bool changed = true; changed;) {
    changed = false;
    for (const MethodCode* code : methods) {
      if (gives_taken_.contains(code->method)) continue;
      bool takes = false, other = false;
      for (uint32_t at = 0; at < code->statements.size(); ++at) {
        const Statement& s = code->statements[at];
        if (s.what != Do::kReturn) continue;
        const auto& instances = analysis_.InstancesOf(code->method);
        bool is_taken = std::all_of(instances.begin(), instances.end(),
                                    [&](InstanceId id) { return s.value != kNoVar && Is(id, s.value, at); });
        takes |= is_taken;
        other |= !is_taken;
      }
      if (!takes || other) continue;
      gives_taken_.insert(code->method);
      changed = true;
    }
  }
  // Parameters that are taken at every call.
  for (size_t i = 0; i < taken_.size(); ++i) taken_[i] = ~Mask{0};
  for (const threads::Root& root : threads.roots()) {
    for (InstanceId entry : root.entries) taken_[entry.value()] = 0;
  }
  std::vector<InstanceId> pending;
  for (uint32_t i = 0; i < taken_.size(); ++i) pending.push_back(InstanceId(i));
  while (!pending.empty()) {
    InstanceId id = pending.back();
    pending.pop_back();
    const MethodCode& code = *analysis_[id].code;
    for (uint32_t e : threads.CallsFrom(id)) {
      const CallEdge& edge = analysis_.edges()[e];
      const Statement& s = code.statements[edge.statement];
      Mask mask = 0;
      if (s.what == Do::kCall) {
        const program::Call& call = code.calls[s.target];
        const MethodCode& callee = *analysis_[edge.callee].code;
        bool is_plain =
            call.arguments.size() == callee.parameters.size() && program.types().NameOf(callee.method) == call.name;
        for (size_t a = 0; is_plain && a < call.arguments.size() && a < 64; ++a) {
          if (call.arguments[a] != kNoVar && Is(id, call.arguments[a], edge.statement)) mask |= Mask{1} << a;
        }
      }
      Mask& known = taken_[edge.callee.value()];
      if ((known & mask) == known) continue;
      known &= mask;
      pending.push_back(edge.callee);
    }
  }
}

bool Taken::IsShared(InstanceId id, Var var) const {
  bool all = true;
  analysis_.PointsTo(id, var).ForEach(
      [&](pointer::ObjectId o) { all = all && escaping_.Contains(analysis_.object(o).root); });
  return all;
}

// What is taken, and what hangs on it.
bool Taken::IsTaken(InstanceId id, Var var) const {
  const MethodCode& code = *analysis_[id].code;
  if (swapped_.IsTakenOut(code.method, var)) return true;
  const LockPath& path = locks_.PathsOf(code.method)[var];
  if (path.root == LockPath::kParameter) return path.number < 64 && (taken_[id.value()] >> path.number & 1) != 0;
  if (path.root != LockPath::kLocal) return false;
  auto calls = calls_.find(code.method);
  if (calls == calls_.end()) return false;
  auto made = calls->second.find(path.number);
  if (made == calls->second.end()) return false;
  const program::Call& call = code.calls[code.statements[made->second].target];
  const auto& program = analysis_.program();
  if (program.model().OrderOf(program.types(), call.named, call.name) == program::Order::kTakes) {
    // One of the thread's own gives out what the thread put there, and that may be everybody's.
    return call.arguments[0] != kNoVar && IsShared(id, call.arguments[0]);
  }
  return call.resolved && gives_taken_.contains(call.resolved);
}

}  // namespace raddle::race
