// Runs IR, slowly and plainly, so that what was built can be compared with what the bytecode does.
//
// Numbers, arrays, exceptions and static calls; no fields and no other objects. A value is 64 bits: an int
// sign-extended, a float or double as its bits, a reference as a place in the heap with 0 for null.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ir/method_ir.h"

namespace raddle::ir {

class Interpreter {
 public:
  struct Outcome {
    std::string exception;  // class name; empty if the method returned
    int64_t value = 0;
    bool tired = false;  // took too many steps
    bool operator==(const Outcome&) const = default;
  };
  // A static method that is not one of `methods`: its result, or nothing if it throws java/lang/Error.
  using External = std::function<std::optional<int64_t>(std::string_view name, std::span<const int64_t> arguments)>;

  Interpreter(const std::map<std::string, Method>& methods, External external, int max_steps = 1'000'000)
      : methods_(methods), external_(std::move(external)), steps_(max_steps) {}

  Outcome Run(const Method& method, std::vector<int64_t> arguments);

 private:
  struct Object {
    std::string type;
    std::vector<int64_t> elements;
  };
  // Where an instruction leaves: at the next one, or with an exception in pending_.
  bool Execute(const Method& method, const Instruction& instruction, std::vector<int64_t>& registers);
  bool Binary(Kind kind, BinaryOp op, int64_t left, int64_t right, int64_t& result);
  bool Invoke(const Method& method, const Instruction& instruction, std::vector<int64_t>& registers);
  bool Throw(std::string type);
  int64_t Allocate(std::string type, size_t size);
  std::optional<BlockId> HandlerFor(const Method& method, BlockId block);

  const std::map<std::string, Method>& methods_;
  External external_;
  int steps_;
  std::vector<Object> heap_ = {{}};
  int64_t pending_ = 0;  // the exception on its way
};

}  // namespace raddle::ir
