#include "classfile/code.h"

#include <fmt/format.h>

#include <algorithm>

#include "classfile/descriptor.h"
#include "classfile/reencode.h"

namespace raddle::classfile {
namespace {

constexpr uint16_t kNoInstruction = 0xffff;  // code is at most 65535 bytes long, so no instruction has this number

uint16_t ImplicitLocal(Op op) {
  return (Byte(op) - Byte(op < Op::istore_0 ? Op::iload_0 : Op::istore_0)) & 3;
}

// Loads and stores stand in the order int, long, float, double, reference; the odd ones take two slots.
int LocalSlots(Op op) {
  switch (Format(op)) {
    case OperandFormat::kImplicitLocal:
      return 1 + ((Byte(op) - Byte(op < Op::istore_0 ? Op::iload_0 : Op::istore_0)) >> 2 & 1);
    case OperandFormat::kLocal:
      return op == Op::ret ? 1 : 1 + ((Byte(op) - Byte(op < Op::istore ? Op::iload : Op::istore)) & 1);
    default:  // iinc
      return 1;
  }
}
static_assert((Byte(Op::lload) - Byte(Op::iload)) == 1 && (Byte(Op::dstore) - Byte(Op::istore)) == 3);
static_assert((Byte(Op::dload_0) - Byte(Op::iload_0)) >> 2 == 3 && (Byte(Op::lstore_3) - Byte(Op::istore_0)) >> 2 == 1);

bool ConstantFits(Op op, Index index, const ConstantPool& pool) {
  const Tag tag = pool.tag(index);
  switch (op) {
    case Op::ldc:
    case Op::ldc_w:
      return pool.IsLoadable(index) && tag != Tag::kLong && tag != Tag::kDouble;
    case Op::ldc2_w:
      return tag == Tag::kLong || tag == Tag::kDouble || tag == Tag::kDynamic;
    case Op::getstatic:
    case Op::putstatic:
    case Op::getfield:
    case Op::putfield:
      return tag == Tag::kFieldref;
    case Op::invokevirtual:
      return tag == Tag::kMethodref;
    case Op::invokespecial:
    case Op::invokestatic:
      return tag == Tag::kMethodref || tag == Tag::kInterfaceMethodref;
    case Op::invokeinterface:
      return tag == Tag::kInterfaceMethodref;
    case Op::invokedynamic:
      return tag == Tag::kInvokeDynamic;
    default:  // new, anewarray, checkcast, instanceof, multianewarray
      return tag == Tag::kClass;
  }
}

// One pass over the bytes; jumps hold code offsets until Resolve() has seen them all.
class Decoder {
 public:
  Decoder(Bytes bytes, size_t file_offset, uint16_t max_locals, const ConstantPool& pool, Arena& arena)
      : length_(static_cast<uint32_t>(bytes.size())),
        file_offset_(file_offset),
        max_locals_(max_locals),
        reader_(bytes, file_offset),
        pool_(pool),
        arena_(arena),
        instructions_(arena.Allocate<Instruction>(bytes.size())),
        at_(arena.Allocate<uint16_t>(bytes.size())) {
    std::fill(at_.begin(), at_.end(), kNoInstruction);
  }

  Result<void> Run(Code& code) {
    while (!reader_.AtEnd()) DecodeOne();  // a failure ends the bytes too
    if (!reader_.ok()) return reader_.error();
    Resolve();
    if (!reader_.ok()) return reader_.error();
    code.instructions = instructions_.first(count_);
    code.switches = arena_.Copy(switches_);
    return {};
  }

  // The instruction at an offset of the file's tables, or a failure.
  uint32_t Target(int64_t offset, size_t from, bool end_allowed = false) {
    if (end_allowed && offset == length_) return count_;
    if (offset < 0 || offset >= length_ || at_[offset] == kNoInstruction) {
      reader_.FailAt(from, fmt::format("{} is not the offset of an instruction", offset));
      return 0;
    }
    return at_[offset];
  }

