// Annotations inside attributes (JVMS §4.7.16 to §4.7.22): decoded and encoded. Private to attributes.cpp.
#pragma once

#include "classfile/attribute_reader.h"
#include "classfile/attributes.h"

namespace raddle::classfile {

// Annotations may hold annotations and arrays of arrays. The language allows no more than a few levels; what goes
// deeper than this is an attack on our stack.
inline constexpr int kMaxAnnotationDepth = 64;

// What follows a target_type in the file (§4.7.20.1).
enum class TargetForm : uint8_t {
  kInvalid,
  kEmpty,
  kByte,           // type parameter, formal parameter
  kShort,          // supertype, throws clause, catch clause, code offset
  kByteByte,       // type parameter and its bound
  kShortByte,      // code offset and type argument
  kLocalVariable,  // a table
};
TargetForm FormOf(uint8_t target_type);

Annotations ReadAnnotations(AttributeReader& reader);
ParameterAnnotations ReadParameterAnnotations(AttributeReader& reader);
TypeAnnotations ReadTypeAnnotations(AttributeReader& reader);
AnnotationDefault ReadAnnotationDefault(AttributeReader& reader);

void WriteAnnotations(const Annotations& value, ByteWriter& writer);
void WriteParameterAnnotations(const ParameterAnnotations& value, ByteWriter& writer);
void WriteTypeAnnotations(const TypeAnnotations& value, ByteWriter& writer);
void WriteAnnotationDefault(const AnnotationDefault& value, ByteWriter& writer);

}  // namespace raddle::classfile
