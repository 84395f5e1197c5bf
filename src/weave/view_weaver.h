// What is woven for views: which variables a thread touches while it holds a lock.
//
// H is a local that says whether the thread holds any lock. It is asked for at the method's entry, and again before the
// first access after anything that may have changed it: a call, a monitor. So an access without a lock costs a test of
// a local, which a compiler moves out of loops. S is the site's number.
//
//   getfield          dup H S read(Object,I,I)              before
//   putfield          the object brought up, H S write      before
//   getstatic ...     H S readStatic(I,I), ...              after
//   xaload, xastore   array and index brought up, H S ...   before
//   a constructor     this, made()J, putfield kViewWord     after the super constructor's call
//
// Monitors are method_weaver.h's. Volatiles and final fields are no variables of views. By default, what a constructor
// writes before anyone can know its object is not told either: nobody can come between.
#pragma once

#include "weave/covered.h"
#include "weave/method_context.h"

namespace raddle::weave {

// The class has the word of its objects; see DeclaresObjectWord.
void AddViewWord(classfile::ClassFile& file);

// `first`: the instruction behind the super constructor's call, 0 in other methods. `told`, `fresh`: by instruction, up
// to their end: whether it is told at all, and whether it writes to an object that nobody else can know.
void WeaveViews(MethodContext& context, uint32_t first, const Coverage& coverage, const std::vector<bool>& told,
                const std::vector<bool>& fresh);

}  // namespace raddle::weave
