// Aspects as plain data: what the reader (read.h) gives once everything has been checked, and the weaver (weaver.h)
// takes.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "pointcut/ast.h"
#include "pointcut/types.h"

namespace raddle::aspect {

enum class AdviceKind : uint8_t { kBefore, kAfter, kAfterReturning, kAfterThrowing };

struct Parameter {
  enum class Role : uint8_t {
    kBound,  // by the pointcut
    kStaticPart,
    kEnclosingStaticPart,
    kJoinPoint,
    kOutcome,  // what was returned or thrown
  };
  Role role = Role::kBound;
  std::string name;  // of kBound and kOutcome
  std::string type;  // descriptor
};

struct Advice {
  AdviceKind kind = AdviceKind::kBefore;
  std::string method;
  std::string descriptor;
  std::vector<Parameter> parameters;
  pointcut::Pointcut pointcut;  // without named ones

  const Parameter* Find(Parameter::Role role) const {
    for (const Parameter& each : parameters) {
      if (each.role == role) return &each;
    }
    return nullptr;
  }
};

// A concrete aspect, with the advice it inherits. There is one instance of it.
struct Aspect {
  std::string name;       // internal name
  pointcut::Scope scope;  // what its pointcuts need not write out
  // In the order in which they run before a join point, and after one: a sub-aspect's own come nearer to the program's
  // caller than those it inherits, and in one class all come in the order in which they are written.
  std::vector<Advice> before, after;
};

struct AspectSet {
  std::vector<Aspect> aspects;
  std::set<std::string, std::less<>> classes;  // all classes of the aspects' jars: advice does not apply in them

  bool empty() const { return aspects.empty(); }
};

}  // namespace raddle::aspect
