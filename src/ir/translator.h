// Step 4 of the builder: runs each node once, in reverse post order, on a frame of registers.
//
// A node with one predecessor starts with the frame that the predecessor left. Where several meet, each live local and
// each stack slot gets a phi, unless all predecessors have been run and agree. (A predecessor that has not been run
// closes a loop; most phis that are made because of it turn out to be mere renamings, and ssa.h drops them.) A phi
// takes its kind from the predecessors seen so far; ssa.h compares the others.
//
// In a node with handlers, the frame at the first instruction that may throw is kept as the block's throw state. Where
// a local that a handler reads has changed by the next such instruction, the block is cut before that instruction.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "base/result.h"
#include "classfile/code.h"
#include "ir/draft.h"
#include "ir/frame.h"
#include "ir/liveness.h"
#include "ir/node_graph.h"
#include "ir/structure.h"

namespace raddle::ir {

class Translator {
 public:
  struct Input {
    ClassContext& context;
    const classfile::Code& code;
    const Structure& structure;
    const NodeGraph& graph;
    const Liveness& liveness;
    const Signature& signature;
    bool is_static;
  };

  Result<void> Run(const Input& input, Draft& draft);

 private:
  // translator.cpp: blocks and joins
  Result<void> StartMethod();
  Result<void> RunNode(uint32_t node);
  void StartBlock(uint32_t node, bool continues);
  Result<void> EnterJoin(uint32_t node);
  void EnterHandler(uint32_t node);
  void EnterFrom(const Draft::Block& block);
  Value Merge(uint32_t node, uint32_t slot, const std::vector<uint32_t>& states, bool all_known);
  void BeforeThrowing();
  void Goto(uint32_t target, bool to_block);
  void EndBlock();
  uint32_t SaveState(bool with_stack);
  uint16_t BciOf(uint32_t node) const;
  Error Problem(uint16_t bci) const { return Error{.reason = frame_.problem(), .offset = bci}; }

  // translate_instruction.cpp: what each bytecode does
  Result<void> Translate(const classfile::Instruction& it);
  void TranslateConstant(const classfile::Instruction& it);
  Result<void> LoadConstant(const classfile::Instruction& it);
  void TranslateLocal(const classfile::Instruction& it);
  void TranslateArithmetic(const classfile::Instruction& it);
  void TranslateArray(const classfile::Instruction& it);
  void TranslateStack(classfile::Op op);
  Result<void> TranslateMember(const classfile::Instruction& it);
  Result<void> TranslateInvoke(const classfile::Instruction& it);
  Result<void> TranslateObject(const classfile::Instruction& it);
  void TranslateJump(const classfile::Instruction& it);
  void TranslateSwitch(const classfile::Instruction& it);
  void TranslateReturn(const classfile::Instruction& it);
  void StoreLocal(uint32_t local, Value value);

  Value NewValue(Kind kind, TypeId type = TypeId::kNone);
  // Appends an instruction; the references hold until the next.
  Instruction& Emit(Opcode op, uint8_t sub, std::initializer_list<Value> operands);
  Value EmitValue(Opcode op, uint8_t sub, ValueType type, std::initializer_list<Value> operands);
  void PushConst(ConstKind const_kind, ValueType type, uint64_t data);

  const Input* in_ = nullptr;
  Draft* draft_ = nullptr;
  Frame frame_;
  uint32_t node_ = 0;
  uint16_t bci_ = 0;
  bool changed_ = false;  // a local that a handler reads has changed since the throw state
  uint64_t edges_ = 0;    // to handlers
  uint64_t work_ = 0;     // values compared where states meet
  std::vector<uint64_t> read_by_handlers_;
  std::vector<uint32_t> states_;
  std::vector<Value> arguments_;
};

}  // namespace raddle::ir
