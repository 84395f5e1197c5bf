// References to methods of collections, as in forEach(list::add). The JVM makes a hidden class that calls the method,
// and shows it to no agent. So the reference is turned into what javac makes of a lambda, whose call is woven like any
// other:
//
//   list::add      (T it) -> list.add(it)
//   List::size     (List it) -> it.size()
//
// Two kinds stay as they are: references that can be serialised, since their serialised form names the method; and
// streams, which are read later.
#pragma once

#include "base/result.h"
#include "classfile/class_file.h"
#include "weave/call_contracts.h"

namespace raddle::weave {

// Adds a method to the class for each of them whose call may mean something.
Result<void> SpellOutReferences(classfile::ClassFile& file, const CallContracts& calls);

}  // namespace raddle::weave
