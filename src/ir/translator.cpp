#include "ir/translator.h"

#include <algorithm>

#include "fmt/format.h"
#include "ir/limits.h"

namespace raddle::ir {

Result<void> Translator::Run(const Input& input, Draft& draft) {
  in_ = &input;
  draft_ = &draft;
  draft.Clear(input.graph.nodes.size());
  draft.locals = input.liveness.locals();
  edges_ = work_ = 0;
  frame_.Reset(draft.locals, input.code.max_stack, &draft.values);
  RADDLE_CHECK(StartMethod());
  for (uint32_t node : input.graph.order) {
    RADDLE_CHECK(RunNode(node));
    if (draft.states.size() > kMaxStateWords || draft.phis.size() > kMaxPhiOperands) {
      return Error{.reason = "too much state between blocks", .offset = BciOf(node)};
    }
  }
  return {};
}

Result<void> Translator::StartMethod() {
  NewValue(Kind::kInt);  // value 0: the answer of a frame that has failed
  std::vector<Value>& locals = frame_.locals();
  uint32_t local = 0;
  auto add = [&](ValueType type) {
    Value value = NewValue(type.kind, type.type);
    if (local < locals.size()) locals[local] = value;
    if (classfile::Slots(type.kind) == 2 && ++local < locals.size()) locals[local] = kSecondHalf;
    local++;
  };
  if (!in_->is_static) add({Kind::kReference, in_->context.types().Intern(in_->context.file().Name())});
  for (ValueType type : in_->signature.parameters) add(type);
  draft_->parameters = static_cast<uint32_t>(draft_->values.size()) - 1;
  if (local > in_->code.max_locals) {
    return Error{.reason = fmt::format("{} slots of parameters in max_locals {}", local, in_->code.max_locals),
                 .offset = 0};
  }
  return {};
}

uint16_t Translator::BciOf(uint32_t node) const {
  uint32_t block = in_->graph.nodes[node].block;
  return block == NodeGraph::kNone ? 0 : in_->code.instructions[in_->structure.blocks[block].first].offset;
}

Result<void> Translator::RunNode(uint32_t node) {
  const NodeGraph::Node& at = in_->graph.nodes[node];
  node_ = node;
  bci_ = BciOf(node);
  StartBlock(node, false);
  if (at.catches) {
    EnterHandler(node);
  } else if (at.predecessor_count == 1) {
    EnterFrom(draft_->blocks[draft_->last_block[in_->graph.Predecessors(at)[0]]]);
  } else if (at.predecessor_count > 1) {
    RADDLE_CHECK(EnterJoin(node));
  }
  if (frame_.failed()) return Problem(bci_);
  draft_->blocks.back().entry_depth = frame_.depth();
  if (at.handler_count != 0) in_->liveness.LiveInHandlers(in_->graph, at, read_by_handlers_);

  bool ended = false;
  if (at.has_code) {
    const Structure::Block& block = in_->structure.blocks[at.block];
    for (uint32_t i = block.first; i < block.end; i++) {
      const classfile::Instruction& it = in_->code.instructions[i];
      bci_ = it.offset;
      if (at.handler_count != 0 && MayThrow(it, in_->context.pool())) BeforeThrowing();
      if (frame_.failed()) return Problem(bci_);
      RADDLE_CHECK(Translate(it));
      if (frame_.failed()) return Problem(bci_);
    }
    ended = draft_->blocks.back().end != 0;
  }
  if (!ended) {
    Goto(in_->graph.Successors(at)[0], false);
    EndBlock();
  }
  return {};
}

void Translator::StartBlock(uint32_t node, bool continues) {
  uint32_t index = static_cast<uint32_t>(draft_->blocks.size());
  draft_->blocks.push_back({.node = node,
                            .bci = bci_,
                            .continues = continues,
                            .cut = false,
                            .first = static_cast<uint32_t>(draft_->instructions.size()),
                            .end = 0,
                            .first_phi = static_cast<uint32_t>(draft_->phis.size()),
                            .phi_count = 0,
                            .entry_depth = 0,
                            .out_depth = 0,
                            .out_state = Draft::kNone,
                            .throw_state = Draft::kNone,
                            .first_predecessor = 0,
                            .predecessor_count = 0});
  if (!continues) draft_->first_block[node] = index;
  draft_->last_block[node] = index;
}

void Translator::EnterFrom(const Draft::Block& block) {
  auto state = draft_->states.begin() + block.out_state;
  std::copy_n(state, draft_->locals, frame_.locals().begin());
  frame_.stack().assign(state + draft_->locals, state + draft_->locals + block.out_depth);
}

// The value a slot has where the states meet: the one they agree on, or a phi.
Value Translator::Merge(uint32_t node, uint32_t slot, const std::vector<uint32_t>& states, bool all_known) {
  Value first = draft_->states[states[0] + slot];
  work_ += states.size();
  if (work_ > kMaxMergeWork) frame_.Fail("too many values meet");
  if (all_known && std::all_of(states.begin(), states.end(),
                               [&](uint32_t state) { return draft_->states[state + slot] == first; })) {
    return first;
  }
  if (first == kUndefined || first == kSecondHalf) {
    frame_.Fail(slot < draft_->locals ? fmt::format("local {} read before it is written on some path", slot)
                                      : "stacks of different kinds meet");
    return 0;
  }
  Value value = NewValue(draft_->values[first].kind, draft_->values[first].type);
  draft_->values[value].phi = static_cast<uint32_t>(draft_->phis.size());
  draft_->phis.push_back({value, draft_->first_block[node], slot, 0, 0, false});
  draft_->blocks[draft_->first_block[node]].phi_count++;
  return value;
}

Result<void> Translator::EnterJoin(uint32_t node) {
  states_.clear();
  uint32_t depth = Draft::kNone;
  std::span<const uint32_t> predecessors = in_->graph.Predecessors(in_->graph.nodes[node]);
  for (uint32_t from : predecessors) {
    if (draft_->last_block[from] == Draft::kNone || from == node) continue;  // a loop that is still to be closed
    const Draft::Block& block = draft_->blocks[draft_->last_block[from]];
    if (depth != Draft::kNone && block.out_depth != depth) {
      return Error{.reason = fmt::format("stacks of depth {} and {} meet", depth, block.out_depth), .offset = bci_};
    }
    depth = block.out_depth;
    states_.push_back(block.out_state);
  }
  bool all_known = states_.size() == predecessors.size();
  std::vector<Value>& locals = frame_.locals();
  std::fill(locals.begin(), locals.end(), kUndefined);
  in_->liveness.ForEachLive(node, [&](uint32_t local) {
    Value value = Merge(node, local, states_, all_known);
    if (!frame_.failed() && value != kUndefined && value != kSecondHalf) frame_.Store(local, value);
  });
  frame_.stack().clear();
  for (uint32_t i = 0; i < depth && !frame_.failed(); i++) {
    if (i > 0 && draft_->states[states_[0] + draft_->locals + i] == kSecondHalf) {
      frame_.stack().push_back(kSecondHalf);  // the phi in front of it has the same kind on all paths, hence two slots
    } else {
      frame_.stack().push_back(Merge(node, draft_->locals + i, states_, all_known));
    }
  }
  return {};
}

void Translator::EnterHandler(uint32_t node) {
  const NodeGraph::Node& at = in_->graph.nodes[node];
  states_.clear();
  bool all_known = true;
  for (uint32_t from : in_->graph.Predecessors(at)) {
    if (draft_->first_block[from] == Draft::kNone) {
      all_known = false;
      continue;
    }
    // A node that is its own handler is at its first, still empty block here.
    if (from == node) all_known = false;
    for (uint32_t block = draft_->first_block[from]; block <= draft_->last_block[from]; block++) {
      if (draft_->blocks[block].throw_state != Draft::kNone) states_.push_back(draft_->blocks[block].throw_state);
    }
  }
  std::vector<Value>& locals = frame_.locals();
  std::fill(locals.begin(), locals.end(), kUndefined);
  in_->liveness.ForEachLive(node, [&](uint32_t local) {
    Value value = Merge(node, local, states_, all_known);
    if (!frame_.failed() && value != kUndefined && value != kSecondHalf) frame_.Store(local, value);
  });
  frame_.stack().clear();
  frame_.Push(EmitValue(Opcode::kCatch, 0, {Kind::kReference, at.caught}, {}));
}

void Translator::BeforeThrowing() {
  if (draft_->blocks.back().throw_state != Draft::kNone) {
    if (!changed_) return;
    Goto(0, true);
    draft_->blocks.back().end = static_cast<uint32_t>(draft_->instructions.size());
    StartBlock(node_, true);
  }
  draft_->blocks.back().throw_state = SaveState(false);
  edges_ += in_->graph.nodes[node_].handler_count;
  if (edges_ > kMaxEdges) frame_.Fail("too many edges to handlers");
  changed_ = false;
}

void Translator::Goto(uint32_t target, bool to_block) {
  draft_->blocks.back().cut = to_block;
  Emit(Opcode::kGoto, 0, {}).index = target;
}

void Translator::EndBlock() {
  Draft::Block& block = draft_->blocks.back();
  block.end = static_cast<uint32_t>(draft_->instructions.size());
  block.out_depth = frame_.depth();
  if (in_->graph.nodes[node_].successor_count != 0) block.out_state = SaveState(true);
}

uint32_t Translator::SaveState(bool with_stack) {
  std::vector<Value>& states = draft_->states;
  uint32_t at = static_cast<uint32_t>(states.size());
  states.insert(states.end(), frame_.locals().begin(), frame_.locals().end());
  if (with_stack) states.insert(states.end(), frame_.stack().begin(), frame_.stack().end());
  return at;
}

Value Translator::NewValue(Kind kind, TypeId type) {
  draft_->values.push_back({kind, type, Draft::kNone});
  return static_cast<Value>(draft_->values.size()) - 1;
}

Instruction& Translator::Emit(Opcode op, uint8_t sub, std::initializer_list<Value> operands) {
  draft_->instructions.push_back({.op = op,
                                  .sub = sub,
                                  .bci = bci_,
                                  .result = kNoReg,
                                  .first_operand = static_cast<uint32_t>(draft_->operands.size()),
                                  .operand_count = static_cast<uint32_t>(operands.size()),
                                  .index = 0,
                                  .extra = 0});
  draft_->operands.insert(draft_->operands.end(), operands);
  return draft_->instructions.back();
}

Value Translator::EmitValue(Opcode op, uint8_t sub, ValueType type, std::initializer_list<Value> operands) {
  Value value = NewValue(type.kind, type.type);
  Emit(op, sub, operands).result = Reg{value};
  return value;
}

}  // namespace raddle::ir
