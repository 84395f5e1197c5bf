// The part of the translator that knows what each bytecode instruction does.
#include <bit>

#include "fmt/format.h"
#include "ir/limits.h"
#include "ir/translator.h"

namespace raddle::ir {
namespace {

using classfile::Op;
using classfile::Tag;

int Distance(Op from, Op to) {
  return static_cast<int>(classfile::Byte(to)) - static_cast<int>(classfile::Byte(from));
}

// Most instructions come in the order int, long, float, double, reference.
Kind KindAt(int place) {
  return static_cast<Kind>(static_cast<int>(Kind::kInt) + place);
}

Kind KindOfLetter(char letter) {
  switch (letter) {
    case 'J':
      return Kind::kLong;
    case 'F':
      return Kind::kFloat;
    case 'D':
      return Kind::kDouble;
    case 'A':
      return Kind::kReference;
    default:
      return Kind::kInt;
  }
}

template <typename E>
uint8_t Sub(E value) {
  return static_cast<uint8_t>(value);
}

Error At(Error error, uint16_t bci) {
  error.offset = bci;  // an offset in the descriptor, where there was one, would be taken for one in the code
  return error;
}

}  // namespace

Result<void> Translator::Translate(const classfile::Instruction& it) {
  Op op = it.op;
  if (op == Op::nop) return {};
  if (op <= Op::sipush) return TranslateConstant(it), Result<void>();
  if (op <= Op::ldc2_w) return LoadConstant(it);
  if (IsArrayLoad(op) || IsArrayStore(op) || op == Op::newarray || op == Op::arraylength) {
    return TranslateArray(it), Result<void>();
  }
  if (op <= Op::astore_3 || op == Op::iinc || op == Op::ret) return TranslateLocal(it), Result<void>();
  if (Between(op, Op::pop, Op::swap)) return TranslateStack(op), Result<void>();
  if (op <= Op::dcmpg) return TranslateArithmetic(it), Result<void>();
  if (IsJump(op)) return TranslateJump(it), Result<void>();
  if (IsSwitch(op)) return TranslateSwitch(it), Result<void>();
  if (IsReturn(op)) return TranslateReturn(it), Result<void>();
  if (IsFieldAccess(op)) return TranslateMember(it);
  if (IsInvoke(op)) return TranslateInvoke(it);
  return TranslateObject(it);
}

void Translator::PushConst(ConstKind const_kind, ValueType type, uint64_t data) {
  Value value = EmitValue(Opcode::kConst, Sub(const_kind), type, {});
  draft_->instructions.back().index = static_cast<uint32_t>(data);
  draft_->instructions.back().extra = static_cast<uint32_t>(data >> 32);
  frame_.Push(value);
}

void Translator::TranslateConstant(const classfile::Instruction& it) {
  Op op = it.op;
  if (op == Op::aconst_null) {
    PushConst(ConstKind::kNull, {Kind::kReference, TypeId::kNull}, 0);
  } else if (op <= Op::iconst_5) {
    PushConst(ConstKind::kInt, {Kind::kInt}, static_cast<uint32_t>(Distance(Op::iconst_0, op)));
  } else if (op <= Op::lconst_1) {
    PushConst(ConstKind::kLong, {Kind::kLong}, static_cast<uint64_t>(Distance(Op::lconst_0, op)));
  } else if (op <= Op::fconst_2) {
    PushConst(ConstKind::kFloat, {Kind::kFloat}, std::bit_cast<uint32_t>(float(Distance(Op::fconst_0, op))));
  } else if (op <= Op::dconst_1) {
    PushConst(ConstKind::kDouble, {Kind::kDouble}, std::bit_cast<uint64_t>(double(Distance(Op::dconst_0, op))));
  } else {
    PushConst(ConstKind::kInt, {Kind::kInt}, static_cast<uint32_t>(it.value));
  }
}

Result<void> Translator::LoadConstant(const classfile::Instruction& it) {
  const classfile::ConstantPool& pool = in_->context.pool();
  classfile::Index index = it.index;
  ValueType type;
  switch (pool.tag(index)) {
    case Tag::kInteger:
      type = {Kind::kInt};
      PushConst(ConstKind::kInt, type, static_cast<uint32_t>(pool.Integer(index)));
      break;
    case Tag::kFloat:
      type = {Kind::kFloat};
      PushConst(ConstKind::kFloat, type, std::bit_cast<uint32_t>(pool.Float(index)));
      break;
    case Tag::kLong:
      type = {Kind::kLong};
      PushConst(ConstKind::kLong, type, static_cast<uint64_t>(pool.Long(index)));
      break;
    case Tag::kDouble:
      type = {Kind::kDouble};
      PushConst(ConstKind::kDouble, type, std::bit_cast<uint64_t>(pool.Double(index)));
      break;
    case Tag::kString:
      type = {Kind::kReference, TypeId::kString};
      PushConst(ConstKind::kString, type, index);
      break;
    case Tag::kClass:
      type = {Kind::kReference, TypeId::kClass};
      PushConst(ConstKind::kClass, type, index);
      break;
    case Tag::kMethodHandle:
      type = {Kind::kReference, TypeId::kMethodHandle};
      PushConst(ConstKind::kMethodHandle, type, index);
      break;
    case Tag::kMethodType:
      type = {Kind::kReference, TypeId::kMethodType};
      PushConst(ConstKind::kMethodType, type, index);
      break;
    case Tag::kDynamic: {
      auto known = in_->context.DynamicType(index);
      if (!known) return At(known.error(), bci_);
      auto bootstrap = in_->context.Bootstrap(index);
      if (!bootstrap) return At(bootstrap.error(), bci_);
      type = *known;
      PushConst(ConstKind::kDynamic, type, index);
      break;
    }
    default:
      frame_.Fail(fmt::format("constant {} cannot be loaded", index));
  }
  if ((classfile::Slots(type.kind) == 2) != (it.op == Op::ldc2_w)) frame_.Fail("constant of the wrong width");
  return {};
}

void Translator::StoreLocal(uint32_t local, Value value) {
  if (frame_.failed()) return;
  frame_.Store(local, value);
  if (in_->graph.nodes[node_].handler_count != 0 && (read_by_handlers_[local / 64] >> (local % 64) & 1) != 0) {
    changed_ = true;
  }
}

void Translator::TranslateLocal(const classfile::Instruction& it) {
  Op op = it.op;
  if (op == Op::iinc) {
    Value old = frame_.Load(it.index, Kind::kInt);
    Value by = EmitValue(Opcode::kConst, Sub(ConstKind::kInt), {Kind::kInt}, {});
    draft_->instructions.back().index = static_cast<uint32_t>(it.value);
    StoreLocal(it.index, EmitValue(Opcode::kBinary, Sub(BinaryOp::kAdd), {Kind::kInt}, {old, by}));
  } else if (op == Op::ret) {
    Value address = frame_.LoadReturnAddress(it.index);
    if (frame_.failed()) return;
    if (Num(draft_->values[address].type) != in_->graph.nodes[node_].context) {
      return frame_.Fail("ret to an address that is not the innermost caller's");
    }
    Goto(in_->graph.Successors(in_->graph.nodes[node_])[0], false);
    EndBlock();
  } else if (op < Op::istore) {
    Kind kind = op <= Op::aload ? KindAt(Distance(Op::iload, op)) : KindAt(Distance(Op::iload_0, op) / 4);
    Value value = frame_.Load(it.index, kind);
    if (!frame_.failed()) frame_.Push(value);
  } else {
    Kind kind = op <= Op::astore ? KindAt(Distance(Op::istore, op)) : KindAt(Distance(Op::istore_0, op) / 4);
    if (kind == Kind::kReference && !frame_.stack().empty() && frame_.stack().back() != kSecondHalf &&
        draft_->values[frame_.stack().back()].kind == kReturnAddress) {
      kind = kReturnAddress;
    }
    StoreLocal(it.index, frame_.Pop(kind));
  }
}

void Translator::TranslateArithmetic(const classfile::Instruction& it) {
  Op op = it.op;
  auto binary = [&](BinaryOp operation, Kind kind, Kind right_kind) {
    Value right = frame_.Pop(right_kind);
    Value left = frame_.Pop(kind);
    frame_.Push(EmitValue(Opcode::kBinary, Sub(operation), {kind}, {left, right}));
  };
  auto unary = [&](UnaryOp operation, Kind from, Kind to) {
    Value operand = frame_.Pop(from);
    frame_.Push(EmitValue(Opcode::kUnary, Sub(operation), {to}, {operand}));
  };
  if (op <= Op::drem) {
    int place = Distance(Op::iadd, op);
    binary(static_cast<BinaryOp>(place / 4), KindAt(place % 4), KindAt(place % 4));
  } else if (op <= Op::dneg) {
    Kind kind = KindAt(Distance(Op::ineg, op));
    unary(UnaryOp::kNeg, kind, kind);
  } else if (op <= Op::lushr) {
    int place = Distance(Op::ishl, op);
    binary(static_cast<BinaryOp>(static_cast<int>(BinaryOp::kShl) + place / 2), KindAt(place % 2), Kind::kInt);
  } else if (op <= Op::lxor) {
    int place = Distance(Op::iand, op);
    binary(static_cast<BinaryOp>(static_cast<int>(BinaryOp::kAnd) + place / 2), KindAt(place % 2), KindAt(place % 2));
  } else if (op <= Op::i2s) {
    const classfile::OpInfo& info = Info(op);
    unary(static_cast<UnaryOp>(static_cast<int>(UnaryOp::kI2L) + Distance(Op::i2l, op)), KindOfLetter(info.pops[0]),
          KindOfLetter(info.pushes[0]));
  } else {
    Kind kind = KindOfLetter(Info(op).pops[0]);
    Value right = frame_.Pop(kind);
    Value left = frame_.Pop(kind);
    frame_.Push(EmitValue(Opcode::kCompare, Sub(Distance(Op::lcmp, op)), {Kind::kInt}, {left, right}));
  }
}

void Translator::TranslateArray(const classfile::Instruction& it) {
  Op op = it.op;
  TypeTable& types = in_->context.types();
  if (op == Op::arraylength) {
    Value array = frame_.Pop(Kind::kReference);
    frame_.Push(EmitValue(Opcode::kArrayLength, 0, {Kind::kInt}, {array}));
  } else if (op == Op::newarray) {
    TypeId type = types.PrimitiveArray("ZCFDBSIJ"[it.value - 4]);
    Value length = frame_.Pop(Kind::kInt);
    Value array = EmitValue(Opcode::kNewArray, 0, {Kind::kReference, type}, {length});
    draft_->instructions.back().extra = Num(type);
    frame_.Push(array);
  } else if (IsArrayLoad(op)) {
    Value index = frame_.Pop(Kind::kInt);
    Value array = frame_.Pop(Kind::kReference);
    // A reference's type follows from the array's, which may be a phi that is not finished: ssa.h finds both.
    frame_.Push(EmitValue(Opcode::kArrayLoad, Sub(Distance(Op::iaload, op)), {KindOfLetter(Info(op).pushes[0])},
                          {array, index}));
  } else {
    Value value = frame_.Pop(KindOfLetter(Info(op).pops[2]));
    Value index = frame_.Pop(Kind::kInt);
    Value array = frame_.Pop(Kind::kReference);
    Emit(Opcode::kArrayStore, Sub(Distance(Op::iastore, op)), {array, index, value});
  }
}

void Translator::TranslateStack(Op op) {
  switch (op) {
    case Op::pop:
      return frame_.Drop(1);
    case Op::pop2:
      return frame_.Drop(2);
    case Op::swap:
      return frame_.Swap();
    default: {
      int place = Distance(Op::dup, op);  // dup, dup_x1, dup_x2, dup2, dup2_x1, dup2_x2
      return frame_.Duplicate(place < 3 ? 1 : 2, static_cast<uint32_t>(place % 3));
    }
  }
}

Result<void> Translator::TranslateMember(const classfile::Instruction& it) {
  auto type = in_->context.FieldType(it.index);
  if (!type) return At(type.error(), bci_);
  switch (it.op) {
    case Op::getstatic:
      frame_.Push(EmitValue(Opcode::kGetStatic, 0, *type, {}));
      break;
    case Op::putstatic:
      Emit(Opcode::kPutStatic, 0, {frame_.Pop(type->kind)});
      break;
    case Op::getfield: {
      Value object = frame_.Pop(Kind::kReference);
      frame_.Push(EmitValue(Opcode::kGetField, 0, *type, {object}));
      break;
    }
    default: {
      Value value = frame_.Pop(type->kind);
      Value object = frame_.Pop(Kind::kReference);
      Emit(Opcode::kPutField, 0, {object, value});
    }
  }
  draft_->instructions.back().index = it.index;
  return {};
}

Result<void> Translator::TranslateInvoke(const classfile::Instruction& it) {
  auto found = in_->context.SignatureOf(it.index);
  if (!found) return At(found.error(), bci_);
  const Signature& signature = **found;
  bool dynamic = it.op == Op::invokedynamic;
  if (dynamic) {
    auto bootstrap = in_->context.Bootstrap(it.index);
    if (!bootstrap) return At(bootstrap.error(), bci_);
  }
  bool has_receiver = !dynamic && it.op != Op::invokestatic;
  arguments_.resize(signature.parameters.size() + (has_receiver ? 1 : 0));
  for (size_t i = arguments_.size(); i-- > 0;) {
    bool receiver = has_receiver && i == 0;
    arguments_[i] = frame_.Pop(receiver ? Kind::kReference : signature.parameters[i - (has_receiver ? 1 : 0)].kind);
  }
  Instruction& invoke =
      Emit(dynamic ? Opcode::kDynamic : Opcode::kInvoke, dynamic ? 0 : Sub(Distance(Op::invokevirtual, it.op)), {});
  invoke.index = it.index;
  invoke.operand_count = static_cast<uint32_t>(arguments_.size());
  draft_->operands.insert(draft_->operands.end(), arguments_.begin(), arguments_.end());
  if (signature.result.kind != Kind::kVoid) {
    Value result = NewValue(signature.result.kind, signature.result.type);
    invoke.result = Reg{result};
    frame_.Push(result);
  }
  return {};
}

Result<void> Translator::TranslateObject(const classfile::Instruction& it) {
  TypeTable& types = in_->context.types();
  auto made = [&](Opcode op, ValueType result, TypeId type, std::initializer_list<Value> operands) {
    Value value = EmitValue(op, 0, result, operands);
    draft_->instructions.back().index = it.index;
    draft_->instructions.back().extra = Num(type);
    frame_.Push(value);
  };
  switch (it.op) {
    case Op::monitorenter:
      Emit(Opcode::kMonitorEnter, 0, {frame_.Pop(Kind::kReference)});
      return {};
    case Op::monitorexit:
      Emit(Opcode::kMonitorExit, 0, {frame_.Pop(Kind::kReference)});
      return {};
    case Op::athrow:
      Emit(Opcode::kThrow, 0, {frame_.Pop(Kind::kReference)});
      EndBlock();
      return {};
    default:
      break;
  }
  std::string_view name = in_->context.pool().ClassName(it.index);
  TypeId type = it.op == Op::anewarray ? types.ArrayOf(name) : types.Intern(name);
  if (types.size() > kMaxTypes) return Error{.reason = "too many types in one class", .offset = bci_};
  switch (it.op) {
    case Op::new_:
      made(Opcode::kNewObject, {Kind::kReference, type}, type, {});
      break;
    case Op::anewarray:
      made(Opcode::kNewArray, {Kind::kReference, type}, type, {frame_.Pop(Kind::kInt)});
      break;
    case Op::checkcast:
      made(Opcode::kCast, {Kind::kReference, type}, type, {frame_.Pop(Kind::kReference)});
      break;
    case Op::instanceof_:
      made(Opcode::kInstanceOf, {Kind::kInt}, type, {frame_.Pop(Kind::kReference)});
      break;
    case Op::multianewarray: {
      if (name.substr(0, it.extra) != std::string(it.extra, '[')) {
        return Error{.reason = fmt::format("multianewarray of {} dimensions makes no such array", it.extra),
                     .offset = bci_};
      }
      arguments_.resize(it.extra);
      for (size_t i = arguments_.size(); i-- > 0;) arguments_[i] = frame_.Pop(Kind::kInt);
      made(Opcode::kNewArray, {Kind::kReference, type}, type, {});
      draft_->instructions.back().operand_count = it.extra;
      draft_->operands.insert(draft_->operands.end(), arguments_.begin(), arguments_.end());
      break;
    }
    default:
      return Error{.reason = fmt::format("opcode {} not expected here", classfile::Byte(it.op)), .offset = bci_};
  }
  return {};
}

void Translator::TranslateJump(const classfile::Instruction& it) {
  Op op = it.op;
  const NodeGraph::Node& node = in_->graph.nodes[node_];
  std::span<const uint32_t> targets = in_->graph.Successors(node);
  if (IsGoto(op)) {
    Goto(targets[0], false);
  } else if (IsJsr(op)) {
    frame_.Push(NewValue(kReturnAddress, TypeId{node.call}));
    if (frame_.failed()) return;
    Goto(targets[0], false);
  } else {
    bool reference = op >= Op::ifnull || op == Op::if_acmpeq || op == Op::if_acmpne;
    Kind kind = reference ? Kind::kReference : Kind::kInt;
    bool one = op >= Op::ifnull || op <= Op::ifle;
    int condition = op >= Op::ifnull      ? Distance(Op::ifnull, op)
                    : op >= Op::if_acmpeq ? Distance(Op::if_acmpeq, op)
                    : op >= Op::if_icmpeq ? Distance(Op::if_icmpeq, op)
                                          : Distance(Op::ifeq, op);
    Value right = one ? 0 : frame_.Pop(kind);
    Value left = frame_.Pop(kind);
    Instruction& branch = Emit(Opcode::kIf, Sub(condition), {left});
    if (!one) {
      draft_->operands.push_back(right);
      branch.operand_count = 2;
    }
    branch.index = targets[0];
    branch.extra = targets[1];
  }
  EndBlock();
}

void Translator::TranslateSwitch(const classfile::Instruction& it) {
  const classfile::Switch& table = in_->code.switches[static_cast<size_t>(it.value)];
  std::span<const uint32_t> targets = in_->graph.Successors(in_->graph.nodes[node_]);
  Draft::SwitchDraft draft{
      .keys = {table.keys.begin(), table.keys.end()},
      .targets = {targets.begin() + 1, targets.end()},
      .default_target = targets[0],
  };
  if (it.op == Op::tableswitch) {
    for (size_t i = 0; i < table.targets.size(); i++) draft.keys.push_back(static_cast<int32_t>(table.low + i));
  }
  Emit(Opcode::kSwitch, 0, {frame_.Pop(Kind::kInt)}).index = static_cast<uint32_t>(draft_->switches.size());
  draft_->switches.push_back(std::move(draft));
  EndBlock();
}

void Translator::TranslateReturn(const classfile::Instruction& it) {
  Kind kind = it.op == Op::return_ ? Kind::kVoid : KindAt(Distance(Op::ireturn, it.op));
  if (kind != in_->signature.result.kind) {
    return frame_.Fail(
        fmt::format("returns {} from a method of {}", KindName(kind), KindName(in_->signature.result.kind)));
  }
  if (kind == Kind::kVoid) {
    Emit(Opcode::kReturn, 0, {});
  } else {
    Emit(Opcode::kReturn, 0, {frame_.Pop(kind)});
  }
  EndBlock();
}

}  // namespace raddle::ir
