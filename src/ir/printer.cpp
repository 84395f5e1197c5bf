#include "ir/printer.h"

#include <iterator>

#include "classfile/descriptor.h"
#include "fmt/format.h"
#include "ir/frame.h"

namespace raddle::ir {
namespace {

using classfile::ConstantPool;
using classfile::Index;
using classfile::Printable;
using classfile::Tag;

constexpr std::string_view kUnaryNames[] = {"neg", "i2l", "i2f", "i2d", "l2i", "l2f", "l2d", "f2i",
                                            "f2l", "f2d", "d2i", "d2l", "d2f", "i2b", "i2c", "i2s"};
constexpr std::string_view kBinaryNames[] = {"add", "sub",  "mul", "div", "rem", "shl",
                                             "shr", "ushr", "and", "or",  "xor"};
constexpr std::string_view kCompareNames[] = {"lcmp", "fcmpl", "fcmpg", "dcmpl", "dcmpg"};
constexpr std::string_view kElementNames[] = {"int", "long", "float", "double", "reference", "byte", "char", "short"};
constexpr std::string_view kInvokeNames[] = {"virtual", "special", "static", "interface"};
constexpr std::string_view kConditions[] = {"==", "!=", "<", ">=", ">", "<="};
constexpr std::string_view kHandleNames[] = {"?",       "getfield", "getstatic", "putfield", "putstatic",
                                             "virtual", "static",   "special",   "new",      "interface"};
constexpr std::string_view kConstantNames[] = {
    "null",           "primitiveClass",       "enumConstant",   "getStaticFinal", "invoke",
    "fieldVarHandle", "staticFieldVarHandle", "arrayVarHandle", "explicitCast"};
constexpr std::string_view kRecordNames[] = {"toString", "hashCode", "equals"};

// A class name as a Class constant has it; one that is no such thing is shown as it is.
std::string ClassText(std::string_view name) {
  if (name.starts_with('[') && classfile::CheckFieldDescriptor(name)) return classfile::Readable({name});
  return Printable(classfile::DottedName(name));
}

std::string MemberText(const classfile::MemberRef& member) {
  std::string text = ClassText(member.owner) + ".";
  if (member.descriptor.starts_with('(') && classfile::CheckMethodDescriptor(member.descriptor)) {
    return text + Printable(classfile::ReadableMethod(member.name, member.descriptor));
  }
  return text + Printable(member.name);
}

std::string HandleText(const Handle& handle) {
  return fmt::format("{} {}", kHandleNames[static_cast<size_t>(handle.kind)], MemberText(handle.member));
}

std::string ConstantText(const ConstantPool& pool, Index index) {
  switch (pool.tag(index)) {
    case Tag::kInteger:
      return fmt::format("{}", pool.Integer(index));
    case Tag::kLong:
      return fmt::format("{}L", pool.Long(index));
    case Tag::kFloat:
      return fmt::format("{}f", pool.Float(index));
    case Tag::kDouble:
      return fmt::format("{}", pool.Double(index));
    case Tag::kString:
      return fmt::format("\"{}\"", Printable(pool.String(index)));
    case Tag::kClass:
      return "class " + ClassText(pool.ClassName(index));
    case Tag::kMethodHandle:
      return "handle " + HandleText(HandleOf(pool, index));
    case Tag::kMethodType:
      return "type " + Printable(pool.MethodType(index));
    case Tag::kDynamic:
      return fmt::format("dynamic #{} {}", index, Printable(pool.Dynamic(index).name));
    default:
      return fmt::format("#{}", index);
  }
}

std::string LabelText(const SwitchLabel& label, const ConstantPool& pool) {
  if (label.which != SwitchLabel::kEnumConstant) return ConstantText(pool, label.constant);
  return fmt::format("enum {}.{}", ClassText(label.enum_class), Printable(label.text));
}

struct MeaningPrinter {
  const BootstrapCall& call;
  const ConstantPool& pool;

