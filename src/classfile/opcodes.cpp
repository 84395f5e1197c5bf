#include "classfile/opcodes.h"

namespace raddle::classfile {

constinit const std::array<OpInfo, 256> kOps = [] {
  std::array<OpInfo, 256> ops{};
#define X(code, name, format, pops, pushes) ops[code] = {#name, OperandFormat::format, pops, pushes};
#include "classfile/opcodes.inc"
#undef X
  return ops;
}();

constinit const std::array<OperandFormat, 256> kFormats = [] {
  std::array<OperandFormat, 256> formats{};
#define X(code, name, format, pops, pushes) formats[code] = OperandFormat::format;
#include "classfile/opcodes.inc"
#undef X
  return formats;
}();

Op Negated(Op conditional) {
  // ifeq..if_acmpne come in pairs that start at an odd opcode; ifnull and ifnonnull at an even one.
  const int code = Byte(conditional);
  return static_cast<Op>(conditional >= Op::ifnull ? code ^ 1 : ((code + 1) ^ 1) - 1);
}

}  // namespace raddle::classfile
