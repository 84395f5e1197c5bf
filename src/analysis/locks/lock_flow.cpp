#include "locks/lock_flow.h"

#include <algorithm>
#include <optional>
#include <ranges>

namespace raddle::locks {

using program::CodeBlock;
using program::Do;
using program::kNoVar;
using program::MethodCode;
using program::Role;
using program::Statement;
using program::Var;

namespace {

bool IsAmong(const std::vector<LockPath>& paths, const LockPath& path) {
  return std::find(paths.begin(), paths.end(), path) != paths.end();
}

bool AddName(Held& lock, LockPath name) {
  if (IsAmong(lock.also, name)) return false;
  lock.also.push_back(std::move(name));
  return true;
}

void Add(HeldLocks& held, Held lock) {
  auto there = std::find_if(held.begin(), held.end(), [&](const Held& other) { return other.Is(lock); });
  if (there == held.end()) {
    held.push_back(std::move(lock));
  } else {
    there->is_optimistic = there->is_optimistic && lock.is_optimistic;
    for (LockPath& name : lock.also) AddName(*there, std::move(name));
  }
}

// Locked here: what had that name before is not meant by it any more.
void Lock(HeldLocks& held, Held lock) {
  for (Held& other : held) std::erase(other.also, lock.path);
  Add(held, std::move(lock));
}

void LeaveMonitor(HeldLocks& held, const LockPath& path) {
  std::erase_if(held, [&](const Held& lock) { return lock.path == path && lock.hold == Hold::kMonitor; });
}

// The call whose result a block ends with asking whether it is false.
const program::Call* TestedCall(const MethodCode& code, const CodeBlock& block) {
  if (block.tested == CodeBlock::kNoTest || block.tested_for != 0) return nullptr;
  const Statement& statement = code.statements[block.tested];
  return statement.what == Do::kCall ? &code.calls[statement.target] : nullptr;
}

const Held* Find(const HeldLocks& held, const LockPath& path, Hold hold) {
  auto found =
      std::find_if(held.begin(), held.end(), [&](const Held& lock) { return lock.path == path && lock.hold == hold; });
  return found == held.end() ? nullptr : &*found;
}

// Keeps what both have: for reading what one of them has for reading only. Whether it changed.
bool Meet(HeldLocks& into, const HeldLocks& other) {
  auto in_other = [&](const Held& lock) {
    const Held* its = Find(other, lock.path, lock.hold);
    return its == nullptr && lock.hold == Hold::kShared ? Find(other, lock.path, Hold::kAlone) : its;
  };
  bool weaker = false;
  for (Held& lock : into) {
    if (lock.hold != Hold::kAlone || in_other(lock) != nullptr) continue;
    if (Find(other, lock.path, Hold::kShared) == nullptr || Find(into, lock.path, Hold::kShared) != nullptr) continue;
    lock.hold = Hold::kShared;
    weaker = true;
  }
  bool changed = std::erase_if(into, [&](const Held& lock) { return in_other(lock) == nullptr; }) > 0 || weaker;
  for (Held& lock : into) {
    const Held& its = *in_other(lock);
    if (!lock.is_optimistic && its.is_optimistic) lock.is_optimistic = changed = true;
    for (const LockPath& name : its.also) changed = AddName(lock, name) || changed;
  }
  return changed;
}

}  // namespace

bool LockFlow::CallsLocks(const MethodCode& code) const {
  const bool calls = std::any_of(code.calls.begin(), code.calls.end(), [&](const program::Call& call) {
    Role role = program_.model().RoleOf(program_.types(), call.named, call.name);
    return (role >= Role::kLock && role <= Role::kReadUnlock) || OwnerChange(code, call) != Change::kNone;
  });
  return calls || (!flags_.fields.empty() &&
                   std::any_of(code.statements.begin(), code.statements.end(), [&](const Statement& s) {
                     return (s.what == Do::kStore || s.what == Do::kStoreStatic) && IsFlag(s.Field());
                   }));
}

// The callees that may lock or unlock for their caller.
std::vector<const MethodCode*> LockFlow::Wrappers(const MethodCode& code, uint32_t statement) const {
  std::vector<const MethodCode*> wrappers;
  for (MethodId target : targets_(code.method, statement)) {
    auto rank = ranks_.find(target);
    if (target != code.method && rank != ranks_.end() && rank->second <= kHighest) {
      wrappers.push_back(program_.BodyOf(target));
    }
  }
  return wrappers;
}

const Paths::Given* LockFlow::GivenBy(const MethodCode& code, const program::Call& call) {
  const std::vector<MethodId> targets = targets_(code.method, call.statement);
  // Who else may implement it, in the library, has no edge.
  if (targets.size() != 1 || targets[0] != call.resolved) return nullptr;
  auto [known, is_new] = given_.try_emplace(targets[0]);
  std::optional<Paths::Given>& given = known->second;
  if (is_new) {
    const MethodCode& callee = *program_.BodyOf(targets[0]);
    const Paths paths(program_, callee, [](const program::Call&) { return nullptr; });
    auto stays = [&](const LockPath& path) {
      auto is_final = [&](FieldId field) { return program_.types()[field].Has(classfile::kFinal); };
      return path.root != LockPath::kLocal && (path.root != LockPath::kStatic || is_final(FieldId(path.number))) &&
             std::all_of(path.fields.begin(), path.fields.end(), is_final);
    };
    for (const Statement& s : callee.statements) {
      if (s.what != Do::kReturn) continue;
      const LockPath& path = paths[s.value];
      const bool is_same = !given || (given->path == path && given->is_read_view == paths.IsReadView(s.value));
      if (!stays(path) || !is_same) {
        given.reset();
        break;
      }
      given = {path, paths.IsReadView(s.value)};
    }
  }
  return given ? &*given : nullptr;
}

bool LockFlow::UsesLocks(const MethodCode& code) const {
  if (code.IsSynchronized() || CallsLocks(code)) return true;
  return std::any_of(code.statements.begin(), code.statements.end(), [&](const Statement& s) {
    return s.what == Do::kEnter || (s.what == Do::kCall && !Wrappers(code, code.calls[s.target].statement).empty());
  });
}

LockFlow::Result& LockFlow::Of(MethodId method) {
  auto found = results_.find(method);
  if (found != results_.end()) return found->second;
  const MethodCode& code = *program_.BodyOf(method);
  Paths paths(program_, code, [&](const program::Call& call) { return GivenBy(code, call); });
  Result& result = results_.emplace(method, Result(std::move(paths))).first->second;
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

void LockFlow::Acquire(const Result& result, const program::Call& call, const HeldLocks& acquired, HeldLocks& held) {
  for (const Held& lock : acquired) {
    if (auto here = result.paths.InCaller(lock.path, call)) {
      Lock(held, {.path = *std::move(here), .hold = lock.hold, .is_optimistic = lock.is_optimistic});
    }
  }
}

// What any of the callees may release is released; what the only one acquires is held.
void LockFlow::Call(Result& result, const MethodCode& code, uint32_t statement, HeldLocks& held) {
  const program::Call& call = code.calls[code.statements[statement].target];
  const std::vector<const MethodCode*> wrappers = Wrappers(code, statement);
  for (const MethodCode* wrapper : wrappers) {
    const Result& callee = Of(wrapper->method);
    if (!callee.is_done) continue;
    // Of what the library calls in the middle of a call, and of lambdas, the arguments are others.
    const bool is_plain = call.arguments.size() == wrapper->parameters.size() &&
                          program_.types().NameOf(wrapper->method) == call.name;
    for (const Release& release : callee.summary.releases) {
      Release here = release;
      auto path = is_plain || here.path.IsGlobal() ? result.paths.InCaller(here.path, call) : std::nullopt;
      here.path = path.value_or(LockPath{LockPath::kLocal, kNoVar, {}});
      Give(result, code.method, std::move(here), {}, held);
    }
    if (is_plain && targets_(code.method, statement).size() == 1) Acquire(result, call, callee.summary.acquires, held);
  }
}

// Takes away what is held by that path, or else all that may be that object. Nothing says of StampedLock.unlock how it
// was held.
void LockFlow::Give(Result& result, MethodId method, Release release, std::optional<Hold> hold, HeldLocks& held) {
  ForgetUnset(held, release.path);
  auto is_it = [&](const Held& lock) { return lock.path == release.path && lock.hold != Hold::kMonitor; };
  if (std::any_of(held.begin(), held.end(), is_it)) {
    const bool has_hold =
        std::any_of(held.begin(), held.end(), [&](const Held& lock) { return is_it(lock) && lock.hold == hold; });
    std::vector<LockPath> names = {release.path};
    for (const Held& lock : held) {
      if (is_it(lock)) names.insert(names.end(), lock.also.begin(), lock.also.end());
    }
    std::erase_if(held, [&](const Held& lock) {
      if (lock.hold == Hold::kMonitor || (has_hold && lock.hold != hold)) return false;
      return IsAmong(names, lock.path) || IsAmong(lock.also, release.path);
    });
    return;
  }
  if (!release.is_own) {
    for (const Held& lock : HeldLocks(held)) {
      const LockPath& path = lock.path;
      const FieldId last = !path.fields.empty()                ? path.fields.back()
                           : path.root == LockPath::kStatic ? FieldId(path.number)
                                                            : FieldId();
      if (lock.hold == Hold::kMonitor || lock.is_optimistic || (last && IsFlag(last))) continue;
      const pointer::ObjectSet objects = objects_(method, path, lock.var);
      if (!objects.empty() && !release.objects.empty() && !objects.Intersects(release.objects)) continue;
      ForgetUnset(held, path);
      std::erase_if(held, [&](const Held& other) { return other.Is(lock); });
    }
  }
  result.summary.releases.push_back(std::move(release));
}

// Where ways meet, a variable is another name for the lock that it has its value from. Monitors are left by the name by
// which they were entered.
void LockFlow::Rename(const Result& result, const MethodCode& code, uint32_t from, uint32_t to, HeldLocks& held) {
  if (held.empty()) return;
  const CodeBlock& block = code.blocks[to];
  HeldLocks renamed;
  std::vector<Var> joined;
  for (uint32_t s = block.first; s < block.end && code.statements[s].what == Do::kCopy; ++s) {
    const Statement& copy = code.statements[s];
    joined.push_back(copy.result);
    if (copy.target != from || copy.value == kNoVar) continue;
    for (const Held& lock : held) {
      auto rest = lock.path.After(result.paths[copy.value]);
      if (!rest || lock.hold == Hold::kMonitor) continue;
      Held& other = renamed.emplace_back(lock);
      other.path = {LockPath::kLocal, copy.result, *std::move(rest)};
      other.var = kNoVar;
      AddName(other, lock.path);
    }
  }
  std::erase_if(held, [&](const Held& lock) {
    return lock.path.root == LockPath::kLocal &&
           std::find(joined.begin(), joined.end(), lock.path.number) != joined.end();
  });
  for (Held& lock : renamed) Add(held, std::move(lock));
}

// compareAndSet(0, 1), getAndSet(true), and the way back. What is counted from one number to another is no lock. Of a
// boolean's compareAndSet, which lets one in either way, nothing is said.
LockFlow::Change LockFlow::ChangeOf(const MethodCode& code, const program::Call& call) {
  const bool compares = call.name.starts_with("compareAndSet") || call.name.starts_with("weakCompareAndSet");
  if (compares ? call.descriptor == "(ZZ)Z" : !call.name.starts_with("getAndSet")) return Change::kNone;
  if (call.numbers.size() != (compares ? 3u : 2u)) return Change::kOther;
  const program::Number& to = code.numbers[call.numbers.back()];
  const program::Number& from = code.numbers[call.numbers[1]];
  if (!to.is_constant || !from.is_constant) return Change::kOther;
  if (to.constant == 0) return Change::kToNought;
  return compares && from.constant != 0 ? Change::kOther : Change::kFromNought;
}

// owner.compareAndSet(null, Thread.currentThread()), and what makes it null again. A reference to anything else is put
// there by one and taken out by another, mostly.
LockFlow::Change LockFlow::OwnerChange(const MethodCode& code, const program::Call& call) const {
  if (!call.HasReceiver() || call.arguments.size() < 2 || call.numbers.size() != call.arguments.size()) {
    return Change::kNone;
  }
  if (program_.types()[call.named].name != "java/util/concurrent/atomic/AtomicReference") return Change::kNone;
  auto is_null = [&](size_t argument) { return code.numbers[call.numbers[argument]].is_constant; };
  const size_t last = call.arguments.size() - 1;
  if (is_null(last)) return Change::kToNought;
  const bool is_thread = std::any_of(code.calls.begin(), code.calls.end(), [&](const program::Call& asked) {
    return asked.result != kNoVar && asked.result == call.arguments[last] && asked.name == "currentThread";
  });
  return last == 2 && is_null(1) && is_thread ? Change::kFromNought : Change::kNone;
}

void LockFlow::Step(Result& result, const MethodCode& code, uint32_t at, HeldLocks& held) {
  const Statement& statement = code.statements[at];
  if (statement.what == Do::kEnter && statement.base != kNoVar) {
    Add(held, {.path = result.paths[statement.base], .hold = Hold::kMonitor, .var = statement.base});
  } else if (statement.what == Do::kExit && statement.base != kNoVar) {
    LeaveMonitor(held, result.paths[statement.base]);
    ForgetUnset(held, result.paths[statement.base]);
  } else if (statement.what == Do::kStore || statement.what == Do::kStoreStatic) {
    StepFlag(result, code, at, held);
  }
  if (statement.what != Do::kCall) return;
  const program::Call& call = code.calls[statement.target];
  if (call.name == "wait" || call.name.starts_with("await")) {
    for (const Held& lock : HeldLocks(held)) ForgetUnset(held, lock.path);
  }
  Role role = program_.model().RoleOf(program_.types(), call.named, call.name);
  const bool is_left = OwnerChange(code, call) == Change::kToNought;
  if (role == Role::kNone && !is_left) return Call(result, code, at, held);
  if (!call.HasReceiver() || call.arguments[0] == kNoVar) return;
  const Var receiver = call.arguments[0];
  const LockPath& path = result.paths[receiver];
  const bool is_read_view = result.paths.IsReadView(receiver);
  if (role == Role::kLock || role == Role::kReadLock || role == Role::kOptimistic) {
    Lock(held, {.path = path,
               .hold = role != Role::kLock || is_read_view ? Hold::kShared : Hold::kAlone,
               .is_optimistic = role == Role::kOptimistic,
               .var = receiver});
  } else if (role == Role::kTryReadLock) {
    // Of a lock that is held for writing, whoever asks.
    for (Held& lock : held) {
      if (lock.path == path && lock.hold == Hold::kAlone) lock.hold = Hold::kShared;
    }
  } else if (is_left || (role == Role::kTryLock && ChangeOf(code, call) == Change::kToNought)) {
    Give(result, code.method, {path, objects_(code.method, path, receiver)}, Hold::kAlone, held);
  } else if (role == Role::kUnlock || role == Role::kReadUnlock) {
    const Hold hold = role == Role::kReadUnlock || is_read_view ? Hold::kShared : Hold::kAlone;
    Give(result, code.method, {path, objects_(code.method, path, receiver)}, hold, held);
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
    return lock.hold != Hold::kShared && !lock.is_optimistic &&
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
      return is_it && lock.hold != Hold::kShared;
    });
  }
}

