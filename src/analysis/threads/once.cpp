#include "threads/once.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>

namespace raddle::threads {

using program::CodeBlock;
using program::Do;
using program::MethodCode;
using program::Statement;

namespace {

// Blocks in which a monitor of a class or constant, or that of `this`, is held from begin to end: entered before on all
// ways, and left in none of them.
std::vector<bool> HeldThroughout(const pointer::PointerAnalysis& analysis, const MethodCode& code, bool of_this) {
  const bool always = code.IsStatic() != of_this && code.IsSynchronized();
  std::vector<bool> held(code.blocks.size(), always);
  if (always) return held;
  auto is_constant = [&](program::Var var) {
    if (of_this) return var == code.parameters[0];
    return std::any_of(code.statements.begin(), code.statements.end(), [&](const Statement& s) {
      if (s.result != var || var == program::kNoVar) return false;
      const auto& types = analysis.program().types();
      return s.what == Do::kClassConstant || (s.what == Do::kLoadStatic && types[s.Field()].Has(classfile::kFinal));
    });
  };
  auto has = [&](const CodeBlock& block, Do what) {
    return std::any_of(
        code.statements.begin() + block.first, code.statements.begin() + block.end,
        [&](const Statement& s) { return s.what == what && (what == Do::kExit || is_constant(s.base)); });
  };
  std::vector<bool> in(code.blocks.size(), true), enters(code.blocks.size()), leaves(code.blocks.size());
  in[0] = false;
  for (size_t b = 0; b < code.blocks.size(); ++b) {
    enters[b] = has(code.blocks[b], Do::kEnter);
    leaves[b] = has(code.blocks[b], Do::kExit);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t b = 0; b < code.blocks.size(); ++b) {
      const bool out = (in[b] || enters[b]) && !leaves[b];
      for (uint32_t next : code.blocks[b].successors) {
        if (!out && in[next]) changed = true, in[next] = false;
      }
      for (uint32_t next : code.blocks[b].handlers) {
        if ((!in[b] || leaves[b]) && in[next]) changed = true, in[next] = false;
      }
    }
  }
  for (size_t b = 0; b < code.blocks.size(); ++b) held[b] = in[b] && !leaves[b];
  return held;
}

// A static method of the library that returns its own class: Calendar.getInstance(). Those of java.lang may give null:
// Integer.getInteger().
bool IsFactory(const pointer::PointerAnalysis& analysis, const program::Call& call) {
  if (call.HasReceiver() || !call.resolved || analysis.program().IsAnalysed(call.resolved)) return false;
  const std::string_view name = analysis.program().types()[call.named].name;
  return !name.starts_with("java/lang/") && call.descriptor.ends_with(";") &&
         call.descriptor.substr(0, call.descriptor.size() - 1).ends_with(std::string(")L").append(name));
}

bool IsNew(const pointer::PointerAnalysis& analysis, const MethodCode& code, program::Var var, int depth = 0) {
  return var != program::kNoVar && depth < 4 &&
         std::any_of(code.statements.begin(), code.statements.end(), [&](const Statement& s) {
           if (s.what == Do::kCall) {
             const program::Call& call = code.calls[s.target];
             return call.result == var && IsFactory(analysis, call);
           }
           const bool passes = s.what == Do::kCopy || s.what == Do::kCast;
           return s.result == var && (s.what == Do::kNew || (passes && IsNew(analysis, code, s.value, depth + 1)));
         });
}

}  // namespace

