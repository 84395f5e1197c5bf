// Attributes decoded and encoded again: what WriteMode::kReencode does. Slow twin of copying them.
#pragma once

#include "classfile/class_file.h"

namespace raddle::classfile {

// Count and attributes. The scratch arena may be reset here.
Result<void> ReencodeAttributes(const Attributes& attributes, const ConstantPool& pool, Place place, Arena& scratch,
                                ByteWriter& writer);

}  // namespace raddle::classfile
