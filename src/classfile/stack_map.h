// StackMapTable (JVMS §4.7.4): its entries as they stand in the file, and as whole frames.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/arena.h"
#include "base/result.h"
#include "classfile/code.h"

namespace raddle::classfile {

enum class VerificationTag : uint8_t {
  kTop = 0, kInteger, kFloat, kDouble, kLong, kNull, kUninitializedThis, kObject, kUninitialized,
};

struct VerificationType {
  VerificationTag tag = VerificationTag::kTop;
  uint16_t data = 0;  // kObject: Class constant; kUninitialized: offset of the `new`
};

struct StackMapEntry {
  uint8_t type;           // frame_type as in the file
  uint16_t offset_delta;  // explicit or implied by the type
  std::span<const VerificationType> locals;  // append: the new ones; full: all
  std::span<const VerificationType> stack;
};

struct StackMapTable { std::span<const StackMapEntry> entries; };

// Offsets of `new` and of the frames themselves are checked against the code's length only.
Result<StackMapTable> DecodeStackMap(const Attribute& attribute, const ConstantPool& pool, Arena& arena);
void EncodeStackMap(const StackMapTable& table, ByteWriter& writer);

}  // namespace raddle::classfile
