// Describe(): a method as the lines that the tests of the editor expect.
//
//   max 2 3                                   stack, locals
//   0 iload_0
//   1 ifeq 7
//   4 tableswitch 1:20 2:24 else 30
//   catch [0, 7) at 9 java/lang/Exception     "any" for all
//   frame 7 int a/B | Null                    locals | stack; "-" for nothing, new@N for what is not initialised
//   line 0 10
//   LocalVariableTable [0, 7) x 1             by the attribute's name: range, name, local
//   type 0x44 at 3                            a type annotation: its target, its ranges
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "classfile/attributes.h"
#include "classfile/code.h"
#include "classfile/frame.h"
#include "tests/support/class_maker.h"

namespace raddle::classfile {
namespace {

class Describer {
 public:
  Describer(const ClassFile& file, const Member& method) : file_(file), method_(method) {}

  std::string Run() {
    const Attribute* attribute = Find(method_.attributes, AttributeKind::kCode);
    if (attribute == nullptr) return "no code\n";
    Result<Code> code = DecodeCode(*attribute, file_.pool, arena_);
    if (!code) return code.error().ToString() + "\n";
    code_ = *std::move(code);
    text_ = fmt::format("max {} {}\n", code_.max_stack, code_.max_locals);
    for (const Instruction& it : code_.instructions) Line("{} {}", it.offset, InstructionText(it));
    for (const Handler& it : code_.handlers) {
      Line("catch [{}, {}) at {} {}", code_.OffsetOf(it.start), code_.OffsetOf(it.end), code_.OffsetOf(it.handler),
           it.catch_type == 0 ? "any" : file_.pool.ClassName(it.catch_type));
    }
    for (const Attribute& it : code_.attributes) AttributeText(it);
    return text_;
  }

 private:
  template <typename... Args>
  void Line(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
    text_ += '\n';
  }

  std::string InstructionText(const Instruction& it) {
    std::string text = fmt::format("{}{}", it.wide ? "wide " : "", Info(it.op).name);
    if (text.ends_with('_')) text.pop_back();  // goto_, new_, return_: a C++ spelling
    if (IsJump(it.op)) return fmt::format("{} {}", text, code_.OffsetOf(static_cast<uint32_t>(it.value)));
    switch (Info(it.op).format) {
      case OperandFormat::kByte:
      case OperandFormat::kShort:
        return fmt::format("{} {}", text, it.value);
      case OperandFormat::kLocal:
        return fmt::format("{} {}", text, it.index);
      case OperandFormat::kIinc:
        return fmt::format("{} {} {}", text, it.index, it.value);
      case OperandFormat::kTableSwitch:
      case OperandFormat::kLookupSwitch:
        return text + SwitchText(code_.switches[it.value], it.op == Op::tableswitch);
      case OperandFormat::kNone:
      case OperandFormat::kImplicitLocal:
        return text;
      default:
        return fmt::format("{} {}", text, ConstantText(it.index));
    }
  }

  std::string SwitchText(const Switch& table, bool dense) {
    std::string text;
    for (size_t i = 0; i < table.targets.size(); ++i) {
      text += fmt::format(" {}:{}", dense ? table.low + static_cast<int>(i) : table.keys[i],
                          code_.OffsetOf(table.targets[i]));
    }
    return text + fmt::format(" else {}", code_.OffsetOf(table.default_target));
  }

  std::string ConstantText(Index index) {
    const ConstantPool& pool = file_.pool;
    if (pool.IsMemberRef(index)) return fmt::format("{}.{}", pool.Member(index).owner, pool.Member(index).name);
    switch (pool.tag(index)) {
      case Tag::kClass:
        return std::string(pool.ClassName(index));
      case Tag::kString:
        return fmt::format("\"{}\"", pool.String(index));
      case Tag::kInteger:
        return std::to_string(pool.Integer(index));
      case Tag::kLong:
        return fmt::format("{}L", pool.Long(index));
      default:
        return std::string(TagName(pool.tag(index)));
    }
  }

  void AttributeText(const Attribute& attribute) {
    if (attribute.kind == AttributeKind::kStackMapTable) return FramesText(attribute);
    const Result<AttributeValue> value = DecodeAttribute(attribute, file_.pool, arena_, code_.length);
    if (!value) return Line("{}", value.error().ToString());
    if (const auto* lines = std::get_if<LineNumberTable>(&*value)) {
      for (const LineNumber& it : lines->lines) Line("line {} {}", it.pc, it.line);
    } else if (const auto* variables = std::get_if<LocalVariableTable>(&*value)) {
      for (const LocalVariable& it : variables->variables) {
        Line("{} [{}, {}) {} {}", file_.pool.Utf8(attribute.name), it.pc, it.pc + it.length, file_.pool.Utf8(it.name),
             it.local);
      }
    } else if (const auto* annotations = std::get_if<TypeAnnotations>(&*value)) {
      for (const TypeAnnotation& it : annotations->annotations) {
        std::string ranges;
        for (const LocalVarTarget& local : it.locals) {
          ranges += fmt::format(" [{}, {}) {}", local.pc, local.pc + local.length, local.local);
        }
        ranges.empty() ? Line("type 0x{:x} at {}", it.target_type, it.target)
                       : Line("type 0x{:x}{}", it.target_type, ranges);
      }
    } else {
      Line("{} of {} bytes", file_.pool.Utf8(attribute.name), attribute.body.size());
    }
  }

  void FramesText(const Attribute& attribute) {
    const Result<std::vector<FrameAt>> frames = ExpandFrames(file_, method_, code_, &attribute, arena_);
    if (!frames) return Line("{}", frames.error().ToString());
    for (const FrameAt& it : *frames) {
      Line("frame {} {} | {}", code_.OffsetOf(it.instruction), TypesText(it.frame.locals), TypesText(it.frame.stack));
    }
  }

  std::string TypesText(std::span<const FrameType> types) {
    std::string text;
    for (size_t i = 0; i < types.size(); i += types[i].IsWide() ? 2 : 1) {
      if (i != 0) text += ' ';
      const FrameType& type = types[i];
      switch (type.tag) {
        case VerificationTag::kTop:
          text += "top";
          break;
        case VerificationTag::kInteger:
          text += "int";
          break;
        case VerificationTag::kFloat:
          text += "float";
          break;
        case VerificationTag::kDouble:
          text += "double";
          break;
        case VerificationTag::kLong:
          text += "long";
          break;
        case VerificationTag::kNull:
          text += "null";
          break;
        case VerificationTag::kUninitializedThis:
          text += "this";
          break;
        case VerificationTag::kObject:
          text += type.name;
          break;
        case VerificationTag::kUninitialized:
          text += fmt::format("new@{}", code_.OffsetOf(type.new_at));
          break;
      }
    }
    return text.empty() ? "-" : text;
  }

  const ClassFile& file_;
  const Member& method_;
  Arena arena_;
  Code code_;
  std::string text_;
};

}  // namespace

std::string Describe(const ClassFile& file, const Member& method) {
  return Describer(file, method).Run();
}

}  // namespace raddle::classfile
