// A section for the tests: load-and-store of a variable, entered by a read at 1 and ended by a write at 2.
#pragma once

#include "atoms/section.h"

namespace raddle::detect::atomrace {

inline atoms::Section LoadStore() {
  atoms::Section section;
  section.variable = {.kind = atoms::Variable::Kind::kField, .owner = "Bank", .name = "total"};
  section.entry = {.op = atoms::Op::kRead, .place = {.bci = 1}, .callee = {}, .callee_place = {}};
  atoms::End& end = section.ends.emplace_back();
  end.point = {.op = atoms::Op::kWrite, .place = {.bci = 2}, .callee = {}, .callee_place = {}};
  end.allowed = atoms::Serialisable(atoms::Op::kRead, atoms::Op::kWrite);
  return section;
}

}  // namespace raddle::detect::atomrace
