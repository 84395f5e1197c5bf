// The two turning points of a constructor: where `this` can first be used, and where others may first know it.
//
// Before the second, a write to a field of `this` meets nobody: its shadow word is the thread's own, without asking,
// and no mark around it has a witness. The rule is simple, since most constructors are: nothing but Object's
// constructor has run, and no instruction up to there stores a reference elsewhere, calls what may, takes a lock or
// throws; nor is one reached again from behind that point.
#pragma once

#include <cstdint>
#include <vector>

#include "classfile/class_file.h"
#include "classfile/code.h"

namespace raddle::weave {

struct Construction {
  uint32_t ready = 0;  // the instruction behind super(...) or this(...); 0 in other methods
  uint32_t known = 0;  // before this one, and not before `ready`, the object is the thread's own
};

// `on_this`: by instruction, the accesses of fields of `this` (Coverage).
Construction FindConstruction(const classfile::ClassFile& file, const classfile::Member& method,
                              const classfile::Code& code, const std::vector<bool>& on_this);

}  // namespace raddle::weave
