// Confined: accesses of a class to objects that never leave the method that makes them, whatever classes there are
// besides: what the class file alone proves.
//
// The objects are arrays, and those of the class itself if nothing but its own constructors can have seen them (its
// superclass is Object and it has no finalizer). Flow-insensitive: what leaves at the end has left from the start,
// since an access before an unsynchronised publication is one half of a race. A method's own calls of methods that
// cannot be replaced (static, private or final methods and constructors of the same class file) are looked into; what
// any other call is handed, known_calls.h apart, has left. What the method itself is handed was never its own.
#pragma once

#include <vector>

#include "base/result.h"
#include "classfile/class_file.h"
#include "facts/facts.h"

namespace raddle::facts {

// With the accesses of the class's own final fields. Methods with none are left out; `hash` is not set.
ClassFacts FindConfined(const classfile::ClassFile& file);

}  // namespace raddle::facts
