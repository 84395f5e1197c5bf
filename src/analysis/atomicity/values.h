// Values: where the values in the registers of one method come from and where they go. They answer what sections ask:
// is this the same object as there? Does the written value depend on what was read? Is the value tested, and where? Is
// it used for anything else?
//
// A Path says how an object was reached: from a parameter, a static field or some register, by reading fields. Two
// loads of one path may give different objects; whoever watches the section at run time compares the objects
// themselves.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "atomicity/code.h"

namespace raddle::atomicity {

struct Path {
  enum class Root : uint8_t { kNone, kParameter, kStatic, kRegister };
  static constexpr size_t kMaxFields = 3;

  Root root = Root::kNone;
  uint8_t length = 0;
  uint32_t number = 0;  // of the parameter, static field or register
  std::array<FieldId, kMaxFields> fields = {};

  bool IsNone() const { return root == Root::kNone; }
  bool IsThis() const { return root == Root::kParameter && number == 0 && length == 0; }
  // It was read from a field, so others can reach it by the same name.
  bool IsHeld() const { return length > 0 || root == Root::kStatic; }
  FieldId LastField() const { return length > 0 ? fields[length - 1] : FieldId(number); }
  // This path with one more field; none if that is too long.
  Path Then(FieldId field) const;
  bool operator==(const Path&) const = default;
};

class Values {
 public:
  Values(const Code& code, const Body& body);

  const Path& PathOf(ir::Reg reg) const { return paths_[ir::Num(reg)]; }
  // The object was made by this method itself, so nobody else knows it (yet).
  bool IsFresh(const Path& path) const;
  // Certainly the same value: the same register, a constant, or the same number boxed again.
  bool SameValue(ir::Reg a, ir::Reg b) const;

  bool DependsOn(ir::Reg value, ir::Reg source) const;
  // The branches that the value decides, alone or with other values: places of If and Switch.
  std::vector<uint32_t> Tests(ir::Reg value) const;
  // The value is used for more than a test.
  bool IsUsed(ir::Reg value) const;
  bool IsUnused(ir::Reg value) const { return value == ir::kNoReg || UsesOf(value).empty(); }
  bool IsReturned(ir::Reg value) const;
  // Bit i: the value depends on parameter i. Parameters beyond the 32nd are left out.
  uint32_t ParametersOf(ir::Reg value) const;

 private:
  bool IsOfEnumSwitch(const ir::Instruction& it) const;
  std::span<const uint32_t> UsesOf(ir::Reg reg) const;
  template <typename Visit>
  void WalkBack(ir::Reg from, Visit&& visit) const;
  ir::Reg Unboxed(ir::Reg reg) const;
  void FindPaths(const Code& code, const Body& body);

  const ir::Method& method_;
  std::vector<Path> paths_;     // by register
  std::vector<uint32_t> uses_;  // the instructions that use each register, register after register
  std::vector<uint32_t> first_use_;
};

}  // namespace raddle::atomicity
