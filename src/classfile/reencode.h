// Attributes decoded and encoded again: what WriteMode::kReencode does. Slow twin of copying them.
#pragma once

#include <span>

#include "classfile/attributes.h"
#include "classfile/class_file.h"

namespace raddle::classfile {

// Count and attributes. What is decoded on the way stays in the scratch arena.
Result<void> ReencodeAttributes(std::span<const Attribute> attributes, const ConstantPool& pool, Arena& scratch,
                                ByteWriter& writer, uint32_t code_length = kAnyCodeLength);

}  // namespace raddle::classfile
