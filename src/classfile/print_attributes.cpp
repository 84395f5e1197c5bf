#include <algorithm>

#include "classfile/printer.h"

namespace raddle::classfile {

void Printer::PrintAttributes(std::span<const Attribute> attributes, uint32_t code_length) {
  for (const Attribute& attribute : attributes) PrintAttribute(attribute, code_length);
}

void Printer::PrintAttribute(const Attribute& attribute, uint32_t code_length) {
  switch (attribute.kind) {
    case AttributeKind::kCode:
      return PrintCode(attribute);
    case AttributeKind::kStackMapTable:
      if (options_.code) PrintStackMap(attribute);
      return;
    case AttributeKind::kLineNumberTable:
    case AttributeKind::kLocalVariableTable:
    case AttributeKind::kLocalVariableTypeTable:
      if (!options_.debug) return;
      break;
    default:
      break;
  }
  std::string name = OperandText(pool_, attribute.name);
  Result<AttributeValue> value = DecodeAttribute(attribute, pool_, arena_, code_length);
  if (!value) return ErrorLine(name, value.error());
  std::visit([&](const auto& it) { Print(name, it); }, *value);
}

void Printer::Print(std::string_view name, const Unknown& value) {
  std::string hex;
  size_t shown = std::min(value.bytes.size(), options_.hex_bytes);
  for (uint8_t byte : value.bytes.first(shown)) hex += fmt::format(" {:02x}", byte);
  Line("{} (unknown, {} bytes){}{}", name, value.bytes.size(), hex, shown < value.bytes.size() ? " ..." : "");
}

void Printer::Print(std::string_view name, const Empty&) {
  Line("{}", name);
}

void Printer::Print(std::string_view name, const OneIndex& value) {
  Line("{} {}", name, OperandText(pool_, value.index));
}

void Printer::Print(std::string_view name, const IndexList& value) {
  Line("{}", name);
  Deeper deeper(*this);
  for (Index index : value.indices) Line("{}", OperandText(pool_, index));
}

void Printer::Print(std::string_view name, const Text& value) {
  Line("{}", name);
  Deeper deeper(*this);
  std::string_view rest(reinterpret_cast<const char*>(value.bytes.data()), value.bytes.size());
  while (!rest.empty()) {
    size_t end = std::min(rest.find('\n'), rest.size());
    Line("{}", NameText(rest.substr(0, end)));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

void Printer::Print(std::string_view name, const InnerClasses& value) {
  Line("{}", name);
  Deeper deeper(*this);
  for (const InnerClass& it : value.classes) {
    Line("{}{}{}, flags {}", OperandText(pool_, it.inner),
         it.outer == 0 ? "" : fmt::format(" in {}", OperandText(pool_, it.outer)),
         it.name == 0 ? ", anonymous" : fmt::format(" as {}", OperandText(pool_, it.name)),
         FlagsText(it.access, FlagsOf::kInnerClass));
  }
}

void Printer::Print(std::string_view name, const EnclosingMethod& value) {
  if (value.method == 0) return Line("{} {}", name, OperandText(pool_, value.owner));
  NameAndType method = pool_.GetNameAndType(value.method);
  Line("{} {}.{}:{}", name, OperandText(pool_, value.owner), NameText(method.name), NameText(method.descriptor));
}

void Printer::Print(std::string_view name, const LineNumberTable& value) {
  Line("{}", name);
  Deeper deeper(*this);
  for (const LineNumber& it : value.lines) Line("{:>5}  line {}", it.pc, it.line);
}

void Printer::Print(std::string_view name, const LocalVariableTable& value) {
  Line("{}", name);
  Deeper deeper(*this);
  for (const LocalVariable& it : value.variables) {
    Line("local {}  {}:{} in [{}, {})", it.local, OperandText(pool_, it.name), OperandText(pool_, it.type), it.pc,
         it.pc + it.length);
  }
}

void Printer::Print(std::string_view name, const Annotations& value) {
  Line("{}", name);
  Deeper deeper(*this);
  for (const Annotation& it : value.annotations) Line("{}", AnnotationText(pool_, it));
}

void Printer::Print(std::string_view name, const ParameterAnnotations& value) {
  Line("{}", name);
  Deeper deeper(*this);
  for (size_t i = 0; i < value.parameters.size(); ++i) {
    for (const Annotation& it : value.parameters[i].annotations) Line("{:>5}  {}", i, AnnotationText(pool_, it));
  }
}

void Printer::Print(std::string_view name, const AnnotationDefault& value) {
  Line("{} {}", name, ElementText(pool_, value.value));
}

void Printer::Print(std::string_view name, const TypeAnnotations& value) {
  Line("{}", name);
  Deeper deeper(*this);
  for (const TypeAnnotation& it : value.annotations) {
    Line("{} on {}", AnnotationText(pool_, it.annotation), TargetText(it));
  }
}

void Printer::Print(std::string_view name, const BootstrapMethods& value) {
  Line("{}", name);
  Deeper deeper(*this);
  for (size_t i = 0; i < value.methods.size(); ++i) {
    Line("{:>5}  {}", i, ConstantText(pool_, value.methods[i].handle));
    Deeper arguments(*this, 9);
    for (Index argument : value.methods[i].arguments) Line("{}", ConstantText(pool_, argument));
  }
}

void Printer::Print(std::string_view name, const MethodParameters& value) {
  Line("{}", name);
  Deeper deeper(*this);
  for (const MethodParameter& it : value.parameters) {
    Line("{}, flags {}", it.name == 0 ? "(no name)" : OperandText(pool_, it.name),
         FlagsText(it.access, FlagsOf::kParameter));
  }
}

void Printer::Print(std::string_view name, const Module& value) {
  auto version = [&](Index index) { return index == 0 ? "" : fmt::format("@{}", OperandText(pool_, index)); };
  Line("{} {}{}, flags {}", name, OperandText(pool_, value.name), version(value.version),
       FlagsText(value.flags, FlagsOf::kModule));
  Deeper deeper(*this);
  for (const ModuleRequires& it : value.requires_) {
    Line("requires {}{}, flags {}", OperandText(pool_, it.module), version(it.version),
         FlagsText(it.flags, FlagsOf::kRequires));
  }
  auto exports = [&](std::string_view word, std::span<const ModuleExports> list) {
    for (const ModuleExports& it : list) {
      Line("{} {}, flags {}", word, OperandText(pool_, it.package), FlagsText(it.flags, FlagsOf::kExports));
      Deeper to(*this);
      for (Index module : it.to) Line("to {}", OperandText(pool_, module));
    }
  };
  exports("exports", value.exports);
  exports("opens", value.opens);
  for (Index service : value.uses) Line("uses {}", OperandText(pool_, service));
  for (const ModuleProvides& it : value.provides) {
    Line("provides {}", OperandText(pool_, it.service));
    Deeper with(*this);
    for (Index implementation : it.with) Line("with {}", OperandText(pool_, implementation));
  }
}

void Printer::Print(std::string_view name, const Record& value) {
  Line("{}", name);
  Deeper deeper(*this);
  for (const RecordComponent& it : value.components) {
    Line("{}:{}", OperandText(pool_, it.name), OperandText(pool_, it.descriptor));
    Deeper component(*this);
    PrintAttributes(it.attributes);
  }
}

}  // namespace raddle::classfile
