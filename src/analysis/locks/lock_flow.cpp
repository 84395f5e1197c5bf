#include "locks/lock_flow.h"

#include <algorithm>
#include <optional>
#include <ranges>

namespace raddle::locks {

using program::Call;
using program::CodeBlock;
using program::Do;
using program::kNoVar;
using program::MethodCode;
using program::Role;
using program::Statement;

namespace {

void Add(HeldLocks& held, Held lock) {
  auto there = std::find_if(held.begin(), held.end(), [&](const Held& other) { return other.Is(lock); });
  if (there == held.end()) {
    held.push_back(std::move(lock));
  } else {
    there->is_optimistic = there->is_optimistic && lock.is_optimistic;
  }
}

void Release(HeldLocks& held, const LockPath& path, std::optional<bool> shared = {}) {
  std::erase_if(held, [&](const Held& lock) { return lock.path == path && (!shared || lock.is_shared == *shared); });
}

// The call whose result a block ends with asking whether it is false.
const Call* TestedCall(const MethodCode& code, const CodeBlock& block) {
  if (block.tested == CodeBlock::kNoTest || block.tested_for != 0) return nullptr;
  const Statement& statement = code.statements[block.tested];
  return statement.what == Do::kCall ? &code.calls[statement.target] : nullptr;
}

// Keeps what both have. Whether it changed.
bool Meet(HeldLocks& into, const HeldLocks& other) {
  auto in_other = [&](const Held& lock) {
    return std::find_if(other.begin(), other.end(), [&](const Held& its) { return its.Is(lock); });
  };
  bool changed = std::erase_if(into, [&](const Held& lock) { return in_other(lock) == other.end(); }) > 0;
  for (Held& lock : into) {
    if (!lock.is_optimistic && in_other(lock)->is_optimistic) lock.is_optimistic = changed = true;
  }
  return changed;
}

}  // namespace

bool LockFlow::CallsLocks(const MethodCode& code) const {
  const bool calls = std::any_of(code.calls.begin(), code.calls.end(), [&](const Call& call) {
    Role role = program_.model().RoleOf(program_.types(), call.named, call.name);
    return role >= Role::kLock && role <= Role::kReadUnlock;
  });
  return calls || (!flags_.fields.empty() &&
                   std::any_of(code.statements.begin(), code.statements.end(), [&](const Statement& s) {
                     return (s.what == Do::kStore || s.what == Do::kStoreStatic) && IsFlag(s.Field());
                   }));
}

// A callee that may lock or unlock for its caller.
const MethodCode* LockFlow::Wrapper(const MethodCode& code, uint32_t statement) const {
  std::vector<MethodId> targets = targets_(code.method, statement);
  if (targets.size() != 1 || targets[0] == code.method) return nullptr;
  auto rank = ranks_.find(targets[0]);
  return rank != ranks_.end() && rank->second <= kHighest ? program_.BodyOf(targets[0]) : nullptr;
}

bool LockFlow::UsesLocks(const MethodCode& code) const {
  if (code.IsSynchronized() || CallsLocks(code)) return true;
  return std::any_of(code.statements.begin(), code.statements.end(), [&](const Statement& s) {
    return s.what == Do::kEnter || (s.what == Do::kCall && Wrapper(code, code.calls[s.target].statement) != nullptr);
  });
}

LockFlow::Result& LockFlow::Of(MethodId method) {
  auto found = results_.find(method);
  if (found != results_.end()) return found->second;
  const MethodCode& code = *program_.BodyOf(method);
  Result& result = results_.emplace(method, Result(Paths(program_, code))).first->second;
  if (UsesLocks(code)) Solve(result, code);
  result.is_done = true;
  return result;
}

const HeldLocks& LockFlow::At(MethodId method, uint32_t statement) {
  static const HeldLocks kNone;
  Result& result = Of(method);
  return result.sets.empty() ? kNone : result.all[result.sets[statement]];
}

const Paths& LockFlow::PathsOf(MethodId method) {
  return Of(method).paths;
}

void LockFlow::Apply(const Result& of, const Call& call, const LockSummary& summary, HeldLocks& held, Result& into) {
  auto translate = [&](const LockPath& path) -> std::optional<LockPath> {
    if (path.IsGlobal()) return path;
    if (path.root != LockPath::kParameter || path.number >= call.arguments.size()) return std::nullopt;
    if (call.arguments[path.number] == kNoVar) return std::nullopt;
    LockPath here = of.paths[call.arguments[path.number]];
    here.fields.insert(here.fields.end(), path.fields.begin(), path.fields.end());
    return here;
  };
  for (const LockPath& path : summary.releases) {
    if (auto here = translate(path)) {
      bool was_held = std::any_of(held.begin(), held.end(), [&](const Held& lock) { return lock.path == *here; });
      Release(held, *here);
      ForgetUnset(held, *here);
      if (!was_held) into.summary.releases.push_back(*here);
    }
  }
  for (const Held& lock : summary.acquires) {
    if (auto here = translate(lock.path))
      Add(held, {.path = *here, .is_shared = lock.is_shared, .is_optimistic = lock.is_optimistic});
  }
}

void LockFlow::Step(Result& result, const MethodCode& code, uint32_t at, HeldLocks& held) {
  const Statement& statement = code.statements[at];
  if (statement.what == Do::kEnter && statement.base != kNoVar) {
    Add(held, {.path = result.paths[statement.base], .var = statement.base});
  } else if (statement.what == Do::kExit && statement.base != kNoVar) {
    Release(held, result.paths[statement.base]);
    ForgetUnset(held, result.paths[statement.base]);
  } else if (statement.what == Do::kStore || statement.what == Do::kStoreStatic) {
    StepFlag(result, code, at, held);
  }
  if (statement.what != Do::kCall) return;
  const Call& call = code.calls[statement.target];
  if (call.name == "wait" || call.name.starts_with("await")) {
    for (const Held& lock : HeldLocks(held)) ForgetUnset(held, lock.path);
  }
  Role role = program_.model().RoleOf(program_.types(), call.named, call.name);
  bool on_object = call.HasReceiver() && call.arguments[0] != kNoVar;
  const bool is_optimistic = role == Role::kOptimistic;
  if (on_object && (role == Role::kLock || role == Role::kReadLock || is_optimistic)) {
    bool shared = role != Role::kLock || result.paths.IsReadView(call.arguments[0]);
    Add(held, {.path = result.paths[call.arguments[0]],
               .is_shared = shared,
               .is_optimistic = is_optimistic,
               .var = call.arguments[0]});
  } else if (on_object && (role == Role::kUnlock || role == Role::kReadUnlock)) {
    bool shared = role == Role::kReadUnlock || result.paths.IsReadView(call.arguments[0]);
    const LockPath& path = result.paths[call.arguments[0]];
    bool was_held = std::any_of(held.begin(), held.end(), [&](const Held& lock) { return lock.path == path; });
    Release(held, path, shared);
    ForgetUnset(held, path);
    if (!was_held && !path.fields.empty()) result.summary.releases.push_back(path);
  } else if (role == Role::kNone) {
    if (const LockSummary* summary = SummaryOf(code, at)) Apply(result, call, *summary, held, result);
  }
}

LockPath LockFlow::FlagPath(const Result& result, const Statement& s) {
  if (s.base == kNoVar) return {LockPath::kStatic, s.Field().value(), {}};
  LockPath path = result.paths[s.base];
  path.fields.push_back(s.Field());
  return path;
}

void LockFlow::AddUnset(const Result& result, const MethodCode& code, const CodeBlock& block, HeldLocks& held) const {
  if (flags_.ends.empty() || block.tested == CodeBlock::kNoTest || block.tested_for != 0) return;
  const Statement& test = code.statements[block.tested];
  const bool of_this = test.what == Do::kLoad && !code.IsStatic() && test.base == code.parameters[0];
  if (test.what != Do::kLoadStatic && !of_this) return;
  auto guards = flags_.ends.find(test.Field());
  if (guards == flags_.ends.end() || block.tested < block.first) return;
  for (uint32_t s = block.tested + 1; s < block.end; ++s) {
    if (code.statements[s].what == Do::kEnter || code.statements[s].what == Do::kCall) return;
  }
  const bool is_guarded = std::any_of(held.begin(), held.end(), [&](const Held& lock) {
    return !lock.is_shared && !lock.is_optimistic &&
           std::find(guards->second.begin(), guards->second.end(), lock.path) != guards->second.end();
  });
  if (is_guarded) Add(held, {.path = FlagPath(result, test)});
}

void LockFlow::ForgetUnset(HeldLocks& held, const LockPath& released) const {
  for (const auto& [field, guards] : flags_.ends) {
    if (std::find(guards.begin(), guards.end(), released) == guards.end()) continue;
    std::erase_if(held, [&](const Held& lock) {
      const LockPath& path = lock.path;
      const bool is_it = path.fields.empty() ? path.root == LockPath::kStatic && FieldId(path.number) == field
                                             : path.fields.back() == field;
      return is_it && !lock.is_shared;
    });
  }
}

void LockFlow::StepFlag(Result& result, const MethodCode& code, uint32_t at, HeldLocks& held) {
  const Statement& s = code.statements[at];
  const bool is_static = s.what == Do::kStoreStatic;
  if (!IsFlag(s.Field()) || (!is_static && s.base == kNoVar)) return;
  LockPath path = FlagPath(result, s);
  if (flags_.ends.contains(s.Field())) {
    Add(held, {.path = std::move(path), .is_shared = true});
  } else if (flags_.taken_by.contains({code.method, at})) {
    Add(held, {.path = std::move(path)});
  } else {
    const bool was_held = std::any_of(held.begin(), held.end(), [&](const Held& lock) { return lock.path == path; });
    Release(held, path);
    if (!was_held) result.summary.releases.push_back(std::move(path));
  }
}

const LockSummary* LockFlow::SummaryOf(const MethodCode& code, uint32_t call) {
  const MethodCode* wrapper = Wrapper(code, call);
  const Result* callee = wrapper != nullptr ? &Of(wrapper->method) : nullptr;
  return callee != nullptr && callee->is_done ? &callee->summary : nullptr;
}

// By statement: whether the lock is released on every way from there to a return. Ways that throw give no value.
std::vector<bool> LockFlow::ValidatedAfter(Result& result, const MethodCode& code, const Held& lock) {
  const std::vector<LockPath> releases = result.summary.releases;  // which steps out of turn add to
  std::vector<bool> after(code.statements.size()), at_entry(code.blocks.size(), true);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t b = static_cast<uint32_t>(code.blocks.size()); b-- > 0;) {
      const CodeBlock& block = code.blocks[b];
      bool is_validated = !block.returns && std::all_of(block.successors.begin(), block.successors.end(),
                                                        [&](uint32_t to) { return at_entry[to]; });
      for (uint32_t s = block.end; s-- > block.first;) {
        after[s] = is_validated;
        HeldLocks held = {lock};
        Step(result, code, s, held);
        is_validated = is_validated || held.empty();
      }
      changed = changed || at_entry[b] != is_validated;
      at_entry[b] = is_validated;
    }
  }
  result.summary.releases = releases;
  return after;
}

