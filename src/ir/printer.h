// Prints the IR as text, for people and for golden files.
//
//   static int Loop.sum(r0: int)                             parameters
//     b1: from b0, b2; handlers b4 java.io.IOException       predecessors, handlers in the order they are tried
//          4  r3: int = phi r1, r6                           bytecode index, register with its type
//          8  if r3 >= r0 then b3 else b2  ; line 7          line where it changes
//
// Costs only the memory for the text. Text from the class file is escaped.
#pragma once

#include <string>

#include "ir/method_ir.h"

namespace raddle::ir {

std::string Print(const Method& method);
std::string Print(const Instruction& instruction, const Method& method);
std::string Print(const BootstrapCall& call, const classfile::ConstantPool& pool);

}  // namespace raddle::ir