  std::string operator()(const Opaque&) const {
    std::string text = fmt::format("opaque {} \"{}\"", HandleText(call.bootstrap), Printable(call.name));
    for (Index argument : call.arguments) text += ", " + ConstantText(pool, argument);
    return text;
  }
  std::string operator()(const Lambda& lambda) const {
    std::string text = fmt::format("lambda {}.{} {} as {} calls {}", ClassText(lambda.interface),
                                   Printable(lambda.method), Printable(lambda.erased_descriptor),
                                   Printable(lambda.instantiated_descriptor), HandleText(lambda.implementation));
    if (lambda.serializable) text += ", serializable";
    for (std::string_view marker : lambda.markers) text += ", also " + ClassText(marker);
    for (std::string_view bridge : lambda.bridges) text += ", bridge " + Printable(bridge);
    return text;
  }
  std::string operator()(const StringConcat& concat) const {
    std::string text = fmt::format("concat \"{}\"", Printable(concat.recipe));
    for (Index constant : concat.constants) text += ", " + ConstantText(pool, constant);
    return text;
  }
  std::string operator()(const RecordMethod& method) const {
    std::string text = fmt::format("record {} of {} \"{}\"", kRecordNames[static_cast<size_t>(method.operation)],
                                   ClassText(method.record), Printable(method.names));
    for (const Handle& getter : method.getters) text += ", " + HandleText(getter);
    return text;
  }
  std::string operator()(const PatternSwitch& pattern) const {
    std::string text = pattern.of_enum ? "enum switch" : "type switch";
    std::string_view separator = " ";
    for (const SwitchLabel& label : pattern.labels) {
      text += separator;
      text += LabelText(label, pool);
      separator = ", ";
    }
    return text;
  }
  std::string operator()(const KnownConstant& constant) const {
    std::string text = fmt::format("constant {} \"{}\"", kConstantNames[static_cast<size_t>(constant.operation)],
                                   Printable(call.name));
    for (Index argument : call.arguments) text += ", " + ConstantText(pool, argument);
    return text;
  }
};

class Printer {
 public:
  explicit Printer(const Method& method) : method_(method) {}

  std::string All() {
    Header();
    for (uint32_t block = 0; block < method_.blocks.size(); block++) PrintBlock(BlockId{block});
    return std::move(text_);
  }

  std::string One(const Instruction& instruction) {
    PrintInstruction(instruction);
    return std::move(text_);
  }

 private:
  template <typename... Args>
  void Add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
  }

  std::string TypeText(TypeId type) const {
    return type == TypeId::kNull ? "null" : ClassText(method_.context->types().Name(type));
  }
  std::string TypeText(ValueType type) const {
    return type.kind == Kind::kReference ? TypeText(type.type) : std::string(KindName(type.kind));
  }
  void AddRegister(Reg reg) {
    const Register& info = method_.At(reg);
    Add("r{}: {}", Num(reg), TypeText(ValueType{info.kind, info.type}));
  }

  void Header() {
    if (method_.IsStatic()) text_ += "static ";
    if (method_.IsSynchronized()) text_ += "synchronized ";
    Add("{} {}.{}(", TypeText(method_.signature->result), ClassText(method_.context->file().Name()),
        Printable(method_.name));
    for (uint32_t i = 0; i < method_.parameters; i++) {
      if (i > 0) text_ += ", ";
      AddRegister(Reg{i});
    }
    text_ += method_.blocks.empty() ? ") without code\n" : ")\n";
  }

  void PrintBlock(BlockId block) {
    Add("  b{}:", Num(block));
    std::string_view separator = " from ";
    for (BlockId from : method_.Predecessors(block)) {
      Add("{}b{}", separator, Num(from));
      separator = ", ";
    }
    separator = method_.Predecessors(block).empty() ? " handlers " : "; handlers ";
    for (const HandlerEdge& handler : method_.Handlers(block)) {
      Add("{}b{} {}", separator, Num(handler.block), TypeText(handler.catch_type));
      separator = ", ";
    }
    text_ += '\n';
    int line = 0;
    for (const Instruction& instruction : method_.Instructions(block)) {
      Add("    {:4}  ", instruction.bci);
      PrintInstruction(instruction);
      int now = method_.Line(instruction.bci);
      if (now != line) Add("  ; line {}", now);
      line = now;
      text_ += '\n';
    }
  }

