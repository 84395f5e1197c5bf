#include "weave/construction.h"

#include <algorithm>
#include <string_view>

#include "classfile/descriptor.h"
#include "weave/covered.h"

namespace raddle::weave {
namespace {

using namespace classfile;  // the code below is about instructions from end to end

// The call that initialises `this`, or the code's end. A `new` and its own constructor call pair up, so the first call
// without a `new` before it is the one; of several (no Java compiler makes them) the last.
uint32_t ConstructorCall(const ClassFile& file, const Code& code) {
  uint32_t found = static_cast<uint32_t>(code.instructions.size());
  int pending = 0;
  for (uint32_t i = 0; i < code.instructions.size(); ++i) {
    const Instruction& it = code.instructions[i];
    if (it.op == Op::new_) ++pending;
    if (it.op != Op::invokespecial || file.pool.Member(it.index).name != "<init>") continue;
    if (pending > 0) {
      --pending;
    } else {
      found = i;
    }
  }
  return found;
}

bool MayTell(const ClassFile& file, const Instruction& it, bool on_this) {
  switch (it.op) {
    case Op::aastore:
    case Op::putstatic:
    case Op::monitorenter:
    case Op::athrow:
      return true;
    case Op::putfield:
      return !on_this && TypeDescriptor{file.pool.Member(it.index).descriptor}.IsReference();
    default:
      return IsInvoke(it.op) && !IsPureCall(file, it);
  }
}

// The first instruction that is reached from `from` or behind it, if it is before that.
uint32_t FirstReachedFrom(const Code& code, uint32_t from) {
  uint32_t first = from;
  auto reach = [&](uint32_t target) { first = std::min(first, target); };
  for (uint32_t i = from; i < code.instructions.size(); ++i) {
    const Instruction& it = code.instructions[i];
    if (IsJump(it.op)) reach(static_cast<uint32_t>(it.value));
    if (!IsSwitch(it.op)) continue;
    const Switch& table = code.switches[static_cast<size_t>(it.value)];
    reach(table.default_target);
    for (const uint32_t target : table.targets) reach(target);
  }
  for (const Handler& handler : code.handlers) {
    if (handler.end > from) reach(handler.handler);
  }
  return first;
}

}  // namespace

Construction FindConstruction(const ClassFile& file, const Member& method, const Code& code,
                              const std::vector<bool>& on_this) {
  if (file.NameOf(method) != "<init>") return {};
  const uint32_t call = ConstructorCall(file, code);
  if (call >= code.instructions.size()) return {};
  const uint32_t ready = call + 1;
  if (file.pool.Member(code.instructions[call].index).owner != "java/lang/Object") return {.ready = ready};
  uint32_t known = ready;
  while (known < code.instructions.size() && !MayTell(file, code.instructions[known], on_this[known])) ++known;
  for (uint32_t first = FirstReachedFrom(code, known); first < known; first = FirstReachedFrom(code, known)) {
    known = first;
  }
  return {.ready = ready, .known = std::max(known, ready)};
}

}  // namespace raddle::weave
