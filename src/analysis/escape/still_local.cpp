#include "escape/still_local.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace raddle::escape {

using pointer::CallEdge;
using pointer::EdgeKind;
using program::Call;
using program::CodeBlock;
using program::Do;
using program::kNoVar;
using program::MethodCode;
using program::Role;
using program::Statement;
using program::Var;

namespace {

constexpr uint32_t kNoGroup = ~uint32_t{0};

uint64_t Key(MethodId method, uint32_t statement) {
  return uint64_t{method.value()} << 32 | statement;
}

template <typename T>
void AddOnce(std::vector<T>& all, T one) {
  if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
}

class UnionFind {
 public:
  explicit UnionFind(uint32_t size) : parents_(size) { std::iota(parents_.begin(), parents_.end(), 0u); }
  uint32_t Find(uint32_t x) {
    while (parents_[x] != x) x = parents_[x] = parents_[parents_[x]];
    return x;
  }
  void Unite(uint32_t a, uint32_t b) { parents_[Find(a)] = Find(b); }

 private:
  std::vector<uint32_t> parents_;
};

}  // namespace

StillLocal::StillLocal(const pointer::PointerAnalysis& analysis) : analysis_(analysis) {
  for (const pointer::Instance& instance : analysis.instances()) {
    Facts& facts = facts_[instance.method];
    if (facts.code != nullptr) continue;
    facts.code = instance.code;
    facts.gives_away.resize(instance.code->parameters.size());
    facts.local_at_entry.assign(instance.code->parameters.size(), true);
    facts.local.resize(instance.code->statements.size());
    MakeGroups(facts);
  }
  for (const CallEdge& edge : analysis.edges()) {
    MethodId callee = analysis[edge.callee].method;
    Facts& facts = facts_.at(callee);
    const auto& types = analysis.program().types();
    if (!edge.caller) {
      bool is_new = types.NameOf(callee) == "<init>";
      for (size_t i = is_new ? 1 : 0; i < facts.local_at_entry.size(); ++i) facts.local_at_entry[i] = false;
      continue;
    }
    const pointer::Instance& caller = analysis[edge.caller];
    AddOnce(targets_[Key(caller.method, edge.statement)], callee);
    AddOnce(callers_[callee], caller.method);
    const Statement& statement = caller.code->statements[edge.statement];
    bool is_plain = edge.kind == EdgeKind::kCall && statement.what == Do::kCall;
    if (is_plain) {
      const Call& call = caller.code->calls[statement.target];
      is_plain = call.name == types.NameOf(callee) && call.arguments.size() == facts.code->parameters.size();
    }
    if (is_plain) continue;
    is_odd_call_[Key(caller.method, edge.statement)] = true;
    bool is_new = types.NameOf(callee) == "<init>";  // by reflection
    for (size_t i = is_new ? 1 : 0; i < facts.local_at_entry.size(); ++i) facts.local_at_entry[i] = false;
  }
  for (auto& [method, facts] : facts_) Queue(method);
  while (!pending_.empty()) {
    MethodId method = pending_.back();
    pending_.pop_back();
    Facts& facts = facts_.at(method);
    facts.is_queued = false;
    Solve(method, facts);
  }
}

bool StillLocal::IsLocal(MethodId method, uint32_t statement) const {
  auto found = facts_.find(method);
  return found != facts_.end() && found->second.local[statement];
}

void StillLocal::Queue(MethodId method) {
  auto found = facts_.find(method);
  if (found == facts_.end() || found->second.is_queued) return;
  found->second.is_queued = true;
  pending_.push_back(method);
}

const std::vector<MethodId>& StillLocal::TargetsOf(MethodId method, uint32_t statement) const {
  static const std::vector<MethodId> kNone;
  auto found = targets_.find(Key(method, statement));
  return found == targets_.end() ? kNone : found->second;
}

