// Which accesses of fields in a method are of the same object, as far as a straight stretch of code tells.
//
//   position.index++;            one object, wherever it comes from
//   if (row == null) row = x;    `this`, which is the same everywhere
#pragma once

#include <cstdint>
#include <vector>

#include "classfile/class_file.h"
#include "classfile/code.h"

namespace raddle::weave {

inline constexpr uint32_t kUnknownObject = 0, kThisObject = 1;

// By instruction, a number for the object of a getfield or putfield. Two accesses with the same number are of the same
// object each time that control comes from the first straight to the second; for kThisObject, always.
std::vector<uint32_t> FindObjects(const classfile::ClassFile& file, const classfile::Member& method,
                                  const classfile::Code& code);

}  // namespace raddle::weave
