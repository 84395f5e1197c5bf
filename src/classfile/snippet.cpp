#include "classfile/snippet.h"

#include <cassert>

namespace raddle::classfile {
namespace {

// iload, lload, fload, dload, aload and their stores stand in this order.
int KindOffset(BaseKind kind) {
  assert(kind != BaseKind::kVoid);
  return static_cast<int>(kind) - static_cast<int>(BaseKind::kInt);
}
static_assert(static_cast<int>(BaseKind::kReference) - static_cast<int>(BaseKind::kInt) == 4);

}  // namespace

Snippet& Snippet::Emit(Op op, uint16_t index, int32_t value, bool wide, uint16_t extra) {
  instructions_.push_back({0, op, wide, index, extra, value});
  return *this;
}

Snippet& Snippet::Do(Op op) {
  assert(Info(op).format == OperandFormat::kNone);
  return Emit(op);
}

Snippet& Snippet::Push(int32_t value) {
  if (value >= -1 && value <= 5) return Emit(Offset(Op::iconst_0, value));
  if (value == static_cast<int8_t>(value)) return Emit(Op::bipush, 0, value);
  if (value == static_cast<int16_t>(value)) return Emit(Op::sipush, 0, value);
  return PushConstant(pool_->AddInteger(value));
}

Snippet& Snippet::PushLong(int64_t value) {
  if (value == 0 || value == 1) return Emit(Offset(Op::lconst_0, static_cast<int>(value)));
  return PushConstant(pool_->AddLong(value));
}

Snippet& Snippet::PushString(std::string_view modified_utf8) {
  return PushConstant(pool_->AddString(modified_utf8));
}

Snippet& Snippet::PushConstant(Index constant) {
  const Tag tag = pool_->tag(constant);
  bool two = tag == Tag::kLong || tag == Tag::kDouble;
  if (tag == Tag::kDynamic) {
    const char type = pool_->Dynamic(constant).descriptor[0];
    two = type == 'J' || type == 'D';
  }
  return Emit(two ? Op::ldc2_w : constant > 0xff ? Op::ldc_w : Op::ldc, constant);
}

Snippet& Snippet::Load(BaseKind kind, uint16_t local) {
  const int offset = KindOffset(kind);
  if (local < 4) return Emit(Offset(Op::iload_0, offset * 4 + local), local);
  return Emit(Offset(Op::iload, offset), local, 0, local > 0xff);
}

Snippet& Snippet::Store(BaseKind kind, uint16_t local) {
  const int offset = KindOffset(kind);
  if (local < 4) return Emit(Offset(Op::istore_0, offset * 4 + local), local);
  return Emit(Offset(Op::istore, offset), local, 0, local > 0xff);
}

Snippet& Snippet::Increment(uint16_t local, int16_t by) {
  return Emit(Op::iinc, local, by, local > 0xff || by != static_cast<int8_t>(by));
}

Snippet& Snippet::Field(Op op, std::string_view owner, std::string_view name, std::string_view descriptor) {
  assert(IsFieldAccess(op));
  return Emit(op, pool_->AddMember(Tag::kFieldref, owner, name, descriptor));
}

Snippet& Snippet::Invoke(Op op, std::string_view owner, std::string_view name, std::string_view descriptor,
                         bool of_interface) {
  assert(IsInvoke(op) && op != Op::invokedynamic);
  const Tag tag = of_interface || op == Op::invokeinterface ? Tag::kInterfaceMethodref : Tag::kMethodref;
  const auto count = op == Op::invokeinterface ? 1 + MethodDescriptor(descriptor).ParameterSlots() : 0;
  return Emit(op, pool_->AddMember(tag, owner, name, descriptor), 0, false, static_cast<uint16_t>(count));
}

Snippet& Snippet::InvokeDynamic(Index constant) {
  assert(pool_->Is(constant, Tag::kInvokeDynamic));
  return Emit(Op::invokedynamic, constant);
}

Snippet& Snippet::Type(Op op, std::string_view class_name) {
  assert(op == Op::new_ || op == Op::anewarray || op == Op::checkcast || op == Op::instanceof_);
  return Emit(op, pool_->AddClass(class_name));
}

Snippet& Snippet::Jump(Op op, Label target) {
  assert(IsJump(op));
  return Emit(op, 0, static_cast<int32_t>(target));
}

Snippet& Snippet::Place(Label label) {
  labels_.push_back({label, static_cast<uint32_t>(instructions_.size())});
  return *this;
}

Snippet& Snippet::Copy(const Instruction& instruction) {
  assert(!IsSwitch(instruction.op));
  instructions_.push_back(instruction);
  return *this;
}

}  // namespace raddle::classfile
