// Number: where an integer comes from, as far as its method shows: an index, an argument, a stored value.
//
// Used to tell apart the array elements that threads use (each worker its own slice) and to recognise flags by their
// values. Sums, products and loop variables are looked through; anything else that a number is made of is opaque.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "ir/method_ir.h"

namespace raddle::program {

class Program;

using Var = uint32_t;
inline constexpr Var kNoVar = ~Var{0};

struct Number {
  bool is_constant = false;
  bool is_unique = false;  // from a counter that never gives the same value twice
  bool varies = false;     // differs from one turn of a loop to the next
  bool is_opaque = false;  // some part of it is unknown
  int32_t constant = 0;
  uint32_t shape = 0;                           // equal for numbers that are computed in the same way
  std::vector<uint32_t> parameters;             // the parameters that it depends on
  std::vector<std::pair<Var, FieldId>> fields;  // base and field

  // May differ from one to the next of things that are made in turn.
  bool MayDiffer(bool in_loop) const {
    return varies || is_unique || is_opaque || !fields.empty() || (!parameters.empty() && !in_loop);
  }
};
using NumberId = uint32_t;  // in MethodCode::numbers; 0 is any number

// `vars`: the Var of each register.
Number MakeNumber(Program& program, const ir::Method& method, const std::vector<Var>& vars, ir::Reg reg);

}  // namespace raddle::program