// What is held wherever the method returns true, and wherever it returns false. `at_end` is by block.
void LockFlow::FindTries(Result& result, const MethodCode& code, const std::vector<HeldLocks>& at_end) {
  if (code.returns_other) return;
  const std::vector<LockPath> releases = result.summary.releases;  // which steps out of turn add to
  std::optional<HeldLocks> tries[2];
  for (uint32_t b = 0; b < code.blocks.size(); ++b) {
    const CodeBlock& decides = code.blocks[b];
    if (!decides.returned && decides.returned_call == CodeBlock::kNoTest) continue;
    HeldLocks held = at_end[b];
    // From where the value is known straight to the return; where there are ways to choose from, nothing is known.
    const CodeBlock* block = &decides;
    for (size_t steps = 0; !block->returns && steps < code.blocks.size(); ++steps) {
      if (block->successors.size() != 1) break;
      block = &code.blocks[block->successors[0]];
      for (uint32_t s = block->first; s < block->end; ++s) Step(result, code, s, held);
    }
    if (!block->returns) held.clear();
    for (int value : {0, 1}) {
      if (decides.returned && (*decides.returned != 0) != (value != 0)) continue;
      HeldLocks with = held;
      if (!decides.returned) AddTried(result, code, decides.returned_call, value != 0, with);
      if (tries[value]) {
        Meet(*tries[value], with);
      } else {
        tries[value] = std::move(with);
      }
    }
  }
  result.summary.releases = releases;
  for (int value : {0, 1}) {
    if (!tries[value]) continue;
    std::erase_if(*tries[value],
                  [](const Held& lock) { return lock.path.root == LockPath::kLocal || lock.is_optimistic; });
    result.summary.tries[value] = *std::move(tries[value]);
  }
}

