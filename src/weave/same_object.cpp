#include "weave/same_object.h"

#include <map>

#include "weave/operand_stack.h"
#include "weave/straight_code.h"

namespace raddle::weave {
namespace {

using namespace classfile;  // the code below is about instructions from end to end

class ObjectFinder {
 public:
  ObjectFinder(const ClassFile& file, const Member& method, const Code& code) : file_(file), code_(code) {
    objects_.assign(code.instructions.size(), kUnknownObject);
    meets_ = MeetingPoints(code);
    has_this_ = !method.Has(kStatic) && !OverwritesThis(code);
  }

  std::vector<uint32_t> Find() {
    Forget();
    for (uint32_t i = 0; i < code_.instructions.size(); ++i) {
      if (meets_[i]) Forget();
      Step(i, code_.instructions[i]);
    }
    return std::move(objects_);
  }

 private:
  struct Value {
    uint32_t object = kUnknownObject;
  };

  void Forget() {
    stack_.Clear();
    locals_.clear();
    if (has_this_) locals_[0] = kThisObject;
  }

  uint32_t InLocal(int local) {
    const auto [found, is_new] = locals_.try_emplace(local);
    if (is_new) found->second = ++last_;
    return found->second;
  }

  void Step(uint32_t i, const Instruction& it) {
    if (IsLoadOf(it, "A")) return stack_.Push({InLocal(LocalOf(it))});
    if (it.op == Op::getfield || it.op == Op::putfield) {
      const std::string_view descriptor = file_.pool.Member(it.index).descriptor;
      const int slots = descriptor == "J" || descriptor == "D" ? 2 : 1;
      if (it.op == Op::putfield) stack_.PopSlots(slots);
      objects_[i] = stack_.Pop().object;
      if (it.op == Op::putfield) return;
      return slots == 1 ? stack_.Push({++last_}) : stack_.PushUnknown(2);
    }
    if (IsStore(it)) {
      const bool wide = Info(it.op).pops == "J" || Info(it.op).pops == "D";
      const Value stored = stack_.Pop();
      if (wide) stack_.Pop();
      for (int local = LocalOf(it); local <= LocalOf(it) + (wide ? 1 : 0); ++local) locals_.erase(local);
      if (stored.object != kUnknownObject && !wide) locals_[LocalOf(it)] = stored.object;
      return;
    }
    stack_.Step(it, file_.pool);
  }

  const ClassFile& file_;
  const Code& code_;
  bool has_this_ = false;
  std::vector<bool> meets_;  // by instruction
  OperandStack<Value> stack_;
  std::map<int, uint32_t> locals_;
  uint32_t last_ = kThisObject;
  std::vector<uint32_t> objects_;
};

}  // namespace

std::vector<uint32_t> FindObjects(const ClassFile& file, const Member& method, const Code& code) {
  return ObjectFinder(file, method, code).Find();
}

}  // namespace raddle::weave
