// Calls of System.arraycopy and java.util.Arrays: which elements of which arrays they read or write. What is told is
// what the call has touched, and no more. A comparison ends at the first difference, and a binary search looks at a few
// elements; so both are told after the call, by its result. asList touches no element, and a stream touches them only
// when it is used.
//
// Also arrays that other classes of the JDK read or fill: new String(chars), List.of(array), in.read(buffer), and those
// behind buffers (java.nio) that are used by index. A stream class of the program's own (java.io) tells of its accesses
// itself.
#pragma once

#include <cstdint>

#include "classfile/constant_pool.h"
#include "weave/method_context.h"

namespace raddle::weave {

// `method` is what `instruction`, an invokestatic, calls. Other methods are left alone.
void WeaveArrayCall(MethodContext& context, uint32_t instruction, const classfile::MemberRef& method);

// At any invoke instruction but invokedynamic.
void WeaveGivenArray(MethodContext& context, uint32_t instruction, const classfile::MemberRef& method);

}  // namespace raddle::weave
