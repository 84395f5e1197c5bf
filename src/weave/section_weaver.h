// Atomic sections (atoms/match.h) put into a method. A is a local with the activation's number, 0 until a section
// begins.
//
//   the access, in the scope     object A S section(Object,I,I)I, into A      before; S passed(I) after, if one ends
//   the access, below a call     object 0 S section(Object,I,I)I, dropped     before; likewise
//   the call                     A S calling(I,I)I, into A                    before; A S called(I,I) after
//   a call of a collection       it, the key, A S call(Object,Object,I,I)I    before; S returned(I) after
//   one that is in no section    it, the key, S lone(Object,Object,I)I        before; what it gave, S loneReturned(I,I)
//   of this method, a read       it, the key, S loneRead(Object,Object,I)I    likewise
//   an exit                      A S exit(I,I)                                before
//   every return, and a throw    A leave(I)                                   before; a handler around all
//
// Which sections a site means is kept beside it, for the agent (SectionSite).
#pragma once

#include "weave/method_context.h"

namespace raddle::weave {

// Once a method, before its accesses: the activation's local, calls, exits, and the ways out.
void WeaveScope(MethodContext& context, uint32_t first);

// The marks of one instruction's access; empty: it is one like any other.
std::vector<atoms::Mark> AccessMarks(const MethodContext& context, uint32_t instruction);

// With the object (and the index, for an element) on the stack: the call, which takes them.
void CallSection(MethodContext& context, uint32_t instruction, uint32_t site, const std::vector<atoms::Mark>& marks,
                 classfile::Snippet& before, bool element);

// A call that atoms/calls.h knows of, where there are sections on collections.
void WeaveCollectionCall(MethodContext& context, uint32_t instruction);

}  // namespace raddle::weave
