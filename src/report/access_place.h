// A pointcut that is asked about the accesses of a finding: `at:` in a suppressions file.
//
// A finding only names classes, methods and fields. Their modifiers, annotations, supertypes and field types are not
// known here, so a pointcut that asks for one of these does not hold.
#pragma once

#include <string>

#include "pointcut/ast.h"
#include "report/finding.h"

namespace raddle::report {

struct AccessPlace {
  std::string text;  // as it was written
  pointcut::Pointcut pointcut;

  // Whether the pointcut holds at one of the finding's accesses.
  bool Matches(const Finding& finding) const;
};

}  // namespace raddle::report
