// Calls of System.arraycopy and java.util.Arrays: which elements of which arrays they read or write. What is told is
// what the call has touched, no more: a comparison ends at the first difference, a binary search looks at a few
// elements, so both are told behind the call, by its result; asList touches none, and a stream only when it is used.
#pragma once

#include <cstdint>

#include "classfile/constant_pool.h"
#include "weave/method_context.h"

namespace raddle::weave {

// `method` is what `instruction`, an invokestatic, calls. Other methods are left alone.
void WeaveArrayCall(MethodContext& context, uint32_t instruction, const classfile::MemberRef& method);

}  // namespace raddle::weave
