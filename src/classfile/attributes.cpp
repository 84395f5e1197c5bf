#include "classfile/attributes.h"

#include <fmt/format.h>

#include "classfile/annotations.h"
#include "classfile/attribute_reader.h"

namespace raddle::classfile {
namespace {

// Decoders. Braced lists are evaluated from left to right, so a struct's fields are read in the file's order wherever
// that is the order of declaration.

InnerClasses ReadInnerClasses(AttributeReader& reader) {
  return {reader.List<InnerClass>(8, [&] {
    return InnerClass{reader.Constant(Tag::kClass), reader.ConstantOrZero(Tag::kClass),
                      reader.ConstantOrZero(Tag::kUtf8), reader.U2()};
  })};
}

LineNumberTable ReadLineNumbers(AttributeReader& reader, uint32_t code_length) {
  return {reader.List<LineNumber>(4, [&] {
    LineNumber line{reader.U2(), reader.U2()};
    if (line.pc >= code_length && reader.ok()) {
      reader.FailAt(reader.offset() - 4, fmt::format("line number at {} of {} bytes of code", line.pc, code_length));
    }
    return line;
  })};
}

LocalVariableTable ReadLocalVariables(AttributeReader& reader, uint32_t code_length) {
  return {reader.List<LocalVariable>(10, [&] {
    size_t at = reader.offset();
    LocalVariable variable{reader.U2(), reader.U2(), reader.Constant(Tag::kUtf8), reader.Constant(Tag::kUtf8),
                           reader.U2()};
    if (uint32_t{variable.pc} + variable.length > code_length && reader.ok()) {
      reader.FailAt(at, fmt::format("local variable from {} for {} of {} bytes of code", variable.pc, variable.length,
                                    code_length));
    }
    return variable;
  })};
}

BootstrapMethods ReadBootstrapMethods(AttributeReader& reader) {
  return {reader.List<BootstrapMethod>(4, [&] {
    return BootstrapMethod{reader.Constant(Tag::kMethodHandle),
                           reader.List<Index>(2, [&] { return reader.Loadable(); })};
  })};
}

MethodParameters ReadMethodParameters(AttributeReader& reader) {
  return {reader.List<MethodParameter>(
      reader.U1(), 4, [&] { return MethodParameter{reader.ConstantOrZero(Tag::kUtf8), reader.U2()}; })};
}

std::span<const ModuleExports> ReadExports(AttributeReader& reader) {
  return reader.List<ModuleExports>(
      6, [&] { return ModuleExports{reader.Constant(Tag::kPackage), reader.U2(), reader.Constants(Tag::kModule)}; });
}

Module ReadModule(AttributeReader& reader) {
  Module module{};
  module.name = reader.Constant(Tag::kModule);
  module.flags = reader.U2();
  module.version = reader.ConstantOrZero(Tag::kUtf8);
  module.requires_ = reader.List<ModuleRequires>(
      6, [&] { return ModuleRequires{reader.Constant(Tag::kModule), reader.U2(), reader.ConstantOrZero(Tag::kUtf8)}; });
  module.exports = ReadExports(reader);
  module.opens = ReadExports(reader);
  module.uses = reader.Constants(Tag::kClass);
  module.provides = reader.List<ModuleProvides>(
      4, [&] { return ModuleProvides{reader.Constant(Tag::kClass), reader.Constants(Tag::kClass)}; });
  return module;
}

// Not ReadAttributes(): a component's attributes lie in the arena like all else that is decoded here.
std::span<const Attribute> ReadComponentAttributes(AttributeReader& reader) {
  return reader.List<Attribute>(6, [&] {
    Attribute attribute;
    attribute.name = reader.Constant(Tag::kUtf8);
    uint32_t length = reader.U4();
    attribute.offset = static_cast<uint32_t>(reader.offset());
    attribute.body = reader.Raw(length);
    if (reader.ok()) {
      attribute.kind = AttributeKindOf(reader.pool().Utf8(attribute.name), Place::kRecordComponent);
    }
    return attribute;
  });
}

Record ReadRecord(AttributeReader& reader) {
  return {reader.List<RecordComponent>(6, [&] {
    return RecordComponent{reader.Constant(Tag::kUtf8), reader.Constant(Tag::kUtf8), ReadComponentAttributes(reader)};
  })};
}

AttributeValue ReadBody(AttributeKind kind, AttributeReader& reader, uint32_t code_length) {
  switch (kind) {
    case AttributeKind::kUnknown:
    case AttributeKind::kCode:
    case AttributeKind::kStackMapTable:
      return Unknown{reader.Raw(reader.left())};
    case AttributeKind::kSynthetic:
    case AttributeKind::kDeprecated:
      return Empty{};
    case AttributeKind::kSourceDebugExtension:
      return Text{reader.Raw(reader.left())};
    case AttributeKind::kConstantValue:
      return OneIndex{reader.Literal()};
    case AttributeKind::kSignature:
    case AttributeKind::kSourceFile:
      return OneIndex{reader.Constant(Tag::kUtf8)};
    case AttributeKind::kModuleMainClass:
    case AttributeKind::kNestHost:
      return OneIndex{reader.Constant(Tag::kClass)};
    case AttributeKind::kExceptions:
    case AttributeKind::kNestMembers:
    case AttributeKind::kPermittedSubclasses:
      return IndexList{reader.Constants(Tag::kClass)};
    case AttributeKind::kModulePackages:
      return IndexList{reader.Constants(Tag::kPackage)};
    case AttributeKind::kInnerClasses:
      return ReadInnerClasses(reader);
    case AttributeKind::kEnclosingMethod:
      return EnclosingMethod{reader.Constant(Tag::kClass), reader.ConstantOrZero(Tag::kNameAndType)};
    case AttributeKind::kLineNumberTable:
      return ReadLineNumbers(reader, code_length);
    case AttributeKind::kLocalVariableTable:
    case AttributeKind::kLocalVariableTypeTable:
      return ReadLocalVariables(reader, code_length);
    case AttributeKind::kRuntimeVisibleAnnotations:
    case AttributeKind::kRuntimeInvisibleAnnotations:
      return ReadAnnotations(reader);
    case AttributeKind::kRuntimeVisibleParameterAnnotations:
    case AttributeKind::kRuntimeInvisibleParameterAnnotations:
      return ReadParameterAnnotations(reader);
    case AttributeKind::kRuntimeVisibleTypeAnnotations:
    case AttributeKind::kRuntimeInvisibleTypeAnnotations:
      return ReadTypeAnnotations(reader);
    case AttributeKind::kAnnotationDefault:
      return ReadAnnotationDefault(reader);
    case AttributeKind::kBootstrapMethods:
      return ReadBootstrapMethods(reader);
    case AttributeKind::kMethodParameters:
      return ReadMethodParameters(reader);
    case AttributeKind::kModule:
      return ReadModule(reader);
    case AttributeKind::kRecord:
      return ReadRecord(reader);
  }
  return Unknown{};
}

// One overload a kind of value; a kind without one does not compile.
class Encoder {
 public:
  explicit Encoder(ByteWriter& writer) : writer_(writer) {}

