// What follows the code around: exception table, line numbers, local variables, type annotations.
#include <algorithm>
#include <cassert>

#include "classfile/attributes.h"
#include "classfile/code_editor.h"

namespace raddle::classfile {

uint16_t CodeEditor::MovedPc(uint32_t pc) const {
  if (pc == 0) return 0;
  // Some compilers' tables point into the middle of an instruction: then the next one's start.
  const auto found = std::lower_bound(code_.instructions.begin(), code_.instructions.end(), pc,
                                      [](const Instruction& it, uint32_t wanted) { return it.offset < wanted; });
  return static_cast<uint16_t>(OffsetOfLabel(static_cast<uint32_t>(found - code_.instructions.begin())));
}

uint16_t CodeEditor::MovedInstructionPc(uint32_t pc) const {
  const uint32_t instruction = code_.At(pc);
  return instruction < bodies_.size() ? static_cast<uint16_t>(offsets_[bodies_[instruction]]) : MovedPc(pc);
}

uint32_t CodeEditor::EndOfRange(uint32_t label) const {
  const bool leaves = label > 0 && std::find(leaving_.begin(), leaving_.end(), label - 1) != leaving_.end();
  return leaves ? ends_[label - 1] : PositionOf(label);
}

void CodeEditor::WriteHandlers(ByteWriter& writer) const {
  const size_t count_at = writer.size();
  uint16_t count = 0;
  writer.U2(0);
  // Of places in out_.
  auto write = [&](uint32_t first, uint32_t end, uint32_t handler, Index catch_type) {
    if (first >= end) return;
    writer.U2(static_cast<uint16_t>(offsets_[first]));
    writer.U2(static_cast<uint16_t>(offsets_[end]));
    writer.U2(static_cast<uint16_t>(offsets_[handler]));
    writer.U2(catch_type);
    ++count;
  };
  auto write_added = [&](HandlerOrder order) {
    for (const AddedHandler& it : handlers_) {
      if (it.order == order) write(PositionOf(it.first), PositionOf(it.end), it.position, it.catch_type);
    }
  };
  for (const Covered& it : covers_) write(PositionOf(it.from), PositionOf(it.to), PositionOf(it.handler), 0);
  write_added(HandlerOrder::kInnermost);
  for (const Handler& it : code_.handlers) {
    write(PositionOf(it.start), EndOfRange(it.end), PositionOf(it.handler), it.catch_type);
  }
  write_added(HandlerOrder::kOutermost);
  writer.PatchU2(count_at, count);
}

namespace {

// The entries that fn(entry) moved and wants kept.
template <typename T, typename Fn>
std::span<const T> MoveEach(std::span<const T> entries, Arena& arena, Fn&& fn) {
  const std::span<T> moved = arena.Copy(entries);
  size_t kept = 0;
  for (T& entry : moved) {
    if (fn(entry)) moved[kept++] = entry;
  }
  return moved.first(kept);
}

constexpr uint8_t kTargetCatch = 0x42;
constexpr uint8_t kTargetInstanceof = 0x43;  // the first of those that name an instruction

}  // namespace

// A range that has lost all its code is dropped: at the end of the code it would be malformed.
template <typename Range>
bool CodeEditor::MoveRange(Range& range) const {
  const bool was_empty = range.length == 0;
  const uint16_t end = MovedPc(range.pc + range.length);
  range.pc = MovedPc(range.pc);
  range.length = static_cast<uint16_t>(end - range.pc);
  return range.length != 0 || (was_empty && range.pc < offsets_.back());
}

TypeAnnotations CodeEditor::Moved(const TypeAnnotations& value) {
  // Where the method's own exception table entries stand now.
  std::vector<uint32_t> entries;
  uint32_t next = 0;
  for (const Covered& it : covers_) next += PositionOf(it.from) < PositionOf(it.to) ? 1 : 0;
  for (const AddedHandler& it : handlers_) {
    if (it.order == HandlerOrder::kInnermost && Covers(it.first, it.end)) ++next;
  }
  for (const Handler& it : code_.handlers)
    entries.push_back(PositionOf(it.start) < EndOfRange(it.end) ? next++ : kNone);

  return {MoveEach(value.annotations, arena_, [&](TypeAnnotation& annotation) {
    if (annotation.target_type == kTargetCatch && annotation.target < entries.size()) {
      const uint32_t entry = entries[annotation.target];
      if (entry == kNone) return false;
      annotation.target = static_cast<uint16_t>(entry);
    } else if (annotation.target_type >= kTargetInstanceof) {
      annotation.target = MovedInstructionPc(annotation.target);
    }
    annotation.locals = MoveEach(annotation.locals, arena_, [&](LocalVarTarget& local) { return MoveRange(local); });
    return true;
  })};
}

// The body of one of the Code attribute's own attributes, for the new code.
Result<Bytes> CodeEditor::Moved(const Attribute& attribute) {
  RADDLE_TRY(AttributeValue value, DecodeAttribute(attribute, file_->pool, arena_));
  if (auto* table = std::get_if<LineNumberTable>(&value)) {
    table->lines = MoveEach(table->lines, arena_, [&](LineNumber& line) {
      line.pc = MovedPc(line.pc);
      return line.pc < offsets_.back();
    });
  } else if (auto* variables = std::get_if<LocalVariableTable>(&value)) {
    variables->variables =
        MoveEach(variables->variables, arena_, [&](LocalVariable& variable) { return MoveRange(variable); });
  } else if (auto* annotations = std::get_if<TypeAnnotations>(&value)) {
    *annotations = Moved(*annotations);
  } else {
    return attribute.body;  // unknown: carried as it is
  }
  ByteWriter body;
  EncodeAttribute(value, body);
  return Bytes(arena_.Copy(body.bytes()));
}

Result<void> CodeEditor::WriteCodeAttributes(ByteWriter& writer) {
  Attributes attributes;
  bool has_frames = false;
  for (Attribute attribute : code_.attributes) {
    if (attribute.kind == AttributeKind::kStackMapTable) {
      if (frames_.size() == 0 || has_frames) continue;
      has_frames = true;
      attribute.body = frames_.bytes();
    } else {
      RADDLE_TRY(attribute.body, Moved(attribute));
    }
    attributes.push_back(attribute);
  }
  if (!has_frames && frames_.size() != 0) {
    attributes.push_back({AttributeKind::kStackMapTable, file_->pool.AddUtf8("StackMapTable"), 0, frames_.bytes()});
  }
  WriteAttributes(attributes, writer);
  return {};
}

Result<void> CodeEditor::Finish() {
  assert(out_.empty());  // once
  // A constant that found no room has index 0: its instruction cannot even be measured.
  const Error no_constants{"more than 65535 constants"};
  if (file_->pool.overflowed()) return no_constants;
  if (max_locals_ > 0xffff) return Error{"more than 65535 locals"};
  RADDLE_CHECK(Flatten());
  RADDLE_CHECK(Lay());
  RADDLE_CHECK(BuildFrames());
  const uint32_t max_stack = code_.max_stack + static_cast<uint32_t>(ExtraStack());
  if (max_stack > 0xffff) return Error{"more than 65535 stack slots"};
  if (code_.handlers.size() + handlers_.size() > 0xffff) return Error{"more than 65535 exception handlers"};

  ByteWriter writer;
  writer.Reserve(offsets_.back() + 64);
  writer.U2(static_cast<uint16_t>(max_stack));
  writer.U2(static_cast<uint16_t>(max_locals_));
  const size_t length = writer.ReserveLength();
  WriteCode(writer);
  writer.PatchLength(length);
  WriteHandlers(writer);
  RADDLE_CHECK(WriteCodeAttributes(writer));
  if (file_->pool.overflowed()) return no_constants;

  for (Attribute& attribute : method_->attributes) {
    if (attribute.kind != AttributeKind::kCode) continue;
    attribute.body = file_->arena.Copy(writer.bytes());
    attribute.offset = 0;
  }
  return {};
}

}  // namespace raddle::classfile
