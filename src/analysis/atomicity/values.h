// Values: where the registers of one method come from and go to. What sections ask: is this the same object as there?
// does what is written depend on what was read? is it tested, and where? is it used for anything else?
//
// A Path is how an object was reached: from a parameter, a static field or some register, by reading fields. Two loads
// of one path may give different objects; whoever watches the section compares the objects themselves.
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
  // Others can hold it by the same name: it was read from a field.
  bool IsHeld() const { return length > 0 || root == Root::kStatic; }
  FieldId LastField() const { return length > 0 ? fields[length - 1] : FieldId(number); }
  // One field further; none if that is too far.
  Path Then(FieldId field) const;
  bool operator==(const Path&) const = default;
};

class Values {
 public:
  Values(const Code& code, const Body& body);

  const Path& PathOf(ir::Reg reg) const { return paths_[ir::Num(reg)]; }
  // Made by this method itself, so nobody else knows it (yet).
  bool IsFresh(const Path& path) const;
  // The same value for sure: the register, a constant, or the same number boxed again.
  bool SameValue(ir::Reg a, ir::Reg b) const;

  bool DependsOn(ir::Reg value, ir::Reg source) const;
  // The branches that the value decides, alone or with others: places of If and Switch.
  std::vector<uint32_t> Tests(ir::Reg value) const;
  // Used for more than to be tested.
  bool IsUsed(ir::Reg value) const;
  bool IsUnused(ir::Reg value) const { return value == ir::kNoReg || UsesOf(value).empty(); }
  bool IsReturned(ir::Reg value) const;
  // Bit i: the value depends on parameter i. Those beyond the 32nd are not told.
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
  std::vector<uint32_t> uses_;  // instructions, register after register
  std::vector<uint32_t> first_use_;
};

}  // namespace raddle::atomicity
