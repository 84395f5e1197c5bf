// One call of one advice at one shadow: an invokedynamic with the values that it needs. The run-time class
// raddle.aspect.Advice links it; java/aspect has the other side of this contract (roles, formulas).
//
// The values are pushed from locals, where whoever weaves the shadow has put them; references go as Object, so that no
// type has to be accessible where the advice applies.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "aspect/aspect.h"
#include "aspect/bootstraps.h"
#include "aspect/place.h"
#include "classfile/snippet.h"
#include "pointcut/residue.h"
#include "pointcut/shadow.h"
#include "pointcut/types.h"

namespace raddle::aspect {

// An advice that may apply at a shadow.
struct Applied {
  const Aspect* aspect;
  const Advice* advice;
  pointcut::Residue residue;
};

// Whether the advice needs the value, to be given it or to test it.
bool Needs(const Applied& applied, const pointcut::Slot& slot, const pointcut::Shadow& shadow);

// A value that is kept in a local.
struct Kept {
  std::string type;  // descriptor
  uint16_t local = 0;
};

// What a shadow has at hand when the advice is called.
struct Values {
  std::optional<Kept> self, target;
  std::vector<std::optional<Kept>> arguments;
  std::optional<Kept> outcome;  // what was returned or thrown; none where nothing is, or where the advice does not ask
};

struct CallOptions {
  bool quiet = false;   // what the advice throws does not reach the program
  bool thrown = false;  // the shadow ended by an exception
  // The advice waits for the object to be there, and for what is thrown: whoever has them will call it. The local has
  // the java/aspect Construction that keeps it. this, target and the outcome are of no local then.
  std::optional<uint16_t> waits_in = {};
};

class AdviceCaller {
 public:
  AdviceCaller(Bootstraps& bootstraps, const classfile::ClassFile& file, pointcut::TypeOracle& oracle)
      : bootstraps_(bootstraps), places_(file), oracle_(oracle) {}

  // Puts the call into the snippet. Nothing where the advice cannot apply to this outcome, nor, with a note, where it
  // would need more values than a method handle takes.
  void Call(classfile::Snippet& snippet, const Applied& applied, const pointcut::Shadow& shadow, const Values& values,
            const CallOptions& options = {});

  // Calls something of java/aspect itself, with what is on the stack.
  void CallRuntime(classfile::Snippet& snippet, std::string_view name, std::string_view descriptor);

  const std::vector<std::string>& notes() const { return notes_; }

 private:
  Bootstraps& bootstraps_;
  Places places_;
  pointcut::TypeOracle& oracle_;
  std::vector<std::string> notes_;
};

}  // namespace raddle::aspect