  void operator()(const Unknown& value) { writer_.Raw(value.bytes); }
  void operator()(const Empty&) {}
  void operator()(const OneIndex& value) { writer_.U2(value.index); }
  void operator()(const IndexList& value) { Indices(value.indices); }
  void operator()(const Text& value) { writer_.Raw(value.bytes); }
  void operator()(const EnclosingMethod& value) { U2s(value.owner, value.method); }
  void operator()(const Annotations& value) { WriteAnnotations(value, writer_); }
  void operator()(const ParameterAnnotations& value) { WriteParameterAnnotations(value, writer_); }
  void operator()(const AnnotationDefault& value) { WriteAnnotationDefault(value, writer_); }
  void operator()(const TypeAnnotations& value) { WriteTypeAnnotations(value, writer_); }

  void operator()(const InnerClasses& value) {
    Count(value.classes);
    for (const InnerClass& it : value.classes) U2s(it.inner, it.outer, it.name, it.access);
  }
  void operator()(const LineNumberTable& value) {
    Count(value.lines);
    for (const LineNumber& it : value.lines) U2s(it.pc, it.line);
  }
  void operator()(const LocalVariableTable& value) {
    Count(value.variables);
    for (const LocalVariable& it : value.variables) U2s(it.pc, it.length, it.name, it.type, it.local);
  }
  void operator()(const BootstrapMethods& value) {
    Count(value.methods);
    for (const BootstrapMethod& it : value.methods) {
      writer_.U2(it.handle);
      Indices(it.arguments);
    }
  }
  void operator()(const MethodParameters& value) {
    writer_.U1(static_cast<uint8_t>(value.parameters.size()));
    for (const MethodParameter& it : value.parameters) U2s(it.name, it.access);
  }
  void operator()(const Module& value) {
    U2s(value.name, value.flags, value.version);
    Count(value.requires_);
    for (const ModuleRequires& it : value.requires_) U2s(it.module, it.flags, it.version);
    Exports(value.exports);
    Exports(value.opens);
    Indices(value.uses);
    Count(value.provides);
    for (const ModuleProvides& it : value.provides) {
      writer_.U2(it.service);
      Indices(it.with);
    }
  }
  void operator()(const Record& value) {
    Count(value.components);
    for (const RecordComponent& component : value.components) {
      U2s(component.name, component.descriptor);
      Count(component.attributes);
      for (const Attribute& attribute : component.attributes) {
        writer_.U2(attribute.name);
        writer_.U4(static_cast<uint32_t>(attribute.body.size()));
        writer_.Raw(attribute.body);
      }
    }
  }

 private:
  template <typename... U2>
  void U2s(U2... values) {
    (writer_.U2(values), ...);
  }
  template <typename T>
  void Count(std::span<const T> list) {
    writer_.U2(static_cast<uint16_t>(list.size()));
  }
  void Indices(std::span<const Index> indices) {
    Count(indices);
    for (Index index : indices) writer_.U2(index);
  }
  void Exports(std::span<const ModuleExports> list) {
    Count(list);
    for (const ModuleExports& it : list) {
      U2s(it.package, it.flags);
      Indices(it.to);
    }
  }

  ByteWriter& writer_;
};

}  // namespace

Result<AttributeValue> DecodeAttribute(const Attribute& attribute, const ConstantPool& pool, Arena& arena,
                                       uint32_t code_length) {
  AttributeReader reader(attribute, pool, arena);
  AttributeValue value = ReadBody(attribute.kind, reader, code_length);
  if (reader.ok() && reader.left() != 0) {
    reader.FailAt(reader.offset(), fmt::format("{} bytes behind the end of the attribute", reader.left()));
  }
  if (!reader.ok()) return reader.error();
  return value;
}

void EncodeAttribute(const AttributeValue& value, ByteWriter& writer) {
  std::visit(Encoder(writer), value);
}

}  // namespace raddle::classfile
