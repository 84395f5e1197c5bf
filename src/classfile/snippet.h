// Snippet: a stretch of code to be inserted, written instruction by instruction.
//
//   editor.Before(i).Load(BaseKind::kReference, 0).Field(Op::getfield, "a/B", "state", "J").Jump(Op::ifeq, skip)...
//
// Each call picks the shortest encoding. Jumps go to labels: those of the snippet itself, placed with Place(), or those
// of the method's own instructions (CodeEditor::LabelOf). Every snippet of an editor shares one space of labels.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "classfile/code.h"
#include "classfile/descriptor.h"

namespace raddle::classfile {

enum class Label : uint32_t {};

class Snippet {
 public:
  explicit Snippet(ConstantPool& pool) : pool_(&pool) {}

  Snippet& Do(Op op);  // an instruction without operands
  Snippet& Push(int32_t value);
  Snippet& PushLong(int64_t value);
  Snippet& PushString(std::string_view modified_utf8);
  Snippet& PushConstant(Index constant);  // ldc, ldc_w or ldc2_w
  Snippet& Load(BaseKind kind, uint16_t local);
  Snippet& Store(BaseKind kind, uint16_t local);
  Snippet& Increment(uint16_t local, int16_t by);
  Snippet& Field(Op op, std::string_view owner, std::string_view name, std::string_view descriptor);
  Snippet& Invoke(Op op, std::string_view owner, std::string_view name, std::string_view descriptor,
                  bool of_interface = false);
  Snippet& InvokeDynamic(Index constant);
  Snippet& Type(Op op, std::string_view class_name);  // new, anewarray, checkcast, instanceof
  Snippet& Jump(Op op, Label target);
  Snippet& Place(Label label);
  // An instruction of the method as it stands. It must not be a switch.
  Snippet& Copy(const Instruction& instruction);

  bool empty() const { return instructions_.empty() && labels_.empty(); }
  bool StartsWith(Label label) const {
    return std::ranges::any_of(labels_, [&](const Placed& it) { return it.at == 0 && it.label == label; });
  }

 private:
  friend class CodeEditor;
  struct Placed {
    Label label;
    uint32_t at;  // number of instructions before it
  };

  // Whether execution can come to its end, by falling or by a jump.
  bool RunsToEnd() const {
    return instructions_.empty() || FallsThrough(instructions_.back().op) ||
           (!labels_.empty() && labels_.back().at == instructions_.size());
  }
  Snippet& Emit(Op op, uint16_t index = 0, int32_t value = 0, bool wide = false, uint16_t extra = 0);

  ConstantPool* pool_;
  std::vector<Instruction> instructions_;  // a jump's value is its label
  std::vector<Placed> labels_;
};

}  // namespace raddle::classfile
