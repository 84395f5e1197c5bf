#include "weave/object_hoist.h"

#include <algorithm>

#include "ir/dominators.h"
#include "ir/flow_graph.h"
#include "ir/loops.h"

namespace raddle::weave {
namespace {

using ir::BlockId;
using ir::Instruction;
using ir::Num;
using ir::Opcode;
using ir::Reg;
using Tell = ObjectUse::Tell;

uint16_t LocalOfParameter(const ir::Method& method, Reg reg) {
  uint16_t local = 0;
  for (uint32_t i = 0; i < Num(reg); ++i) {
    const ir::Kind kind = method.registers[i].kind;
    local += kind == ir::Kind::kLong || kind == ir::Kind::kDouble ? 2 : 1;
  }
  return local;
}

}  // namespace

std::map<uint32_t, HoistedUse> HoistUses(const ir::Method& method, const ObjectCandidates& candidates,
                                         const ObjectPlaces& places) {
  std::map<uint32_t, HoistedUse> hoisted;
  const ir::FlowGraph graph = ir::GraphOf(method, ir::ExceptionEdges::kWithout);
  const ir::DominatorTree dominators(graph);
  const ir::LoopForest loops(graph, dominators);
  if (loops.Loops().empty() || loops.IsIrreducible()) return hoisted;
  std::vector<uint32_t> block_of(method.instructions.size());
  for (uint32_t b = 0; b < method.blocks.size(); ++b) {
    for (uint32_t i = method.blocks[b].first; i < method.blocks[b].end; ++i) block_of[i] = b;
  }
  auto at_every_turn = [&](uint32_t loop, uint32_t node) {
    const auto header = loops.Loops()[loop].header;
    return std::ranges::all_of(graph.Predecessors(header), [&](uint32_t from) {
      return !loops.Contains(loop, from) || dominators.Dominates(node, from);
    });
  };
  // Whether the method cannot be left from there without passing the header.
  auto certain = [&](uint32_t from, uint32_t header) {
    std::vector<bool> seen(method.blocks.size());
    std::vector<uint32_t> work = {from};
    while (!work.empty()) {
      const uint32_t block = work.back();
      work.pop_back();
      if (block == header || seen[block]) continue;
      seen[block] = true;
      const Opcode end = method.Terminator(BlockId{block}).op;
      if (end == Opcode::kReturn || end == Opcode::kThrow) return false;
      for (const uint32_t next : graph.Successors(block)) work.push_back(next);
    }
    return true;
  };
  for (size_t i = 0; i < candidates.size(); ++i) {
    const ObjectCandidate& each = candidates[i];
    if (each.use.tell != Tell::kObject && each.use.tell != Tell::kArray) continue;
    const ir::Register& info = method.At(each.object);
    const bool parameter = info.definition == ir::Register::kParameter;
    const Instruction* final_field = places.FinalFieldOfThis(method, each.object);
    const bool at_entry = parameter || final_field != nullptr;
    if (!at_entry) {
      const Opcode made = method.instructions[info.definition].op;
      if (made == Opcode::kPhi || made == Opcode::kCatch || made == Opcode::kNewObject) continue;
    }
    const uint32_t from = at_entry ? 0 : block_of[info.definition];
    if (!graph.IsReachable(block_of[i]) || !graph.IsReachable(from)) continue;
    uint32_t node = block_of[i], loop = loops.InnermostLoop(node);
    if (loop == ir::LoopForest::kNone || loops.Contains(loop, from)) continue;
    bool always = at_every_turn(loop, node);
    while (always) {
      const uint32_t parent = loops.Loops()[loop].parent;
      if (parent == ir::LoopForest::kNone || loops.Contains(parent, from)) break;
      node = loops.Loops()[loop].header;
      loop = parent;
      always = at_every_turn(loop, node);
    }
    if (!always || !certain(from, loops.Loops()[loop].header)) continue;
    auto [place, is_new] = hoisted.try_emplace(Num(each.object));
    ObjectHoist& hoist = place->second.hoist;
    hoist.write |= each.use.write;
    if (!is_new) continue;
    place->second.at_entry = at_entry;
    hoist.bci = each.use.bci;
    hoist.array = each.use.tell == Tell::kArray;
    if (parameter) {
      hoist.from = ObjectHoist::From::kParameter;
      hoist.at = LocalOfParameter(method, each.object);
    } else if (final_field != nullptr) {
      hoist.from = ObjectHoist::From::kFinalField;
      hoist.at = static_cast<uint16_t>(final_field->index);
    } else {
      hoist.at = method.instructions[info.definition].bci;
    }
  }
  return hoisted;
}

}  // namespace raddle::weave
