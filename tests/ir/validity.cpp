#include "validity.h"

#include <algorithm>
#include <vector>

#include "fmt/format.h"
#include "ir/dominators.h"
#include "ir/flow_graph.h"

namespace raddle::ir {
namespace {

class Checker {
 public:
  explicit Checker(const Method& method) : method_(method), graph_(GraphOf(method)), dominators_(graph_) {
    block_of_.resize(method.instructions.size());
    for (uint32_t block = 0; block < method.blocks.size(); block++) {
      for (uint32_t i = method.blocks[block].first; i < method.blocks[block].end; i++) block_of_[i] = block;
    }
  }

  std::string Run() {
    if (!method_.Predecessors(BlockId{0}).empty()) return "the entry has predecessors";
    for (uint32_t block = 0; block < method_.blocks.size() && flaw_.empty(); block++) {
      Edges(BlockId{block});
      Shape(BlockId{block});
      for (uint32_t i = method_.blocks[block].first; i < method_.blocks[block].end; i++) Operands(block, i);
      HandlerValues(BlockId{block});
    }
    return flaw_;
  }

 private:
  template <typename... Args>
  void Flaw(fmt::format_string<Args...> format, Args&&... args) {
    if (flaw_.empty()) flaw_ = fmt::format(format, std::forward<Args>(args)...);
  }

  void Edges(BlockId block) {
    if (!graph_.IsReachable(Num(block))) Flaw("b{} cannot be reached", Num(block));
    std::vector<uint32_t> given, found;
    for (BlockId from : method_.Predecessors(block)) given.push_back(Num(from));
    for (uint32_t from : graph_.Predecessors(Num(block))) found.push_back(from);
    std::sort(given.begin(), given.end());
    std::sort(found.begin(), found.end());
    if (given != found) Flaw("the predecessors of b{} are not those that have it as successor", Num(block));
    for (BlockId to : method_.Successors(block)) {
      if (method_.IsHandler(to)) Flaw("b{} jumps to handler b{}", Num(block), Num(to));
    }
    for (const HandlerEdge& handler : method_.Handlers(block)) {
      if (!method_.IsHandler(handler.block)) Flaw("handler b{} does not catch", Num(handler.block));
    }
  }

  void Shape(BlockId block) {
    std::span<const Instruction> instructions = method_.Instructions(block);
    if (instructions.empty()) return Flaw("b{} is empty", Num(block));
    bool throws = false, phis_over = false;
    for (size_t i = 0; i < instructions.size(); i++) {
      const Instruction& instruction = instructions[i];
      if (IsTerminator(instruction.op) != (i + 1 == instructions.size())) Flaw("terminator of b{}", Num(block));
      if (instruction.op == Opcode::kPhi && phis_over) Flaw("b{} has a phi behind other instructions", Num(block));
      if (instruction.op == Opcode::kCatch && phis_over) Flaw("b{} catches behind other instructions", Num(block));
      phis_over |= instruction.op != Opcode::kPhi;
      throws |= MayThrow(instruction, method_);
      if (instruction.op == Opcode::kPhi) Phi(block, instruction);
    }
    if (!throws && !method_.Handlers(block).empty()) Flaw("b{} has handlers but cannot throw", Num(block));
  }

  void Phi(BlockId block, const Instruction& phi) {
    std::span<const Reg> operands = method_.Operands(phi);
    if (operands.size() != method_.Predecessors(block).size())
      return Flaw("phi r{} has other operands", Num(phi.result));
    bool differ = false;
    Reg only = kNoReg;
    for (Reg operand : operands) {
      if (operand == phi.result) continue;
      differ |= only != kNoReg && operand != only;
      only = operand;
    }
    if (!differ) Flaw("phi r{} only renames", Num(phi.result));
  }

  void Operands(uint32_t block, uint32_t index) {
    const Instruction& instruction = method_.instructions[index];
    if (instruction.result != kNoReg) {
      const Register& result = method_.At(instruction.result);
      if (result.definition != index) Flaw("r{} is not defined where it says", Num(instruction.result));
      if (result.kind < Kind::kInt || result.kind > Kind::kReference) Flaw("r{} has no kind", Num(instruction.result));
      if ((result.kind == Kind::kReference) != (result.type != TypeId::kNone)) {
        Flaw("r{} and its type disagree", Num(instruction.result));
      }
    }
    std::span<const Reg> operands = method_.Operands(instruction);
    for (size_t i = 0; i < operands.size() && flaw_.empty(); i++) {
      if (Num(operands[i]) >= method_.registers.size()) return Flaw("bci {}: no such register", instruction.bci);
      uint32_t definition = method_.At(operands[i]).definition;
      if (definition == Register::kParameter) {
        if (Num(operands[i]) >= method_.parameters) Flaw("r{} is never defined", Num(operands[i]));
      } else if (instruction.op == Opcode::kPhi) {
        uint32_t from = Num(method_.Predecessors(BlockId{block})[i]);
        if (!dominators_.Dominates(block_of_[definition], from)) Flaw("r{} does not reach its phi", Num(operands[i]));
        if (method_.At(operands[i]).kind != method_.At(instruction.result).kind) Flaw("r{} kind", Num(operands[i]));
      } else if (block_of_[definition] == block ? definition >= index
                                                : !dominators_.Dominates(block_of_[definition], block)) {
        Flaw("bci {}: r{} used before it is defined", instruction.bci, Num(operands[i]));
      }
    }
  }

  // What a handler's phi takes from a block must exist before anything in the block can throw.
  void HandlerValues(BlockId block) {
    for (const HandlerEdge& handler : method_.Handlers(block)) {
      std::span<const BlockId> from = method_.Predecessors(handler.block);
      size_t place = static_cast<size_t>(std::find(from.begin(), from.end(), block) - from.begin());
      for (const Instruction& phi : method_.Instructions(handler.block)) {
        if (phi.op != Opcode::kPhi) break;
        uint32_t definition = method_.At(method_.Operands(phi)[place]).definition;
        if (definition == Register::kParameter || block_of_[definition] != Num(block)) continue;
        for (uint32_t i = method_.At(block).first; i <= definition; i++) {
          if (MayThrow(method_.instructions[i], method_)) {
            Flaw("b{} may throw before r{} exists", Num(block), Num(method_.Operands(phi)[place]));
          }
        }
      }
    }
  }

  const Method& method_;
  FlowGraph graph_;
  DominatorTree dominators_;
  std::vector<uint32_t> block_of_;  // by instruction
  std::string flaw_;
};

}  // namespace

std::string FindFlaw(const Method& method) {
  return method.blocks.empty() ? "" : Checker(method).Run();
}

}  // namespace raddle::ir
