// Whether a pointcut holds at a shadow: never, always, or what must be tested when the program comes there.
//
// The pointcut must be free of named ones (Expand() in named.h). Costs: names are compared first; the oracle is asked
// only where they agree. Any number of threads, if the oracle allows it.
#pragma once

#include <functional>

#include "pointcut/ast.h"
#include "pointcut/residue.h"
#include "pointcut/shadow.h"
#include "pointcut/types.h"

namespace raddle::pointcut {

struct World {
  const Scope& scope;
  TypeOracle& oracle;
  // Whether an access may be of something shared between threads. Without static facts: yes, each of them.
  std::function<bool(const Shadow&)> may_be_shared = nullptr;
};

Residue Match(const Pointcut& pointcut, const Shadow& shadow, const World& world);

// Whether it holds at shadows of a class, as far as the class alone tells: within() decides, all else is a maybe.
Truth HoldsIn(const Pointcut& pointcut, const ClassFacts& in, const World& world);

}  // namespace raddle::pointcut
