// Covered accesses: those that need no check, since another one on the way to them, or right behind them, tells all.
//
//   x /= length;                 the write of x tells of the read
//   return a.x * a.x + b.x;      the second read of a.x is that of the first
//
// Within one straight stretch of code: the same field of the object in the same local, or the same element by the same
// locals, read or written before at least as strongly, with nothing between that could end the epoch (a call, a
// monitor, a volatile, anything that loads or initialises a class). A read just before a write of the same field is
// covered by it, if nothing between can throw; that of `a[f(i)] += e` also where e can: if it does, the read is not
// told. A covered read has no place of its own in a finding: its write has.
//
// And fields that can share a check, behind the last of them: of objects in locals, with nothing told between and
// nothing that could throw but another field's access (whose object may be null: then they are not told). In their
// order, since that matters where one of them races (detect/hb/hb.h).
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
