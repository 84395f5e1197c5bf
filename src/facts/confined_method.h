// One method as confined.h sees it: which of its registers hold only what the method made and nobody else gets.
//
// Uses Regions. A region is *foreign* if it may hold something that came from elsewhere, or that may be known
// elsewhere. Everything that can be reached from a foreign region is foreign.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "ir/method_ir.h"
#include "ir/regions.h"

namespace raddle::facts {

// What a caller must know of the parameters, `this` first, and of the result, which comes after them.
struct Summary {
  std::vector<bool> gives;                          // it is foreign afterwards
  std::vector<bool> gives_below;                    // something that can be reached from it is foreign afterwards
  std::vector<std::pair<uint32_t, uint32_t>> meet;  // the two may lead to the same object
};

class ConfinedMethod {
 public:
  // The summary of the method that a call runs; null if any code may run.
  using Callee = std::function<const Summary*(const ir::Method&, const ir::Instruction&)>;

  // `own`: the parameters and the result count as the method's own, as a summary needs; otherwise they are foreign.
  ConfinedMethod(const ir::Method& method, bool is_confinable, bool own, const Callee& callee);

  bool IsForeign(ir::Reg reg) { return foreign_[regions_.Find(Num(reg))]; }
  Summary Summarise();

 private:
  bool IsReference(ir::Reg reg) const { return reg != ir::kNoReg && method_.At(reg).kind == ir::Kind::kReference; }
  uint32_t ResultNode() const { return static_cast<uint32_t>(method_.registers.size()); }
  void SetForeign(ir::Reg reg) {
    if (IsReference(reg)) found_foreign_.push_back(Num(reg));
  }
  void Unite(ir::Reg a, ir::Reg b) {
    if (IsReference(a) && IsReference(b)) regions_.Unite(Num(a), Num(b));
  }
  void CloseBelow(uint32_t node);
  void Collapse(uint32_t a, uint32_t b);
  void Step(const ir::Instruction& it);
  void Call(const ir::Instruction& it);
  void Apply(const ir::Instruction& it, const Summary& summary);
  void Spread();

  const ir::Method& method_;
  const bool is_confinable_;  // whether objects of the class itself can be confined
  const Callee& callee_;
  ir::Regions regions_;
  std::vector<uint32_t> found_foreign_;
  std::vector<bool> foreign_;  // by node
};

}  // namespace raddle::facts
