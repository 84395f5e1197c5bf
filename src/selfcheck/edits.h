// The edits of `selfcheck --edit`: each tries another part of the editing interface, none changes what a method does.
#pragma once

#include "classfile/class_file.h"
#include "selfcheck/selfcheck.h"

namespace raddle::selfcheck {

struct EditCounts {
  uint64_t methods = 0;    // edited
  uint64_t too_large = 0;  // left as they were, since they would pass 64 KiB
};

// Any edit but kWeave, which is not made method by method.
Result<EditCounts> EditMethods(classfile::ClassFile& file, Edit edit);

}  // namespace raddle::selfcheck
