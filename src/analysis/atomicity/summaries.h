// Summaries: what a method does to variables that its caller can name (fields of its parameters, statics), so that two
// calls can be seen as two accesses: `set(get() + 1)`.
//
// Made when first asked for, callees first; a method that calls itself, however indirectly, adds nothing of its own
// there. Methods with many accesses have no summary: what they do is no access of one variable in anybody's eyes.
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
  uint32_t inputs = 0;       // a bit a parameter: what is written depends on it
  bool is_returned = false;  // the caller gets to see what was read, or something made of it
  bool is_first = false, is_last = false, is_retest = false;
};

class Summaries {
 public:
  explicit Summaries(const Code& code) : code_(code) {}

  const std::vector<Summary>& Of(const Body& body);

 private:
  std::vector<Summary> Make(const Body& body);

  const Code& code_;
  std::unordered_map<const Body*, std::vector<Summary>> made_;  // stays put: an empty one means in the making, too
  int depth_ = 0;
};

}  // namespace raddle::atomicity