void LockFlow::StepFlag(Result& result, const MethodCode& code, uint32_t at, HeldLocks& held) {
  const Statement& s = code.statements[at];
  const bool is_static = s.what == Do::kStoreStatic;
  if (!IsFlag(s.Field()) || (!is_static && s.base == kNoVar)) return;
  LockPath path = FlagPath(result, s);
  if (flags_.ends.contains(s.Field())) {
    Add(held, {.path = std::move(path), .hold = Hold::kShared});
  } else if (flags_.taken_by.contains({code.method, at})) {
    Add(held, {.path = std::move(path)});
  } else {
    Give(result, code.method, {std::move(path), {}, true}, {}, held);
  }
}

// By statement: whether the lock is released on every way from there to a return. Ways that throw give no value.
std::vector<bool> LockFlow::ValidatedAfter(Result& result, const MethodCode& code, const Held& lock) {
  const std::vector<Release> releases = result.summary.releases;  // which steps out of turn add to
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
  const std::vector<Release> releases = result.summary.releases;  // which steps out of turn add to
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
  const program::Call& call = code.calls[code.statements[at].target];
  const bool on_object = call.HasReceiver() && call.arguments[0] != kNoVar;
  const Role role = on_object ? program_.model().RoleOf(program_.types(), call.named, call.name) : Role::kNone;
  if (role == Role::kTryLock || role == Role::kTryReadLock) {
    const Change change = ChangeOf(code, call);
    if (change == Change::kToNought || change == Change::kOther) return;
    // getAndSet(true) took it if that was not so before.
    if (value == call.name.starts_with("getAndSet")) return;
    const LockPath& path = result.paths[call.arguments[0]];
    // One way to hold it is turned into another.
    const bool converts = call.name.starts_with("tryConvert");
    std::erase_if(held, [&](const Held& lock) {
      return converts && lock.path == path && lock.hold != Hold::kMonitor;
    });
    const bool is_shared = role == Role::kTryReadLock || result.paths.IsReadView(call.arguments[0]);
    const Hold hold = is_shared ? Hold::kShared : Hold::kAlone;
    return Lock(held, {.path = path, .hold = hold, .var = call.arguments[0]});
  }
  if (on_object && OwnerChange(code, call) == Change::kFromNought) {
    if (!value) return;
    return Lock(held, {.path = result.paths[call.arguments[0]], .hold = Hold::kAlone, .var = call.arguments[0]});
  }
  const std::vector<const MethodCode*> wrappers = Wrappers(code, at);
  if (wrappers.empty() || targets_(code.method, at).size() != 1) return;
  const Result& callee = Of(wrappers[0]->method);
  if (callee.is_done) Acquire(result, call, callee.summary.tries[value ? 1 : 0], held);
}

