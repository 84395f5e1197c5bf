// The two turning points of a constructor: where `this` can first be used, and where other threads may first know it.
//
// Before the second point, a write to a field of `this` meets no other access. So its shadow word becomes the thread's
// own without asking, and no mark around it can be seen. The rule is simple, since most constructors are: up to the
// point, no constructor but Object's has run, and no instruction stores a reference elsewhere, calls anything that may
// do so, takes a lock, or throws; and none of these instructions is reached again from after the point.
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
