#include "facts/confined.h"

#include <algorithm>
#include <map>
#include <optional>

#include "base/arena.h"
#include "classfile/attributes.h"
#include "facts/confined_method.h"
#include "ir/builder.h"

namespace raddle::facts {
namespace {

using classfile::ClassFile;
using classfile::Member;
using classfile::MemberRef;
using ir::Instruction;
using ir::InvokeKind;
using ir::Opcode;

class ConfinedClass {
 public:
  explicit ConfinedClass(const ClassFile& file) : file_(file) {}

  ClassFacts Find() {
    ClassFacts found{.name = std::string(file_.Name()), .methods = {}};
    Result<std::unique_ptr<ir::ClassContext>> context = ir::ClassContext::Create(file_);
    if (!context) return found;
    context_ = *std::move(context);
    is_confinable_ = file_.SuperName() == "java/lang/Object" && std::ranges::none_of(file_.methods, [&](auto& method) {
                       return file_.NameOf(method) == "finalize";
                     });
    built_.resize(file_.methods.size());
    summaries_.resize(file_.methods.size());
    for (size_t i = 0; i < file_.methods.size(); ++i) {
      MethodFacts facts{
          std::string(file_.NameOf(file_.methods[i])), std::string(file_.DescriptorOf(file_.methods[i])), {}};
      if (const ir::Method* method = MethodAt(i)) facts.facts = FactsOf(*method);
      if (!facts.facts.empty()) found.methods.push_back(std::move(facts));
    }
    return found;
  }

 private:
  static constexpr int kDeepest = 12;  // chain of calls that is looked into

  // Null: it has no code, or none that is understood.
  const ir::Method* MethodAt(size_t i) {
    if (!built_[i]) {
      Result<ir::Method> method = builder_.Build(*context_, file_.methods[i], arena_);
      built_[i] = method ? *method : ir::Method{};
    }
    return built_[i]->blocks.empty() ? nullptr : &*built_[i];
  }

  const Member* DeclaredField(const MemberRef& field) const {
    if (field.owner != file_.Name()) return nullptr;
    const auto found = std::ranges::find_if(file_.fields, [&](const Member& member) {
      return file_.NameOf(member) == field.name && file_.DescriptorOf(member) == field.descriptor;
    });
    return found == file_.fields.end() ? nullptr : &*found;
  }

  // Of this class, and no other can take its place.
  std::optional<size_t> Exactly(const MemberRef& called, InvokeKind kind) const {
    if (called.owner != file_.Name()) return std::nullopt;
    for (size_t i = 0; i < file_.methods.size(); ++i) {
      const Member& method = file_.methods[i];
      if (file_.NameOf(method) != called.name || file_.DescriptorOf(method) != called.descriptor) continue;
      const bool is_fixed = kind == InvokeKind::kStatic || kind == InvokeKind::kSpecial ||
                            method.Has(classfile::kPrivate) || method.Has(classfile::kFinal) ||
                            file_.Has(classfile::kFinal);
      return is_fixed ? std::optional(i) : std::nullopt;
    }
    return std::nullopt;
  }

  const Summary* SummaryOf(const ir::Method& caller, const Instruction& it) {
    const std::optional<size_t> callee = Exactly(caller.Member(it), static_cast<InvokeKind>(it.sub));
    if (!callee || depth_ >= kDeepest) return nullptr;
    std::optional<Summary>& known = summaries_[*callee];
    if (known) return known->gives.empty() ? nullptr : &*known;
    const ir::Method* method = MethodAt(*callee);
    known = Summary{};  // while it is worked out, and where it cannot be: it does what it likes
    if (method == nullptr) return nullptr;
    ++depth_;
    Summary found = ConfinedMethod(*method, is_confinable_, true, callee_).Summarise();
    --depth_;
    *known = std::move(found);
    return &*known;
  }

  static bool IsAccess(const Instruction& it) {
    return it.op == Opcode::kArrayLoad || it.op == Opcode::kArrayStore || it.op == Opcode::kGetField ||
           it.op == Opcode::kPutField || it.op == Opcode::kGetStatic || it.op == Opcode::kPutStatic;
  }

  bool MakesAny(const ir::Method& method) const {
    return std::ranges::any_of(method.instructions, [](const Instruction& it) {
      return it.op == Opcode::kNewArray || it.op == Opcode::kNewObject || it.op == Opcode::kInvoke;
    });
  }

  std::optional<Argument> ArgumentFor(const ir::Method& method, const Instruction& it, ConfinedMethod* confined) const {
    const bool is_element = it.op == Opcode::kArrayLoad || it.op == Opcode::kArrayStore;
    if (!is_element) {
      const Member* field = DeclaredField(method.Member(it));
      if (field == nullptr) return std::nullopt;
      if (field->Has(classfile::kFinal)) return Argument::kFinal;
      if (field->Has(classfile::kVolatile) || field->Has(classfile::kStatic)) return std::nullopt;
    }
    if (confined == nullptr || confined->IsForeign(method.Operands(it)[0])) return std::nullopt;
    return Argument::kLocal;
  }

  std::vector<Fact> FactsOf(const ir::Method& method) {
    std::optional<ConfinedMethod> confined;
    if (MakesAny(method)) confined.emplace(method, is_confinable_, false, callee_);
    // A subroutine was copied for each of its callers: what holds must hold in all copies.
    std::map<uint16_t, std::optional<Argument>> by_bci;
    for (const Instruction& it : method.instructions) {
      if (!IsAccess(it)) continue;
      const std::optional<Argument> argument = ArgumentFor(method, it, confined ? &*confined : nullptr);
      auto [known, is_new] = by_bci.try_emplace(it.bci, argument);
      if (!argument) known->second = std::nullopt;
    }
    std::vector<Fact> facts;
    for (const auto& [bci, argument] : by_bci) {
      if (argument) facts.push_back({bci, *argument});
    }
    return facts;
  }

  const ClassFile& file_;
  std::unique_ptr<ir::ClassContext> context_;
  ir::Builder builder_;
  Arena arena_;
  bool is_confinable_ = false;
  std::vector<std::optional<ir::Method>> built_;
  std::vector<std::optional<Summary>> summaries_;
  int depth_ = 0;
  const ConfinedMethod::Callee callee_ = [this](const ir::Method& method, const Instruction& it) {
    return SummaryOf(method, it);
  };
};

}  // namespace

ClassFacts FindConfined(const ClassFile& file) {
  return ConfinedClass(file).Find();
}

}  // namespace raddle::facts
