// Confined: the accesses of a class to objects that never leave the method that makes them. The class file alone proves
// it, so it holds whatever other classes there are.
//
// The objects are arrays, and objects of the class itself if only its own constructors can have seen them (its
// superclass is Object and it has no finalizer). Flow-insensitive: an object that leaves at the end of the method
// counts as having left from the start, since an access before an unsynchronised publication is one half of a race.
//
// Calls of methods that cannot be replaced (static, private or final methods and constructors of the same class file)
// are looked into. An object passed to any other call, except those in known_calls.h, has left. A method's parameters
// never count as its own.
#pragma once

#include <vector>

#include "base/result.h"
#include "classfile/class_file.h"
#include "facts/facts.h"

namespace raddle::facts {

// Includes the accesses to the class's own final fields. Methods without facts are left out; `hash` is not set.
ClassFacts FindConfined(const classfile::ClassFile& file);

}  // namespace raddle::facts
