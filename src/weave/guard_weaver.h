// Healing put into a method, for the sections of fields and elements (detect/atomrace/guards.h). For each section that
// lies in the method, H is a local with its handle, 0 until the section begins.
//
//   the access it begins with        object H S enter(Object,I,I)I, into H       before
//   one it ends with                 object H S reach(Object,I,I)I, into H       before; H S passed(I,I)I, into H after
//                                    reachSame(Object,I,I)I in place of it       where both are of one object for sure
//   the call it begins in            H S beginCall(I,I)I, into H                 before; H begun(I) after
//   one it ends in                   H begun(I)                                  before; H S ended(I,I)I, into H after
//   the access in such a call        object S below(Object,I)                    before
//   an exit                          H exit(I)I, into H                          before
//   every return, and a throw        H leave(I)                                  before; a handler around all
//   a read in no section             object S pass(Object,I)                     before
//   a write in none                  object S visit(Object,I)I, into a scratch   before; that, leave(I) after
//   the same with the lock           object S guest(Object,I)I, likewise
//
// For elements: array index H S enter(Object,I,I,I)I and reach, of RaddleElement. Outside of sections: array index S
// pass(Object,I,I), also before a write. With the lock: guest(Object,I,I)I, or guest(Object,I,Object,I)I with a
// reference to be stored.
//
// Each call has a site of its own, so that the agent knows which section is meant.
#pragma once

#include "weave/method_context.h"
#include "weave/site_table.h"

namespace raddle::weave {

// Whether a mark is of a section that is healed in this way.
bool IsGuarded(const MethodContext& context, const atoms::Mark& mark);

// Once a method, before its accesses: locals, calls, exits, and the ways out.
void WeaveGuardedScope(MethodContext& context, uint32_t first);

// With the object of a field access (null for a static) on the stack: the calls, which take it.
void GuardAccess(MethodContext& context, uint32_t instruction, SiteKind kind, const classfile::MemberRef& field,
                 classfile::Snippet& before);

// Whether the sections on elements that this instruction accesses are healed in this way: not if one begins or ends in
// a call, nor where there is noise.
bool GuardsElements(const MethodContext& context, classfile::Op access);

// With array and index on the stack: the calls, which take them. `value`: the local with what is going to be stored.
void GuardElement(MethodContext& context, uint32_t instruction, uint16_t value);

}  // namespace raddle::weave
