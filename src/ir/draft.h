// The method while it is being built: the translator writes it, ssa.h finishes its phis, the assembler lays it out.
//
// Registers have provisional numbers, including the phis that will be dropped. A terminator names nodes, not blocks,
// until the assembler runs. A state is the contents of locals and operand stack. States are kept for the end of a block
// (for the phis of its successors) and for the instructions of the block that may throw (for the phis of its handlers).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ir/method_ir.h"
#include "ir/node_graph.h"

namespace raddle::ir {

using Value = uint32_t;  // a provisional register
inline constexpr Value kUndefined = ~Value{0};
inline constexpr Value kSecondHalf = ~Value{1};  // the second slot of a long or double

// A return address in a register: the kinds of method_ir.h have none, because no instruction uses one.
inline constexpr Kind kReturnAddress{static_cast<uint8_t>(Kind::kReference) + 1};

struct Draft {
  static constexpr uint32_t kNone = ~uint32_t{0};

  struct ValueInfo {
    Kind kind;
    TypeId type;   // of a return address: the context
    uint32_t phi;  // which of `phis` defines it, or kNone
  };
  struct Phi {
    Value value;
    uint32_t block;
    uint32_t slot;  // local, or locals + place on the stack
    uint32_t first_operand, operand_count;
    bool needed;  // by some other instruction
  };
  struct Block {
    uint32_t node;
    uint16_t bci;
    bool continues;       // the rest of a node that was cut: its one predecessor is the block before it
    bool cut;             // its terminator goes to the block after it, which continues it
    uint32_t first, end;  // instructions
    uint32_t first_phi, phi_count;
    uint32_t entry_depth;
    uint32_t out_depth;
    uint32_t out_state;    // place in `states`, or kNone
    uint32_t throw_state;  // kNone: nothing in it can reach a handler
    uint32_t first_predecessor, predecessor_count;
  };
  struct SwitchDraft {
    std::vector<int32_t> keys;
    std::vector<uint32_t> targets;  // nodes
    uint32_t default_target;
  };

  uint32_t locals = 0;
  uint32_t parameters = 0;
  std::vector<ValueInfo> values;
  std::vector<Instruction> instructions;
  std::vector<Value> operands;
  std::vector<Block> blocks;
  std::vector<Phi> phis;
  std::vector<Value> phi_operands;
  std::vector<uint32_t> predecessors;
  std::vector<Value> states;
  std::vector<uint32_t> first_block, last_block;  // by node
  std::vector<SwitchDraft> switches;

  void Clear(size_t nodes) {
    values.clear();
    instructions.clear();
    operands.clear();
    blocks.clear();
    phis.clear();
    phi_operands.clear();
    predecessors.clear();
    states.clear();
    switches.clear();
    first_block.assign(nodes, kNone);
    last_block.assign(nodes, kNone);
  }
  std::span<const uint32_t> Predecessors(const Block& block) const {
    return std::span(predecessors).subspan(block.first_predecessor, block.predecessor_count);
  }
  std::span<Value> Operands(const Phi& phi) {
    return std::span(phi_operands).subspan(phi.first_operand, phi.operand_count);
  }
};

}  // namespace raddle::ir
