// A class file (JVMS §4): the model that reader, editor, IR and weaver share.
//
// ReadClass() finds every member and attribute, and checks the constant pool. What is inside an attribute stays bytes
// until somebody asks: DecodeAttribute() in attributes.h, DecodeCode() in code.h. So reading a class costs little, and
// writing one back copies what nobody touched; WriteClass(kReencode) instead decodes and encodes every attribute
// and instruction, which must give the same bytes.
//
// The bytes given to ReadClass must outlive the ClassFile. What is added to a class lives in its arena.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/result.h"
#include "classfile/bytes.h"
#include "classfile/constant_pool.h"

namespace raddle::classfile {

inline constexpr uint16_t kMinMajor = 45;  // JDK 1.0.2
inline constexpr uint16_t kMaxMajor = 69;  // Java 25

enum Access : uint16_t {
  kPublic = 0x0001,
  kPrivate = 0x0002,
  kProtected = 0x0004,
  kStatic = 0x0008,
  kFinal = 0x0010,
  kSynchronized = 0x0020,  // methods
  kSuper = 0x0020,         // classes
  kVolatile = 0x0040,      // fields
  kBridge = 0x0040,        // methods
  kTransient = 0x0080,     // fields
  kVarargs = 0x0080,       // methods
  kNative = 0x0100,
  kInterface = 0x0200,
  kAbstract = 0x0400,
  kStrict = 0x0800,
  kSynthetic = 0x1000,
  kAnnotation = 0x2000,
  kEnum = 0x4000,
  kModule = 0x8000,  // classes
  kMandated = 0x8000,
};

// Where an attribute stands; the same name means nothing in another place and is then carried as unknown.
enum class Place : uint8_t { kClass = 1, kField = 2, kMethod = 4, kCode = 8, kRecordComponent = 16 };

// Name, places it may stand in. The order is that of JVMS §4.7.
#define RADDLE_ATTRIBUTES(X)                                 \
  X(ConstantValue, 2)                                        \
  X(Code, 4)                                                 \
  X(StackMapTable, 8)                                        \
  X(Exceptions, 4)                                           \
  X(InnerClasses, 1)                                         \
  X(EnclosingMethod, 1)                                      \
  X(Synthetic, 1 | 2 | 4)                                    \
  X(Signature, 1 | 2 | 4 | 16)                               \
  X(SourceFile, 1)                                           \
  X(SourceDebugExtension, 1)                                 \
  X(LineNumberTable, 8)                                      \
  X(LocalVariableTable, 8)                                   \
  X(LocalVariableTypeTable, 8)                               \
  X(Deprecated, 1 | 2 | 4)                                   \
  X(RuntimeVisibleAnnotations, 1 | 2 | 4 | 16)               \
  X(RuntimeInvisibleAnnotations, 1 | 2 | 4 | 16)             \
  X(RuntimeVisibleParameterAnnotations, 4)                   \
  X(RuntimeInvisibleParameterAnnotations, 4)                 \
  X(RuntimeVisibleTypeAnnotations, 1 | 2 | 4 | 8 | 16)       \
  X(RuntimeInvisibleTypeAnnotations, 1 | 2 | 4 | 8 | 16)     \
  X(AnnotationDefault, 4)                                    \
  X(BootstrapMethods, 1)                                     \
  X(MethodParameters, 4)                                     \
  X(Module, 1)                                               \
  X(ModulePackages, 1)                                       \
  X(ModuleMainClass, 1)                                      \
  X(NestHost, 1)                                             \
  X(NestMembers, 1)                                          \
  X(Record, 1)                                               \
  X(PermittedSubclasses, 1)

enum class AttributeKind : uint8_t {
  kUnknown,
#define X(name, places) k##name,
  RADDLE_ATTRIBUTES(X)
#undef X
};

AttributeKind AttributeKindOf(std::string_view name, Place place);

struct Attribute {
  AttributeKind kind = AttributeKind::kUnknown;
  Index name = 0;
  uint32_t offset = 0;  // of the body in the file, for error messages; 0 for one that was added
  Bytes body;
};

using Attributes = std::vector<Attribute>;

// Count and attributes, from the reader's position.
Attributes ReadAttributes(ByteReader& reader, const ConstantPool& pool, Place place);
void WriteAttributes(const Attributes& attributes, ByteWriter& writer);
const Attribute* Find(const Attributes& attributes, AttributeKind kind);

struct Member {  // a field or a method
  uint16_t access = 0;
  Index name = 0;
  Index descriptor = 0;
  Attributes attributes;

  bool Has(Access flag) const { return (access & flag) != 0; }
};

struct ClassFile {
  uint16_t minor = 0;
  uint16_t major = 0;
  ConstantPool pool;
  uint16_t access = 0;
  Index this_class = 0;
  Index super_class = 0;  // 0 for java.lang.Object and for module-info
  std::vector<Index> interfaces;
  std::vector<Member> fields;
  std::vector<Member> methods;
  Attributes attributes;
  Arena arena;  // owns what was added

  bool Has(Access flag) const { return (access & flag) != 0; }
  std::string_view Name() const { return pool.ClassName(this_class); }
  std::string_view SuperName() const { return super_class == 0 ? std::string_view() : pool.ClassName(super_class); }
  std::string_view NameOf(const Member& member) const { return pool.Utf8(member.name); }
  std::string_view DescriptorOf(const Member& member) const { return pool.Utf8(member.descriptor); }

  // Adds a member without attributes; the reference holds until the next one is added.
  Member& AddField(uint16_t access, std::string_view name, std::string_view descriptor);
  Member& AddMethod(uint16_t access, std::string_view name, std::string_view descriptor);
};

Result<ClassFile> ReadClass(Bytes bytes);

enum class WriteMode { kCopy, kReencode };
Result<void> WriteClass(const ClassFile& file, ByteWriter& writer, WriteMode mode = WriteMode::kCopy);

}  // namespace raddle::classfile
