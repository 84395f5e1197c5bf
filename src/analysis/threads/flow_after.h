// Which statements of a method can run after a given one, with some statements ending the way.
//
// For start/join order: from a start on, until a join. Exception edges count. A loop that holds an ending statement
// ends every way that leaves the loop: `for (Thread t : threads) t.join();` joins, though the loop may run no time as
// far as the flow graph knows.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "program/method_code.h"

namespace raddle::threads {

struct Reached {
  std::vector<bool> statements;
  bool leaves = false;  // the method can be left on such a way
};

// `ends` is asked about statements of kind kCall.
Reached After(const program::MethodCode& code, uint32_t statement, const std::function<bool(uint32_t)>& ends);
// Whether every way through the method comes to an ending statement before it returns.
bool AlwaysEnds(const program::MethodCode& code, const std::function<bool(uint32_t)>& ends);

}  // namespace raddle::threads
