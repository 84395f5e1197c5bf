#include "classfile/annotations.h"

#include <fmt/format.h>

namespace raddle::classfile {

namespace {

// The least bytes that one entry of each list takes; AttributeReader::List wants to know.
constexpr size_t kLeastAnnotation = 4;    // type, count of pairs
constexpr size_t kLeastElementValue = 3;  // tag, constant or count
constexpr size_t kLeastPair = 2 + kLeastElementValue;
constexpr size_t kLeastTypeAnnotation = 2 + kLeastAnnotation;  // target_type, path length

Annotation ReadAnnotation(AttributeReader& reader, int depth);

ElementValue ReadElementValue(AttributeReader& reader, int depth) {
  size_t at = reader.offset();
  ElementValue value{.tag = reader.U1()};
  if (depth > kMaxAnnotationDepth) {
    reader.FailAt(at, fmt::format("annotation nested more than {} deep", kMaxAnnotationDepth));
    return value;
  }
  switch (value.tag) {
    case 'B':
    case 'C':
    case 'I':
    case 'S':
    case 'Z':
      value.first = reader.Constant(Tag::kInteger);
      break;
    case 'D':
      value.first = reader.Constant(Tag::kDouble);
      break;
    case 'F':
      value.first = reader.Constant(Tag::kFloat);
      break;
    case 'J':
      value.first = reader.Constant(Tag::kLong);
      break;
    case 's':
    case 'c':
      value.first = reader.Constant(Tag::kUtf8);
      break;
    case 'e':
      value.first = reader.Constant(Tag::kUtf8);
      value.second = reader.Constant(Tag::kUtf8);
      break;
    case '@':
      value.annotation = ReadAnnotation(reader, depth + 1);
      break;
    case '[':
      value.values = reader.List<ElementValue>(kLeastElementValue, [&] { return ReadElementValue(reader, depth + 1); });
      break;
    default:
      if (reader.ok()) reader.FailAt(at, fmt::format("unknown element value tag 0x{:02x}", value.tag));
  }
  return value;
}

Annotation ReadAnnotation(AttributeReader& reader, int depth) {
  Annotation annotation;
  annotation.type = reader.Constant(Tag::kUtf8);
  annotation.pairs = reader.List<ElementPair>(kLeastPair, [&] {
    Index name = reader.Constant(Tag::kUtf8);
    ElementValue* value = reader.arena().Allocate<ElementValue>(1).data();
    *value = ReadElementValue(reader, depth);
    return ElementPair{name, value};
  });
  return annotation;
}

TypeAnnotation ReadTypeAnnotation(AttributeReader& reader) {
  size_t at = reader.offset();
  TypeAnnotation result{.target_type = reader.U1(), .path = {}, .annotation = {}};
  switch (FormOf(result.target_type)) {
    case TargetForm::kInvalid:
      reader.FailAt(at, fmt::format("unknown target type 0x{:02x}", result.target_type));
      return result;
    case TargetForm::kEmpty:
      break;
    case TargetForm::kByte:
      result.target = reader.U1();
      break;
    case TargetForm::kShort:
      result.target = reader.U2();
      break;
    case TargetForm::kByteByte:
      result.target = reader.U1();
      result.target_extra = reader.U1();
      break;
    case TargetForm::kShortByte:
      result.target = reader.U2();
      result.target_extra = reader.U1();
      break;
    case TargetForm::kLocalVariable:
      result.locals = reader.List<LocalVarTarget>(6, [&] {
        uint16_t pc = reader.U2(), length = reader.U2(), local = reader.U2();
        return LocalVarTarget{pc, length, local};
      });
      break;
  }
  result.path = reader.List<TypePathStep>(reader.U1(), 2, [&] {
    uint8_t kind = reader.U1(), argument = reader.U1();
    if (kind > 3) reader.FailAt(reader.offset() - 2, fmt::format("unknown type path kind {}", kind));
    return TypePathStep{kind, argument};
  });
  result.annotation = ReadAnnotation(reader, 1);
  return result;
}

void WriteAnnotation(const Annotation& annotation, ByteWriter& writer);

void WriteElementValue(const ElementValue& value, ByteWriter& writer) {
  writer.U1(value.tag);
  switch (value.tag) {
    case '@':
      WriteAnnotation(value.annotation, writer);
      break;
    case '[':
      writer.U2(static_cast<uint16_t>(value.values.size()));
      for (const ElementValue& element : value.values) WriteElementValue(element, writer);
      break;
    case 'e':
      writer.U2(value.first);
      writer.U2(value.second);
      break;
    default:
      writer.U2(value.first);
  }
}

void WriteAnnotation(const Annotation& annotation, ByteWriter& writer) {
  writer.U2(annotation.type);
  writer.U2(static_cast<uint16_t>(annotation.pairs.size()));
  for (const ElementPair& pair : annotation.pairs) {
    writer.U2(pair.name);
    WriteElementValue(*pair.value, writer);
  }
}

void WriteTypeAnnotation(const TypeAnnotation& value, ByteWriter& writer) {
  writer.U1(value.target_type);
  switch (FormOf(value.target_type)) {
    case TargetForm::kInvalid:
    case TargetForm::kEmpty:
      break;
    case TargetForm::kByte:
      writer.U1(static_cast<uint8_t>(value.target));
      break;
    case TargetForm::kShort:
      writer.U2(value.target);
      break;
    case TargetForm::kByteByte:
      writer.U1(static_cast<uint8_t>(value.target));
      writer.U1(value.target_extra);
      break;
    case TargetForm::kShortByte:
      writer.U2(value.target);
      writer.U1(value.target_extra);
      break;
    case TargetForm::kLocalVariable:
      writer.U2(static_cast<uint16_t>(value.locals.size()));
      for (const LocalVarTarget& local : value.locals) {
        writer.U2(local.pc);
        writer.U2(local.length);
        writer.U2(local.local);
      }
      break;
  }
  writer.U1(static_cast<uint8_t>(value.path.size()));
  for (const TypePathStep& step : value.path) {
    writer.U1(step.kind);
    writer.U1(step.argument);
  }
  WriteAnnotation(value.annotation, writer);
}

}  // namespace

TargetForm FormOf(uint8_t target_type) {
  if (target_type <= 0x01 || target_type == 0x16) return TargetForm::kByte;
  if (target_type == 0x10 || target_type == 0x17) return TargetForm::kShort;
  if (target_type == 0x11 || target_type == 0x12) return TargetForm::kByteByte;
  if (target_type >= 0x13 && target_type <= 0x15) return TargetForm::kEmpty;
  if (target_type == 0x40 || target_type == 0x41) return TargetForm::kLocalVariable;
  if (target_type >= 0x42 && target_type <= 0x46) return TargetForm::kShort;
  if (target_type >= 0x47 && target_type <= 0x4b) return TargetForm::kShortByte;
  return TargetForm::kInvalid;
}

Annotations ReadAnnotations(AttributeReader& reader) {
  return {reader.List<Annotation>(kLeastAnnotation, [&] { return ReadAnnotation(reader, 1); })};
}

ParameterAnnotations ReadParameterAnnotations(AttributeReader& reader) {
  return {reader.List<Annotations>(reader.U1(), 2, [&] { return ReadAnnotations(reader); })};
}

TypeAnnotations ReadTypeAnnotations(AttributeReader& reader) {
  return {reader.List<TypeAnnotation>(kLeastTypeAnnotation, [&] { return ReadTypeAnnotation(reader); })};
}

AnnotationDefault ReadAnnotationDefault(AttributeReader& reader) {
  return {ReadElementValue(reader, 1)};
}

void WriteAnnotations(const Annotations& value, ByteWriter& writer) {
  writer.U2(static_cast<uint16_t>(value.annotations.size()));
  for (const Annotation& annotation : value.annotations) WriteAnnotation(annotation, writer);
}

void WriteParameterAnnotations(const ParameterAnnotations& value, ByteWriter& writer) {
  writer.U1(static_cast<uint8_t>(value.parameters.size()));
  for (const Annotations& parameter : value.parameters) WriteAnnotations(parameter, writer);
}

void WriteTypeAnnotations(const TypeAnnotations& value, ByteWriter& writer) {
  writer.U2(static_cast<uint16_t>(value.annotations.size()));
  for (const TypeAnnotation& annotation : value.annotations) WriteTypeAnnotation(annotation, writer);
}

void WriteAnnotationDefault(const AnnotationDefault& value, ByteWriter& writer) {
  WriteElementValue(value.value, writer);
}

}  // namespace raddle::classfile
