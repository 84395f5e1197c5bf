// Residue: what remains of a pointcut at one shadow, once all that can be known before the program runs is known.
//
// A formula over tests of values, evaluated left to right, with && and || that stop early, as in Java. A binding is
// always true and gives a value to a parameter of the advice; it comes to pass if evaluation reaches it. Constants
// are gone, unless the whole is one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pointcut/truth.h"

namespace raddle::pointcut {

struct Slot {  // where a value is found at a shadow
  enum class Kind : uint8_t { kThis, kTarget, kArgument };
  Kind kind = Kind::kThis;
  uint32_t index = 0;  // of an argument
  bool operator==(const Slot&) const = default;
};

struct Residue {
  enum class Kind : uint8_t {
    kFalse,
    kTrue,
    kInstanceOf,  // the value is one of `type`
    kBind,        // the parameter `name` gets the value, from static type `from` to `type`: boxed, widened or cast
    kUnknown,     // nobody knows a class that matters; whoever weaves decides which way to err
    kAnd,
    kOr,
    kNot,
  };

  Kind kind = Kind::kFalse;
  Slot slot = {};
  std::string type = {};  // a descriptor
  std::string from = {};
  std::string name = {};
  std::vector<Residue> operands = {};
  bool operator==(const Residue&) const = default;
};

enum class Verdict : uint8_t { kNever, kMaybe, kAlways };
Verdict VerdictOf(const Residue& residue);

Residue MakeAnd(Residue a, Residue b);
Residue MakeOr(Residue a, Residue b);
Residue MakeNot(Residue a);
Residue Of(Truth truth);

// "always", "never", "target instanceof a.B && l = arg0".
std::string Print(const Residue& residue);

}  // namespace raddle::pointcut
