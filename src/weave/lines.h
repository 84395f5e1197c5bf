// The lines of a method's code.
#pragma once

#include <cstdint>
#include <vector>

#include "classfile/attributes.h"
#include "classfile/code.h"

namespace raddle::weave {

class Lines {
 public:
  Lines(const classfile::Code& code, const classfile::ConstantPool& pool);

  uint16_t At(uint16_t bci) const;  // 0: not known

 private:
  std::vector<classfile::LineNumber> lines_;
};

}  // namespace raddle::weave
