// Named pointcuts: a table that the caller gives (an aspect's @Pointcut methods, a file's definitions), and the
// pointcut in which each call of one stands replaced by what it means.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "pointcut/ast.h"
#include "pointcut/parse.h"

namespace raddle::pointcut {

struct NamedPointcut {
  std::vector<Formal> parameters;
  Pointcut expression;  // parsed with the parameters as formals
};

using PointcutTable = std::map<std::string, NamedPointcut, std::less<>>;

// A parameter given to a named pointcut takes on both types: where the callee's is narrower, a test for it is added.
// The error's offset is that of the call in `pointcut`; one further in has the place "pointcut NAME".
Result<Pointcut> Expand(const Pointcut& pointcut, const PointcutTable& table);

// Whether each formal gets its value, once, whichever way the pointcut comes to hold: bound in every branch of ||, in
// one operand of &&, and never under !. Expand() first.
Result<void> CheckBindings(const Pointcut& pointcut, std::span<const Formal> formals);

}  // namespace raddle::pointcut
