// A pointcut asked about the accesses of a finding: `at:` in a suppressions file.
//
// A finding names classes, methods and fields, and says no more of them: modifiers, annotations, supertypes and the
// types of fields are not known here. A pointcut that asks for one does not hold.
#pragma once

#include <string>

#include "pointcut/ast.h"
#include "report/finding.h"

namespace raddle::report {

struct AccessPlace {
  std::string text;  // as it was written
  pointcut::Pointcut pointcut;

  // At one of its accesses.
  bool Matches(const Finding& finding) const;
};

}  // namespace raddle::report
