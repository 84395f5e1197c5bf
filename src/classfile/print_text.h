// Small pieces of a class file as text, for print.cpp and its kin. Indices must have been checked: they are taken from
// decoded data, whose decoders did.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "classfile/attributes.h"
#include "classfile/constant_pool.h"
#include "classfile/stack_map.h"

namespace raddle::classfile {

// What a set of access flags belongs to: one bit has several meanings.
enum class FlagsOf : uint8_t { kClass, kInnerClass, kField, kMethod, kParameter, kModule, kRequires, kExports };

// "public static final"; bits without a meaning as a number; "none".
std::string FlagsText(uint16_t flags, FlagsOf owner);

// Printable, and cut if it is very long.
std::string NameText(std::string_view modified_utf8);
// The same in double quotes.
std::string QuotedText(std::string_view modified_utf8);

// "Method java/lang/Object.<init>:()V", "String \"text\"", "int 42".
std::string ConstantText(const ConstantPool& pool, Index index);
// The same without the kind where the place makes that plain: the text of a Utf8, the name of a Class.
std::string OperandText(const ConstantPool& pool, Index index);

std::string FrameTypeText(const ConstantPool& pool, VerificationType type);

// "@java.lang.Deprecated(since="9")"
std::string AnnotationText(const ConstantPool& pool, const Annotation& annotation);
std::string ElementText(const ConstantPool& pool, const ElementValue& value);
// "field", "parameter 2", "cast at 17, argument 0"; then the path, if any.
std::string TargetText(const TypeAnnotation& annotation);

}  // namespace raddle::classfile
