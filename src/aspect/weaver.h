// Weaves advice into a class. A class to which none can apply is left alone, to the byte.
//
// What goes where. At an instruction (call, field or array access, monitor):
//
//   operands go into scratch locals and back, where an advice needs one
//   before advice                                     invokedynamic each (advice_call.h)
//   the instruction
//   after advice, then a jump over what follows
//   where it threw: after advice, and on with the exception
//
// At a whole method the same at its entry, its returns and a handler around all. A synchronized method of which lock()
// or unlock() holds is made one with a block (§3.1.3 of the RACER paper): before a lock is before it is taken. Its
// execution begins before the lock and ends behind the unlock, as AspectJ has it.
//
// Where an advice throws, no other advice of that join point runs, and the exception is the program's; but at a monitor
// (after lock(), before unlock()) it goes to the thread's handler of uncaught exceptions, since the lock would stay
// taken.
//
// Not woven: class files older than Java 7 (they cannot have invokedynamic), and methods that would pass 64 KiB; a note
// tells. After advice does not apply to handlers, nor where a monitor instruction throws.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "aspect/aspect.h"
#include "base/result.h"
#include "classfile/bytes.h"
#include "pointcut/match.h"
#include "pointcut/type_oracle.h"

namespace raddle::aspect {

struct WeaveSettings {
  std::string link_class = "raddle/aspect/Advice";                       // where link() is
  std::function<bool(const pointcut::Shadow&)> may_be_shared = nullptr;  // as in pointcut::World
};

struct WovenClass {
  std::vector<uint8_t> bytes;
  uint32_t places = 0;             // where an advice may apply
  std::vector<std::string> notes;  // methods left as they were, and why
};

// Nothing: no advice can apply. Any number of threads, if the oracle allows it.
Result<std::optional<WovenClass>> Weave(classfile::Bytes bytes, const AspectSet& aspects, pointcut::TypeOracle& oracle,
                                        const WeaveSettings& settings = {});

}  // namespace raddle::aspect
