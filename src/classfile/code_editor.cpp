// Laying out and writing the code. What follows the code around (frames, tables) is in code_editor_tables.cpp.
#include "classfile/code_editor.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace raddle::classfile {
namespace {

constexpr uint32_t kMaxCode = 0xffff;

bool Reaches(int64_t distance) { return distance == static_cast<int16_t>(distance); }

// The most that a snippet puts on the stack above what it found there.
int HighestAbove(const std::vector<Instruction>& instructions, auto&& labels_at, const ConstantPool& pool) {
  std::unordered_map<int32_t, int> at_label;
  int depth = 0, highest = 0;
  for (uint32_t i = 0; i <= instructions.size(); ++i) {
    labels_at(i, [&](Label label) {
      // Only code that nothing falls into takes its depth from the jumps that come to it.
      const bool falls = i == 0 || FallsThrough(instructions[i - 1].op);
      const auto found = at_label.find(static_cast<int32_t>(label));
      if (!falls && found != at_label.end()) depth = found->second;
    });
    if (i == instructions.size()) break;
    depth += StackChange(instructions[i], pool);
    highest = std::max(highest, depth);
    if (IsJump(instructions[i].op)) at_label[instructions[i].value] = depth;
  }
  return highest;
}

}  // namespace

Result<CodeEditor> CodeEditor::Open(ClassFile& file, Member& method) {
  const Attribute* attribute = Find(method.attributes, AttributeKind::kCode);
  if (attribute == nullptr) return Error{"the method has no code"};
  RADDLE_CHECK(CheckMethodDescriptor(file.DescriptorOf(method)));
  CodeEditor editor(file, method);
  RADDLE_TRY(editor.code_, DecodeCode(*attribute, file.pool, editor.arena_));
  const auto count = static_cast<uint32_t>(editor.code_.instructions.size());
  editor.next_label_ = count + 1;  // one for the end
  editor.max_locals_ = editor.code_.max_locals;
  return editor;
}

Snippet& CodeEditor::At(std::vector<uint32_t>& table, uint32_t instruction) {
  if (table.empty()) table.resize(code_.instructions.size());
  uint32_t& slot = table.at(instruction);
  if (slot == 0) {
    snippets_.emplace_back(file_->pool);
    slot = static_cast<uint32_t>(snippets_.size());
  }
  return snippets_[slot - 1];
}

const Snippet* CodeEditor::Get(const std::vector<uint32_t>& table, uint32_t instruction) const {
  return table.empty() || table[instruction] == 0 ? nullptr : &snippets_[table[instruction] - 1];
}

uint16_t CodeEditor::AddLocal(TypeDescriptor type) {
  const auto local = static_cast<uint16_t>(max_locals_);
  locals_.push_back({local, TypeOf(type)});
  max_locals_ += Slots(type.kind());
  return local;
}

uint16_t CodeEditor::AddScratch(BaseKind kind) {
  const auto local = static_cast<uint16_t>(max_locals_);
  max_locals_ += Slots(kind);
  return local;
}

Snippet& CodeEditor::AddHandler(uint32_t first, uint32_t end, Index catch_type, HandlerOrder order) {
  handlers_.push_back({first, end, catch_type, order, Snippet(file_->pool)});
  return handlers_.back().snippet;
}

Result<void> CodeEditor::Append(const Snippet& snippet) {
  size_t placed = 0;
  for (uint32_t i = 0; i <= snippet.instructions_.size(); ++i) {
    for (; placed < snippet.labels_.size() && snippet.labels_[placed].at == i; ++placed) {
      uint32_t& position = positions_[static_cast<uint32_t>(snippet.labels_[placed].label)];
      if (position != kNone) return Error{"a label was placed twice"};
      position = static_cast<uint32_t>(out_.size());
    }
    if (i < snippet.instructions_.size()) out_.push_back({snippet.instructions_[i], kNone});
  }
  return {};
}

Result<void> CodeEditor::Flatten() {
  const auto count = static_cast<uint32_t>(code_.instructions.size());
  positions_.assign(next_label_, kNone);
  bodies_.resize(count);
  out_.reserve(count + snippets_.size() * 4);
  RADDLE_CHECK(Append(entry_));
  for (uint32_t i = 0; i < count; ++i) {
    positions_[i] = static_cast<uint32_t>(out_.size());
    if (const Snippet* before = Get(before_, i)) RADDLE_CHECK(Append(*before));
    bodies_[i] = static_cast<uint32_t>(out_.size());
    if (const Snippet* replaced = Get(replaced_, i)) {
      RADDLE_CHECK(Append(*replaced));
    } else {
      out_.push_back({code_.instructions[i], i});
    }
    if (const Snippet* after = Get(after_, i)) {
      if (out_.empty() || !FallsThrough(out_.back().it.op)) {
        return Error{fmt::format("code inserted after offset {}, which does not fall through",
                                 code_.instructions[i].offset)};
      }
      RADDLE_CHECK(Append(*after));
    }
  }
  positions_[count] = static_cast<uint32_t>(out_.size());
  for (AddedHandler& handler : handlers_) {
    handler.position = static_cast<uint32_t>(out_.size());
    RADDLE_CHECK(Append(handler.snippet));
  }
  for (const Out& out : out_) {
    if (IsJump(out.it.op) && positions_[out.it.value] >= out_.size()) {
      return Error{"a jump to a label that was not placed before an instruction"};
    }
  }
  return {};
}

