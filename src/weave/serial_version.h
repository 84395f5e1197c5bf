// A class that can be serialised and does not state its serialVersionUID has one that is computed from its members.
// Fields that the weaver adds would change it. So it is computed here, before they are added, and then stated.
//
// The recipe is that of the Java Object Serialization Specification, §4.6. The field that is added is private, static,
// final and synthetic.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "classfile/class_file.h"

namespace raddle::weave {

int64_t DefaultSerialVersion(const classfile::ClassFile& file);

// Does nothing for a class that states it, that cannot be Serializable (it extends Object and implements nothing), or
// whose kind has no computed one (interfaces, enums, records).
Result<void> KeepSerialVersion(classfile::ClassFile& file);

}  // namespace raddle::weave
