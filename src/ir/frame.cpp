#include "ir/frame.h"

#include "fmt/format.h"

namespace raddle::ir {

std::string_view KindName(Kind kind) {
  switch (kind) {
    case Kind::kVoid:
      return "void";
    case Kind::kInt:
      return "int";
    case Kind::kLong:
      return "long";
    case Kind::kFloat:
      return "float";
    case Kind::kDouble:
      return "double";
    case Kind::kReference:
      return "reference";
  }
  return "return address";
}

void Frame::Reset(uint32_t locals, uint32_t max_stack, const std::vector<Draft::ValueInfo>* values) {
  locals_.assign(locals, kUndefined);
  stack_.clear();
  max_stack_ = max_stack;
  values_ = values;
  problem_.clear();
}

void Frame::Push(Value value) {
  bool wide = classfile::Slots(KindOf(value)) == 2;
  if (stack_.size() + (wide ? 2 : 1) > max_stack_)
    return Fail(fmt::format("stack deeper than max_stack {}", max_stack_));
  stack_.push_back(value);
  if (wide) stack_.push_back(kSecondHalf);
}

Value Frame::Pop(Kind kind) {
  if (classfile::Slots(kind) == 2) {
    if (stack_.empty() || stack_.back() != kSecondHalf) {
      Fail(fmt::format("{} expected on the stack", KindName(kind)));
      return 0;
    }
    stack_.pop_back();
  }
  if (stack_.empty()) {
    Fail("stack underflow");
    return 0;
  }
  Value value = stack_.back();
  if (value == kSecondHalf || KindOf(value) != kind) {
    Fail(fmt::format("{} expected on the stack, found {}", KindName(kind),
                     value == kSecondHalf ? "half a value" : KindName(KindOf(value))));
    return 0;
  }
  stack_.pop_back();
  return value;
}

Value Frame::PopOne() {
  if (!Splits(1)) return 0;
  Value value = stack_.back();
  stack_.pop_back();
  return value;
}

bool Frame::Splits(uint32_t slots) {
  if (stack_.size() < slots) {
    Fail("stack underflow");
    return false;
  }
  if (stack_[stack_.size() - slots] == kSecondHalf) {
    Fail("stack instruction that tears a long or double apart");
    return false;
  }
  return true;
}

void Frame::Duplicate(uint32_t count, uint32_t under) {
  if (!Splits(count) || !Splits(count + under)) return;
  if (stack_.size() + count > max_stack_) return Fail(fmt::format("stack deeper than max_stack {}", max_stack_));
  Value copied[2];
  for (uint32_t i = 0; i < count; i++) copied[i] = stack_[stack_.size() - count + i];
  stack_.insert(stack_.end() - (count + under), copied, copied + count);
}

void Frame::Drop(uint32_t count) {
  if (Splits(count)) stack_.resize(stack_.size() - count);
}

void Frame::Swap() {
  if (Splits(1) && Splits(2)) std::swap(stack_[stack_.size() - 1], stack_[stack_.size() - 2]);
}

Value Frame::Load(uint32_t local, Kind kind) {
  Value value = local < locals_.size() ? locals_[local] : kUndefined;
  if (value == kUndefined || value == kSecondHalf) {
    Fail(fmt::format("local {} read before it is written", local));
    return 0;
  }
  if (KindOf(value) != kind) {
    Fail(fmt::format("local {} is {}, not {}", local, KindName(KindOf(value)), KindName(kind)));
    return 0;
  }
  return value;
}

Value Frame::LoadReturnAddress(uint32_t local) {
  return Load(local, kReturnAddress);
}

void Frame::Store(uint32_t local, Value value) {
  bool wide = classfile::Slots(KindOf(value)) == 2;
  // Writing over half of a long or double makes the other half worthless.
  if (locals_[local] == kSecondHalf && local > 0) locals_[local - 1] = kUndefined;
  uint32_t end = local + (wide ? 2 : 1);
  locals_[local] = value;
  if (wide && end <= locals_.size()) locals_[local + 1] = kSecondHalf;
  if (end < locals_.size() && locals_[end] == kSecondHalf) locals_[end] = kUndefined;
}

}  // namespace raddle::ir
