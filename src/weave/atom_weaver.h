// The marks of atomrace and the places for noise: one call before each access, and nothing else.
//
//   getfield        dup S field(Object,I)                                before
//   putfield        the object brought up, S field(Object,I)             before
//   xaload          if F: dup2 S element(Object,I,I)                     before
//   xastore         if F: value kept aside, dup2 S element(...) or store before
//   getstatic ...   S statics(I)                                         before; the agent minds uninitialised classes
//
// F is a local, set from arrays() at the method's entry. While it is 0, accesses of array elements are not asked about.
//
// Some accesses are not woven: fields known to be final; volatile fields that belong to no section; and statics in an
// initialiser, which runs alone. No member is added and no local is kept, so this costs a class little; the thread and
// the state are the agent's. Where there are atomic sections, section_weaver.h says what is woven instead.
#pragma once

#include "weave/method_context.h"

namespace raddle::weave {

// `first`: where `this` can be used from, in a constructor. `fresh`: by instruction, those that nobody can come between
// since only this thread knows the object; none behind its end.
void WeaveMarks(MethodContext& context, uint32_t first, const std::vector<bool>& fresh);

}  // namespace raddle::weave