  ByteReader& reader() { return reader_; }

 private:
  [[gnu::always_inline]] void DecodeOne() {
    const size_t start = reader_.position();
    Instruction& it = instructions_[count_];
    at_[start] = static_cast<uint16_t>(count_++);
    it = {static_cast<uint16_t>(start), static_cast<Op>(reader_.U1()), false, 0, 0, 0};
    if (it.op == Op::wide) {
      it.op = static_cast<Op>(reader_.U1());
      it.wide = true;
      const OperandFormat format = Format(it.op);
      if (format != OperandFormat::kLocal && format != OperandFormat::kIinc) {
        return Bad(start, fmt::format("wide before opcode {}", Byte(it.op)));
      }
    }
    switch (Format(it.op)) {
      case OperandFormat::kUndefined:
        return Bad(start, fmt::format("unknown opcode {}", Byte(it.op)));
      case OperandFormat::kNone:
        return;
      case OperandFormat::kImplicitLocal:
        it.index = ImplicitLocal(it.op);
        return CheckLocal(it, start);
      case OperandFormat::kByte:
        it.value = reader_.S1();
        if (it.op == Op::newarray && (it.value < 4 || it.value > 11)) Bad(start, "newarray of an unknown type");
        return;
      case OperandFormat::kShort:
        it.value = reader_.S2();
        return;
      case OperandFormat::kConstant1:
        it.index = reader_.U1();
        return CheckConstant(it, start);
      case OperandFormat::kConstant2:
        it.index = reader_.U2();
        return CheckConstant(it, start);
      case OperandFormat::kLocal:
        it.index = it.wide ? reader_.U2() : reader_.U1();
        return CheckLocal(it, start);
      case OperandFormat::kIinc:
        it.index = it.wide ? reader_.U2() : reader_.U1();
        it.value = it.wide ? reader_.S2() : reader_.S1();
        return CheckLocal(it, start);
      case OperandFormat::kJump2:
        it.value = static_cast<int32_t>(start) + reader_.S2();
        return;
      case OperandFormat::kJump4:
        it.value = Relative(start, reader_.S4());
        return;
      case OperandFormat::kTableSwitch:
      case OperandFormat::kLookupSwitch:
        return DecodeSwitch(it, start);
      case OperandFormat::kInterface:
        it.index = reader_.U2();
        it.extra = reader_.U1();
        if (reader_.U1() != 0) Bad(start, "invokeinterface whose last byte is not 0");
        return CheckConstant(it, start);
      case OperandFormat::kDynamic:
        it.index = reader_.U2();
        if (reader_.U2() != 0) Bad(start, "invokedynamic whose last bytes are not 0");
        return CheckConstant(it, start);
      case OperandFormat::kMultiNew:
        it.index = reader_.U2();
        it.extra = reader_.U1();
        if (it.extra == 0) Bad(start, "multianewarray of no dimension");
        return CheckConstant(it, start);
      case OperandFormat::kWide:
        return Bad(start, "wide before wide");
    }
  }

  void DecodeSwitch(Instruction& it, size_t start) {
    // Padding need not be zero in newer files; index and extra keep it, so that it is written back as it was.
    uint8_t padding[4] = {0, 0, 0, 0};
    for (int i = 0; reader_.position() % 4 != 0 && reader_.ok(); ++i) padding[i] = reader_.U1();
    it.index = static_cast<uint16_t>(padding[0] << 8 | padding[1]);
    it.extra = padding[2];
    it.value = static_cast<int32_t>(switches_.size());

    Switch table{};
    table.default_target = Relative(start, reader_.S4());
    const bool lookup = it.op == Op::lookupswitch;
    int64_t count;
    if (lookup) {
      count = reader_.S4();
    } else {
      table.low = reader_.S4();
      count = int64_t{reader_.S4()} - table.low + 1;
    }
    if (!reader_.ok()) return;
    if (count < 0 || count > static_cast<int64_t>(reader_.left() / (lookup ? 8 : 4))) {
      return Bad(start, fmt::format("switch of {} cases", count));
    }
    std::span<int32_t> keys = arena_.Allocate<int32_t>(lookup ? count : 0);
    std::span<uint32_t> targets = arena_.Allocate<uint32_t>(count);
    for (int64_t i = 0; i < count; ++i) {
      if (lookup) {
        keys[i] = reader_.S4();
        if (i > 0 && keys[i] <= keys[i - 1]) return Bad(start, "lookupswitch whose keys do not ascend");
      }
      targets[i] = Relative(start, reader_.S4());
    }
    table.keys = keys;
    table.targets = targets;
    switches_.push_back(table);
  }