void Once::FindRegions(const pointer::PointerAnalysis& analysis, const MethodCode& code) {
  for (uint32_t b = 0; b < code.blocks.size(); ++b) {
    const CodeBlock& block = code.blocks[b];
    if (block.tested == CodeBlock::kNoTest || block.tested_for != 0 || block.if_equal == block.if_not) continue;
    const Statement& test = code.statements[block.tested];
    if (test.result == program::kNoVar) continue;
    const bool of_this = test.what == Do::kLoad && !code.IsStatic() && test.base == code.parameters[0];
    if (test.what != Do::kLoadStatic && !of_this) continue;
    if (block.tested < block.first || block.tested >= block.end) continue;  // looked at before, maybe without the lock
    std::vector<bool> held = HeldThroughout(analysis, code, of_this);
    if (!held[b]) continue;
    std::vector<bool> others = program::ReachedWithout(code, b, block.if_equal);
    Region region = {&code, test.Field(), of_this, b, std::vector<bool>(code.statements.size())};
    for (uint32_t r = 0; r < code.blocks.size(); ++r) {
      if (others[r] || !held[r]) continue;
      for (uint32_t at = code.blocks[r].first; at < code.blocks[r].end; ++at) region.statements[at] = true;
    }
    regions_.push_back(std::move(region));
  }
}

// All calls of the method are made by the region, on the object that it runs on.
bool Once::IsCalledFrom(const pointer::PointerAnalysis& analysis, const Region& region, MethodId callee) const {
  auto calls = calls_to_.find(callee);
  if (calls == calls_to_.end()) return false;
  for (uint32_t e : calls->second) {
    const pointer::CallEdge& edge = analysis.edges()[e];
    if (!edge.caller || analysis[edge.caller].method != region.code->method) return false;
    const Statement& s = region.code->statements[edge.statement];
    if (s.what != Do::kCall || edge.kind != pointer::EdgeKind::kCall || !region.statements[edge.statement])
      return false;
    const program::Call& call = region.code->calls[s.target];
    if (!call.HasReceiver() || call.arguments[0] != region.code->parameters[0]) return false;
  }
  return true;
}

bool Once::IsSetForGood(const pointer::PointerAnalysis& analysis, const Stores& stores, Region& region) const {
  const auto& types = analysis.program().types();
  bool is_set = false;
  for (const auto& [code, at] : stores) {
    const Statement& s = code->statements[at];
    const bool to_this = !region.of_this || (!code->IsStatic() && s.base == code->parameters[0]);
    if (to_this && types.NameOf(code->method) == (region.of_this ? "<init>" : "<clinit>")) continue;
    const bool is_here = code == region.code && region.statements[at];
    if (!to_this || !(is_here || (region.of_this && IsCalledFrom(analysis, region, code->method)))) return false;
    is_set = true;
    if (IsNew(analysis, *code, s.value)) region.stores.push_back({code->method, at});
  }
  return is_set;
}

Once::Once(const pointer::PointerAnalysis& analysis) {
  std::unordered_set<MethodId> seen;
  std::vector<const MethodCode*> all;
  for (const pointer::Instance& instance : analysis.instances()) {
    if (seen.insert(instance.method).second) all.push_back(instance.code);
  }
  for (const MethodCode* code : all) FindRegions(analysis, *code);
  if (regions_.empty()) return;
  std::unordered_map<FieldId, Stores> stores;
  for (const Region& region : regions_) stores[region.field];
  for (const MethodCode* code : all) {
    for (uint32_t at = 0; at < code->statements.size(); ++at) {
      const Statement& s = code->statements[at];
      if (s.what != Do::kStore && s.what != Do::kStoreStatic) continue;
      auto found = stores.find(s.Field());
      if (found != stores.end()) found->second.push_back({code, at});
    }
  }
  for (uint32_t e = 0; e < analysis.edges().size(); ++e) {
    calls_to_[analysis[analysis.edges()[e].callee].method].push_back(e);
  }
  std::erase_if(regions_, [&](Region& region) { return !IsSetForGood(analysis, stores.at(region.field), region); });
  calls_to_.clear();
  for (const Region& region : regions_) {
    if (region.of_this) continue;
    std::vector<bool>& statements = statements_[region.code->method];
    statements.resize(region.statements.size());
    for (size_t at = 0; at < statements.size(); ++at) {
      statements[at] = statements[at] || (region.statements[at] && !region.code->statements[at].in_loop);
    }
  }
}

}  // namespace raddle::threads
