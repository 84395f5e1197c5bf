#include "race/swapped.h"

#include <algorithm>

namespace raddle::race {

using program::Do;
using program::kNoVar;
using program::MethodCode;
using program::Statement;
using program::Var;

Swapped::Swapped(const PointerAnalysis& analysis, locks::LockState& locks, const std::unordered_set<FieldId>& unstable)
    : analysis_(analysis), locks_(locks), unstable_(unstable) {
  std::unordered_set<FieldId> others;  // something else may be stored there
  std::unordered_set<MethodId> seen;   // whose stores are the same in all instances
  std::vector<std::pair<InstanceId, uint32_t>> swaps;
  for (uint32_t i = 0; i < analysis.instances().size(); ++i) {
    const MethodCode& code = *analysis.instances()[i].code;
    const bool is_first = seen.insert(code.method).second;
    for (uint32_t at = 0; at < code.statements.size(); ++at) {
      const Statement& s = code.statements[at];
      if (is_first && s.what == Do::kStore && s.value != kNoVar && !IsNew(code, at)) others.insert(s.Field());
      if (s.what == Do::kLoad && s.result != kNoVar && IsSwap(code, at)) swaps.push_back({InstanceId(i), at});
    }
  }
  for (const auto& [id, at] : swaps) {
    const MethodCode& code = *analysis[id].code;
    const Statement& s = code.statements[at];
    if (others.contains(s.Field())) continue;
    std::set<Guard> held = GuardsAt(id, at, s.base);
    auto [guards, is_first] = guards_.try_emplace(s.Field(), held);
    if (!is_first) std::erase_if(guards->second, [&](const Guard& guard) { return !held.contains(guard); });
  }
  std::erase_if(guards_, [](const auto& of) { return of.second.empty(); });
  for (const auto& [id, at] : swaps) {
    const MethodCode& code = *analysis[id].code;
    const Statement& s = code.statements[at];
    if (guards_.contains(s.Field())) taken_out_.insert({code.method, s.result});
  }
}

// Others may have had the lock when it is done: all calls but those that make something of the library's, numbers and
// strings among it.
bool Swapped::MayRelease(const MethodCode& code, const Statement& s) const {
  if (s.what != Do::kCall) return s.what == Do::kExit;
  const program::Call& call = code.calls[s.target];
  auto& program = analysis_.program();
  const bool makes = call.name == "<init>" && !(call.resolved && program.IsAnalysed(call.resolved));
  return !makes && !program.model().IsValue(program.types(), call.named);
}

// Made here, and nothing is done with it but to store it there and to call the library on it.
bool Swapped::IsNew(const MethodCode& code, uint32_t store) {
  const Var var = code.statements[store].value;
  const std::vector<uint32_t>& made = definitions_.Of(code)[var];
  if (made.size() != 1 || code.statements[made[0]].what != Do::kNew) return false;
  for (uint32_t at = 0; at < code.statements.size(); ++at) {
    const Statement& s = code.statements[at];
    if (s.what == Do::kCall) {
      const program::Call& call = code.calls[s.target];
      if (call.resolved && analysis_.program().IsAnalysed(call.resolved) && call.HasReceiver() &&
          call.arguments[0] == var)
        return false;
      if (std::count(call.arguments.begin() + (call.HasReceiver() ? 1 : 0), call.arguments.end(), var) != 0)
        return false;
    } else if (s.what == Do::kLambda) {
      const auto& captured = code.lambdas[s.target].implementation.arguments;
      if (std::find(captured.begin(), captured.end(), var) != captured.end()) return false;
    } else if (s.value == var && at != store) {
      return false;
    }
  }
  return true;
}

// Nothing but a new one is made before the store.
bool Swapped::IsSwap(const MethodCode& code, uint32_t load) const {
  const Statement& from = code.statements[load];
  const auto block = std::find_if(code.blocks.begin(), code.blocks.end(),
                                  [&](const auto& b) { return b.first <= load && load < b.end; });
  if (block == code.blocks.end()) return false;
  for (uint32_t at = load + 1; at < block->end && !MayRelease(code, code.statements[at]); ++at) {
    const Statement& s = code.statements[at];
    if (s.what == Do::kStore && s.Field() == from.Field()) {
      const locks::Paths& paths = locks_.PathsOf(code.method);
      return s.value != kNoVar && paths[s.base] == paths[from.base];
    }
  }
  return false;
}

std::set<Swapped::Guard> Swapped::GuardsAt(InstanceId id, uint32_t statement, Var base) const {
  std::set<Guard> guards;
  const locks::Paths& paths = locks_.PathsOf(analysis_[id].method);
  for (const locks::PathLock& lock : locks_.At(id, statement).paths) {
    auto rest = lock.hold == locks::Hold::kShared ? std::nullopt : lock.path.After(paths[base]);
    const bool is_one =
        rest && std::none_of(rest->begin(), rest->end(), [&](FieldId field) { return unstable_.contains(field); });
    if (is_one) guards.insert(*std::move(rest));
  }
  return guards;
}

const Statement* Swapped::LoadOf(const MethodCode& code, Var var) const {
  const std::vector<uint32_t>& set = definitions_.Of(code)[var];
  const bool is_load = set.size() == 1 && code.statements[set[0]].what == Do::kLoad;
  return is_load ? &code.statements[set[0]] : nullptr;
}

bool Swapped::IsKept(InstanceId id, uint32_t statement, Var var) const {
  const MethodCode& code = *analysis_[id].code;
  const Statement* load = LoadOf(code, var);
  if (load == nullptr || !guards_.contains(load->Field())) return false;
  const auto at = static_cast<uint32_t>(load - code.statements.data());
  // In one go: at once after the load.
  for (uint32_t between = at + 1; between < statement; ++between) {
    if (MayRelease(code, code.statements[between])) return false;
  }
  if (statement < at || code.statements[statement].in_loop != load->in_loop) return false;
  const std::set<Guard> held = GuardsAt(id, at, load->base), still = GuardsAt(id, statement, load->base);
  return std::any_of(guards_.at(load->Field()).begin(), guards_.at(load->Field()).end(),
                     [&](const Guard& guard) { return held.contains(guard) && still.contains(guard); });
}

}  // namespace raddle::race
