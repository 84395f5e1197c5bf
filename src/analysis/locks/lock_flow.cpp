#include "locks/lock_flow.h"

#include <algorithm>
#include <optional>

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
  bool is_there = std::any_of(held.begin(), held.end(), [&](const Held& other) { return other.Is(lock); });
  if (!is_there) held.push_back(std::move(lock));
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
  return std::erase_if(into, [&](const Held& lock) {
           return std::none_of(other.begin(), other.end(), [&](const Held& its) { return its.Is(lock); });
         }) > 0;
}

}  // namespace

bool LockFlow::CallsLocks(const MethodCode& code) const {
  return std::any_of(code.calls.begin(), code.calls.end(), [&](const Call& call) {
    Role role = program_.model().RoleOf(program_.types(), call.named, call.name);
    return role >= Role::kLock && role <= Role::kReadUnlock;
  });
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
  if (UsesLocks(code)) {
    Solve(result, code);
    FindTries(result, code);
  }
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
      if (!was_held) into.summary.releases.push_back(*here);
    }
  }
  for (const Held& lock : summary.acquires) {
    if (auto here = translate(lock.path)) Add(held, {.path = *here, .is_shared = lock.is_shared});
  }
}

void LockFlow::Step(Result& result, const MethodCode& code, uint32_t at, HeldLocks& held) {
  const Statement& statement = code.statements[at];
  if (statement.what == Do::kEnter && statement.base != kNoVar) {
    Add(held, {.path = result.paths[statement.base], .var = statement.base});
  } else if (statement.what == Do::kExit && statement.base != kNoVar) {
    Release(held, result.paths[statement.base]);
  }
  if (statement.what != Do::kCall) return;
  const Call& call = code.calls[statement.target];
  Role role = program_.model().RoleOf(program_.types(), call.named, call.name);
  bool on_object = call.HasReceiver() && call.arguments[0] != kNoVar;
  if (on_object && (role == Role::kLock || role == Role::kReadLock)) {
    bool shared = role == Role::kReadLock || result.paths.IsReadView(call.arguments[0]);
    Add(held, {.path = result.paths[call.arguments[0]], .is_shared = shared, .var = call.arguments[0]});
  } else if (on_object && (role == Role::kUnlock || role == Role::kReadUnlock)) {
    bool shared = role == Role::kReadUnlock || result.paths.IsReadView(call.arguments[0]);
    const LockPath& path = result.paths[call.arguments[0]];
    bool was_held = std::any_of(held.begin(), held.end(), [&](const Held& lock) { return lock.path == path; });
    Release(held, path, shared);
    if (!was_held && !path.fields.empty()) result.summary.releases.push_back(path);
  } else if (role == Role::kNone) {
    const MethodCode* wrapper = Wrapper(code, at);
    if (wrapper == nullptr) return;
    const Result& callee = Of(wrapper->method);
    if (callee.is_done) Apply(result, call, callee.summary, held, result);
  }
}

// It tries once, and the result is not looked at: so it is what the method returns, or that is false.
void LockFlow::FindTries(Result& result, const MethodCode& code) const {
  if (!program_.types().DescriptorOf(code.method).ends_with(")Z")) return;
  const Call* tried = nullptr;
  for (const Call& call : code.calls) {
    Role role = program_.model().RoleOf(program_.types(), call.named, call.name);
    if (role < Role::kLock || role > Role::kReadUnlock) continue;
    if (tried != nullptr || role != Role::kTryLock || !call.HasReceiver() || call.arguments[0] == kNoVar) return;
    tried = &call;
  }
  if (tried == nullptr) return;
  for (const CodeBlock& block : code.blocks) {
    if (block.tested == tried->statement) return;
  }
  const LockPath& path = result.paths[tried->arguments[0]];
  if (path.root == LockPath::kLocal) return;
  result.summary.tries.push_back({.path = path, .is_shared = result.paths.IsReadView(tried->arguments[0])});
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
      const Call* tested = TestedCall(code, block);
      bool tried = tested != nullptr && to == block.if_not && tested->HasReceiver() && tested->arguments[0] != kNoVar &&
                   program_.model().RoleOf(program_.types(), tested->named, tested->name) == Role::kTryLock;
      HeldLocks with = held;
      if (!tried) {
        const MethodCode* wrapper = tested != nullptr && to == block.if_not ? Wrapper(code, block.tested) : nullptr;
        const Result* callee = wrapper != nullptr ? &Of(wrapper->method) : nullptr;
        if (callee != nullptr && callee->is_done) {
          Apply(result, *tested, {.acquires = callee->summary.tries, .releases = {}, .tries = {}}, with, result);
        }
        flow(to, with);
        continue;
      }
      Add(with, {.path = result.paths[tested->arguments[0]],
                 .is_shared = result.paths.IsReadView(tested->arguments[0]),
                 .var = tested->arguments[0]});
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
  // The sets are final: note them at each statement. Equal neighbours share one.
  result.summary.releases.clear();
  result.all.push_back({});
  result.sets.resize(code.statements.size(), 0);
  for (uint32_t b = 0; b < code.blocks.size(); ++b) {
    if (!in[b]) continue;
    HeldLocks held = *in[b];
    for (uint32_t s = code.blocks[b].first; s < code.blocks[b].end; ++s) {
      if (held.empty()) {
        result.sets[s] = 0;
      } else {
        const HeldLocks& last = result.all.back();
        bool same = last.size() == held.size() && std::equal(last.begin(), last.end(), held.begin(),
                                                             [](const Held& x, const Held& y) { return x.Is(y); });
        if (!same) result.all.push_back(held);
        result.sets[s] = static_cast<uint32_t>(result.all.size() - 1);
      }
      Step(result, code, s, held);
    }
  }
  if (result.all.size() == 1) result.sets.clear();
  if (out && !code.IsSynchronized()) result.summary.acquires = *out;
  std::erase_if(result.summary.acquires, [](const Held& lock) { return lock.path.root == LockPath::kLocal; });
}

}  // namespace raddle::locks
