// Frame: locals and operand stack of the abstract machine, holding registers instead of values.
//
// A long or double takes two slots, the second of them marked kSecondHalf. So the stack instructions can be written
// slot by slot, as the JVM defines them, and an instruction that would tear such a pair apart is noticed. The first
// thing that goes wrong is remembered; after that every answer is value 0 and means nothing. So the translator need ask
// for failure only once per instruction.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/draft.h"

namespace raddle::ir {

class Frame {
 public:
  void Reset(uint32_t locals, uint32_t max_stack, const std::vector<Draft::ValueInfo>* values);

  bool failed() const { return !problem_.empty(); }
  const std::string& problem() const { return problem_; }
  void Fail(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
  }

  void Push(Value value);
  Value Pop(Kind kind);
  // Any one-slot value, including a return address.
  Value PopOne();
  // The stack instructions: the top `count` slots, copied below the `under` slots beneath them.
  void Duplicate(uint32_t count, uint32_t under);
  void Drop(uint32_t count);
  void Swap();

  Value Load(uint32_t local, Kind kind);
  Value LoadReturnAddress(uint32_t local);
  void Store(uint32_t local, Value value);

  uint32_t depth() const { return static_cast<uint32_t>(stack_.size()); }
  std::vector<Value>& locals() { return locals_; }
  std::vector<Value>& stack() { return stack_; }

 private:
  Kind KindOf(Value value) const { return (*values_)[value].kind; }
  // Whether the stack has that many slots and the lowest of them starts a value.
  bool Splits(uint32_t slots);

  std::vector<Value> locals_, stack_;
  uint32_t max_stack_ = 0;
  const std::vector<Draft::ValueInfo>* values_ = nullptr;
  std::string problem_;
};

std::string_view KindName(Kind kind);

}  // namespace raddle::ir
