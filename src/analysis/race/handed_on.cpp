#include "race/handed_on.h"

#include <algorithm>

#include "race/plain_call.h"

namespace raddle::race {

using locks::LockPath;
using pointer::CallEdge;
using program::Call;
using program::CodeBlock;
using program::Do;
using program::kNoVar;
using program::MethodCode;
using program::Role;
using program::Statement;
using program::Var;

HandedOn::HandedOn(const PointerAnalysis& analysis, const threads::ThreadModel& threads, locks::LockState& locks,
                   const ObjectSet& escaping)
    : analysis_(analysis), threads_(threads), locks_(locks), escaping_(escaping) {}

void HandedOn::Find() {
  for (ObjectId o = 0; o < analysis_.object_count(); ++o) {
    if (escaping_.Contains(o) || escaping_.Contains(analysis_.object(o).root)) shared_.Insert(o);
  }
  parameters_.assign(analysis_.instances().size(), 0);
  std::vector<InstanceId> pending;
  for (uint32_t i = 0; i < parameters_.size(); ++i) {
    const InstanceId id(i);
    const MethodCode& code = *analysis_[id].code;
    for (uint32_t at = 0; at < code.statements.size(); ++at) {
      for (Var var : GivenBy(id, at)) Add(id, {at, var});
    }
    if (parameters_[i] != 0) pending.push_back(id);
  }
  while (!pending.empty()) {
    const InstanceId id = pending.back();
    pending.pop_back();
    for (uint32_t e : threads_.CallsTo(id)) {
      const CallEdge& edge = analysis_.edges()[e];
      if (IsPlainCall(analysis_, edge) && Pass(edge)) pending.push_back(edge.caller);
    }
  }
}

// Whether the caller gives away more of its parameters than was known.
bool HandedOn::Pass(const CallEdge& edge) {
  const MethodCode& code = *analysis_[edge.caller].code;
  const Call& call = code.calls[code.statements[edge.statement].target];
  const Mask before = parameters_[edge.caller.value()];
  for (size_t i = 0; i < call.arguments.size() && i < 64; ++i) {
    const bool is_given = (parameters_[edge.callee.value()] >> i & 1) != 0 && call.arguments[i] != kNoVar;
    if (is_given && IsShared(edge.caller, call.arguments[i])) Add(edge.caller, {edge.statement, call.arguments[i]});
  }
  return parameters_[edge.caller.value()] != before;
}

void HandedOn::Add(InstanceId id, Give give) {
  std::vector<Give>& gives = gives_[id];
  if (std::find(gives.begin(), gives.end(), give) != gives.end()) return;
  gives.push_back(give);
  const LockPath& path = locks_.PathsOf(analysis_[id].method)[give.var];
  if (path.root == LockPath::kParameter && path.number < 64) parameters_[id.value()] |= Mask{1} << path.number;
}

bool HandedOn::IsShared(InstanceId id, Var var) const {
  return analysis_.PointsTo(id, var).Intersects(shared_);
}

std::vector<Var> HandedOn::GivenBy(InstanceId id, uint32_t at) const {
  const MethodCode& code = *analysis_[id].code;
  const Statement& s = code.statements[at];
  std::vector<Var> given;
  switch (s.what) {
    case Do::kStoreStatic:
      given = {s.value};
      break;
    case Do::kStore:
    case Do::kStoreElement:
      if (s.base != kNoVar && IsShared(id, s.base)) given = {s.value};
      break;
    case Do::kLambda:
      if (IsShared(id, s.result)) given = code.lambdas[s.target].implementation.arguments;
      break;
    case Do::kCall:
      given = GivenByLibrary(id, code.calls[s.target]);
      break;
    default:
      break;
  }
  std::erase_if(given, [&](Var var) { return var == kNoVar || !IsShared(id, var); });
  return given;
}

std::vector<Var> HandedOn::GivenByLibrary(InstanceId id, const Call& call) const {
  std::vector<Var> given;
  auto& program = analysis_.program();
  if (call.resolved && program.IsAnalysed(call.resolved)) return given;
  const Role role = program.model().RoleOf(program.types(), call.named, call.name);
  if (role == Role::kDrops || program.model().IsValue(program.types(), call.named)) return given;
  if (call.HasReceiver()) {
    const bool looks = role == Role::kNone && (program.model().OnlyReads(call.name) || call.name.starts_with("remove"));
    if (looks || call.arguments[0] == kNoVar || !IsShared(id, call.arguments[0])) return given;
    given.insert(given.end(), call.arguments.begin() + 1, call.arguments.end());
    return given;
  }
  // Of a static method, what it returns may have it: List.of(item), but not requireNonNull(item).
  bool is_kept = call.result != kNoVar;
  if (is_kept) {
    is_kept = false;
    analysis_.PointsTo(id, call.result).ForEach([&](ObjectId object) {
      is_kept = is_kept || (!program.IsAnalysed(analysis_.object(object).type) && escaping_.Contains(object));
    });
  }
  if (is_kept) given.insert(given.end(), call.arguments.begin(), call.arguments.end());
  return given;
}

bool HandedOn::Is(InstanceId id, uint32_t statement, Var var) const {
  auto found = gives_.find(id);
  if (found == gives_.end() || var == kNoVar) return false;
  const MethodCode& code = *analysis_[id].code;
  const auto& paths = locks_.PathsOf(code.method);
  const Var root = paths[var].root == LockPath::kLocal ? paths[var].number : kNoVar;
  return std::any_of(found->second.begin(), found->second.end(), [&](const Give& give) {
    return paths[var].After(paths[give.var]) && Reaches(code, give.statement, statement, root);
  });
}

// The statement is come to after another one, without the variable getting a value on the way.
bool HandedOn::Reaches(const MethodCode& code, uint32_t from, uint32_t to, Var root) const {
  auto is_set = [&](uint32_t at) {
    if (root == kNoVar) return false;
    const auto& sets = definitions_.Of(code)[root];
    return std::find(sets.begin(), sets.end(), at) != sets.end();
  };
  std::vector<bool> seen(code.blocks.size());
  std::vector<uint32_t> pending;
  bool is_found = false;
  auto walk = [&](const CodeBlock& block, uint32_t first) {
    auto go = [&](const std::vector<uint32_t>& next) {
      for (uint32_t b : next) {
        if (!seen[b]) pending.push_back(b);
        seen[b] = true;
      }
    };
    go(block.handlers);
    for (uint32_t at = first; at < block.end; ++at) {
      is_found = is_found || at == to;
      if (is_set(at)) return;
    }
    go(block.successors);
  };
  for (const CodeBlock& block : code.blocks) {
    if (block.first <= from && from < block.end) walk(block, from + 1);
  }
  while (!pending.empty() && !is_found) {
    const uint32_t next = pending.back();
    pending.pop_back();
    walk(code.blocks[next], code.blocks[next].first);
  }
  return is_found;
}

}  // namespace raddle::race
