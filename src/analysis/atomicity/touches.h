// Touches: the accesses of one method from which sections are made, in order: its own, and those that its calls make.
//
// A call touches what the summary of the called method says (summaries.h), with the arguments in place of the
// parameters. So every touch has a place in this method; a touch made by a call has another place, in the called
// method, where the access itself is.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "atomicity/code.h"
#include "atomicity/values.h"
#include "atoms/calls.h"
#include "atoms/section.h"

namespace raddle::atomicity {

class Summaries;

struct Touch {
  uint32_t at = 0;  // place in the method's instructions
  atoms::Variable::Kind kind = atoms::Variable::Kind::kField;
  FieldId field = {};          // of kField
  Path base = {};              // the object, array or collection; none for a static field
  ir::Reg key = ir::kNoReg;    // index of an element, key into a collection; none: the whole
  ir::Reg index = ir::kNoReg;  // index into a list, if this method itself makes the call
  atoms::CallAccess access{atoms::Effect::kRead};
  ir::Reg value = ir::kNoReg;        // what was read or taken, if this method sees it
  std::vector<ir::Reg> inputs = {};  // for a write: the values that the written value depends on
  std::string_view type = {};        // of an element or object, as descriptor or class name
  // For a call: where the access is, and whether it is the first or the last access of the variable in that call, on
  // some path.
  const Body* callee = nullptr;
  uint16_t callee_bci = 0;
  bool is_first = true, is_last = true;
  bool is_retest = false;  // its result is tested: what an earlier touch found no longer matters

  atoms::Op op() const { return access.op(); }
};

class Touches {
 public:
  Touches(const Code& code, const Body& body, Summaries& summaries);

  const Body& body() const { return body_; }
  const Values& values() const { return values_; }
  const std::vector<Touch>& all() const { return all_; }  // by place
  // The touches at places from `first` to `end`.
  std::span<const Touch> Between(uint32_t first, uint32_t end) const;
  // Whether two touches can be of one variable, as far as this method shows.
  bool Meets(const Touch& a, const Touch& b) const;

 private:
  void AddField(const Code& code, uint32_t at);
  void AddElement(uint32_t at);
  void AddCall(const Code& code, uint32_t at, Summaries& summaries);

  const Body& body_;
  Values values_;
  std::vector<Touch> all_;
};

}  // namespace raddle::atomicity
