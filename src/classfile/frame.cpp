#include "classfile/frame.h"

#include <fmt/format.h>

#include <algorithm>

namespace raddle::classfile {
namespace {

using enum VerificationTag;

FrameType ObjectType(std::string_view name, Index class_index = 0) { return {kObject, class_index, 0, name}; }

FrameType TypeOfLetter(char letter) {
  switch (letter) {
    case 'I': return {kInteger};
    case 'F': return {kFloat};
    case 'J': return {kLong};
    case 'D': return {kDouble};
    default: return {kNull};  // only aconst_null pushes an A that is not handled by name
  }
}

// newarray's operand 4..11.
constexpr std::string_view kPrimitiveArrays[] = {"[Z", "[C", "[F", "[D", "[B", "[S", "[I", "[J"};

bool Pop(Frame& frame, size_t slots) {
  if (frame.stack.size() < slots) return false;
  frame.stack.resize(frame.stack.size() - slots);
  return true;
}

// dup_x1 and its kind: the top `copied` slots are inserted again below the `skipped` slots under them.
bool Duplicate(Frame& frame, size_t copied, size_t skipped) {
  std::vector<FrameType>& stack = frame.stack;
  if (stack.size() < copied + skipped) return false;
  FrameType top[2];
  std::copy(stack.end() - static_cast<ptrdiff_t>(copied), stack.end(), top);
  stack.insert(stack.end() - static_cast<ptrdiff_t>(copied + skipped), top, top + copied);
  return true;
}

constexpr const char* kUnderflow = "operand stack underflow";

}  // namespace

void Frame::SetLocal(uint32_t local, const FrameType& type) {
  const uint32_t end = local + (type.IsWide() ? 2 : 1);
  if (locals.size() < end) locals.resize(end);
  if (local > 0 && locals[local - 1].IsWide()) locals[local - 1] = {};
  locals[local] = type;
  if (type.IsWide()) locals[local + 1] = {};
}

void Frame::Push(const FrameType& type) {
  stack.push_back(type);
  if (type.IsWide()) stack.push_back({});
}

FrameType TypeOf(TypeDescriptor descriptor) {
  switch (descriptor.kind()) {
    case BaseKind::kVoid: return {};
    case BaseKind::kInt: return {kInteger};
    case BaseKind::kLong: return {kLong};
    case BaseKind::kFloat: return {kFloat};
    case BaseKind::kDouble: return {kDouble};
    case BaseKind::kReference: return ObjectType(descriptor.ClassName());
  }
  return {};
}

Frame EntryFrame(const ClassFile& file, const Member& method) {
  Frame frame;
  if (!method.Has(kStatic)) {
    const bool constructor = file.NameOf(method) == "<init>" && file.Name() != "java/lang/Object";
    frame.locals.push_back(constructor ? FrameType{kUninitializedThis} : ObjectType(file.Name(), file.this_class));
  }
  for (const TypeDescriptor parameter : MethodDescriptor(file.DescriptorOf(method))) {
    frame.SetLocal(static_cast<uint32_t>(frame.locals.size()), TypeOf(parameter));
  }
  return frame;
}

FrameType Replay::LoadedConstant(Index index) const {
  switch (pool_.tag(index)) {
    case Tag::kInteger: return {kInteger};
    case Tag::kFloat: return {kFloat};
    case Tag::kLong: return {kLong};
    case Tag::kDouble: return {kDouble};
    case Tag::kString: return ObjectType("java/lang/String");
    case Tag::kClass: return ObjectType("java/lang/Class");
    case Tag::kMethodHandle: return ObjectType("java/lang/invoke/MethodHandle");
    case Tag::kMethodType: return ObjectType("java/lang/invoke/MethodType");
    case Tag::kDynamic: {
      const std::string_view descriptor = pool_.Dynamic(index).descriptor;
      return CheckFieldDescriptor(descriptor) ? TypeOf({descriptor}) : FrameType{};
    }
    default: return {};
  }
}

const char* Replay::Invoke(Frame& frame, const Instruction& it) const {
  const bool dynamic = it.op == Op::invokedynamic;
  const MemberRef member = dynamic ? MemberRef{{}, pool_.Dynamic(it.index).name, pool_.Dynamic(it.index).descriptor}
                                   : pool_.Member(it.index);
  if (!CheckMethodDescriptor(member.descriptor)) return "call with a malformed descriptor";
  const MethodDescriptor descriptor(member.descriptor);
  if (!Pop(frame, descriptor.ParameterSlots())) return kUnderflow;
  if (it.op != Op::invokestatic && !dynamic) {
    if (frame.stack.empty()) return kUnderflow;
    const FrameType receiver = frame.stack.back();
    frame.stack.pop_back();
    if (it.op == Op::invokespecial && member.name == "<init>") {
      if (receiver.tag != kUninitialized && receiver.tag != kUninitializedThis) {
        return "constructor called on an initialised object";
      }
      const FrameType made = ObjectType(receiver.tag == kUninitializedThis ? this_class_ : member.owner);
      std::replace(frame.locals.begin(), frame.locals.end(), receiver, made);
      std::replace(frame.stack.begin(), frame.stack.end(), receiver, made);
    }
  }
  const TypeDescriptor result = descriptor.Return();
  if (result.kind() != BaseKind::kVoid) frame.Push(TypeOf(result));
  return nullptr;
}

const char* Replay::Step(Frame& frame, const Instruction& it, uint32_t position) const {
  const OpInfo& info = Info(it.op);
  switch (it.op) {
    case Op::ldc:
    case Op::ldc_w:
    case Op::ldc2_w: {
      const FrameType type = LoadedConstant(it.index);
      if (type.tag == kTop) return "constant of a malformed type";
      frame.Push(type);
      return nullptr;
    }
    case Op::aload:
    case Op::aload_0:
    case Op::aload_1:
    case Op::aload_2:
    case Op::aload_3:
      if (it.index >= frame.locals.size()) return "load of a local that holds nothing";
      frame.Push(FrameType(frame.locals[it.index]));
      return nullptr;
    case Op::aaload: {
      if (frame.stack.size() < 2) return kUnderflow;
      frame.stack.pop_back();
      FrameType& array = frame.stack.back();
      if (array.tag == kNull) return nullptr;
      if (array.tag != kObject || array.name.size() < 2 || array.name[0] != '[') return "aaload from what is no array";
      const TypeDescriptor component{array.name.substr(1)};
      if (!component.IsReference()) return "aaload from an array of primitives";
      array = ObjectType(component.ClassName());
      return nullptr;
    }
    case Op::pop:
      return Pop(frame, 1) ? nullptr : kUnderflow;
    case Op::pop2:
      return Pop(frame, 2) ? nullptr : kUnderflow;
    case Op::dup:
      return Duplicate(frame, 1, 0) ? nullptr : kUnderflow;
    case Op::dup_x1:
      return Duplicate(frame, 1, 1) ? nullptr : kUnderflow;
    case Op::dup_x2:
      return Duplicate(frame, 1, 2) ? nullptr : kUnderflow;
    case Op::dup2:
      return Duplicate(frame, 2, 0) ? nullptr : kUnderflow;
    case Op::dup2_x1:
      return Duplicate(frame, 2, 1) ? nullptr : kUnderflow;
    case Op::dup2_x2:
      return Duplicate(frame, 2, 2) ? nullptr : kUnderflow;
    case Op::swap:
      if (frame.stack.size() < 2) return kUnderflow;
      std::iter_swap(frame.stack.end() - 1, frame.stack.end() - 2);
      return nullptr;
    case Op::jsr:
    case Op::jsr_w:
    case Op::ret:
      return "subroutine in code that has frames";
    case Op::getstatic:
    case Op::putstatic:
    case Op::getfield:
    case Op::putfield: {
      const std::string_view text = pool_.Member(it.index).descriptor;
      if (!CheckFieldDescriptor(text)) return "field with a malformed descriptor";
      const TypeDescriptor type{text};
      const bool put = it.op == Op::putstatic || it.op == Op::putfield;
      const bool instance = it.op == Op::getfield || it.op == Op::putfield;
      if (!Pop(frame, (put ? Slots(type.kind()) : 0) + (instance ? 1 : 0))) return kUnderflow;
      if (!put) frame.Push(TypeOf(type));
      return nullptr;
    }
    case Op::invokevirtual:
    case Op::invokespecial:
    case Op::invokestatic:
    case Op::invokeinterface:
    case Op::invokedynamic:
      return Invoke(frame, it);
    case Op::new_:
      frame.Push({kUninitialized, 0, position});
      return nullptr;
    case Op::newarray:
      if (!Pop(frame, 1)) return kUnderflow;
      frame.Push(ObjectType(kPrimitiveArrays[it.value - 4]));
      return nullptr;
    case Op::anewarray: {
      if (!Pop(frame, 1)) return kUnderflow;
      const std::string_view element = pool_.ClassName(it.index);
      frame.Push(ObjectType(arena_.Copy(std::string_view(
          element.starts_with('[') ? fmt::format("[{}", element) : fmt::format("[L{};", element)))));
      return nullptr;
    }
    case Op::multianewarray:
      if (!Pop(frame, it.extra)) return kUnderflow;
      frame.Push(ObjectType(pool_.ClassName(it.index), it.index));
      return nullptr;
    case Op::checkcast:
      if (!Pop(frame, 1)) return kUnderflow;
      frame.Push(ObjectType(pool_.ClassName(it.index), it.index));
      return nullptr;
    default:
      break;
  }
  // Everything else follows from the table.
  FrameType popped;
  for (size_t i = info.pops.size(); i-- > 0;) {
    const size_t slots = info.pops[i] == 'J' || info.pops[i] == 'D' ? 2 : 1;
    if (frame.stack.size() < slots) return kUnderflow;
    popped = frame.stack[frame.stack.size() - slots];
    Pop(frame, slots);
  }
  const bool stores = Between(it.op, Op::istore, Op::astore_3);
  if (stores) frame.SetLocal(it.index, popped);
  for (const char letter : info.pushes) frame.Push(TypeOfLetter(letter));
  return nullptr;
}

Result<std::vector<FrameAt>> ExpandFrames(const ClassFile& file, const Member& method, const Code& code,
                                          const Attribute* stack_map, Arena& arena) {
  std::vector<FrameAt> frames;
  if (stack_map == nullptr) return frames;
  RADDLE_TRY(const StackMapTable table, DecodeStackMap(*stack_map, file.pool, arena));
  auto bad = [&](std::string_view reason) {
    return Error{fmt::format("StackMapTable: {}", reason), stack_map->offset};
  };

  // The running locals, a value each: chop takes away values, not slots.
  std::vector<FrameType> values;
  const Frame entry = EntryFrame(file, method);
  for (size_t i = 0; i < entry.locals.size(); i += entry.locals[i].IsWide() ? 2 : 1) values.push_back(entry.locals[i]);

  auto convert = [&](const VerificationType& type) -> FrameType {
    switch (type.tag) {
      case kObject:
        return ObjectType(file.pool.ClassName(type.data), type.data);
      case kUninitialized:
        return {kUninitialized, 0, code.At(type.data)};
      default:
        return {type.tag};
    }
  };
  auto is_new = [&](const FrameType& type) {
    return type.tag != kUninitialized ||
           (type.new_at < code.instructions.size() && code.instructions[type.new_at].op == Op::new_);
  };

  frames.reserve(table.entries.size());
  uint32_t offset = 0;
  size_t slots = 0;
  for (size_t i = 0; i < table.entries.size(); ++i) {
    const StackMapEntry& it = table.entries[i];
    offset += it.offset_delta + (i == 0 ? 0 : 1);
    const uint32_t at = offset < code.length ? code.At(offset) : Code::kNone;
    if (at == Code::kNone) return bad("a frame that stands before no instruction");
    if (it.type == kFull) values.clear();
    if (it.type >= kChopFirst && it.type < kSameExtended) {
      const size_t chopped = kSameExtended - it.type;
      if (chopped > values.size()) return bad("chop of more locals than there are");
      values.resize(values.size() - chopped);
    }
    for (const VerificationType& type : it.locals) values.push_back(convert(type));

    FrameAt& out = frames.emplace_back();
    out.instruction = at;
    for (const FrameType& value : values) {
      if (!is_new(value)) return bad("an uninitialised type that names no `new`");
      out.frame.SetLocal(static_cast<uint32_t>(out.frame.locals.size()), value);
    }
    for (const VerificationType& type : it.stack) {
      const FrameType value = convert(type);
      if (!is_new(value)) return bad("an uninitialised type that names no `new`");
      out.frame.Push(value);
    }
    if (out.frame.locals.size() > code.max_locals) return bad("more locals than max_locals");
    slots += out.frame.locals.size() + out.frame.stack.size();
    if (slots > kMaxFrameSlots) return bad("too many frames of too many types");
  }
  return frames;
}

FrameEncoder::FrameEncoder(ConstantPool& pool, const Frame& entry) : pool_(pool) {
  last_locals_ = Values(entry.locals, [](uint32_t) { return 0; }, /*trim=*/false);
}

bool FrameEncoder::Same(const VerificationType& a, const VerificationType& b) const {
  if (a.tag != b.tag || a.data == b.data) return a.tag == b.tag;
  // Two Class constants may have one name. One that found no room in the pool has none.
  return a.tag == kObject && a.data != 0 && b.data != 0 && pool_.ClassName(a.data) == pool_.ClassName(b.data);
}

void FrameEncoder::Write(uint32_t offset, std::vector<VerificationType> locals,
                         std::span<const VerificationType> stack) {
  const uint32_t delta = count_ == 0 ? offset : offset - last_offset_ - 1;
  const size_t common = std::min(locals.size(), last_locals_.size());
  const bool prefix = std::equal(locals.begin(), locals.begin() + static_cast<ptrdiff_t>(common), last_locals_.begin(),
                                 [&](const auto& a, const auto& b) { return Same(a, b); });
  const int grown = static_cast<int>(locals.size()) - static_cast<int>(last_locals_.size());

  StackMapEntry entry{kFull, static_cast<uint16_t>(delta), locals, stack};
  if (prefix && grown == 0 && stack.size() <= 1) {
    entry.locals = {};
    if (stack.empty()) {
      entry.type = delta <= kSameLast ? static_cast<uint8_t>(delta) : kSameExtended;
    } else {
      entry.type = delta <= kSameLast ? static_cast<uint8_t>(kSameLast + 1 + delta) : kSameOneStackExtended;
    }
  } else if (prefix && stack.empty() && grown >= -3 && grown <= 3) {
    entry.type = static_cast<uint8_t>(kSameExtended + grown);
    entry.locals = std::span(locals).subspan(common);
  }
  WriteEntry(entry, entries_);
  last_locals_ = std::move(locals);
  last_offset_ = offset;
  ++count_;
}

void FrameEncoder::Finish(ByteWriter& writer) const {
  writer.U2(count_);
  writer.Raw(entries_.bytes());
}

}  // namespace raddle::classfile
