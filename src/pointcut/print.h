// The one printed form of a pointcut: Parse(Print(p)) == p, for every p that was parsed, given the same formals.
#pragma once

#include <string>

#include "pointcut/ast.h"

namespace raddle::pointcut {

std::string Print(const Pointcut& pointcut);
std::string Print(const MemberPattern& member);
std::string Print(const TypePattern& type);

}  // namespace raddle::pointcut
