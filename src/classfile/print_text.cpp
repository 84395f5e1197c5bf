#include "classfile/print_text.h"

#include <fmt/format.h>

#include <span>

#include "classfile/descriptor.h"

namespace raddle::classfile {
namespace {

// A constant may be 64 KiB long and named by every instruction.
constexpr size_t kLongestText = 400;

struct FlagName {
  uint16_t flag;
  std::string_view name;
};

constexpr FlagName kClassFlags[] = {
    {kPublic, "public"},         {kFinal, "final"},       {kSuper, "super"},
    {kInterface, "interface"},   {kAbstract, "abstract"}, {kSynthetic, "synthetic"},
    {kAnnotation, "annotation"}, {kEnum, "enum"},         {kModule, "module"},
};
constexpr FlagName kInnerClassFlags[] = {
    {kPublic, "public"}, {kPrivate, "private"},       {kProtected, "protected"}, {kStatic, "static"},
    {kFinal, "final"},   {kInterface, "interface"},   {kAbstract, "abstract"},   {kSynthetic, "synthetic"},
    {kEnum, "enum"},     {kAnnotation, "annotation"},
};
constexpr FlagName kFieldFlags[] = {
    {kPublic, "public"},     {kPrivate, "private"},     {kProtected, "protected"},
    {kStatic, "static"},     {kFinal, "final"},         {kEnum, "enum"},
    {kVolatile, "volatile"}, {kTransient, "transient"}, {kSynthetic, "synthetic"},
};
constexpr FlagName kMethodFlags[] = {
    {kPublic, "public"},   {kPrivate, "private"}, {kProtected, "protected"},       {kStatic, "static"},
    {kFinal, "final"},     {kNative, "native"},   {kSynchronized, "synchronized"}, {kBridge, "bridge"},
    {kVarargs, "varargs"}, {kStrict, "strict"},   {kSynthetic, "synthetic"},       {kAbstract, "abstract"},
};
constexpr FlagName kParameterFlags[] = {{kFinal, "final"}, {kSynthetic, "synthetic"}, {kMandated, "mandated"}};
constexpr FlagName kModuleFlags[] = {{0x0020, "open"}, {kSynthetic, "synthetic"}, {kMandated, "mandated"}};
constexpr FlagName kRequiresFlags[] = {
    {0x0020, "transitive"}, {0x0040, "static"}, {kSynthetic, "synthetic"}, {kMandated, "mandated"}};
constexpr FlagName kExportsFlags[] = {{kSynthetic, "synthetic"}, {kMandated, "mandated"}};

std::span<const FlagName> FlagNames(FlagsOf owner) {
  switch (owner) {
    case FlagsOf::kClass:
      return kClassFlags;
    case FlagsOf::kInnerClass:
      return kInnerClassFlags;
    case FlagsOf::kField:
      return kFieldFlags;
    case FlagsOf::kMethod:
      return kMethodFlags;
    case FlagsOf::kParameter:
      return kParameterFlags;
    case FlagsOf::kModule:
      return kModuleFlags;
    case FlagsOf::kRequires:
      return kRequiresFlags;
    case FlagsOf::kExports:
      return kExportsFlags;
  }
  return {};
}

std::string_view HandleKindName(HandleKind kind) {
  switch (kind) {
    case HandleKind::kGetField:
      return "getField";
    case HandleKind::kGetStatic:
      return "getStatic";
    case HandleKind::kPutField:
      return "putField";
    case HandleKind::kPutStatic:
      return "putStatic";
    case HandleKind::kInvokeVirtual:
      return "invokeVirtual";
    case HandleKind::kInvokeStatic:
      return "invokeStatic";
    case HandleKind::kInvokeSpecial:
      return "invokeSpecial";
    case HandleKind::kNewInvokeSpecial:
      return "newInvokeSpecial";
    case HandleKind::kInvokeInterface:
      return "invokeInterface";
  }
  return "?";
}

std::string MemberText(const ConstantPool& pool, Index index) {
  MemberRef member = pool.Member(index);
  return fmt::format("{}.{}:{}", NameText(member.owner), NameText(member.name), NameText(member.descriptor));
}

// A char literal; what is not plain ASCII by its number.
std::string CharText(int32_t value) {
  if (value == '\'' || value == '\\') return fmt::format("'\\{}'", static_cast<char>(value));
  if (value >= 0x20 && value < 0x7f) return fmt::format("'{}'", static_cast<char>(value));
  return fmt::format("'\\u{:04x}'", static_cast<uint32_t>(value));
}

std::string TypeText(const ConstantPool& pool, Index utf8) {
  std::string_view text = pool.Utf8(utf8);
  return text.size() > kLongestText ? NameText(text) : Readable({text});
}

}  // namespace

std::string FlagsText(uint16_t flags, FlagsOf owner) {
  std::string text;
  auto add = [&](std::string_view word) {
    if (!text.empty()) text += ' ';
    text += word;
  };
  for (const FlagName& it : FlagNames(owner)) {
    if ((flags & it.flag) == 0) continue;
    add(it.name);
    flags = static_cast<uint16_t>(flags & ~it.flag);
  }
  if (flags != 0) add(fmt::format("0x{:04x}", flags));
  if (text.empty()) text = "none";
  return text;
}

std::string NameText(std::string_view text) {
  if (text.size() <= kLongestText) return Printable(text);
  size_t cut = kLongestText;
  while (cut > kLongestText - 3 && (text[cut] & 0xc0) == 0x80) --cut;  // not within a character
  return fmt::format("{}... ({} bytes)", Printable(text.substr(0, cut)), text.size());
}

std::string QuotedText(std::string_view text) {
  std::string quoted = "\"";
  for (char c : NameText(text)) {
    if (c == '"') quoted += '\\';
    quoted += c;
  }
  return quoted += '"';
}

std::string ConstantText(const ConstantPool& pool, Index index) {
  switch (pool.tag(index)) {
    case Tag::kNone:
      return "nothing";
    case Tag::kUtf8:
      return "Utf8 " + QuotedText(pool.Utf8(index));
    case Tag::kInteger:
      return fmt::format("int {}", pool.Integer(index));
    case Tag::kFloat:
      return fmt::format("float {}", pool.Float(index));
    case Tag::kLong:
      return fmt::format("long {}", pool.Long(index));
    case Tag::kDouble:
      return fmt::format("double {}", pool.Double(index));
    case Tag::kClass:
    case Tag::kModule:
    case Tag::kPackage:
      return fmt::format("{} {}", TagName(pool.tag(index)), NameText(pool.ClassName(index)));
    case Tag::kString:
      return "String " + QuotedText(pool.String(index));
    case Tag::kFieldref:
      return "Field " + MemberText(pool, index);
    case Tag::kMethodref:
      return "Method " + MemberText(pool, index);
    case Tag::kInterfaceMethodref:
      return "InterfaceMethod " + MemberText(pool, index);
    case Tag::kNameAndType: {
      NameAndType it = pool.GetNameAndType(index);
      return fmt::format("NameAndType {}:{}", NameText(it.name), NameText(it.descriptor));
    }
    case Tag::kMethodHandle: {
      HandleRef handle = pool.MethodHandle(index);
      return fmt::format("MethodHandle {} {}", HandleKindName(handle.kind), MemberText(pool, handle.reference));
    }
    case Tag::kMethodType:
      return "MethodType " + NameText(pool.MethodType(index));
    case Tag::kDynamic:
    case Tag::kInvokeDynamic: {
      DynamicRef it = pool.Dynamic(index);
      return fmt::format("{} {}:{} bootstrap {}", TagName(pool.tag(index)), NameText(it.name), NameText(it.descriptor),
                         it.bootstrap);
    }
  }
  return "?";
}

std::string OperandText(const ConstantPool& pool, Index index) {
  switch (pool.tag(index)) {
    case Tag::kUtf8:
      return NameText(pool.Utf8(index));
    case Tag::kClass:
    case Tag::kModule:
    case Tag::kPackage:
      return NameText(pool.ClassName(index));
    default:
      return ConstantText(pool, index);
  }
}

std::string FrameTypeText(const ConstantPool& pool, VerificationType type) {
  switch (type.tag) {
    case VerificationTag::kTop:
      return "top";
    case VerificationTag::kInteger:
      return "int";
    case VerificationTag::kFloat:
      return "float";
    case VerificationTag::kDouble:
      return "double";
    case VerificationTag::kLong:
      return "long";
    case VerificationTag::kNull:
      return "null";
    case VerificationTag::kUninitializedThis:
      return "uninitialized this";
    case VerificationTag::kObject:
      return OperandText(pool, type.data);
    case VerificationTag::kUninitialized:
      return fmt::format("uninitialized new at {}", type.data);
  }
  return "?";
}

std::string AnnotationText(const ConstantPool& pool, const Annotation& annotation) {
  std::string text = "@";
  text += TypeText(pool, annotation.type);
  if (annotation.pairs.empty()) return text;
  text += '(';
  for (const ElementPair& pair : annotation.pairs) {
    if (text.back() != '(') text += ", ";
    text += fmt::format("{}={}", NameText(pool.Utf8(pair.name)), ElementText(pool, *pair.value));
  }
  return text += ')';
}

std::string ElementText(const ConstantPool& pool, const ElementValue& value) {
  switch (value.tag) {
    case 'Z': {
      int32_t number = pool.Integer(value.first);
      return number == 0 ? "false" : number == 1 ? "true" : fmt::format("boolean {}", number);
    }
    case 'C':
      return CharText(pool.Integer(value.first));
    case 'B':
    case 'I':
    case 'S':
      return fmt::format("{}", pool.Integer(value.first));
    case 'J':
      return fmt::format("{}L", pool.Long(value.first));
    case 'F':
      return fmt::format("{}f", pool.Float(value.first));
    case 'D':
      return fmt::format("{}", pool.Double(value.first));
    case 's':
      return QuotedText(pool.Utf8(value.first));
    case 'e':
      return fmt::format("{}.{}", TypeText(pool, value.first), NameText(pool.Utf8(value.second)));
    case 'c':
      return TypeText(pool, value.first) + ".class";
    case '@':
      return AnnotationText(pool, value.annotation);
    default: {
      std::string text = "{";
      for (const ElementValue& element : value.values) {
        if (text.size() > 1) text += ", ";
        text += ElementText(pool, element);
      }
      return text += '}';
    }
  }
}

std::string TargetText(const TypeAnnotation& it) {
  static constexpr std::string_view kAt[] = {"instanceof", "new", "constructor reference", "method reference"};
  static constexpr std::string_view kArgumentOf[] = {"cast", "constructor call", "method call", "constructor reference",
                                                     "method reference"};
  std::string text;
  uint8_t type = it.target_type;
  if (type <= 0x01) {
    text = fmt::format("type parameter {}", it.target);
  } else if (type == 0x10) {
    text = it.target == 0xffff ? "superclass" : fmt::format("interface {}", it.target);
  } else if (type == 0x11 || type == 0x12) {
    text = fmt::format("type parameter {}, bound {}", it.target, it.target_extra);
  } else if (type == 0x13) {
    text = "type";
  } else if (type == 0x14) {
    text = "return";
  } else if (type == 0x15) {
    text = "receiver";
  } else if (type == 0x16) {
    text = fmt::format("parameter {}", it.target);
  } else if (type == 0x17) {
    text = fmt::format("throws {}", it.target);
  } else if (type == 0x40 || type == 0x41) {
    text = type == 0x40 ? "local" : "resource";
    for (const LocalVarTarget& local : it.locals) {
      text += fmt::format(" {} in [{}, {})", local.local, local.pc, local.pc + local.length);
    }
  } else if (type == 0x42) {
    text = fmt::format("catch {}", it.target);
  } else if (type >= 0x43 && type <= 0x46) {
    text = fmt::format("{} at {}", kAt[type - 0x43], it.target);
  } else if (type >= 0x47 && type <= 0x4b) {
    text = fmt::format("{} at {}, argument {}", kArgumentOf[type - 0x47], it.target, it.target_extra);
  }
  for (const TypePathStep& step : it.path) {
    static constexpr std::string_view kSteps[] = {"element", "nested", "bound"};
    text += step.kind < 3 ? fmt::format(" / {}", kSteps[step.kind]) : fmt::format(" / argument {}", step.argument);
  }
  return text;
}

}  // namespace raddle::classfile
