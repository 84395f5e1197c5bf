// Finds the shadows of a class, in the order in which a reader of the bytecode comes by them: of a method first its
// execution, then, if it is synchronized, lock and unlock, then those of its instructions. A constructor's execution
// and initialization begin after super(...) or this(...), and stand there.
//
// What is no join point, as in AspectJ: super.m() calls and the super(...) and this(...) of a constructor;
// invokedynamic; accesses of synthetic fields, and the first setting of a final field to a constant; bridge methods as
// a whole; handlers that catch everything (finally, synchronized).
//
// Static types on the operand stack (what is locked, which array is read) come from the stack maps. A class too old to
// have them leaves them at java.lang.Object. What a class file that no compiler made says of an unlock may be wrong:
// whoever binds it casts.
#pragma once

#include <vector>

#include "base/result.h"
#include "classfile/class_file.h"
#include "pointcut/shadow.h"

namespace raddle::pointcut {

// The facts must outlive the shadows, and so must the class file. `method` is one of the class file's.
Result<std::vector<Shadow>> ShadowsOf(const classfile::ClassFile& file, const classfile::Member& method,
                                      const ClassFacts& facts);

// Of all methods, in the class file's order; before them the static initialization of a class without <clinit>.
Result<std::vector<Shadow>> ShadowsOf(const classfile::ClassFile& file, const ClassFacts& facts);

}  // namespace raddle::pointcut
