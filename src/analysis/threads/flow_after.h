// Which statements of a method can run after a given statement, where some statements end the path.
//
// Used for start/join order: from a start up to a join. Exception edges count. A loop that contains an ending statement
// ends every path that leaves the loop: `for (Thread t : threads) t.join();` joins, although as far as the flow graph
// shows the loop may run no times at all.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "program/method_code.h"

namespace raddle::threads {

struct Reached {
  std::vector<bool> statements;
  std::vector<uint32_t> ends;  // the ending statements that were reached; each once
  bool leaves = false;         // some such path leaves the method
};

enum class End : uint8_t {
  kNo,
  kYes,           // even if it throws: an interrupted join is assumed to have waited
  kUnlessThrown,  // a call of a method that reaches an end before it returns
};

// `end` is asked about statements of kind kCall. Handlers of the class `ignored` are not entered from a kUnlessThrown.
struct Ends {
  std::function<End(uint32_t)> end;
  ClassId ignored;
};

// Without a statement: from the entry of the method.
Reached After(const program::MethodCode& code, std::optional<uint32_t> statement, const Ends& ends);
// Which statements can run before this one, in the same run of the method.
std::vector<bool> Before(const program::MethodCode& code, uint32_t statement);
// Whether every path through the method reaches an ending statement before it returns.
bool AlwaysEnds(const program::MethodCode& code, const Ends& ends);

}  // namespace raddle::threads