void StillLocal::MakeGroups(Facts& facts) {
  const MethodCode& code = *facts.code;
  UnionFind groups(code.var_count);
  for (const Statement& s : code.statements) {
    bool renames = s.what == Do::kCopy || s.what == Do::kCast;
    if (renames && s.result != kNoVar && s.value != kNoVar) groups.Unite(s.result, s.value);
  }
  // What a constructor stores into its object, it gets back from there: the object was empty before.
  bool in_constructor = analysis_.program().types().NameOf(code.method) == "<init>" && code.parameters[0] != kNoVar;
  std::vector<bool> is_own_load(code.var_count);
  std::unordered_map<uint32_t, Var> own_fields;
  if (in_constructor) {
    for (const Statement& s : code.statements) {
      if (s.what != Do::kStore || s.base != code.parameters[0] || s.value == kNoVar) continue;
      auto [field, is_new] = own_fields.try_emplace(s.target, s.value);
      if (!is_new) groups.Unite(field->second, s.value);
    }
    for (const Statement& s : code.statements) {
      auto field = own_fields.find(s.target);
      if (s.what != Do::kLoad || s.base != code.parameters[0] || s.result == kNoVar || field == own_fields.end())
        continue;
      groups.Unite(s.result, field->second);
      is_own_load[s.result] = true;
    }
  }
  // What is new, a parameter, or a constant: that is nobody's, makes nothing public, and null has no statement at all.
  // A variable that may also hold something else is not, and the others that share a value with it are not by that.
  facts.made_here.assign(code.var_count, true);
  for (const Statement& s : code.statements) {
    if (s.result == kNoVar) continue;
    bool is_known = s.what == Do::kNew || s.what == Do::kCopy || s.what == Do::kCast || s.what == Do::kValue ||
                    is_own_load[s.result];
    if (!is_known) facts.made_here[s.result] = false;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const Statement& s : code.statements) {
      bool renames = (s.what == Do::kCopy || s.what == Do::kCast) && s.result != kNoVar && s.value != kNoVar;
      if (!renames || !facts.made_here[s.result] || facts.made_here[s.value]) continue;
      facts.made_here[s.result] = false;
      changed = true;
    }
  }
  std::vector<bool> has_parameter(code.var_count);
  for (Var p : code.parameters) {
    if (p != kNoVar) has_parameter[groups.Find(p)] = true;
  }
  // What is stored into something made here becomes public together with it.
  for (const Statement& s : code.statements) {
    bool stores = (s.what == Do::kStore || s.what == Do::kStoreElement) && s.base != kNoVar && s.value != kNoVar;
    if (!stores) continue;
    uint32_t base = groups.Find(s.base), value = groups.Find(s.value);
    bool is_own = in_constructor && base == groups.Find(code.parameters[0]);
    if (base == value || !facts.made_here[s.base] || !facts.made_here[s.value]) continue;
    if (is_own ? has_parameter[value] : has_parameter[base]) continue;
    groups.Unite(value, base);
    has_parameter[groups.Find(base)] = has_parameter[base] || has_parameter[value];
  }
  facts.members.resize(code.var_count);
  for (Var v = 0; v < code.var_count; ++v) facts.members[groups.Find(v)].push_back(v);
  facts.is_new.resize(code.var_count);
  for (const Statement& s : code.statements) {
    if (s.what == Do::kNew && s.result != kNoVar) facts.is_new[s.result] = true;
  }
  facts.group.resize(code.var_count);
  facts.parameters.resize(code.var_count);
  for (Var v = 0; v < code.var_count; ++v) facts.group[v] = groups.Find(v);
  for (uint32_t i = 0; i < code.parameters.size(); ++i) {
    if (code.parameters[i] != kNoVar) facts.parameters[facts.group[code.parameters[i]]].push_back(i);
  }
}

bool StillLocal::GivesAway(const Facts& facts, uint32_t at, uint32_t argument) const {
  MethodId method = facts.code->method;
  const Statement& statement = facts.code->statements[at];
  if (is_odd_call_.contains(Key(method, at))) return true;
  const std::vector<MethodId>& targets = TargetsOf(method, at);
  const Call& call = facts.code->calls[statement.target];
  if (targets.empty()) {
    // The library, which keeps what it is handed but for the receiver itself.
    const auto& types = analysis_.program().types();
    Role role = analysis_.program().model().RoleOf(types, call.named, call.name);
    if (argument == 0 && call.HasReceiver()) return role == Role::kStart || role == Role::kSpawn;
    bool looks = role == Role::kNone && call.HasReceiver() && analysis_.program().model().OnlyReads(call.name);
    return role != Role::kDrops && !looks;
  }
  return std::any_of(targets.begin(), targets.end(), [&](MethodId target) {
    auto callee = facts_.find(target);
    return callee == facts_.end() || argument >= callee->second.gives_away.size() ||
           callee->second.gives_away[argument];
  });
}

