// Which statements of a method can run after a given one, with some statements ending the way.
//
// For start/join order: from a start on, until a join. Exception edges count. A loop that holds an ending statement
// ends every way that leaves the loop: `for (Thread t : threads) t.join();` joins, though the loop may run no time as
// far as the flow graph knows.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "program/method_code.h"

namespace raddle::threads {

struct Reached {
  std::vector<bool> statements;
  std::vector<uint32_t> ends;  // the ending statements that were come to; each once
  bool leaves = false;         // the method can be left on such a way
};

enum class End : uint8_t {
  kNo,
  kYes,           // thrown or not: a thread that is interrupted in a join is taken to have been let go on by it
  kUnlessThrown,  // a call of a method that comes to an end before it returns
};

// `end` is asked about statements of kind kCall. Handlers of the class `ignored` are not entered from a kUnlessThrown.
struct Ends {
  std::function<End(uint32_t)> end;
  ClassId ignored;
};

// Without a statement: from the entry.
Reached After(const program::MethodCode& code, std::optional<uint32_t> statement, const Ends& ends);
// Which statements can run before this one, in the same run of the method.
std::vector<bool> Before(const program::MethodCode& code, uint32_t statement);
// Whether every way through the method comes to an ending statement before it returns.
bool AlwaysEnds(const program::MethodCode& code, const Ends& ends);

}  // namespace raddle::threads
