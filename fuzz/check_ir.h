// What must hold of every method's IR, whatever class it was built from.
#pragma once

#include <string>
#include <vector>

#include "check.h"
#include "ir/dominators.h"
#include "ir/flow_graph.h"
#include "ir/loops.h"
#include "ir/method_ir.h"
#include "ir/printer.h"

namespace raddle::fuzz {

// Registers are defined once, and before every use: the definition's block dominates the use's. A phi's operands are
// used at the ends of its predecessors; where the edge is an exception's, anywhere in them, so only the block counts.
inline void CheckMethod(const ir::Method& method) {
  if (method.blocks.empty()) return;
  ir::FlowGraph graph = ir::GraphOf(method);
  ir::DominatorTree dominators(graph);
  ir::LoopForest loops(graph, dominators);
  for (const ir::LoopForest::Loop& loop : loops.Loops()) {
    FUZZ_CHECK(loop.header < method.blocks.size(), "no such header");
  }

  std::vector<uint32_t> block_of(method.instructions.size(), ir::FlowGraph::kNone);
  for (uint32_t b = 0; b < method.blocks.size(); ++b) {
    const ir::Block& block = method.blocks[b];
    FUZZ_CHECK(block.first < block.end && block.end <= method.instructions.size(), "a block that is empty or outside");
    FUZZ_CHECK(graph.IsReachable(b), "a block that is never reached");
    for (uint32_t i = block.first; i < block.end; ++i) {
      FUZZ_CHECK(block_of[i] == ir::FlowGraph::kNone, "an instruction in two blocks");
      bool last = i + 1 == block.end;
      FUZZ_CHECK(ir::IsTerminator(method.instructions[i].op) == last, "a terminator in the wrong place");
      block_of[i] = b;
    }
  }
  for (uint32_t i = 0; i < method.instructions.size(); ++i) {
    const ir::Instruction& instruction = method.instructions[i];
    bool phi = instruction.op == ir::Opcode::kPhi;
    std::span<const ir::Reg> operands = method.Operands(instruction);
    std::span<const ir::BlockId> predecessors = method.Predecessors(ir::BlockId{block_of[i]});
    if (phi) FUZZ_CHECK(operands.size() == predecessors.size(), "a phi that does not fit its block");
    if (instruction.result != ir::kNoReg) {
      FUZZ_CHECK(method.At(instruction.result).definition == i, "a register that was defined elsewhere");
    }
    for (size_t k = 0; k < operands.size(); ++k) {
      FUZZ_CHECK(ir::Num(operands[k]) < method.registers.size(), "no such register");
      uint32_t definition = method.At(operands[k]).definition;
      if (definition == ir::Register::kParameter) continue;
      uint32_t from = block_of[definition];
      uint32_t to = phi ? ir::Num(predecessors[k]) : block_of[i];
      FUZZ_CHECK(dominators.Dominates(from, to), "a use that its definition does not dominate");
      if (!phi && from == to) FUZZ_CHECK(definition < i, "a use before its definition");
    }
  }
  FUZZ_CHECK(!ir::Print(method).empty(), "a method printed as nothing");
}

}  // namespace raddle::fuzz
