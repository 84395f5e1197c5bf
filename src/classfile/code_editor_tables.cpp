// What follows the code around: frames, exception table, line numbers, local variables, type annotations.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "classfile/attributes.h"
#include "classfile/code_editor.h"

namespace raddle::classfile {
namespace {

constexpr uint16_t kFirstMajorWithFrames = 50;
constexpr uint16_t kFirstMajorThatNeedsFrames = 51;  // at 50 the JVM falls back to inferring types

// new_at of a `new` that was inserted: its place in the output with this bit set.
constexpr uint32_t kInserted = 0x80000000;

// The types two paths agree on.
const char* Merge(Frame& into, const Frame& from) {
  if (into.stack.size() != from.stack.size()) return "paths of inserted code meet with different stacks";
  for (size_t i = 0; i < into.stack.size(); ++i) {
    if (into.stack[i] == from.stack[i]) continue;
    if (into.stack[i].tag == VerificationTag::kNull && from.stack[i].tag == VerificationTag::kObject) {
      into.stack[i] = from.stack[i];
    } else if (from.stack[i].tag != VerificationTag::kNull || into.stack[i].tag != VerificationTag::kObject) {
      return "paths of inserted code meet with different stacks";
    }
  }
  into.locals.resize(std::min(into.locals.size(), from.locals.size()));
  for (size_t i = 0; i < into.locals.size(); ++i) {
    if (!(into.locals[i] == from.locals[i])) into.locals[i] = {};
  }
  // A long or double whose second half was cut off or differs is gone with it.
  if (!into.locals.empty() && into.locals.back().IsWide()) into.locals.back() = {};
  return nullptr;
}

}  // namespace

Result<void> CodeEditor::BuildFrames() {
  const Attribute* stack_map = Find(code_.attributes, AttributeKind::kStackMapTable);
  if (file_->major < kFirstMajorWithFrames) {
    // Such a file may carry the attribute, but nobody reads it; its offsets would be wrong.
    return {};
  }
  RADDLE_TRY(std::vector<FrameAt> own, ExpandFrames(*file_, *method_, code_, stack_map, arena_));
  for (FrameAt& frame : own) {
    for (const AddedLocal& added : locals_) frame.frame.SetLocal(added.local, added.type);
  }
  Result<void> built = ReplayFrames(own);
  if (!built && file_->major < kFirstMajorThatNeedsFrames) {
    frames_.Clear();
    return {};
  }
  return built;
}

Result<void> CodeEditor::ReplayFrames(const std::vector<FrameAt>& own) {
  // Places that need a frame that the method does not bring.
  std::vector<bool> wanted(out_.size() + 1);
  bool replay = false;
  for (size_t i = 0; i < out_.size(); ++i) {
    const Out& out = out_[i];
    if (IsJump(out.it.op) && out.origin == kNone) wanted[PositionOf(out.it.value)] = replay = true;
    if (out.far && IsConditional(out.it.op)) wanted[i + 1] = replay = true;
  }

  Frame state = EntryFrame(*file_, *method_);
  FrameEncoder encoder(file_->pool, state);
  auto offset_of_new = [&](uint32_t new_at) {
    return offsets_[(new_at & kInserted) != 0 ? new_at & ~kInserted : bodies_[new_at]];
  };
  auto emit = [&](uint32_t position, const Frame& frame) { encoder.Add(offsets_[position], frame, offset_of_new); };

  const Replay step(file_->pool, file_->Name(), arena_);
  std::vector<std::optional<Frame>> incoming(replay ? out_.size() + 1 : 0);
  size_t next_own = 0, next_handler = 0;
  bool live = true;
  for (uint32_t i = 0; i < out_.size(); ++i) {
    bool given = false;
    for (; next_own < own.size() && PositionOf(own[next_own].instruction) == i; ++next_own) {
      state = own[next_own].frame;
      given = true;
    }
    for (; next_handler < handlers_.size() && handlers_[next_handler].position == i; ++next_handler) {
      state = {};
      for (const AddedLocal& added : locals_) state.SetLocal(added.local, added.type);
      const Index type = handlers_[next_handler].catch_type;
      state.Push({VerificationTag::kObject, type, 0, type == 0 ? "java/lang/Throwable" : file_->pool.ClassName(type)});
      given = true;
    }
    if (!given && wanted[i]) {
      if (incoming[i] && !live) {
        state = *incoming[i];
      } else if (incoming[i]) {
        if (const char* reason = Merge(state, *incoming[i])) return Error{reason};
      }
      given = incoming[i] || live;
    }
    if (given) {
      emit(i, state);
      live = true;
    }
    if (!replay) continue;
    const Out& out = out_[i];
    if (!live) return Error{fmt::format("no stack-map frame behind the jump before new offset {}", offsets_[i])};
    const uint32_t name = out.origin == kNone ? i | kInserted : out.origin;
    if (const char* reason = step.Step(state, out.it, name)) {
      return Error{fmt::format("at new offset {}: {}", offsets_[i], reason)};
    }
    if (IsJump(out.it.op) && wanted[PositionOf(out.it.value)] && PositionOf(out.it.value) > i) {
      std::optional<Frame>& at = incoming[PositionOf(out.it.value)];
      if (!at) {
        at = state;
      } else if (const char* reason = Merge(*at, state)) {
        return Error{reason};
      }
    }
    live = FallsThrough(out.it.op);
  }
  if (encoder.count() != 0) encoder.Finish(frames_);
  return {};
}

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

void CodeEditor::WriteHandlers(ByteWriter& writer) const {
  writer.U2(static_cast<uint16_t>(code_.handlers.size() + handlers_.size()));
  auto write = [&](uint32_t start, uint32_t end, uint32_t handler, Index catch_type) {
    writer.U2(static_cast<uint16_t>(offsets_[start]));
    writer.U2(static_cast<uint16_t>(offsets_[end]));
    writer.U2(static_cast<uint16_t>(offsets_[handler]));
    writer.U2(catch_type);
  };
  auto write_added = [&](HandlerOrder order) {
    for (const AddedHandler& it : handlers_) {
      if (it.order == order) write(PositionOf(it.first), PositionOf(it.end), it.position, it.catch_type);
    }
  };
  write_added(HandlerOrder::kInnermost);
  for (const Handler& it : code_.handlers) {
    write(PositionOf(it.start), PositionOf(it.end), PositionOf(it.handler), it.catch_type);
  }
  write_added(HandlerOrder::kOutermost);
}

// The body of one of the Code attribute's own attributes, for the new code.
Result<Bytes> CodeEditor::Moved(const Attribute& attribute) {
  RADDLE_TRY(AttributeValue value, DecodeAttribute(attribute, file_->pool, arena_));
  auto move_range = [&](auto& range) {
    const uint16_t end = MovedPc(range.pc + range.length);
    range.pc = MovedPc(range.pc);
    range.length = static_cast<uint16_t>(end - range.pc);
  };
  if (auto* lines = std::get_if<LineNumberTable>(&value)) {
    const std::span<LineNumber> moved = arena_.Copy(lines->lines);
    for (LineNumber& line : moved) line.pc = MovedPc(line.pc);
    lines->lines = moved;
  } else if (auto* variables = std::get_if<LocalVariableTable>(&value)) {
    const std::span<LocalVariable> moved = arena_.Copy(variables->variables);
    for (LocalVariable& variable : moved) move_range(variable);
    variables->variables = moved;
  } else if (auto* annotations = std::get_if<TypeAnnotations>(&value)) {
    const auto innermost = std::count_if(handlers_.begin(), handlers_.end(), [](const AddedHandler& handler) {
      return handler.order == HandlerOrder::kInnermost;
    });
    const std::span<TypeAnnotation> moved = arena_.Copy(annotations->annotations);
    for (TypeAnnotation& annotation : moved) {
      if (annotation.target_type == 0x42) {  // an entry of the exception table
        annotation.target = static_cast<uint16_t>(annotation.target + innermost);
      } else if (annotation.target_type >= 0x43) {  // instanceof, new, method references, casts, type arguments
        annotation.target = MovedInstructionPc(annotation.target);
      }
      const std::span<LocalVarTarget> locals = arena_.Copy(annotation.locals);
      for (LocalVarTarget& local : locals) move_range(local);
      annotation.locals = locals;
    }
    annotations->annotations = moved;
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
    attributes.push_back(
        {AttributeKind::kStackMapTable, file_->pool.AddUtf8("StackMapTable"), 0, frames_.bytes()});
  }
  WriteAttributes(attributes, writer);
  return {};
}

Result<void> CodeEditor::Finish() {
  RADDLE_CHECK(Flatten());
  RADDLE_CHECK(Lay());
  RADDLE_CHECK(BuildFrames());
  const uint32_t max_stack = code_.max_stack + static_cast<uint32_t>(ExtraStack());
  if (max_stack > 0xffff || max_locals_ > 0xffff) return Error{"more than 65535 locals or stack slots"};
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

  for (Attribute& attribute : method_->attributes) {
    if (attribute.kind != AttributeKind::kCode) continue;
    attribute.body = file_->arena.Copy(writer.bytes());
    attribute.offset = 0;
  }
  return {};
}

}  // namespace raddle::classfile
