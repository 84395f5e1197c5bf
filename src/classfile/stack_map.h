// StackMapTable (JVMS §4.7.4): its entries as they stand in the file. frame.h has them as whole frames.
#pragma once

#include <cstdint>
#include <span>

#include "base/arena.h"
#include "base/result.h"
#include "classfile/class_file.h"

namespace raddle::classfile {

enum class VerificationTag : uint8_t {
  kTop = 0, kInteger, kFloat, kDouble, kLong, kNull, kUninitializedThis, kObject, kUninitialized,
};

struct VerificationType {
  VerificationTag tag = VerificationTag::kTop;
  uint16_t data = 0;  // kObject: Class constant; kUninitialized: offset of the `new`
};

// frame_type, by its ranges.
inline constexpr uint8_t kSameLast = 63;
inline constexpr uint8_t kSameOneStackLast = 127;
inline constexpr uint8_t kSameOneStackExtended = 247;
inline constexpr uint8_t kChopFirst = 248;
inline constexpr uint8_t kSameExtended = 251;
inline constexpr uint8_t kAppendLast = 254;
inline constexpr uint8_t kFull = 255;

struct StackMapEntry {
  uint8_t type;           // frame_type as in the file
  uint16_t offset_delta;  // explicit or implied by the type
  std::span<const VerificationType> locals;  // append: the new ones; full: all
  std::span<const VerificationType> stack;
};

struct StackMapTable { std::span<const StackMapEntry> entries; };

// Code offsets (of frames, of `new`) are not checked here: whoever uses them knows the code.
Result<StackMapTable> DecodeStackMap(const Attribute& attribute, const ConstantPool& pool, Arena& arena);
void WriteEntry(const StackMapEntry& entry, ByteWriter& writer);
void EncodeStackMap(const StackMapTable& table, ByteWriter& writer);

}  // namespace raddle::classfile
