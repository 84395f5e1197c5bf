// Covered accesses: those that need no check, because another check on the way to them, or right after them, tells all.
//
//   x /= length;                 the write of x tells of the read
//   return a.x * a.x + b.x;      the second read of a.x is covered by the first
//
// This applies within one straight stretch of code. An access is covered by an earlier one, at least as strong, to the
// same field of the object in the same local, or to the same element by the same locals, if nothing between the two
// could end the epoch (a call, a monitor, a volatile, anything that loads or initialises a class). A read just before a
// write of the same field is covered by the write if nothing between can throw. The read in `a[f(i)] += e` is covered
// even if e can throw; if it does, the read is not told. A covered read has no place of its own in a finding: its write
// has.
//
// Fields can also share one check, after the last of them, if their objects are in locals, nothing is told between
// them, and nothing can throw except another field's access. (That one throws if its object is null; then the fields
// before it are not told.) They are told in their order, since it matters where one of them races (detect/hb/hb.h).
#pragma once

#include <cstdint>
#include <vector>

#include "classfile/class_file.h"
#include "classfile/code.h"

namespace raddle::weave {

struct FieldAccess {
  uint32_t instruction;
  int object;  // the local
};

using ToldTogether = std::vector<FieldAccess>;  // in the order of the code
inline constexpr size_t kMostTogether = 6;

struct Coverage {
  std::vector<bool> covered;  // by instruction
  std::vector<bool> on_this;  // field accesses whose object is `this`
  std::vector<ToldTogether> together;
};

// Of what is said by instruction: what lies behind its end is told.
inline bool IsTold(const std::vector<bool>& told, uint32_t instruction) {
  return instruction >= told.size() || told[instruction];
}

// `told`: by instruction; what is not told covers nothing.
Coverage FindCovered(const classfile::ClassFile& file, const classfile::Member& method, const classfile::Code& code,
                     const std::vector<bool>& told);

// What the class itself says about a field that an instruction names: null if it does not declare it.
const classfile::Member* DeclaredField(const classfile::ClassFile& file, const classfile::Instruction& access);

// A static call that neither synchronises nor runs code of the program's.
bool IsPureCall(const classfile::ClassFile& file, const classfile::Instruction& it);

}  // namespace raddle::weave
