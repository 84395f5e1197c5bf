#include "threads/thread_model.h"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "classfile/descriptor.h"

namespace raddle::threads {

using pointer::Instance;
using pointer::Object;
using pointer::ObjectKind;
using program::Do;
using program::Role;

namespace {

// Everything reachable over `next` from what is pending, each once.
template <typename Next>
void Closure(std::vector<InstanceId> pending, std::vector<bool>& seen, Next next) {
  for (InstanceId id : pending) seen[id.value()] = true;
  while (!pending.empty()) {
    InstanceId id = pending.back();
    pending.pop_back();
    next(id, [&](InstanceId to) {
      if (seen[to.value()]) return;
      seen[to.value()] = true;
      pending.push_back(to);
    });
  }
}

}  // namespace

ThreadModel::ThreadModel(const PointerAnalysis& analysis) : analysis_(analysis) {
  FindRoots();
  FindMany();
  for (RootId root = 0; root < roots_.size(); ++root) FindAlive(root);
  FindParallel();
}

void ThreadModel::FindRoots() {
  size_t count = analysis_.instances().size();
  calls_from_.resize(count);
  calls_to_.resize(count);
  roots_of_.resize(count);
  std::unordered_map<uint64_t, RootId> by_entry;
  RootId outside = ~RootId{0}, initialiser = ~RootId{0};
  auto new_root = [&](RootKind kind) {
    roots_.push_back({.kind = kind, .entries = {}, .starts = {}});
    return static_cast<RootId>(roots_.size() - 1);
  };
  for (uint32_t e = 0; e < analysis_.edges().size(); ++e) {
    const CallEdge& edge = analysis_.edges()[e];
    switch (edge.kind) {
      case EdgeKind::kCall:
        if (edge.caller) {
          calls_from_[edge.caller.value()].push_back(e);
          calls_to_[edge.callee.value()].push_back(e);
        } else {  // a constructor, run by whoever made the object before anybody else has it
          if (initialiser == ~RootId{0}) initialiser = new_root(RootKind::kInitialiser);
          roots_[initialiser].entries.push_back(edge.callee);
        }
        break;
      case EdgeKind::kInit:
        if (initialiser == ~RootId{0}) initialiser = new_root(RootKind::kInitialiser);
        roots_[initialiser].entries.push_back(edge.callee);
        break;
      case EdgeKind::kMain:
        roots_[new_root(RootKind::kMain)].entries.push_back(edge.callee);
        break;
      case EdgeKind::kEntry:
        if (outside == ~RootId{0}) outside = new_root(RootKind::kOutside);
        roots_[outside].entries.push_back(edge.callee);
        roots_[outside].is_many = true;
        break;
      case EdgeKind::kSpawn:
      case EdgeKind::kParallel: {
        uint64_t key = uint64_t{edge.callee.value()} << 1 | (edge.kind == EdgeKind::kParallel);
        auto [found, is_new] = by_entry.try_emplace(key, 0);
        if (is_new) {
          found->second = new_root(edge.kind == EdgeKind::kSpawn ? RootKind::kThread : RootKind::kParallel);
          roots_[found->second].entries.push_back(edge.callee);
          roots_[found->second].is_many = edge.kind == EdgeKind::kParallel;
        }
        roots_[found->second].starts.push_back(e);
        break;
      }
    }
  }
  for (RootId root = 0; root < roots_.size(); ++root) {
    std::vector<bool> seen(count);
    Closure(roots_[root].entries, seen, [&](InstanceId id, auto visit) {
      for (uint32_t e : calls_from_[id.value()]) visit(analysis_.edges()[e].callee);
    });
    if (roots_[root].kind == RootKind::kInitialiser) {
      in_initialiser_ = std::move(seen);
      continue;
    }
    for (uint32_t i = 0; i < count; ++i) {
      if (seen[i]) roots_of_[i].push_back(root);
    }
  }
  in_initialiser_.resize(count);
}

// An instance is run once if one place calls it, that place is in no loop, and its method is run once.
void ThreadModel::FindMany() {
  size_t count = analysis_.instances().size();
  many_.resize(count);
  std::vector<uint32_t> places(count);
  std::vector<InstanceId> pending;
  auto mark = [&](InstanceId id) {
    if (many_[id.value()]) return;
    many_[id.value()] = true;
    pending.push_back(id);
  };
  std::unordered_map<InstanceId, std::vector<InstanceId>> callees;
  std::unordered_map<uint64_t, bool> seen;
  for (const CallEdge& edge : analysis_.edges()) {
    if (edge.kind == EdgeKind::kEntry || edge.kind == EdgeKind::kParallel ||
        (!edge.caller && edge.kind == EdgeKind::kCall))
      mark(edge.callee);
    if (edge.caller) {
      callees[edge.caller].push_back(edge.callee);
      uint64_t place = uint64_t{edge.caller.value()} << 32 | edge.statement;
      if (!seen.try_emplace(place * 31 + edge.callee.value(), true).second) continue;
      if (analysis_[edge.caller].code->statements[edge.statement].in_loop) mark(edge.callee);
    }
    if (++places[edge.callee.value()] > 1) mark(edge.callee);
  }
  while (!pending.empty()) {
    InstanceId id = pending.back();
    pending.pop_back();
    for (InstanceId callee : callees[id]) mark(callee);
  }
}

bool ThreadModel::IsOne(ObjectId id) const {
  const Object& object = analysis_.object(id);
  if (object.kind == ObjectKind::kClass) return true;
  if (object.root != id) return IsOne(object.root);
  const auto& makers = analysis_.MadeBy(id);
  if (object.kind == ObjectKind::kValue) return false;
  if (makers.empty()) return object.kind == ObjectKind::kLibrary && analysis_.site(object.site).statement >= 2;
  if (makers.size() != 1 || many_[makers[0].first.value()]) return false;
  return !analysis_[makers[0].first].code->statements[makers[0].second].in_loop;
}

bool ThreadModel::Alive::Has(InstanceId instance, uint32_t statement) const {
  if (whole[instance.value()]) return true;
  auto part = parts.find(instance);
  return part != parts.end() && part->second[statement];
}

bool ThreadModel::IsJoinOf(const Root& root, InstanceId instance, uint32_t at) const {
  const program::MethodCode& code = *analysis_[instance].code;
  const program::Statement& statement = code.statements[at];
  const program::Call& call = code.calls[statement.target];
  const auto& types = analysis_.program().types();
  if (!call.HasReceiver() || call.arguments[0] == program::kNoVar) return false;
  if (analysis_.program().model().RoleOf(types, call.named, call.name) != Role::kJoin) return false;
  if (call.name == "join" && !call.descriptor.starts_with("()")) return false;  // with a timeout
  const pointer::ObjectSet& joined = analysis_.PointsTo(instance, call.arguments[0]);
  if (joined.empty()) return false;
  for (uint32_t start : root.starts) {
    const CallEdge& edge = analysis_.edges()[start];
    if (edge.task == pointer::kNoNode) return false;
    bool direct = joined.Contains(edge.task) || joined.Contains(analysis_.object(edge.task).root);
    if (!direct) return false;
    bool loops = analysis_[edge.caller].code->statements[edge.statement].in_loop;
    bool is_executor = !joined.Contains(edge.task) || analysis_.object(edge.task).root == edge.task;
    bool is_thread = call.name == "join";
    if (loops && !statement.in_loop && !(is_executor && !is_thread)) return false;
    if (!statement.in_loop && joined.size() > 1) return false;
  }
  return !root.starts.empty();
}

// From each start on: the rest of the starting method, all that it calls, and the same for its callers.
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
  std::unordered_set<InstanceId> entries;
  for (const Root& other : roots_) entries.insert(other.entries.begin(), other.entries.end());
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
    InstanceId here = instance;
    Reached after = After(*analysis_[instance].code, statement, [&](uint32_t s) { return IsJoinOf(root, here, s); });
    std::vector<bool>& part = alive.parts[instance];
    part.resize(after.statements.size());
    for (size_t s = 0; s < part.size(); ++s) part[s] = part[s] || after.statements[s];
    for (uint32_t e : calls_from_[instance.value()]) {
      if (after.statements[analysis_.edges()[e].statement]) entered.push_back(analysis_.edges()[e].callee);
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
  for (RootId a = 0; a < count; ++a) {
    Root& root = roots_[a];
    for (uint32_t start : root.starts) {
      const CallEdge& edge = analysis_.edges()[start];
      if (!edge.caller) continue;
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
        }
        if (by_many && !roots_[a].is_many) {
          roots_[a].is_many = true;
          set(a, a);
          changed = true;
        }
      }
      for (RootId b = 0; b < a; ++b) {
        if (AreParallel(a, b)) continue;
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

std::string ThreadModel::NameOf(RootId id) const {
  const Root& root = roots_[id];
  const auto& types = analysis_.program().types();
  switch (root.kind) {
    case RootKind::kMain:
      return "main";
    case RootKind::kOutside:
      return "a caller";
    case RootKind::kInitialiser:
      return "a class initialiser";
    default: {
      MethodId method = analysis_[root.entries[0]].method;
      return fmt::format("{}.{}", classfile::DottedName(types[types[method].owner].name), types.NameOf(method));
    }
  }
}

}  // namespace raddle::threads
