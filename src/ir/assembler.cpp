#include "ir/assembler.h"

#include <utility>

namespace raddle::ir {

void Assembler::Assemble(const NodeGraph& graph, const Draft& draft, Ssa& ssa, Arena& arena, Method& method) {
  NumberRegisters(draft, arena, method);
  CopyInstructions(draft, ssa, arena, method);
  CopyBlocks(graph, draft, arena, method);
  CopySwitches(draft, arena, method);
}

// Also decides where each block's instructions come to stand.
void Assembler::NumberRegisters(const Draft& draft, Arena& arena, Method& method) {
  numbers_.assign(draft.values.size(), kNoReg);
  blocks_.assign(draft.blocks.size(), Block{});
  uint32_t next = 0;
  auto define = [&](Value value) { numbers_[value] = Reg{next++}; };
  for (Value value = 1; value <= draft.parameters; value++) define(value);
  uint32_t at = 0;
  for (size_t b = 0; b < draft.blocks.size(); b++) {
    const Draft::Block& block = draft.blocks[b];
    blocks_[b].first = at;
    for (uint32_t i = block.first_phi; i < block.first_phi + block.phi_count; i++) {
      if (!draft.phis[i].needed) continue;
      define(draft.phis[i].value);
      at++;
    }
    for (uint32_t i = block.first; i < block.end; i++) {
      if (draft.instructions[i].result != kNoReg) define(Num(draft.instructions[i].result));
    }
    at += block.end - block.first;
    blocks_[b].end = at;
  }
  std::span<Register> registers = arena.Allocate<Register>(next);
  for (Value value = 0; value < draft.values.size(); value++) {
    if (numbers_[value] == kNoReg) continue;
    const Draft::ValueInfo& info = draft.values[value];
    // A reference that no type reached is read only where it is never defined; Object is true of it.
    TypeId type = info.kind == Kind::kReference && info.type == TypeId::kNone ? TypeId::kObject : info.type;
    registers[Num(numbers_[value])] = {Register::kParameter, type, info.kind};
  }
  method.parameters = draft.parameters;
  method.registers = registers;
}

void Assembler::CopyInstructions(const Draft& draft, Ssa& ssa, Arena& arena, Method& method) {
  size_t phi_operands = 0;
  for (const Draft::Phi& phi : draft.phis) phi_operands += phi.needed ? phi.operand_count : 0;
  std::span<Instruction> instructions = arena.Allocate<Instruction>(blocks_.empty() ? 0 : blocks_.back().end);
  std::span<Reg> operands = arena.Allocate<Reg>(draft.operands.size() + phi_operands);
  std::span<Register> registers(const_cast<Register*>(method.registers.data()), method.registers.size());
  uint32_t at = 0, next_operand = 0;
  auto add = [&](Instruction instruction, const Value* values) {
    instruction.first_operand = next_operand;
    for (uint32_t i = 0; i < instruction.operand_count; i++) {
      operands[next_operand++] = numbers_[ssa.Find(values[i])];
    }
    if (instruction.result != kNoReg) registers[Num(instruction.result)].definition = at;
    instructions[at++] = instruction;
  };
  auto block_of = [&](uint32_t node) { return draft.first_block[node]; };
  for (uint32_t b = 0; b < draft.blocks.size(); b++) {
    const Draft::Block& block = draft.blocks[b];
    for (uint32_t i = block.first_phi; i < block.first_phi + block.phi_count; i++) {
      const Draft::Phi& phi = draft.phis[i];
      if (!phi.needed) continue;
      add({.op = Opcode::kPhi,
           .sub = 0,
           .bci = block.bci,
           .result = numbers_[phi.value],
           .first_operand = 0,
           .operand_count = phi.operand_count,
           .index = 0,
           .extra = 0},
          draft.phi_operands.data() + phi.first_operand);
    }
    for (uint32_t i = block.first; i < block.end; i++) {
      Instruction instruction = draft.instructions[i];
      if (instruction.result != kNoReg) instruction.result = numbers_[Num(instruction.result)];
      if (instruction.op == Opcode::kGoto) {
        instruction.index = block.cut ? b + 1 : block_of(instruction.index);
      } else if (instruction.op == Opcode::kIf) {
        instruction.index = block_of(instruction.index);
        instruction.extra = block_of(instruction.extra);
      }
      add(instruction, draft.operands.data() + draft.instructions[i].first_operand);
    }
  }
  method.instructions = instructions;
  method.operands = operands;
}

void Assembler::CopyBlocks(const NodeGraph& graph, const Draft& draft, Arena& arena, Method& method) {
  successors_.clear();
  handlers_.clear();
  seen_.assign(draft.blocks.size(), Draft::kNone);
  handlers_of_.assign(graph.handlers.size() + 1, Draft::kNone);
  for (uint32_t b = 0; b < draft.blocks.size(); b++) {
    const Draft::Block& from = draft.blocks[b];
    const NodeGraph::Node& node = graph.nodes[from.node];
    Block& block = blocks_[b];
    block.first_predecessor = from.first_predecessor;
    block.predecessor_count = from.predecessor_count;
    block.first_successor = static_cast<uint32_t>(successors_.size());
    if (from.cut) {
      successors_.push_back(BlockId{b + 1});
    } else {
      for (uint32_t target : graph.Successors(node)) {
        uint32_t to = draft.first_block[target];
        if (std::exchange(seen_[to], b) != b) successors_.push_back(BlockId{to});
      }
    }
    block.successor_count = static_cast<uint32_t>(successors_.size()) - block.first_successor;
    if (from.throw_state == Draft::kNone) continue;
    // Nodes that share a list of handlers go on sharing it.
    uint32_t& shared = handlers_of_[node.first_handler];
    if (shared == Draft::kNone) {
      shared = static_cast<uint32_t>(handlers_.size());
      for (const NodeGraph::Handler& handler : graph.Handlers(node)) {
        handlers_.push_back({BlockId{draft.first_block[handler.node]}, handler.catch_type});
      }
    }
    block.first_handler = shared;
    block.handler_count = node.handler_count;
  }
  std::span<BlockId> predecessors = arena.Allocate<BlockId>(draft.predecessors.size());
  for (size_t i = 0; i < predecessors.size(); i++) predecessors[i] = BlockId{draft.predecessors[i]};
  method.predecessors = predecessors;
  method.successors = arena.Copy(successors_);
  method.handlers = arena.Copy(handlers_);
  method.blocks = arena.Copy(blocks_);
}

void Assembler::CopySwitches(const Draft& draft, Arena& arena, Method& method) {
  std::span<SwitchTable> switches = arena.Allocate<SwitchTable>(draft.switches.size());
  for (size_t i = 0; i < switches.size(); i++) {
    const Draft::SwitchDraft& from = draft.switches[i];
    std::span<BlockId> targets = arena.Allocate<BlockId>(from.targets.size());
    for (size_t k = 0; k < targets.size(); k++) targets[k] = BlockId{draft.first_block[from.targets[k]]};
    switches[i] = {BlockId{draft.first_block[from.default_target]}, arena.Copy(from.keys), targets};
  }
  method.switches = switches;
}

}  // namespace raddle::ir
