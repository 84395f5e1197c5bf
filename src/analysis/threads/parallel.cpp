// ThreadModel: from where to where each thread may be alive, and so which threads run in parallel.
#include "threads/thread_model.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "threads/closure.h"

namespace raddle::threads {

using program::Do;
using program::Role;

bool ThreadModel::Alive::Has(InstanceId instance, uint32_t statement) const {
  if (whole[instance.value()]) return true;
  auto part = parts.find(instance);
  return part != parts.end() && part->second[statement];
}

bool ThreadModel::HasJoinRole(const program::Call& call) const {
  if (!call.HasReceiver() || call.arguments[0] == program::kNoVar) return false;
  if (call.name == "join" && !call.descriptor.starts_with("()")) return false;  // with a timeout
  return analysis_.program().model().RoleOf(analysis_.program().types(), call.named, call.name) == Role::kJoin;
}

namespace {

// Whether a variable may have another value in each round of a loop: something there gives it one, other than a look at
// the same static field.
bool Varies(const program::MethodCode& code, program::Var var, int depth = 0) {
  if (depth > 4) return true;
  for (const program::Call& call : code.calls) {
    if (call.result == var && code.statements[call.statement].in_loop) return true;
  }
  return std::ranges::any_of(code.statements, [&](const program::Statement& s) {
    if (s.result != var || !s.in_loop || s.what == Do::kLoadStatic) return false;
    const bool passes = s.what == Do::kCopy || s.what == Do::kCast;
    return !passes || (s.value != program::kNoVar && Varies(code, s.value, depth + 1));
  });
}

}  // namespace

// `threads.forEach(t -> t.join())`: the variable is what the body is called with for each of them.
bool ThreadModel::IsForEach(InstanceId instance, program::Var var) const {
  const auto& parameters = analysis_[instance].code->parameters;
  return std::ranges::find(parameters, var) != parameters.end() && !calls_to_[instance.value()].empty() &&
         std::ranges::all_of(calls_to_[instance.value()], [&](uint32_t e) { return IsRepeated(analysis_.edges()[e]); });
}

bool ThreadModel::IsJoinOf(const Root& root, InstanceId instance, uint32_t at) const {
  const program::MethodCode& code = *analysis_[instance].code;
  const program::Statement& statement = code.statements[at];
  const program::Call& call = code.calls[statement.target];
  if (!HasJoinRole(call)) return false;
  const pointer::ObjectSet& joined = analysis_.PointsTo(instance, call.arguments[0]);
  if (joined.empty()) return false;
  const bool joins_all = statement.in_loop ? Varies(code, call.arguments[0]) : IsForEach(instance, call.arguments[0]);
  for (uint32_t start : root.starts) {
    const CallEdge& edge = analysis_.edges()[start];
    if (edge.task == pointer::kNoNode) return false;
    bool direct = joined.Contains(edge.task) || joined.Contains(analysis_.object(edge.task).root);
    if (!direct) return false;
    bool loops = analysis_[edge.caller].code->statements[edge.statement].in_loop;
    bool is_executor = !joined.Contains(edge.task) || analysis_.object(edge.task).root == edge.task;
    bool is_thread = call.name == "join";
    if (loops && !joins_all && !(is_executor && !is_thread)) return false;
    if (!joins_all && joined.size() > 1) return false;
    // One of several threads that look the same: which of them is joined is known if one place has it in a variable.
    const bool is_one = IsOne(joined.Contains(edge.task) ? edge.task : analysis_.object(edge.task).root);
    if (!joins_all && !is_one && !StartsWhatItJoins(root, instance, call)) return false;
  }
  return !root.starts.empty();
}

Ends ThreadModel::EndsOf(const Root& root, const std::unordered_set<InstanceId>& joiners, InstanceId instance) const {
  auto end = [this, &root, &joiners, instance](uint32_t statement) {
    if (IsJoinOf(root, instance, statement)) return End::kYes;
    if (joiners.empty()) return End::kNo;
    bool any = false;
    for (uint32_t e : calls_from_[instance.value()]) {
      const CallEdge& edge = analysis_.edges()[e];
      if (edge.statement != statement) continue;
      if (!joiners.contains(edge.callee)) return End::kNo;
      any = true;
    }
    return any ? End::kUnlessThrown : End::kNo;
  };
  return {end, analysis_.program().types().Find("java/lang/InterruptedException")};
}

std::unordered_set<InstanceId> ThreadModel::FindJoiners(const Root& root) const {
  std::unordered_set<InstanceId> joiners;
  std::vector<InstanceId> pending = with_joins_;
  while (!pending.empty()) {
    InstanceId id = pending.back();
    pending.pop_back();
    if (joiners.contains(id)) continue;
    const program::MethodCode& code = *analysis_[id].code;
    if (!AlwaysEnds(code, EndsOf(root, joiners, id))) continue;
    joiners.insert(id);
    for (uint32_t e : calls_to_[id.value()]) pending.push_back(analysis_.edges()[e].caller);
  }
  return joiners;
}

bool ThreadModel::StartsWhatItJoins(const Root& root, InstanceId instance, const program::Call& join) const {
  return std::ranges::all_of(root.starts, [&](uint32_t start) {
    const CallEdge& edge = analysis_.edges()[start];
    if (edge.caller != instance) return false;
    const program::MethodCode& code = *analysis_[instance].code;
    const program::Statement& statement = code.statements[edge.statement];
    if (statement.what != Do::kCall) return false;
    const program::Call& call = code.calls[statement.target];
    return call.HasReceiver() && call.arguments[0] == join.arguments[0];
  });
}

// From each start on: the rest of the starting method, all that it calls, and the same for its callers. Of a method
// that joins before it returns, what it does until then.
void ThreadModel::FindAlive(RootId id) {
  const Root& root = roots_[id];
  alive_.resize(roots_.size());
  Alive& alive = alive_[id];
  alive.whole.resize(analysis_.instances().size());
  if (root.kind != RootKind::kThread) return;
  // Callers from outside come when they like: whoever they start is beside all of them, so there is nothing to find.
  for (uint32_t start : root.starts) {
    InstanceId by = analysis_.edges()[start].caller;
    bool from_outside = !by || std::any_of(roots_of_[by.value()].begin(), roots_of_[by.value()].end(),
                                           [&](RootId r) { return roots_[r].kind == RootKind::kOutside; });
    if (from_outside) {
      alive.whole.assign(alive.whole.size(), true);
      return;
    }
  }
  // One Runnable that two threads run: each is there until it is joined itself.
  constexpr size_t kMostApart = 16;
  if (root.starts.size() > kMostApart) return AddAlive(root, alive);
  for (uint32_t start : root.starts) {
    Root one = root;
    one.starts = {start};
    AddAlive(one, alive);
  }
}

void ThreadModel::AddAlive(const Root& root, Alive& alive) {
  const std::unordered_set<InstanceId> joiners = FindJoiners(root);
  std::unordered_set<InstanceId> entries;
  for (const Root& other : roots_) entries.insert(other.entries.begin(), other.entries.end());
  constexpr uint32_t kEntry = ~uint32_t{0};
  std::vector<std::pair<InstanceId, uint32_t>> pending;
  std::unordered_map<uint64_t, bool> seen;
  auto push = [&](InstanceId instance, uint32_t statement) {
    if (seen.try_emplace(uint64_t{instance.value()} << 32 | statement, true).second)
      pending.push_back({instance, statement});
  };
  for (uint32_t start : root.starts) push(analysis_.edges()[start].caller, analysis_.edges()[start].statement);
  std::vector<InstanceId> entered;
  while (!pending.empty()) {
    auto [instance, statement] = pending.back();
    pending.pop_back();
    if (!instance) continue;
    const std::optional<uint32_t> from = statement == kEntry ? std::nullopt : std::optional(statement);
    const Reached after = After(*analysis_[instance].code, from, EndsOf(root, joiners, instance));
    std::vector<bool>& part = alive.parts[instance];
    part.resize(after.statements.size());
    for (size_t s = 0; s < part.size(); ++s) part[s] = part[s] || after.statements[s];
    for (uint32_t e : calls_from_[instance.value()]) {
      const CallEdge& edge = analysis_.edges()[e];
      const bool again = edge.statement == statement && IsRepeated(edge);
      if (after.statements[edge.statement] || again) entered.push_back(edge.callee);
      const bool ends = std::ranges::find(after.ends, edge.statement) != after.ends.end();
      if (ends && joiners.contains(edge.callee)) push(edge.callee, kEntry);
    }
    if (!after.leaves) continue;
    for (uint32_t e : calls_to_[instance.value()]) push(analysis_.edges()[e].caller, analysis_.edges()[e].statement);
    // It outlives the thread that started it: then it goes on beside whoever started that one.
    if (!entries.contains(instance)) continue;
    for (const Root& other : roots_) {
      if (std::find(other.entries.begin(), other.entries.end(), instance) == other.entries.end()) continue;
      for (uint32_t start : other.starts) push(analysis_.edges()[start].caller, analysis_.edges()[start].statement);
    }
  }
  Closure(entered, alive.whole, [&](InstanceId at, auto visit) {
    for (uint32_t e : calls_from_[at.value()]) visit(analysis_.edges()[e].callee);
  });
}

// The other way round: what comes before each start in the starting method, all that is called there, and the same for
// its callers, and for who starts the starter.
void ThreadModel::FindAhead(RootId id, const StartsByEntry& starts_by_entry) {
  Alive& ahead = ahead_[id];
  ahead.whole.resize(analysis_.instances().size());
  if (roots_[id].kind != RootKind::kThread) return;
  std::vector<std::pair<InstanceId, uint32_t>> pending;
  std::unordered_set<uint64_t> seen;
  auto push = [&](uint32_t e) {
    const CallEdge& edge = analysis_.edges()[e];
    if (!edge.caller || !seen.insert(uint64_t{edge.caller.value()} << 32 | edge.statement).second) return;
    pending.push_back({edge.caller, edge.statement});
  };
  for (uint32_t start : roots_[id].starts) push(start);
  std::vector<InstanceId> entered;
  while (!pending.empty()) {
    const auto [instance, statement] = pending.back();
    pending.pop_back();
    const std::vector<bool> before = Before(*analysis_[instance].code, statement);
    std::vector<bool>& part = ahead.parts[instance];
    part.resize(before.size());
    for (size_t s = 0; s < part.size(); ++s) part[s] = part[s] || before[s];
    for (uint32_t e : calls_from_[instance.value()]) {
      if (before[analysis_.edges()[e].statement]) entered.push_back(analysis_.edges()[e].callee);
    }
    for (uint32_t e : calls_to_[instance.value()]) push(e);
    if (auto found = starts_by_entry.find(instance); found != starts_by_entry.end()) {
      for (uint32_t start : found->second) push(start);
    }
  }
  Closure(entered, ahead.whole, [&](InstanceId at, auto visit) {
    for (uint32_t e : calls_from_[at.value()]) visit(analysis_.edges()[e].callee);
  });
}

void ThreadModel::FindAhead() {
  StartsByEntry starts_by_entry;
  for (const Root& root : roots_) {
    for (InstanceId entry : root.entries) {
      std::vector<uint32_t>& starts = starts_by_entry[entry];
      starts.insert(starts.end(), root.starts.begin(), root.starts.end());
    }
  }
  ahead_.resize(roots_.size());
  for (RootId root = 0; root < roots_.size(); ++root) FindAhead(root, starts_by_entry);
}

bool ThreadModel::MayStartLater(RootId r2, RootId r1, InstanceId instance, uint32_t statement) const {
  return !roots_[r1].is_many && ancestors_[r2][r1] && ahead_[r2].Has(instance, statement);
}

bool ThreadModel::StartedDuring(RootId started, RootId other) const {
  for (uint32_t start : roots_[started].starts) {
    const CallEdge& edge = analysis_.edges()[start];
    if (!edge.caller) return true;
    if (in_initialiser_[edge.caller.value()]) return true;
    for (RootId by : roots_of_[edge.caller.value()]) {
      if (by == other) continue;  // that is an ancestor's question
      if (AreParallel(by, other) || (ancestors_[other][by] && alive_[other].Has(edge.caller, edge.statement)))
        return true;
    }
  }
  return false;
}

bool ThreadModel::IsStartedByOthersToo(RootId root, RootId starter) const {
  return std::ranges::any_of(roots_[root].starts, [&](uint32_t start) {
    const CallEdge& edge = analysis_.edges()[start];
    return edge.caller && std::ranges::any_of(roots_of_[edge.caller.value()], [&](RootId by) { return by != starter; });
  });
}

uint64_t ThreadModel::OnlyStart(const Root& root) const {
  constexpr uint64_t kNone = ~uint64_t{0};
  uint64_t only = kNone;
  for (uint32_t start : root.starts) {
    const CallEdge& edge = analysis_.edges()[start];
    if (!edge.caller || !IsOnce(edge.caller, edge.statement)) return kNone;
    uint64_t place = uint64_t{analysis_[edge.caller].method.value()} << 32 | edge.statement;
    if (only != kNone && only != place) return kNone;
    only = place;
  }
  return only;
}

void ThreadModel::FindParallel() {
  size_t count = roots_.size();
  parallel_.assign(count * count, false);
  ancestors_.assign(count, std::vector<bool>(count));
  for (bool changed = true; changed;) {
    changed = false;
    for (RootId root = 0; root < count; ++root) {
      for (uint32_t start : roots_[root].starts) {
        const CallEdge& edge = analysis_.edges()[start];
        if (!edge.caller) continue;
        for (RootId by : roots_of_[edge.caller.value()]) {
          for (RootId up = 0; up < count; ++up) {
            if ((up == by || ancestors_[by][up]) && !ancestors_[root][up]) changed = ancestors_[root][up] = true;
          }
        }
      }
    }
  }
  auto set = [&](RootId a, RootId b) {
    if (parallel_[a * count + b]) return false;
    parallel_[a * count + b] = parallel_[b * count + a] = true;
    return true;
  };
  std::vector<uint64_t> only(count);
  for (RootId a = 0; a < count; ++a) only[a] = OnlyStart(roots_[a]);
  for (RootId a = 0; a < count; ++a) {
    Root& root = roots_[a];
    for (uint32_t start : root.starts) {
      const CallEdge& edge = analysis_.edges()[start];
      if (!edge.caller || only[a] != ~uint64_t{0}) continue;
      root.is_many = root.is_many || alive_[a].Has(edge.caller, edge.statement);
    }
    if (root.is_many) set(a, a);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (RootId a = 0; a < count; ++a) {
      for (uint32_t start : roots_[a].starts) {
        const CallEdge& edge = analysis_.edges()[start];
        if (!edge.caller) continue;
        bool by_many = std::any_of(roots_of_[edge.caller.value()].begin(), roots_of_[edge.caller.value()].end(),
                                   [&](RootId by) { return roots_[by].is_many; });
        // Several roots that start it: in parallel if they are.
        for (RootId x : roots_of_[edge.caller.value()]) {
          for (RootId y : roots_of_[edge.caller.value()]) by_many = by_many || (x != y && AreParallel(x, y));
          // It starts another like itself; or others that run meanwhile do.
          by_many = by_many || x == a || IsStartedByOthersToo(a, x);
          if (x != a && roots_[x].kind == RootKind::kThread && IsStartedByOthersToo(a, x)) changed |= set(a, x);
        }
        if (by_many && !roots_[a].is_many && only[a] == ~uint64_t{0}) {
          roots_[a].is_many = true;
          set(a, a);
          changed = true;
        }
      }
      for (RootId b = 0; b < a; ++b) {
        if (AreParallel(a, b) || (only[a] != ~uint64_t{0} && only[a] == only[b])) continue;
        bool related = ancestors_[a][b] || ancestors_[b][a];
        bool together =
            roots_[a].kind == RootKind::kParallel && roots_[b].kind == RootKind::kParallel &&
            AreOfOnePipeline(analysis_.edges()[roots_[a].starts[0]], analysis_.edges()[roots_[b].starts[0]]);
        if (together || (!related && (StartedDuring(a, b) || StartedDuring(b, a)))) changed |= set(a, b);
        // An ancestor that is many: another of its threads, in parallel to this one, started the descendant.
        if (related && ((ancestors_[a][b] && roots_[b].is_many) || (ancestors_[b][a] && roots_[a].is_many))) {
          changed |= set(a, b);
        }
      }
    }
  }
}

// stream.map(x).forEach(y): the second call is made on the result of the first, or on the result of one that is. What
// one call hands over, such as the tasks of invokeAll, runs together too.
bool ThreadModel::AreOfOnePipeline(const CallEdge& a, const CallEdge& b) const {
  if (a.caller != b.caller || !a.caller) return false;
  const program::MethodCode& code = *analysis_[a.caller].code;
  auto leads_to = [&](uint32_t from, uint32_t to) {
    while (from != to) {
      const program::Statement& s = code.statements[to];
      if (s.what != Do::kCall) return false;
      const program::Call& call = code.calls[s.target];
      if (!call.HasReceiver() || call.arguments[0] == program::kNoVar) return false;
      auto made = std::find_if(code.calls.begin(), code.calls.end(),
                               [&](const program::Call& other) { return other.result == call.arguments[0]; });
      if (made == code.calls.end() || made->statement >= to) return false;
      to = made->statement;
    }
    return true;
  };
  return leads_to(a.statement, b.statement) || leads_to(b.statement, a.statement);
}

bool ThreadModel::MayRunDuring(RootId r2, RootId r1, InstanceId instance, uint32_t statement) const {
  if (!apart_.empty() && apart_[r1 * roots_.size() + r2]) return false;
  if (AreParallel(r1, r2)) return true;
  if (r1 == r2) return false;
  if (ancestors_[r2][r1]) return alive_[r2].Has(instance, statement);
  // A descendant: whether its ancestor is alive is decided at the ancestor's statement.
  return ancestors_[r1][r2];
}

void ThreadModel::SetApart(RootId a, RootId b) {
  apart_.resize(roots_.size() * roots_.size());
  apart_[a * roots_.size() + b] = apart_[b * roots_.size() + a] = true;
}

}  // namespace raddle::threads
