#include "classfile/opcodes.h"
#include "classfile/printer.h"
#include "classfile/stack_map.h"

namespace raddle::classfile {
namespace {

// The table's names end in '_' where they would be C++ keywords.
std::string_view Mnemonic(Op op) {
  std::string_view name = Info(op).name;
  if (name.ends_with('_')) name.remove_suffix(1);
  return name;
}

std::string_view ArrayTypeName(int32_t type) {
  static constexpr std::string_view kNames[] = {"boolean", "char", "float", "double", "byte", "short", "int", "long"};
  return type >= 4 && type <= 11 ? kNames[type - 4] : "?";
}

}  // namespace

void Printer::PrintCode(const Attribute& attribute) {
  Result<Code> decoded = DecodeCode(attribute, pool_, arena_);
  if (!decoded) return ErrorLine("Code", decoded.error());
  const Code& code = *decoded;
  Line("Code stack {}, locals {}, {} bytes", code.max_stack, code.max_locals, code.length);
  Deeper deeper(*this);
  if (options_.code) {
    for (const Instruction& instruction : code.instructions) PrintInstruction(code, instruction);
    if (!code.handlers.empty()) Line("handlers");
    Deeper within(*this);
    for (const Handler& it : code.handlers) {
      Line("[{}, {}) -> {} catch {}", code.OffsetOf(it.start), code.OffsetOf(it.end), code.OffsetOf(it.handler),
           it.catch_type == 0 ? "any" : OperandText(pool_, it.catch_type));
    }
  }
  PrintAttributes(code.attributes, code.length);
}

void Printer::PrintInstruction(const Code& code, const Instruction& it) {
  std::string operands, comment;
  auto constant = [&] {
    operands = fmt::format(" #{}", it.index);
    comment = ConstantText(pool_, it.index);
  };
  switch (Info(it.op).format) {
    case OperandFormat::kUndefined:
    case OperandFormat::kNone:
    case OperandFormat::kImplicitLocal:
    case OperandFormat::kWide:
      break;
    case OperandFormat::kByte:
      operands = it.op == Op::newarray ? fmt::format(" {}", ArrayTypeName(it.value)) : fmt::format(" {}", it.value);
      break;
    case OperandFormat::kShort:
      operands = fmt::format(" {}", it.value);
      break;
    case OperandFormat::kConstant1:
    case OperandFormat::kConstant2:
    case OperandFormat::kDynamic:
      constant();
      break;
    case OperandFormat::kInterface:
    case OperandFormat::kMultiNew:
      constant();
      operands += fmt::format(", {}", it.extra);
      break;
    case OperandFormat::kLocal:
      operands = fmt::format(" {}", it.index);
      break;
    case OperandFormat::kIinc:
      operands = fmt::format(" {}, {}", it.index, it.value);
      break;
    case OperandFormat::kJump2:
    case OperandFormat::kJump4:
      operands = fmt::format(" {}", code.OffsetOf(static_cast<uint32_t>(it.value)));
      break;
    case OperandFormat::kTableSwitch:
    case OperandFormat::kLookupSwitch:
      Line("{:>5}  {}", it.offset, Mnemonic(it.op));
      return PrintSwitch(code, code.switches[static_cast<size_t>(it.value)]);
  }
  Line("{:>5}  {}{}{}{}{}", it.offset, it.wide ? "wide " : "", Mnemonic(it.op), operands,
       comment.empty() ? "" : "  // ", comment);
}

void Printer::PrintSwitch(const Code& code, const Switch& table) {
  Deeper deeper(*this, 9);
  for (size_t i = 0; i < table.targets.size(); ++i) {
    int64_t key = table.keys.empty() ? table.low + static_cast<int64_t>(i) : table.keys[i];
    Line("{} -> {}", key, code.OffsetOf(table.targets[i]));
  }
  Line("default -> {}", code.OffsetOf(table.default_target));
}

void Printer::PrintStackMap(const Attribute& attribute) {
  Result<StackMapTable> table = DecodeStackMap(attribute, pool_, arena_);
  if (!table) return ErrorLine("StackMapTable", table.error());
  auto list = [&](std::span<const VerificationType> types) {
    std::string text = "[";
    for (const VerificationType& type : types) {
      if (text.size() > 1) text += ", ";
      text += FrameTypeText(pool_, type);
    }
    return text += ']';
  };
  Line("StackMapTable");
  Deeper deeper(*this);
  // Each frame's offset counts from behind the one before it (§4.7.4).
  int64_t offset = -1;
  for (const StackMapEntry& it : table->entries) {
    offset += it.offset_delta + 1;
    if (it.type == 255) {
      Line("{:>5}  full locals {} stack {}", offset, list(it.locals), list(it.stack));
    } else if (it.type >= 252) {
      Line("{:>5}  append {}", offset, list(it.locals));
    } else if (it.type >= 248 && it.type < 251) {
      Line("{:>5}  chop {}", offset, 251 - it.type);
    } else if (it.stack.empty()) {
      Line("{:>5}  same", offset);
    } else {
      Line("{:>5}  same, stack {}", offset, list(it.stack));
    }
  }
}

}  // namespace raddle::classfile
