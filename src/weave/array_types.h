// What the verifier knows of the arrays of references that a method uses.
#pragma once

#include <string>
#include <vector>

#include "classfile/class_file.h"
#include "classfile/code.h"

namespace raddle::weave {

// By instruction, of an aaload or aastore: the array's type, "[Lcom/acme/Bank;". Empty where it is not known, and
// everywhere in a class file that is too old to tell.
std::vector<std::string> FindArrayTypes(const classfile::ClassFile& file, const classfile::Member& method,
                                        const classfile::Code& code);

}  // namespace raddle::weave
