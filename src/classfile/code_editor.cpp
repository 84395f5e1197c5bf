// Laying out and writing the code. Frames are built in code_editor_frames.cpp, tables in
// code_editor_tables.cpp.
#include "classfile/code_editor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <unordered_map>

namespace raddle::classfile {
namespace {

constexpr uint32_t kMaxCode = 0xffff;

bool Reaches(int64_t distance) {
  return distance == static_cast<int16_t>(distance);
}

// The most that a snippet puts on the stack above what it found there. at_label: what jumps bring to their labels.
int HighestAbove(const std::vector<Instruction>& instructions, auto&& labels_at, const ConstantPool& pool,
                 std::unordered_map<int32_t, int>& at_label) {
  int depth = 0, highest = 0;
  for (uint32_t i = 0; i <= instructions.size(); ++i) {
    labels_at(i, [&](Label label) {
      // Only code that nothing falls into takes its depth from the jumps that come to it.
      const bool falls = i == 0 || FallsThrough(instructions[i - 1].op);
      const auto found = at_label.find(static_cast<int32_t>(label));
      if (!falls && found != at_label.end()) depth = found->second;
      highest = std::max(highest, depth);
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
  assert(instruction < code_.instructions.size());
  if (table.empty()) table.resize(code_.instructions.size());
  uint32_t& slot = table[instruction];
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
  locals_.push_back({local, TypeOf({arena_.Copy(type.text)})});
  max_locals_ += Slots(type.kind());
  return local;
}

uint16_t CodeEditor::AddScratch(BaseKind kind) {
  const auto local = static_cast<uint16_t>(max_locals_);
  scratch_.push_back({local, kind});
  max_locals_ += Slots(kind);
  return local;
}

Snippet& CodeEditor::AddHandler(uint32_t first, uint32_t end, Index catch_type, HandlerOrder order) {
  assert(first <= end && end <= code_.instructions.size());
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

Result<void> CodeEditor::AppendGroup(uint32_t instruction) {
  const Instruction& own = code_.instructions[instruction];
  if (positions_[instruction] != kNone) return Error{"a label was placed twice"};
  positions_[instruction] = static_cast<uint32_t>(out_.size());
  if (const Snippet* before = Get(before_, instruction)) RADDLE_CHECK(Append(*before));
  bodies_[instruction] = static_cast<uint32_t>(out_.size());
  const Snippet* replaced = Get(replaced_, instruction);
  if (replaced == nullptr) {
    out_.push_back({own, instruction});
  } else {
    RADDLE_CHECK(Append(*replaced));
    if (own.op == Op::new_) {
      // Frames name an object without its constructor's call by its `new`: now by the first in its place.
      const auto made = std::find_if(out_.begin() + bodies_[instruction], out_.end(),
                                     [](const Out& out) { return out.it.op == Op::new_; });
      if (made != out_.end()) {
        made->origin = instruction;
        bodies_[instruction] = static_cast<uint32_t>(made - out_.begin());
      }
    }
  }
  ends_[instruction] = static_cast<uint32_t>(out_.size());
  const Snippet* after = Get(after_, instruction);
  if (after == nullptr) return {};
  const bool catches = std::ranges::any_of(covers_, [&](const Covered& it) { return after->StartsWith(it.handler); });
  if (!(replaced != nullptr ? replaced->RunsToEnd() : FallsThrough(own.op)) && !catches) {
    return Error{fmt::format("code inserted after offset {}, which does not fall through", own.offset)};
  }
  return Append(*after);
}

// What follows is other code. A label at the very end so stands before nothing, and is no place to jump to.
void CodeEditor::EndSection() {
  const auto end = static_cast<uint32_t>(out_.size());
  for (size_t label = code_.instructions.size() + 1; label < positions_.size(); ++label) {
    if (positions_[label] == end) positions_[label] = kNone;
  }
}

Result<void> CodeEditor::Flatten() {
  const auto count = static_cast<uint32_t>(code_.instructions.size());
  positions_.assign(next_label_, kNone);
  bodies_.resize(count);
  ends_.resize(count);
  out_.reserve(count + snippets_.size() * 4);
  RADDLE_CHECK(Append(entry_));
  for (uint32_t i = 0; i < count; ++i) RADDLE_CHECK(AppendGroup(i));
  if (out_.empty()) return Error{"no code is left"};
  if (FallsThrough(out_.back().it.op) && !FallsThrough(code_.instructions.back().op)) {
    return Error{"execution could run off the end of the code"};
  }
  if (positions_[count] != kNone) return Error{"a label was placed twice"};
  positions_[count] = static_cast<uint32_t>(out_.size());
  EndSection();
  for (AddedHandler& handler : handlers_) {
    handler.position = static_cast<uint32_t>(out_.size());
    if (handler.snippet.instructions_.empty() || FallsThrough(handler.snippet.instructions_.back().op)) {
      return Error{"execution could run off the end of a handler"};
    }
    RADDLE_CHECK(Append(handler.snippet));
    EndSection();
  }
  return CheckTargets();
}

Result<void> CodeEditor::CheckTargets() const {
  const uint32_t end = PositionOf(static_cast<uint32_t>(code_.instructions.size()));
  auto stands = [&](uint32_t label) {
    return PositionOf(label) != kNone && (label > code_.instructions.size() || PositionOf(label) < end);
  };
  bool all = true;
  for (const Out& out : out_) {
    if (IsJump(out.it.op)) all = all && stands(out.it.value);
    if (!IsSwitch(out.it.op)) continue;
    const Switch& table = code_.switches[out.it.value];
    all = all && stands(table.default_target) && std::all_of(table.targets.begin(), table.targets.end(), stands);
  }
  for (const Handler& handler : code_.handlers) all = all && stands(handler.handler);
  for (const Covered& it : covers_) {
    all = all && PositionOf(it.from) <= PositionOf(it.to) && PositionOf(it.to) <= PositionOf(it.handler) &&
          PositionOf(it.handler) != kNone;
  }
  if (!all) return Error{"a jump to a label that was not placed before an instruction"};
  return {};
}

uint32_t CodeEditor::SizeOf(const Out& out, uint32_t offset) const {
  const Instruction& it = out.it;
  switch (Format(it.op)) {
    case OperandFormat::kNone:
    case OperandFormat::kImplicitLocal:
      return 1;
    case OperandFormat::kByte:
    case OperandFormat::kConstant1:
      return 2;
    case OperandFormat::kShort:
    case OperandFormat::kConstant2:
      return 3;
    case OperandFormat::kLocal:
      return it.wide ? 4 : 2;
    case OperandFormat::kIinc:
      return it.wide ? 6 : 3;
    case OperandFormat::kJump2:
      return !out.far ? 3 : IsConditional(it.op) ? 8 : 5;
    case OperandFormat::kJump4:
    case OperandFormat::kInterface:
    case OperandFormat::kDynamic:
      return 5;
    case OperandFormat::kMultiNew:
      return 4;
    case OperandFormat::kTableSwitch:
    case OperandFormat::kLookupSwitch: {
      const auto cases = static_cast<uint32_t>(code_.switches[it.value].targets.size());
      return 1 + (3 - offset % 4) + (it.op == Op::tableswitch ? 12 + 4 * cases : 8 + 8 * cases);
    }
    case OperandFormat::kUndefined:
    case OperandFormat::kWide:
      return 0;
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
      too_large_ = true;
      return Error{fmt::format("the method's code would be {} bytes long, more than 65535", offset)};
    }
    changed = false;
    if (offset <= 0x7fff) break;  // no distance can pass 16 bits
    for (size_t i = 0; i < out_.size(); ++i) {
      Out& out = out_[i];
      if (out.far || Format(out.it.op) != OperandFormat::kJump2) continue;
      if (!Reaches(int64_t{OffsetOfLabel(out.it.value)} - offsets_[i])) out.far = changed = true;
    }
  }
  return {};
}

int CodeEditor::ExtraStack() const {
  std::unordered_map<int32_t, int> at_label;
  for (const Covered& it : covers_) at_label[static_cast<int32_t>(it.handler)] = 1;
  auto highest = [&](const Snippet& snippet) {
    auto labels_at = [&](uint32_t at, auto&& visit) {
      for (const Snippet::Placed& placed : snippet.labels_) {
        if (placed.at == at) visit(placed.label);
      }
    };
    return HighestAbove(snippet.instructions_, labels_at, file_->pool, at_label);
  };
  int extra = 0;
  // The second round knows the jumps between snippets, whatever their order.
  for (int round = 0; round < 2; ++round) {
    extra = std::max(extra, highest(entry_));
    for (const Snippet& snippet : snippets_) extra = std::max(extra, highest(snippet));
    // What stands before an instruction may leave values for what stands behind it.
    for (uint32_t i = 0; i < after_.size(); ++i) {
      const Snippet *before = Get(before_, i), *after = Get(after_, i);
      if (before == nullptr || after == nullptr) continue;
      int left = 0;
      for (const Instruction& it : before->instructions_) left += StackChange(it, file_->pool);
      extra = std::max(extra, left + highest(*after));
    }
    // A handler starts with the exception on the stack; code that had no handler may have had no stack at all.
    for (const AddedHandler& handler : handlers_) extra = std::max(extra, highest(handler.snippet) + 1);
  }
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
    if (Format(it.op) == OperandFormat::kJump2) {
      WriteJump(out_[i], offset, writer);
    } else {
      EncodeInstruction(it, offset, code_.switches, distance, writer);
    }
  }
}

}  // namespace raddle::classfile
