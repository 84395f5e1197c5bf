// The two halves of the weaver, and what they share: one method's shadows with the advice that may apply to them.
#pragma once

#include <vector>

#include "aspect/advice_call.h"
#include "classfile/code_editor.h"
#include "pointcut/shadow.h"

namespace raddle::aspect {

struct Advised {
  const pointcut::Shadow* shadow;
  std::vector<Applied> before, after;  // in the order in which they run
  bool called_by_this = false;         // of an initialization: another constructor calls this one by this(...)

  bool Needs(const pointcut::Slot& slot) const;
};

struct MethodToWeave {
  classfile::ClassFile& file;
  classfile::Member& method;
  classfile::CodeEditor& editor;
  AdviceCaller& caller;
};

// Shadows that are one instruction.
void WeaveInstructions(const MethodToWeave& to, const std::vector<Advised>& shadows);
// Those that are the whole method: its execution, the lock of a synchronized one, a class's initialisation.
Result<void> WeaveWhole(const MethodToWeave& to, const std::vector<Advised>& shadows);

}  // namespace raddle::aspect
