// Where the objects live that a class's methods use, as far as the class alone shows (object_analysis.h says what for).
//
//   this           the method's own object
//   thread-local   made in the method, by the library, and going nowhere
//   object-local   in a private field of `this` that passes nothing on: part of `this`
//   other          everything else
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "classfile/class_file.h"
#include "ir/method_ir.h"
#include "weave/call_contracts.h"

namespace raddle::weave {

inline constexpr ir::Reg kThisReg{0};  // of a method that is not static

// Uses of a register: by which instruction, as which operand.
struct RegUse {
  const ir::Instruction* it;
  size_t operand;
};
using RegUses = std::vector<std::vector<RegUse>>;  // by register
RegUses UsesOf(const ir::Method& method);

class ObjectPlaces {
 public:
  enum class Where : uint8_t { kThis, kThreadLocal, kObjectLocal, kOther };
  struct FieldFacts {
    bool known = false, is_final = false, is_volatile = false;
  };

  // The methods of the class, in its order; none where there is no code, or none that is understood.
  ObjectPlaces(const classfile::ClassFile& file, const CallContracts* calls,
               std::span<const std::optional<ir::Method>> methods);

  FieldFacts FactsOf(const classfile::MemberRef& field) const;
  Where WhereIs(const ir::Method& method, const RegUses& uses, ir::Reg reg) const;

  // A final field of `this` is the same each time: the instruction that read the register from one, or null; and one
  // register for all that were read from it.
  const ir::Instruction* FinalFieldOfThis(const ir::Method& method, ir::Reg reg) const;
  ir::Reg Same(const ir::Method& method, ir::Reg reg) const;

 private:
  bool IsLibraryCall(const ir::Method& method, const ir::Instruction& it) const;
  bool IsMadeHere(const ir::Method& method, ir::Reg reg) const;
  bool IsLocalField(const ir::Method& method, const ir::Instruction& it) const;
  void FindObjectLocalFields(std::span<const std::optional<ir::Method>> methods);
  void DropEscaping(const ir::Method& method);
  template <typename Into>
  bool Stays(const ir::Method& method, const std::vector<RegUse>& uses, Into&& into) const;

  const classfile::ClassFile& file_;
  const CallContracts* calls_;
  std::set<std::string, std::less<>> local_fields_;
};

}  // namespace raddle::weave