  void Resolve() {
    for (Instruction& it : instructions_.first(count_)) {
      const size_t from = file_offset_ + it.offset;
      if (IsJump(it.op)) {
        it.value = static_cast<int32_t>(Target(it.value, from));
      } else if (IsSwitch(it.op)) {
        Switch& table = switches_[it.value];
        table.default_target = Target(static_cast<int32_t>(table.default_target), from);
        for (const uint32_t& target : table.targets) {
          const_cast<uint32_t&>(target) = Target(static_cast<int32_t>(target), from);
        }
      }
    }
  }

  // A jump may name any 32-bit distance: the sum is kept within the type, and out of every code.
  static int32_t Relative(size_t start, int32_t distance) {
    const int64_t target = static_cast<int64_t>(start) + distance;
    return target < 0 || target > 0xffff ? -1 : static_cast<int32_t>(target);
  }

  void CheckConstant(const Instruction& it, size_t start) {
    if (!ConstantFits(it.op, it.index, pool_)) [[unlikely]] {
      Bad(start,
          fmt::format("{} of constant {}, which is {}", Info(it.op).name, it.index, TagName(pool_.tag(it.index))));
    }
  }

  void CheckLocal(const Instruction& it, size_t start) {
    if (it.index + LocalSlots(it.op) > max_locals_) [[unlikely]] {
      Bad(start, fmt::format("local {} outside max_locals {}", it.index, max_locals_));
    }
  }

  void Bad(size_t start, std::string reason) { reader_.FailAt(file_offset_ + start, std::move(reason)); }

