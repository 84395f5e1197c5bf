// Every attribute of JVMS §4.7 as a struct, with one decoder and one encoder.
//
// DecodeAttribute() checks constant indices and counts against the pool and the body's length; Encode gives back the
// bytes it read. Spans lie in the arena. Code is decoded by code.h, StackMapTable's frames by stack_map.h.
// Offsets into code (pc) are kept as in the file, unchecked except that LineNumberTable and the two local-variable
// tables lie within `code_length` where the caller knows it.
#pragma once

#include <cstdint>
#include <span>
#include <variant>

#include "base/arena.h"
#include "base/result.h"
#include "classfile/class_file.h"

namespace raddle::classfile {

struct Unknown { Bytes bytes; };
struct Empty {};  // Synthetic, Deprecated
struct OneIndex { Index index; };  // ConstantValue, Signature, SourceFile, ModuleMainClass, NestHost
struct IndexList { std::span<const Index> indices; };  // Exceptions, ModulePackages, NestMembers, PermittedSubclasses
struct Text { Bytes bytes; };  // SourceDebugExtension

struct InnerClass { Index inner, outer, name; uint16_t access; };
struct InnerClasses { std::span<const InnerClass> classes; };
struct EnclosingMethod { Index owner, method; };

struct LineNumber { uint16_t pc, line; };
struct LineNumberTable { std::span<const LineNumber> lines; };
struct LocalVariable { uint16_t pc, length; Index name, type; uint16_t local; };  // type: descriptor or signature
struct LocalVariableTable { std::span<const LocalVariable> variables; };  // and LocalVariableTypeTable

struct ElementValue;
struct ElementPair { Index name; const ElementValue* value; };
struct Annotation { Index type; std::span<const ElementPair> pairs; };
struct ElementValue {
  uint8_t tag;                                // B C D F I J S Z s e c @ [
  Index first = 0, second = 0;                // constant, class info; for 'e' type and name
  Annotation annotation = {};                 // '@'
  std::span<const ElementValue> values = {};  // '['
};
struct Annotations { std::span<const Annotation> annotations; };
struct ParameterAnnotations { std::span<const Annotations> parameters; };
struct AnnotationDefault { ElementValue value; };

struct LocalVarTarget { uint16_t pc, length, local; };
struct TypePathStep { uint8_t kind, argument; };
struct TypeAnnotation {
  uint8_t target_type;
  // By target_type (Table 4.7.20-A/B): parameter or bound index, supertype, throws, catch index, or code offset.
  uint16_t target = 0;
  uint8_t target_extra = 0;                         // bound index; type argument index
  std::span<const LocalVarTarget> locals = {};      // 0x40, 0x41
  std::span<const TypePathStep> path;
  Annotation annotation;
};
struct TypeAnnotations { std::span<const TypeAnnotation> annotations; };

struct BootstrapMethod { Index handle; std::span<const Index> arguments; };
struct BootstrapMethods { std::span<const BootstrapMethod> methods; };
struct MethodParameter { Index name; uint16_t access; };
struct MethodParameters { std::span<const MethodParameter> parameters; };

struct ModuleRequires { Index module; uint16_t flags; Index version; };
struct ModuleExports { Index package; uint16_t flags; std::span<const Index> to; };  // and opens
struct ModuleProvides { Index service; std::span<const Index> with; };
struct Module {
  Index name; uint16_t flags; Index version;
  std::span<const ModuleRequires> requires_;
  std::span<const ModuleExports> exports;
  std::span<const ModuleExports> opens;
  std::span<const Index> uses;
  std::span<const ModuleProvides> provides;
};

struct RecordComponent { Index name, descriptor; std::span<const Attribute> attributes; };
struct Record { std::span<const RecordComponent> components; };

using AttributeValue =
    std::variant<Unknown, Empty, OneIndex, IndexList, Text, InnerClasses, EnclosingMethod, LineNumberTable,
                 LocalVariableTable, Annotations, ParameterAnnotations, AnnotationDefault, TypeAnnotations,
                 BootstrapMethods, MethodParameters, Module, Record>;

inline constexpr uint32_t kAnyCodeLength = ~uint32_t{0};

// Any attribute but Code and StackMapTable, which come back as Unknown. A record component's own attributes come back
// as bytes; they are decoded like any other.
Result<AttributeValue> DecodeAttribute(const Attribute& attribute, const ConstantPool& pool, Arena& arena,
                                       uint32_t code_length = kAnyCodeLength);
void EncodeAttribute(const AttributeValue& value, ByteWriter& writer);

}  // namespace raddle::classfile
