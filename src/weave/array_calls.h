// Calls of System.arraycopy and java.util.Arrays: which elements of which arrays they read or write. What is told is
// what the call has touched, no more: a comparison ends at the first difference, a binary search looks at a few
// elements, so both are told behind the call, by its result; asList touches none, and a stream only when it is used.
//
// And arrays that other classes of the JDK read or fill: new String(chars), List.of(array), in.read(buffer), and those
// behind buffers (java.nio) that are used by index. A stream of the program's own (java.io) tells of its accesses
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
