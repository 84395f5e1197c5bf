// Where a class uses objects, and which of these places must be told to the detector of object races (§3.1 of the
// paper), as far as the class alone shows, one method at a time.
//
// `this`: what a method does to its own object is one access. It is told where the method begins, or after the lock
// that the method takes first: a method that takes the lock itself is as good as one that is called with it. So a place
// is needed at the entry if something of `this` can be used before any lock is taken or released, and else at the first
// use after each such point. Whether it is a read or a write follows from what the method does. In strict mode it is a
// write at the entry of every method, as in the paper. A class whose fields are all final has nothing to use.
//
// Other objects are told at each use of a field that no equally strong use of the same reference covers. The methods of
// other objects tell of themselves, since their classes are woven too. Arrays of primitives are told like other
// objects, arrays of references are not (§5.3.1). Objects of library classes that are not thread-safe are told at the
// call (CallContracts).
//
// What a loop uses at every turn is told once, before it, if no lock is taken or released in the method.
//
// Uses of an object are not told if the object
// - was made in the method and goes nowhere: *thread-local*;
// - is in a private field, was put there by the method that made it, and goes nowhere else in any method of the class:
//   *object-local*. It counts as part of `this`. Nest mates could reach it, so classes that have nest mates have no
//   object-local objects;
// - is under construction by the running constructor: nobody else has it, unless the constructor lets `this` out
//   (`leaks_this`).
//
// May leave out too much: none of this knows reflection, serialization or native code.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "classfile/class_file.h"
#include "weave/call_contracts.h"

namespace raddle::weave {

// The rows of Table 2, for counting.
enum class ObjectCategory : uint8_t {
  kFieldFinal,
  kFieldVolatile,
  kFieldStatic,
  kFieldThis,
  kFieldThreadLocal,
  kFieldObjectLocal,
  kFieldOther,
  kArrayThreadLocal,
  kArrayObjectLocal,
  kArrayReferences,
  kArrayOther,
  kCallStatic,
  kCallThis,
  kCallThreadLocal,
  kCallObjectLocal,
  kCallOther,
};
inline constexpr size_t kObjectCategories = 16;

// One instruction that uses an object.
struct ObjectUse {
  enum class Tell : uint8_t { kNot, kThis, kObject, kArray, kStatic, kCall };

  uint16_t bci = 0;
  ObjectCategory category = ObjectCategory::kFieldThis;
  Tell tell = Tell::kNot;
  bool write = false;
  uint32_t number = kNone;  // kArray, and kCall in a loop: the same for the same reference, and the same method called
  static constexpr uint32_t kNone = ~0u;
};

// A use in a loop that is told before the loop, where the reference comes from: a loop that runs at all uses it.
struct ObjectHoist {
  enum class From : uint8_t { kParameter, kFinalField, kResult };

  From from = From::kResult;
  uint16_t at = 0;   // the parameter's local, the Fieldref of a field of `this`, or the bci of what makes the reference
  uint16_t bci = 0;  // of the use
  bool array = false;
  bool write = false;
};

struct ObjectMethod {
  bool at_entry = false;  // `this` is told there ...
  bool entry_write = false;
  std::vector<ObjectUse> uses;  // by ascending bci
  std::vector<ObjectHoist> hoists;
  std::vector<uint16_t> locks;    // where locks are taken or given up
  uint16_t super_call = kNoCall;  // constructor: the call of the superclass's
  bool leaks_this = false;        // constructor
  static constexpr uint16_t kNoCall = 0xFFFF;
};

struct ObjectRules {
  const CallContracts* calls = nullptr;
  bool strict = false;
};

// By the index of the method in the class. A method without code, or whose code is not understood, has nothing.
Result<std::vector<ObjectMethod>> AnalyseObjects(const classfile::ClassFile& file, const ObjectRules& rules);

}  // namespace raddle::weave
