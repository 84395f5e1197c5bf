// Weaves what the detector of object races is told. object_analysis.h says where; RaddleObject.java is told. S is the
// site's number; A is a local with what was told last for this reference, null where locks change.
//
//   entry             this S read/write                         unless its word says that it is this thread's
//   a use of this     the same                                  before
//   getfield          dup S read                                before, the same
//   putfield          the object brought up, S write            before, the same
//   getstatic, ...    S readStatic/writeStatic                  before
//   xaload, xastore   the array brought up, A S readArray, A    before
//   call of a library the receiver brought up, method S call    before; in a loop with A, as arrays
//   super()           this, made(S) into its word               after, in the class that declares the word
//                     this building                             after, if the constructor lets `this` out; built at its
//                     end
//   clone()           dup cloned                                after
//
// The word is a `long` field $raddleObject (synthetic, transient) in the topmost of an object's classes that is woven.
#pragma once

#include <string_view>

#include "weave/method_context.h"
#include "weave/method_weaver.h"
#include "weave/object_analysis.h"

namespace raddle::weave {

inline constexpr std::string_view kShimObjectClass = "java/lang/RaddleObject";
inline constexpr std::string_view kObjectWord = "$raddleObject";

// Whether the class gets a word: its superclass has none, and it is not one whose objects cannot change.
bool DeclaresObjectWord(const classfile::ClassFile& file, const Plan& plan);
void AddObjectWord(classfile::ClassFile& file);

// In front of Finish(), behind everything else that is put into the method.
void WeaveObjects(MethodContext& context, const MethodObjects& objects);

}  // namespace raddle::weave