void LockFlow::Solve(Result& result, const MethodCode& code) {
  HeldLocks entry;
  if (code.IsSynchronized()) {
    LockPath own =
        code.IsStatic() ? LockPath{LockPath::kClass, code.owner.value(), {}} : LockPath{LockPath::kParameter, 0, {}};
    entry.push_back({.path = own, .hold = Hold::kMonitor, .var = code.IsStatic() ? kNoVar : code.parameters[0]});
  }
  std::vector<std::optional<HeldLocks>> in(code.blocks.size());
  if (in.empty()) return;
  in[0] = entry;
  std::vector<uint32_t> pending = {0};
  auto flow = [&](uint32_t from, uint32_t to, HeldLocks held) {
    Rename(result, code, from, to, held);
    bool changed = !in[to].has_value();
    if (changed) {
      in[to] = std::move(held);
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
    for (uint32_t to : block.handlers) flow(b, to, thrown);
    for (uint32_t to : block.successors) {
      HeldLocks with = held;
      if (TestedCall(code, block) != nullptr && block.if_equal != block.if_not) {
        AddTried(result, code, block.tested, to == block.if_not, with);
      }
      if (to == block.if_equal && block.if_equal != block.if_not) AddUnset(result, code, block, with);
      flow(b, to, std::move(with));
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
      LeaveMonitor(held, lock.path);
      ForgetUnset(held, lock.path);
    }
  }
  for (Release& release : result.summary.releases) {
    auto acquires = [&](const HeldLocks& held) {
      return std::any_of(held.begin(), held.end(), [&](const Held& lock) { return lock.path == release.path; });
    };
    release.is_own = release.is_own || std::any_of(result.all.begin(), result.all.end(), acquires);
  }
  FindTries(result, code, at_end);
  if (out) result.summary.acquires = *out;
  for (const Held& lock : entry) {
    LeaveMonitor(result.summary.acquires, lock.path);
    ForgetUnset(result.summary.acquires, lock.path);
  }
  const bool gives_stamp = program_.types().DescriptorOf(code.method).ends_with(")J");  // to be validated
  std::erase_if(result.summary.acquires, [&](const Held& lock) {
    return lock.path.root == LockPath::kLocal || (lock.is_optimistic && !gives_stamp);
  });
}

}  // namespace raddle::locks
