// CodeEditor: inserts code into a method; everything that depends on where instructions stand follows.
//
// How it works. The method's instructions are numbered; each becomes a group: what was inserted before it, itself (or
// what replaces it), what was inserted after it.
//
//        entry snippet        runs once, when the method is called
//   i:   Before(i)            jumps to i, and the line numbers and ranges that start at i, start here
//        instruction i        `new` offsets in stack maps and type annotations point here
//        After(i)             runs when i has completed normally; belongs to the exception ranges that cover i
//   i+1: ...
//        handler snippets     of AddHandler
//
// Finish() lays the groups out, widens jumps that no longer reach (a conditional one becomes its negation over a
// goto_w), rewrites exception table, line numbers, local-variable tables, type annotations and stack map, sets
// max_stack and max_locals, and puts the new Code attribute into the method. Until then the class is unchanged, except
// that constants may have been added.
//
// Frames. Classes of version 50 and later carry stack maps. The method's own frames move with their instructions. Where
// inserted code branches, or a jump was widened, the frame comes from replaying the instructions since the nearest
// explicit frame (frame.h). Inserted code must leave the stack as it found it, and the locals of the method's own as
// their frames say. There is one walk, forward: a loop of inserted code must be entered at its top, and come back with
// the types it started with. Behind inserted code that never falls through (a throw in place of an instruction) only
// code that has a frame of its own may stand.
//
// Locals. AddLocal() gives one that the entry snippet sets on every path and all later code may use, set again too:
// every frame of the method then names it, by the type it was added with. AddScratch() gives one that holds a value
// only within one group (from Before(i) to After(i)), the entry snippet, or one handler snippet.
//
// What is refused, with the method as it was: code that would pass 65,535 bytes, more than 65,535 locals, stack slots
// or constants, a stack map that does not fit its code, and inserted code that breaks the rules above as far as the
// walk can tell. A class of version 50 whose stack map is at fault loses it: the JVM then infers the types itself.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "base/arena.h"
#include "base/result.h"
#include "classfile/attributes.h"
#include "classfile/code.h"
#include "classfile/frame.h"
#include "classfile/snippet.h"

namespace raddle::classfile {

enum class HandlerOrder { kInnermost, kOutermost };

class CodeEditor {
 public:
  // The method must belong to the class; neither may move while the editor lives.
  static Result<CodeEditor> Open(ClassFile& file, Member& method);

  const Code& code() const { return code_; }

  // What is asked for twice is the same snippet: the second caller's code comes behind the first's.
  Snippet& AtEntry() { return entry_; }
  Snippet& Before(uint32_t instruction) { return At(before_, instruction); }
  Snippet& After(uint32_t instruction) { return At(after_, instruction); }
  Snippet& Replace(uint32_t instruction) { return At(replaced_, instruction); }

  Label NewLabel() { return Label{next_label_++}; }
  Label LabelOf(uint32_t instruction) const { return Label{instruction}; }

  uint16_t AddLocal(TypeDescriptor type);
  uint16_t AddScratch(BaseKind kind);

  // Covers the groups [first, end) with a handler whose code starts with the exception on the stack and must not run
  // off its end. In its frame the method's own locals hold nothing, those of AddLocal what they should. catch_type 0
  // catches everything. Where nothing of the groups is left, nothing is covered. In a constructor the groups must lie
  // before the call of the other constructor or behind it; the call itself cannot be covered. Before it local 0 holds
  // `this`, and the handler cannot but throw.
  Snippet& AddHandler(uint32_t first, uint32_t end, Index catch_type, HandlerOrder order);

  // Covers the code between two labels with one that starts at a third, with the exception on the stack and the locals
  // that all covered instructions have, if they are of one type there. The labels stand in inserted code, in this
  // order. What is thrown in the third part goes on to the handlers of the method that cover that group. Innermost of
  // all.
  void Cover(Label from, Label to, Label handler) { covers_.push_back({from, to, handler}); }

