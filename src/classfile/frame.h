// Frames: the types of locals and stack before an instruction, as the verifier sees them (JVMS §4.10.1.2).
//
// Between two explicit frames of the stack map the state follows from the instructions alone: every place where paths
// meet has an explicit frame. So Step() replays instructions one after the other and never merges, and no other class
// need be known. That is how inserted code that branches gets its frames.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "classfile/code.h"
#include "classfile/descriptor.h"
#include "classfile/stack_map.h"

namespace raddle::classfile {

struct FrameType {
  VerificationTag tag = VerificationTag::kTop;
  Index class_index = 0;      // kObject: its Class constant where known, else 0; not compared
  uint32_t new_at = 0;        // kUninitialized: the `new` instruction
  std::string_view name = {};  // kObject: internal name or array descriptor

  bool operator==(const FrameType& other) const {
    return tag == other.tag && new_at == other.new_at && name == other.name;
  }
  bool IsWide() const { return tag == VerificationTag::kLong || tag == VerificationTag::kDouble; }
};

// A type a slot: behind a long or double stands a kTop that belongs to it.
struct Frame {
  std::vector<FrameType> locals;
  std::vector<FrameType> stack;

  void SetLocal(uint32_t local, const FrameType& type);
  void Push(const FrameType& type);
};

FrameType TypeOf(TypeDescriptor descriptor);

// The frame at a method's entry (§4.10.1.6). The descriptor must be a valid one.
Frame EntryFrame(const ClassFile& file, const Member& method);

class Replay {
 public:
  // Names made up on the way (of array classes) go into the arena.
  Replay(const ConstantPool& pool, std::string_view this_class, Arena& arena)
      : pool_(pool), this_class_(this_class), arena_(arena) {}

  // Carries the frame over one instruction, which is known as `position` where it is a `new`. Says what is wrong, or
  // nullptr. After an instruction that does not fall through the frame means nothing. jsr and ret are refused: code
  // that has frames cannot have them.
  const char* Step(Frame& frame, const Instruction& instruction, uint32_t position) const;

 private:
  const char* Invoke(Frame& frame, const Instruction& instruction) const;
  FrameType LoadedConstant(Index index) const;

  const ConstantPool& pool_;
  std::string_view this_class_;
  Arena& arena_;
};

// The most that the frames of one table may hold together, written out. A frame of one byte repeats the locals of the
// one before it, so a small file could claim gigabytes; a compiler's method stays far below.
inline constexpr size_t kMaxFrameSlots = size_t{1} << 22;

// Decodes a StackMapTable into frames with the instructions they stand before, in order. `new` offsets become
// instructions. The attribute may be null: then there are none.
struct FrameAt {
  uint32_t instruction;
  Frame frame;
};
Result<std::vector<FrameAt>> ExpandFrames(const ClassFile& file, const Member& method, const Code& code,
                                          const Attribute* stack_map, Arena& arena);

// Encodes frames into a StackMapTable's entries, each in the shortest form that follows from the one before.
class FrameEncoder {
 public:
  // entry: what the first frame is compared with.
  FrameEncoder(ConstantPool& pool, const Frame& entry);

  // offset_of_new(instruction) gives the code offset of a `new`. Offsets must ascend; a frame at the offset of the one
  // before it is dropped.
  template <typename OffsetOfNew>
  void Add(uint32_t offset, const Frame& frame, OffsetOfNew&& offset_of_new) {
    if (count_ != 0 && offset == last_offset_) return;
    std::vector<VerificationType> locals = Values(frame.locals, offset_of_new, /*trim=*/true);
    std::vector<VerificationType> stack = Values(frame.stack, offset_of_new, /*trim=*/false);
    Write(offset, std::move(locals), stack);
  }

  uint16_t count() const { return count_; }
  void Finish(ByteWriter& writer) const;  // the attribute's body

 private:
  template <typename OffsetOfNew>
  std::vector<VerificationType> Values(std::span<const FrameType> slots, OffsetOfNew&& offset_of_new, bool trim) {
    std::vector<VerificationType> values;
    size_t end = slots.size();
    if (trim) {
      while (end > 0 && slots[end - 1].tag == VerificationTag::kTop && (end < 2 || !slots[end - 2].IsWide())) --end;
    }
    for (size_t i = 0; i < end; i += slots[i].IsWide() ? 2 : 1) {
      const FrameType& type = slots[i];
      VerificationType value{type.tag, 0};
      if (type.tag == VerificationTag::kObject) value.data = ClassIndex(type);
      if (type.tag == VerificationTag::kUninitialized) value.data = static_cast<uint16_t>(offset_of_new(type.new_at));
      values.push_back(value);
    }
    return values;
  }
  Index ClassIndex(const FrameType& type) {
    return type.class_index != 0 ? type.class_index : pool_.AddClass(type.name);
  }
  bool Same(const VerificationType& a, const VerificationType& b) const;
  void Write(uint32_t offset, std::vector<VerificationType> locals, std::span<const VerificationType> stack);

  ConstantPool& pool_;
  std::vector<VerificationType> last_locals_;
  uint32_t last_offset_ = 0;
  uint16_t count_ = 0;
  ByteWriter entries_;
};

}  // namespace raddle::classfile
