#include "weave/array_types.h"

#include "base/arena.h"
#include "classfile/attributes.h"
#include "classfile/frame.h"

namespace raddle::weave {

using namespace classfile;  // the code below is about instructions from end to end

std::vector<std::string> FindArrayTypes(const ClassFile& file, const Member& method, const Code& code) {
  constexpr uint16_t kFirstMajorThatNeedsFrames = 51;
  std::vector<std::string> types(code.instructions.size());
  if (file.major < kFirstMajorThatNeedsFrames) return types;
  Arena arena;
  const Attribute* const stack_map = Find(code.attributes, AttributeKind::kStackMapTable);
  const Result<std::vector<FrameAt>> frames = ExpandFrames(file, method, code, stack_map, arena);
  if (!frames) return types;
  const Replay replay(file.pool, file.Name(), arena);
  Frame frame = EntryFrame(file, method);
  bool known = true;
  auto next = frames->begin();
  for (uint32_t i = 0; i < code.instructions.size(); ++i) {
    if (next != frames->end() && next->instruction == i) {
      frame = next++->frame;
      known = true;
    }
    const Instruction& it = code.instructions[i];
    if (known && (it.op == Op::aaload || it.op == Op::aastore)) {
      const size_t depth = it.op == Op::aaload ? 2 : 3;
      if (frame.stack.size() >= depth) {
        const FrameType& array = frame.stack[frame.stack.size() - depth];
        if (array.tag == VerificationTag::kObject) types[i] = array.name;
      }
    }
    known = known && replay.Step(frame, it, i) == nullptr && FallsThrough(it.op);
  }
  return types;
}

}  // namespace raddle::weave