// What a call holds if its result is this.
void LockFlow::AddTried(Result& result, const MethodCode& code, uint32_t at, bool value, HeldLocks& held) {
  const Call& call = code.calls[code.statements[at].target];
  const bool on_object = call.HasReceiver() && call.arguments[0] != kNoVar;
  if (on_object && program_.model().RoleOf(program_.types(), call.named, call.name) == Role::kTryLock) {
    if (!value) return;
    return Add(held, {.path = result.paths[call.arguments[0]],
                      .is_shared = result.paths.IsReadView(call.arguments[0]),
                      .var = call.arguments[0]});
  }
  if (const LockSummary* summary = SummaryOf(code, at)) {
    LockSummary acquires;
    acquires.acquires = summary->tries[value ? 1 : 0];
    Apply(result, call, acquires, held, result);
  }
}

void LockFlow::Solve(Result& result, const MethodCode& code) {
  HeldLocks entry;
  if (code.IsSynchronized()) {
    LockPath own =
        code.IsStatic() ? LockPath{LockPath::kClass, code.owner.value(), {}} : LockPath{LockPath::kParameter, 0, {}};
    entry.push_back({.path = own, .var = code.IsStatic() ? kNoVar : code.parameters[0]});
  }
  std::vector<std::optional<HeldLocks>> in(code.blocks.size());
  if (in.empty()) return;
  in[0] = entry;
  std::vector<uint32_t> pending = {0};
  auto flow = [&](uint32_t to, const HeldLocks& held) {
    bool changed = !in[to].has_value();
    if (changed) {
      in[to] = held;
    } else {
      changed = Meet(*in[to], held);
    }
    if (changed) pending.push_back(to);
  };
  std::optional<HeldLocks> out;  // at returns
  while (!pending.empty()) {
    uint32_t b = pending.back();
    pending.pop_back();
    const CodeBlock& block = code.blocks[b];
    HeldLocks held = *in[b];
    // An exception of a call that locks comes before the lock is held, one of a call that unlocks after it is not: so
    // handlers get what is held on both sides of each statement.
    HeldLocks thrown = held;
    for (uint32_t s = block.first; s < block.end; ++s) {
      Step(result, code, s, held);
      if (!block.handlers.empty()) Meet(thrown, held);
    }
    for (uint32_t to : block.handlers) flow(to, thrown);
    for (uint32_t to : block.successors) {
      HeldLocks with = held;
      if (TestedCall(code, block) != nullptr && block.if_equal != block.if_not) {
        AddTried(result, code, block.tested, to == block.if_not, with);
      }
      if (to == block.if_equal && block.if_equal != block.if_not) AddUnset(result, code, block, with);
      flow(to, with);
    }
    if (block.returns) {
      if (out) {
        Meet(*out, held);
      } else {
        out = held;
      }
    }
  }
  std::vector<std::pair<Held, std::vector<bool>>> validated;  // of what is read optimistically
  auto counts = [&](const Held& lock, uint32_t s) {
    if (!lock.is_optimistic) return true;
    auto known = std::find_if(validated.begin(), validated.end(), [&](const auto& one) { return one.first.Is(lock); });
    if (known == validated.end()) {
      known = validated.insert(known, {lock, ValidatedAfter(result, code, lock)});
    }
    return static_cast<bool>(known->second[s]);
  };
  // The sets are final: note them at each statement. Equal neighbours share one.
  result.summary.releases.clear();
  std::vector<HeldLocks> at_end(code.blocks.size());
  result.all.push_back({});
  result.sets.resize(code.statements.size(), 0);
  for (uint32_t b = 0; b < code.blocks.size(); ++b) {
    if (!in[b]) continue;
    HeldLocks held = *in[b];
    for (uint32_t s = code.blocks[b].first; s < code.blocks[b].end; ++s) {
      auto counted = held | std::views::filter([&](const Held& lock) { return counts(lock, s); });
      if (counted.empty()) {
        result.sets[s] = 0;
      } else {
        const bool same = std::ranges::equal(result.all.back(), counted, &Held::Is);
        if (!same) result.all.emplace_back(counted.begin(), counted.end());
        result.sets[s] = static_cast<uint32_t>(result.all.size() - 1);
      }
      Step(result, code, s, held);
    }
    at_end[b] = std::move(held);
  }
  if (result.all.size() == 1) result.sets.clear();
  for (HeldLocks& held : at_end) {
    for (const Held& lock : entry) {
      Release(held, lock.path);
      ForgetUnset(held, lock.path);
    }
  }
  FindTries(result, code, at_end);
  if (out) result.summary.acquires = *out;
  for (const Held& lock : entry) {
    Release(result.summary.acquires, lock.path);
    ForgetUnset(result.summary.acquires, lock.path);
  }
  const bool gives_stamp = program_.types().DescriptorOf(code.method).ends_with(")J");  // to be validated
  std::erase_if(result.summary.acquires, [&](const Held& lock) {
    return lock.path.root == LockPath::kLocal || (lock.is_optimistic && !gives_stamp);
  });
}

}  // namespace raddle::locks