  void AddOperands(std::span<const Reg> operands) {
    std::string_view separator = " ";
    for (Reg operand : operands) {
      Add("{}r{}", separator, Num(operand));
      separator = ", ";
    }
  }

  void PrintInstruction(const Instruction& instruction) {
    if (instruction.result != kNoReg) {
      AddRegister(instruction.result);
      text_ += " = ";
    }
    std::span<const Reg> operands = method_.Operands(instruction);
    const ConstantPool& pool = method_.context->pool();
    switch (instruction.op) {
      case Opcode::kConst:
        return AddConst(instruction);
      case Opcode::kUnary:
        text_ += kUnaryNames[instruction.sub];
        return AddOperands(operands);
      case Opcode::kBinary:
        text_ += kBinaryNames[instruction.sub];
        return AddOperands(operands);
      case Opcode::kCompare:
        text_ += kCompareNames[instruction.sub];
        return AddOperands(operands);
      case Opcode::kIf:
        Add("if r{} {} ", Num(operands[0]), kConditions[instruction.sub]);
        if (operands.size() == 2) {
          Add("r{}", Num(operands[1]));
        } else {
          text_ += method_.At(operands[0]).kind == Kind::kReference ? "null" : "0";
        }
        return Add(" then b{} else b{}", instruction.index, instruction.extra);
      case Opcode::kGoto:
        return Add("goto b{}", instruction.index);
      case Opcode::kSwitch:
        return AddSwitch(instruction, operands[0]);
      case Opcode::kDynamic:
        Add("dynamic {{{}}}", Print(method_.Bootstrap(instruction), pool));
        return AddOperands(operands);
      default:
        break;
    }
    text_ += OpcodeName(instruction.op);
    switch (instruction.op) {
      case Opcode::kInvoke:
        Add(" {} {}", kInvokeNames[instruction.sub], MemberText(method_.Member(instruction)));
        break;
      case Opcode::kGetField:
      case Opcode::kPutField:
      case Opcode::kGetStatic:
      case Opcode::kPutStatic:
        Add(" {}", MemberText(method_.Member(instruction)));
        break;
      case Opcode::kNewObject:
      case Opcode::kNewArray:
      case Opcode::kCast:
      case Opcode::kInstanceOf:
        Add(" {}", TypeText(method_.Type(instruction)));
        break;
      case Opcode::kArrayLoad:
      case Opcode::kArrayStore:
        Add(" {}", kElementNames[instruction.sub]);
        break;
      default:
        break;
    }
    AddOperands(operands);
  }

  void AddConst(const Instruction& instruction) {
    switch (ConstKind{instruction.sub}) {
      case ConstKind::kNull:
        return Add("const null");
      case ConstKind::kInt:
        return Add("const {}", Method::Int(instruction));
      case ConstKind::kLong:
        return Add("const {}L", Method::Long(instruction));
      case ConstKind::kFloat:
        return Add("const {}f", Method::Float(instruction));
      case ConstKind::kDouble:
        return Add("const {}d", Method::Double(instruction));
      case ConstKind::kDynamic:
        return Add("const {{{}}}", Print(method_.Bootstrap(instruction), method_.context->pool()));
      default:
        return Add("const {}", ConstantText(method_.context->pool(), static_cast<Index>(instruction.index)));
    }
  }

  void AddSwitch(const Instruction& instruction, Reg key) {
    const SwitchTable& table = method_.switches[instruction.index];
    Add("switch r{}", Num(key));
    for (size_t i = 0; i < table.keys.size(); i++) Add(" {}: b{},", table.keys[i], Num(table.targets[i]));
    Add(" else b{}", Num(table.default_target));
  }

  const Method& method_;
  std::string text_;
};

}  // namespace

std::string Print(const Method& method) {
  return Printer(method).All();
}
std::string Print(const Instruction& instruction, const Method& method) {
  return Printer(method).One(instruction);
}
std::string Print(const BootstrapCall& call, const ConstantPool& pool) {
  return std::visit(MeaningPrinter{call, pool}, call.meaning);
}

}  // namespace raddle::ir
