// Summaries: what a method does to variables that its caller can name (fields of its parameters, static fields), so
// that two calls can be treated as two accesses: `set(get() + 1)`.
//
// A summary is made when it is first asked for, callees first. Where a method calls itself, directly or not, that call
// adds nothing to the summary. A method with many accesses has no summary: no caller would call what it does one access
// of a variable.
#pragma once

#include <unordered_map>
#include <vector>

#include "atomicity/touches.h"

namespace raddle::atomicity {

struct Summary {  // one access
  atoms::Variable::Kind kind = atoms::Variable::Kind::kField;
  FieldId field = {};
  Path base = {};  // from a parameter or a static field
  int key = -1;    // the parameter that is the key
  atoms::CallAccess access{atoms::Effect::kRead};
  const Body* body = nullptr;  // where it is: this method, or one that it calls
  uint16_t bci = 0;
  std::string_view type = {};
  uint32_t inputs = 0;       // one bit per parameter: what is written depends on it
  bool is_returned = false;  // the caller sees what was read, or a value made from it
  bool is_first = false, is_last = false, is_retest = false;
};

class Summaries {
 public:
  explicit Summaries(const Code& code) : code_(code) {}

  const std::vector<Summary>& Of(const Body& body);

 private:
  std::vector<Summary> Make(const Body& body);

  const Code& code_;
  std::unordered_map<const Body*, std::vector<Summary>> made_;  // addresses stay the same; empty while it is made
  int depth_ = 0;
};

}  // namespace raddle::atomicity
