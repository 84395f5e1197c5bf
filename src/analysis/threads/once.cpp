#include "threads/once.h"

#include <algorithm>
#include <unordered_set>

namespace raddle::threads {

using program::CodeBlock;
using program::Do;
using program::MethodCode;
using program::Statement;

namespace {

// Blocks that can be reached without going from one block straight to another.
std::vector<bool> ReachedWithout(const MethodCode& code, uint32_t from, uint32_t to) {
  std::vector<bool> reached(code.blocks.size());
  std::vector<uint32_t> pending = {0};
  reached[0] = true;
  auto go = [&](uint32_t at, uint32_t next) {
    if ((at == from && next == to) || reached[next]) return;
    reached[next] = true;
    pending.push_back(next);
  };
  while (!pending.empty()) {
    uint32_t at = pending.back();
    pending.pop_back();
    for (uint32_t next : code.blocks[at].successors) go(at, next);
    for (uint32_t next : code.blocks[at].handlers) go(at, next);
  }
  return reached;
}

// Blocks in which a monitor of a class or constant is held from begin to end: entered before on all ways, and left in
// none of them.
std::vector<bool> HeldThroughout(const pointer::PointerAnalysis& analysis, const MethodCode& code) {
  const bool always = code.IsStatic() && code.IsSynchronized();
  std::vector<bool> held(code.blocks.size(), always);
  if (always) return held;
  auto is_constant = [&](program::Var var) {
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

}  // namespace

Once::Once(const pointer::PointerAnalysis& analysis) {
  struct Region {
    const MethodCode* code;
    FieldId field;
    std::vector<bool> statements;
  };
  std::vector<Region> regions;
  std::unordered_set<MethodId> seen;
  std::vector<const MethodCode*> all;
  for (const pointer::Instance& instance : analysis.instances()) {
    if (seen.insert(instance.method).second) all.push_back(instance.code);
  }
  for (const MethodCode* code : all) {
    for (uint32_t b = 0; b < code->blocks.size(); ++b) {
      const CodeBlock& block = code->blocks[b];
      if (block.tested == CodeBlock::kNoTest || block.tested_for != 0 || block.if_equal == block.if_not) continue;
      const Statement& test = code->statements[block.tested];
      if (test.what != Do::kLoadStatic || test.result == program::kNoVar) continue;
      if (block.tested < block.first || block.tested >= block.end)
        continue;  // looked at before, maybe without the lock
      std::vector<bool> held = HeldThroughout(analysis, *code);
      if (!held[b]) continue;
      std::vector<bool> others = ReachedWithout(*code, b, block.if_equal);
      Region region = {code, test.Field(), std::vector<bool>(code->statements.size())};
      for (uint32_t r = 0; r < code->blocks.size(); ++r) {
        if (others[r] || !held[r]) continue;
        for (uint32_t at = code->blocks[r].first; at < code->blocks[r].end; ++at) {
          region.statements[at] = !code->statements[at].in_loop;
        }
      }
      regions.push_back(std::move(region));
    }
  }
  if (regions.empty()) return;
  for (const Region& region : regions) {
    bool is_set = false, is_set_elsewhere = false;
    for (const MethodCode* code : all) {
      for (uint32_t at = 0; at < code->statements.size(); ++at) {
        const Statement& s = code->statements[at];
        if (s.what != Do::kStoreStatic || s.Field() != region.field) continue;
        const bool is_here = code == region.code && region.statements[at];
        const bool in_initialiser = analysis.program().types().NameOf(code->method) == "<clinit>";
        is_set |= is_here;
        is_set_elsewhere |= !is_here && !in_initialiser;
      }
    }
    if (!is_set || is_set_elsewhere) continue;
    std::vector<bool>& statements = statements_[region.code->method];
    statements.resize(region.statements.size());
    for (size_t at = 0; at < statements.size(); ++at) statements[at] = statements[at] || region.statements[at];
  }
}

}  // namespace raddle::threads