uint32_t CodeEditor::SizeOf(const Out& out, uint32_t offset) const {
  const Instruction& it = out.it;
  switch (Info(it.op).format) {
    case OperandFormat::kNone: return 1;
    case OperandFormat::kByte:
    case OperandFormat::kConstant1: return 2;
    case OperandFormat::kShort:
    case OperandFormat::kConstant2: return 3;
    case OperandFormat::kLocal: return it.wide ? 4 : 2;
    case OperandFormat::kIinc: return it.wide ? 6 : 3;
    case OperandFormat::kJump2: return !out.far ? 3 : IsConditional(it.op) ? 8 : 5;
    case OperandFormat::kJump4:
    case OperandFormat::kInterface:
    case OperandFormat::kDynamic: return 5;
    case OperandFormat::kMultiNew: return 4;
    case OperandFormat::kTableSwitch:
    case OperandFormat::kLookupSwitch: {
      const auto cases = static_cast<uint32_t>(code_.switches[it.value].targets.size());
      return 1 + (3 - offset % 4) + (it.op == Op::tableswitch ? 12 + 4 * cases : 8 + 8 * cases);
    }
    case OperandFormat::kWide: return 0;
  }
  return 0;
}

// A jump that was widened stays so, hence each round either widens another or is the last.
Result<void> CodeEditor::Lay() {
  offsets_.resize(out_.size() + 1);
  for (bool changed = true; changed;) {
    uint32_t offset = 0;
    for (size_t i = 0; i < out_.size(); ++i) {
      offsets_[i] = offset;
      offset += SizeOf(out_[i], offset);
    }
    offsets_.back() = offset;
    if (offset > kMaxCode) {
      return Error{fmt::format("the method's code would be {} bytes long, more than 65535", offset)};
    }
    changed = false;
    if (offset <= 0x7fff) break;  // no distance can pass 16 bits
    for (size_t i = 0; i < out_.size(); ++i) {
      Out& out = out_[i];
      if (out.far || Info(out.it.op).format != OperandFormat::kJump2) continue;
      if (!Reaches(int64_t{OffsetOfLabel(out.it.value)} - offsets_[i])) out.far = changed = true;
    }
  }
  return {};
}

int CodeEditor::ExtraStack() const {
  auto highest = [&](const Snippet& snippet) {
    auto labels_at = [&](uint32_t at, auto&& visit) {
      for (const Snippet::Placed& placed : snippet.labels_) {
        if (placed.at == at) visit(placed.label);
      }
    };
    return HighestAbove(snippet.instructions_, labels_at, file_->pool);
  };
  int extra = highest(entry_);
  for (const Snippet& snippet : snippets_) extra = std::max(extra, highest(snippet));
  // A handler starts with the exception on the stack; code that had no handler may have had no stack at all.
  for (const AddedHandler& handler : handlers_) extra = std::max(extra, highest(handler.snippet) + 1);
  return extra;
}

void CodeEditor::WriteJump(const Out& out, uint32_t offset, ByteWriter& writer) const {
  const Instruction& it = out.it;
  const uint32_t target = OffsetOfLabel(it.value);
  if (!out.far) {
    writer.U1(Byte(it.op));
    writer.U2(static_cast<uint16_t>(target - offset));
  } else if (IsConditional(it.op)) {
    writer.U1(Byte(Negated(it.op)));
    writer.U2(8);
    writer.U1(Byte(Op::goto_w));
    writer.U4(target - (offset + 3));
  } else {
    writer.U1(Byte(it.op == Op::jsr ? Op::jsr_w : Op::goto_w));
    writer.U4(target - offset);
  }
}

void CodeEditor::WriteCode(ByteWriter& writer) const {
  for (size_t i = 0; i < out_.size(); ++i) {
    const Instruction& it = out_[i].it;
    const uint32_t offset = offsets_[i];
    auto distance = [&](uint32_t label) { return OffsetOfLabel(label) - offset; };
    if (Info(it.op).format == OperandFormat::kJump2) {
      WriteJump(out_[i], offset, writer);
    } else {
      EncodeInstruction(it, offset, code_.switches, distance, writer);
    }
  }
}

}  // namespace raddle::classfile