  const uint32_t length_;
  const size_t file_offset_;
  const uint16_t max_locals_;
  ByteReader reader_;
  const ConstantPool& pool_;
  Arena& arena_;
  std::span<Instruction> instructions_;
  std::span<uint16_t> at_;  // offset to instruction
  uint32_t count_ = 0;
  std::vector<Switch> switches_;
};

}  // namespace

uint32_t Code::At(uint32_t offset) const {
  if (offset == length) return static_cast<uint32_t>(instructions.size());
  const auto found = std::lower_bound(instructions.begin(), instructions.end(), offset,
                                      [](const Instruction& it, uint32_t wanted) { return it.offset < wanted; });
  return found != instructions.end() && found->offset == offset ? static_cast<uint32_t>(found - instructions.begin())
                                                                : kNone;
}

int LocalOf(const Instruction& instruction) {
  const OperandFormat format = Format(instruction.op);
  const bool names_local =
      format == OperandFormat::kLocal || format == OperandFormat::kIinc || format == OperandFormat::kImplicitLocal;
  return names_local ? instruction.index : -1;
}

int StackChange(const Instruction& it, const ConstantPool& pool) {
  auto slots = [](std::string_view letters) {
    int count = 0;
    for (const char letter : letters) count += letter == 'J' || letter == 'D' ? 2 : letter == '*' ? 0 : 1;
    return count;
  };
  const OpInfo& info = Info(it.op);
  const int plain = slots(info.pushes) - slots(info.pops);
  switch (it.op) {
    case Op::ldc:
    case Op::ldc_w:
      return 1;
    case Op::ldc2_w:
      return 2;
    case Op::multianewarray:
      return 1 - it.extra;
    case Op::getstatic:
    case Op::getfield:
    case Op::putstatic:
    case Op::putfield: {
      const std::string_view type = pool.Member(it.index).descriptor;
      const int size = CheckFieldDescriptor(type) ? Slots(TypeDescriptor{type}.kind()) : 0;
      return plain + (it.op == Op::getstatic || it.op == Op::getfield ? size : -size);
    }
    case Op::invokevirtual:
    case Op::invokespecial:
    case Op::invokestatic:
    case Op::invokeinterface:
    case Op::invokedynamic: {
      const std::string_view type =
          it.op == Op::invokedynamic ? pool.Dynamic(it.index).descriptor : pool.Member(it.index).descriptor;
      if (!CheckMethodDescriptor(type)) return plain;
      const MethodDescriptor descriptor(type);
      return plain - descriptor.ParameterSlots() + Slots(descriptor.Return().kind());
    }
    default:
      return plain;
  }
}

Result<Code> DecodeCode(const Attribute& attribute, const ConstantPool& pool, Arena& arena) {
  ByteReader reader(attribute.body, attribute.offset);
  Code code;
  code.max_stack = reader.U2();
  code.max_locals = reader.U2();
  code.length = reader.U4();
  if (reader.ok() && (code.length == 0 || code.length > 0xffff)) {
    reader.FailAt(reader.offset() - 4, fmt::format("code of {} bytes", code.length));
  }
  const size_t code_offset = reader.offset();
  const Bytes bytes = reader.Raw(code.length);
  if (!reader.ok()) return reader.error();
  Decoder decoder(bytes, code_offset, code.max_locals, pool, arena);
  RADDLE_CHECK(decoder.Run(code));

  const uint16_t handlers = reader.U2();
  if (handlers > reader.left() / 8) reader.Fail("exception table longer than its attribute");
  if (!reader.ok()) return reader.error();
  const std::span<Handler> table = arena.Allocate<Handler>(handlers);
  for (Handler& handler : table) {
    const size_t from = reader.offset();
    const uint16_t start = reader.U2(), end = reader.U2(), target = reader.U2();
    handler = {decoder.Target(start, from), decoder.Target(end, from, true), decoder.Target(target, from), reader.U2()};
    if (start >= end) reader.FailAt(from, "exception range that is empty");
    if (handler.catch_type != 0 && !pool.Is(handler.catch_type, Tag::kClass)) {
      reader.FailAt(from, "catch type is not a Class");
    }
  }
  if (!decoder.reader().ok()) return decoder.reader().error();
  code.handlers = table;
  code.attributes = ReadAttributes(reader, pool, Place::kCode);
  if (reader.ok() && !reader.AtEnd()) reader.Fail("bytes behind the end of Code");
  if (!reader.ok()) return reader.error();
  return code;
}

Result<void> EncodeCode(const Code& code, const ConstantPool& pool, Arena& scratch, ByteWriter& writer) {
  writer.U2(code.max_stack);
  writer.U2(code.max_locals);
  writer.U4(code.length);
  for (const Instruction& it : code.instructions) {
    auto distance = [&](uint32_t target) { return code.OffsetOf(target) - it.offset; };
    EncodeInstruction(it, it.offset, code.switches, distance, writer);
  }
  writer.U2(static_cast<uint16_t>(code.handlers.size()));
  for (const Handler& handler : code.handlers) {
    writer.U2(static_cast<uint16_t>(code.OffsetOf(handler.start)));
    writer.U2(static_cast<uint16_t>(code.OffsetOf(handler.end)));
    writer.U2(static_cast<uint16_t>(code.OffsetOf(handler.handler)));
    writer.U2(handler.catch_type);
  }
  return ReencodeAttributes(code.attributes, pool, scratch, writer, code.length);
}

}  // namespace raddle::classfile
