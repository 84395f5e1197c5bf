// Patterns of members against members.
#pragma once

#include "pointcut/ast.h"
#include "pointcut/member_lookup.h"

namespace raddle::pointcut {

Truth MatchesMember(const MemberPattern& pattern, const MemberName& name, const Types& types);

}  // namespace raddle::pointcut