  // After(i) no longer belongs to the exception ranges that end with i: behind the monitorexit of a block, whose
  // handler would release the lock once more.
  void LeaveRangesBeforeAfter(uint32_t instruction) { leaving_.push_back(instruction); }

  Result<void> Finish();
  // Whether Finish() failed because the code would pass 65,535 bytes.
  bool too_large() const { return too_large_; }

 private:
  class FrameBuilder;  // code_editor_frames.cpp
  static constexpr uint32_t kNone = ~uint32_t{0};
  // One instruction as it will be written.
  struct Out {
    Instruction it;
    uint32_t origin;   // the method's own instruction, also a `new` in place of its `new`; or kNone
    bool far = false;  // a jump that 16 bits do not reach
  };
  struct AddedLocal {
    uint16_t local;
    FrameType type;
  };
  struct Scratch {
    uint16_t local;
    BaseKind kind;
  };
  struct AddedHandler {
    uint32_t first, end;
    Index catch_type;
    HandlerOrder order;
    Snippet snippet;
    uint32_t position = 0;  // of its code in out_
  };

  struct Covered {
    Label from, to, handler;
  };

  CodeEditor(ClassFile& file, Member& method) : file_(&file), method_(&method), entry_(file.pool) {}

  Snippet& At(std::vector<uint32_t>& table, uint32_t instruction);
  const Snippet* Get(const std::vector<uint32_t>& table, uint32_t instruction) const;

  Result<void> Flatten();
  Result<void> Append(const Snippet& snippet);
  Result<void> AppendGroup(uint32_t instruction);
  void EndSection();
  Result<void> CheckTargets() const;
  Result<void> Lay();
  uint32_t SizeOf(const Out& out, uint32_t offset) const;
  Result<void> BuildFrames();
  int ExtraStack() const;
  void WriteCode(ByteWriter& writer) const;
  void WriteJump(const Out& out, uint32_t offset, ByteWriter& writer) const;
  void WriteHandlers(ByteWriter& writer) const;
  Result<void> WriteCodeAttributes(ByteWriter& writer);
  Result<Bytes> Moved(const Attribute& attribute);
  TypeAnnotations Moved(const TypeAnnotations& value);
  template <typename Range>
  bool MoveRange(Range& range) const;
  // Whether anything is left of a range of groups; an exception range must not be empty.
  bool Covers(uint32_t first, uint32_t end) const { return PositionOf(first) < PositionOf(end); }

  uint32_t PositionOf(uint32_t label) const { return positions_[label]; }
  uint32_t PositionOf(Label label) const { return positions_[static_cast<uint32_t>(label)]; }
  // Where a range of the method's own that ends with this label ends now.
  uint32_t EndOfRange(uint32_t label) const;
  uint32_t OffsetOfLabel(uint32_t label) const { return offsets_[positions_[label]]; }
  // Where an offset of the old code's tables stands now. Offset 0 stays 0, in front of the entry snippet.
  uint16_t MovedPc(uint32_t pc) const;
  uint16_t MovedInstructionPc(uint32_t pc) const;

  ClassFile* file_;
  Member* method_;
  Arena arena_;
  Code code_;
  uint32_t next_label_ = 0;

  Snippet entry_;
  std::deque<Snippet> snippets_;
  std::vector<uint32_t> before_, after_, replaced_;  // instruction to snippet + 1
  std::deque<AddedHandler> handlers_;
  std::vector<Covered> covers_;
  std::vector<uint32_t> leaving_;
  std::vector<AddedLocal> locals_;
  std::vector<Scratch> scratch_;
  uint32_t max_locals_ = 0;

  // Filled by Finish().
  std::vector<Out> out_;
  std::vector<uint32_t> positions_;  // label to place in out_
  std::vector<uint32_t> bodies_;     // the method's own instruction to place in out_
  std::vector<uint32_t> ends_;     // the method's own instruction to the place in out_ behind it, where After() begins
  std::vector<uint32_t> offsets_;  // place in out_ to code offset, and the length behind the last
  ByteWriter frames_;              // the new StackMapTable, empty if there is none
  bool too_large_ = false;
};

}  // namespace raddle::classfile