void StillLocal::Solve(MethodId method, Facts& facts) {
  const MethodCode& code = *facts.code;
  if (code.blocks.empty()) return;
  std::vector<bool> start_local(code.var_count);  // groups whose parameters are local at entry
  for (uint32_t g = 0; g < code.var_count; ++g) {
    start_local[g] = std::all_of(facts.parameters[g].begin(), facts.parameters[g].end(),
                                 [&](uint32_t p) { return facts.local_at_entry[p]; });
  }
  std::vector<bool> gives_away = facts.gives_away;
  using State = std::vector<bool>;  // variables whose object may have been given away
  std::vector<std::optional<State>> in(code.blocks.size());
  in[0] = State(code.var_count);
  auto give = [&](State& given, Var var) {
    if (var == kNoVar) return;
    for (Var other : facts.members[facts.group[var]]) given[other] = true;
    for (uint32_t p : facts.parameters[facts.group[var]]) gives_away[p] = true;
  };
  auto is_local_at = [&](const State& given, Var v) {
    if (v == kNoVar || given[v]) return false;
    return facts.is_new[v] || (facts.made_here[v] && start_local[facts.group[v]]);
  };
  auto step = [&](State& given, uint32_t at) {
    const Statement& s = code.statements[at];
    switch (s.what) {
      case Do::kNew:
        // The one of the last time round a loop may be public, this one is not.
        if (s.result != kNoVar) given[s.result] = false;
        break;
      case Do::kStore:
      case Do::kStoreElement:
        if (s.value == kNoVar || s.base == kNoVar) break;
        if (facts.group[s.base] != facts.group[s.value] || !is_local_at(given, s.base)) give(given, s.value);
        break;
      case Do::kStoreStatic:
      case Do::kThrow:
        give(given, s.value);
        break;
      case Do::kReturn:
        break;
      case Do::kLambda:
        for (Var v : code.lambdas[s.target].implementation.arguments) give(given, v);
        break;
      case Do::kCall: {
        const Call& call = code.calls[s.target];
        for (uint32_t i = 0; i < call.arguments.size(); ++i) {
          if (call.arguments[i] != kNoVar && GivesAway(facts, at, i)) give(given, call.arguments[i]);
        }
        break;
      }
      default:
        break;
    }
  };
  std::vector<uint32_t> pending = {0};
  while (!pending.empty()) {
    uint32_t b = pending.back();
    pending.pop_back();
    State given = *in[b];
    for (uint32_t s = code.blocks[b].first; s < code.blocks[b].end; ++s) step(given, s);
    for (const std::vector<uint32_t>* next : {&code.blocks[b].successors, &code.blocks[b].handlers}) {
      for (uint32_t to : *next) {
        bool changed = !in[to].has_value();
        if (changed) in[to] = State(code.var_count);
        for (size_t g = 0; g < given.size(); ++g) {
          if (given[g] && !(*in[to])[g]) changed = (*in[to])[g] = true;
        }
        if (changed) pending.push_back(to);
      }
    }
  }
  // What is local at each access, and at each argument of a call.
  for (uint32_t b = 0; b < code.blocks.size(); ++b) {
    if (!in[b]) continue;
    State given = *in[b];
    for (uint32_t at = code.blocks[b].first; at < code.blocks[b].end; ++at) {
      const Statement& s = code.statements[at];
      auto is_local = [&](Var v) { return is_local_at(given, v); };
      if (s.what == Do::kCall) {
        const Call& call = code.calls[s.target];
        facts.local[at] = call.HasReceiver() && is_local(call.arguments[0]);
        for (MethodId target : TargetsOf(method, at)) {
          Facts& callee = facts_.at(target);
          bool changed = false;
          for (uint32_t i = 0; i < callee.local_at_entry.size() && i < call.arguments.size(); ++i) {
            // Into a constructor, `this` is new by definition; its group may hold arguments that are not.
            bool is_new = i == 0 && call.name == "<init>" && is_local(call.arguments[0]);
            if (!callee.local_at_entry[i] || is_new || is_local(call.arguments[i])) continue;
            callee.local_at_entry[i] = false;
            changed = true;
          }
          if (changed) Queue(target);
        }
      } else {
        facts.local[at] = is_local(s.base);
      }
      step(given, at);
    }
  }
  if (gives_away != facts.gives_away) {
    facts.gives_away = std::move(gives_away);
    auto callers = callers_.find(method);
    if (callers != callers_.end()) {
      for (MethodId caller : callers->second) Queue(caller);
    }
  }
}

}  // namespace raddle::escape
