// Bytecode written as text, for the shapes that javac does not produce.
//
//   iconst_0; istore 1
//   loop: iinc 1 -1; iload 1; ifne loop
//   invokestatic Foo.bar:(I)V; ldc "text"; ldc 5; ldc2_w 7; new Foo; lookupswitch 1=loop 5=end else end
//   end: return
//   .catch java/lang/Exception from loop to end at end
//
// Constants are added to the pool. A mistake in the text stops the test program: it is the test's own.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "classfile/class_file.h"

namespace raddle::ir {

// The body of a Code attribute.
std::vector<uint8_t> AssembleCode(std::string_view text, uint16_t max_stack, uint16_t max_locals,
                                  classfile::ConstantPool& pool);

}  // namespace raddle::ir
