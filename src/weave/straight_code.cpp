#include "weave/straight_code.h"

#include <algorithm>

#include "weave/operand_stack.h"

namespace raddle::weave {

using namespace classfile;  // the code below is about instructions from end to end

std::vector<bool> MeetingPoints(const Code& code) {
  std::vector<bool> meets(code.instructions.size() + 1);
  for (uint32_t i = 0; i < code.instructions.size(); ++i) {
    const Instruction& it = code.instructions[i];
    if (IsJump(it.op)) meets[static_cast<uint32_t>(it.value)] = true;
    if (IsJsr(it.op)) meets[i + 1] = true;
  }
  for (const Switch& each : code.switches) {
    meets[each.default_target] = true;
    for (const uint32_t target : each.targets) meets[target] = true;
  }
  for (const Handler& handler : code.handlers) meets[handler.handler] = true;
  return meets;
}

bool OverwritesThis(const Code& code) {
  return std::ranges::any_of(code.instructions, [](const Instruction& it) { return LocalOf(it) == 0 && IsStore(it); });
}

}  // namespace raddle::weave
