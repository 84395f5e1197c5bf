// Text to Pointcut. An error has the offset of the character that is wrong and says what was expected there; showing
// the line with a caret is the caller's.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "pointcut/ast.h"

namespace raddle::pointcut {

// A parameter of an advice or of a named pointcut: its name, and its type as Java writes it ("int", "a.B$C[]").
struct Formal {
  std::string name;
  std::string type;
  bool operator==(const Formal&) const = default;
};

// Deeper parentheses than this are an attack on our stack.
inline constexpr int kMaxDepth = 100;

// In this(), target(), args() and calls of named pointcuts a name among `formals` binds; any other is a type.
Result<Pointcut> Parse(std::string_view text, std::span<const Formal> formals = {});
Result<TypePattern> ParseType(std::string_view text);

}  // namespace raddle::pointcut
