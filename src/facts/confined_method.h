// One method as confined.h sees it: which of its registers hold nothing but what the method made and nobody else gets.
//
// Regions, and which of them are foreign: they may hold what came from elsewhere, or may be known elsewhere. All that
// can be reached from a foreign region is.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "ir/method_ir.h"
#include "ir/regions.h"

namespace raddle::facts {

// What a caller must know: of the parameters, `this` first, and behind them the result.
struct Summary {
  std::vector<bool> gives;                          // it is foreign afterwards
  std::vector<bool> gives_below;                    // something that can be reached from it is
  std::vector<std::pair<uint32_t, uint32_t>> meet;  // may lead to the same
};

class ConfinedMethod {
 public:
  // Of a call: null if any code may run.
  using Callee = std::function<const Summary*(const ir::Method&, const ir::Instruction&)>;

  // `own`: the parameters and the result are taken for the method's own, for the summary; else they are foreign.
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
  const bool is_confinable_;  // objects of the class itself
  const Callee& callee_;
  ir::Regions regions_;
  std::vector<uint32_t> found_foreign_;
  std::vector<bool> foreign_;  // by node
};

}  // namespace raddle::facts
