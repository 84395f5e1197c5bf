#include "weave/array_weaver.h"

#include <algorithm>
#include <map>

#include "weave/loop_ranges.h"

namespace raddle::weave {

using namespace classfile;  // the code below is about instructions from end to end

namespace {

class ArrayWeaver {
 public:
  ArrayWeaver(MethodContext& context, const Coverage& coverage, const std::vector<bool>& told)
      : context_(context),
        editor_(context.editor),
        coverage_(coverage),
        told_(told),
        in_loop_(editor_.code().instructions.size()),
        told_in_ranges_(in_loop_.size()) {}

  void Run() {
    const auto count = static_cast<uint32_t>(in_loop_.size());
    WeaveLoops(count);
    for (uint32_t i = 0; i < count; ++i) {
      const Instruction& it = editor_.code().instructions[i];
      if (IsArrayLoad(it.op) || IsArrayStore(it.op)) WeaveArray(i, it);
    }
  }

 private:
  void WeaveArray(uint32_t i, const Instruction& it) {
    if (told_in_ranges_[i] || coverage_.covered[i] || !IsTold(told_, i)) return;
    Snippet& before = editor_.Before(i);
    if (IsArrayLoad(it.op)) return TellElement(before.Do(Op::dup2), i, "arrayRead");
    const bool wide = it.op == Op::lastore || it.op == Op::dastore;
    // array, index, value: the value goes below, and back.
    before.Do(wide ? Op::dup2_x2 : Op::dup_x2).Do(wide ? Op::pop2 : Op::pop).Do(Op::dup2);
    TellElement(before, i, "arrayWrite");
    before.Do(wide ? Op::dup2_x2 : Op::dup2_x1).Do(Op::pop2);
  }

  // With array and index on the stack. A loop keeps the shadow it found: the next round most likely needs it again.
  void TellElement(Snippet& snippet, uint32_t i, std::string_view name) {
    const uint32_t site = NewArraySite(i);
    if (!in_loop_[i] || shadow_locals_ >= kMaxShadowLocals)
      return context_.CallAccess(snippet, site, name, "(Ljava/lang/Object;IJI)V");
    const uint16_t shadow = NewShadowLocal();
    context_.CallAccess(snippet.Load(BaseKind::kReference, shadow), site, name,
                  "(Ljava/lang/Object;ILjava/lang/RaddleArray;JI)Ljava/lang/RaddleArray;");
    snippet.Store(BaseKind::kReference, shadow);
  }

  uint32_t NewArraySite(uint32_t i) {
    const Op op = editor_.code().instructions[i].op;
    MemberRef element{};
    if (op == Op::aaload || op == Op::aastore) element.descriptor = "Ljava/lang/Object;";
    return context_.NewSite(i, IsArrayLoad(op) ? SiteKind::kArrayRead : SiteKind::kArrayWrite, element);
  }

  uint16_t NewShadowLocal() {
    ++shadow_locals_;
    const uint16_t local = editor_.AddLocal({"Ljava/lang/RaddleArray;"});
    editor_.AtEntry().Do(Op::aconst_null).Store(BaseKind::kReference, local);
    return local;
  }

  // Which instructions are in a loop, and the accesses that are told behind theirs (loop_ranges.h).
  void WeaveLoops(uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
      const Instruction& it = editor_.code().instructions[i];
      if (!IsJump(it.op) || IsJsr(it.op) || static_cast<uint32_t>(it.value) > i) continue;
      if (CallsIn(static_cast<uint32_t>(it.value), i) > kMaxCallsInLoop) continue;
      std::fill(in_loop_.begin() + it.value, in_loop_.begin() + i + 1, true);
    }
    if (context_.plan.every_access) return;
    for (RangeLoop& loop : FindRangeLoops(context_.file, context_.method, editor_.code())) {
      KeepTold(loop);
      if (!loop.accesses.empty() && shadow_locals_ + loop.accesses.size() <= kMaxShadowLocals) WeaveLoop(loop);
    }
  }

  void KeepTold(RangeLoop& loop) const {
    for (size_t i = loop.accesses.size(); i-- > 0;) {
      if (IsTold(told_, loop.accesses[i].instruction)) continue;
      loop.accesses.erase(loop.accesses.begin() + static_cast<std::ptrdiff_t>(i));
      for (LoopExit& exit : loop.exits) exit.last.erase(exit.last.begin() + static_cast<std::ptrdiff_t>(i));
      for (LoopFault& fault : loop.faults) fault.last.erase(fault.last.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  // A round of a loop that calls much costs more than looking for a shadow; and each local that lives around all those
  // calls costs the compiler time.
  static constexpr int kMaxCallsInLoop = 8;
  int CallsIn(uint32_t first, uint32_t last) const {
    int calls = 0;
    for (uint32_t i = first; i <= last; ++i) {
      const Instruction& it = editor_.code().instructions[i];
      calls += IsInvoke(it.op) && (it.op == Op::invokedynamic || !IsPureCall(context_.file, it));
    }
    return calls;
  }

  void WeaveLoop(const RangeLoop& loop) {
    std::map<uint16_t, uint16_t> starts;  // counter to the local that has what it was before the loop
    std::vector<ToldRange> told;
    for (const RangeAccess& access : loop.accesses) {
      if (IsToldByWrite(access, loop)) {
        told_in_ranges_[access.instruction] = true;
        told.push_back({});
        continue;
      }
      auto [start, is_new] = starts.try_emplace(access.counter);
      if (is_new) {
        start->second = editor_.AddLocal({"I"});
        editor_.AtEntry().Push(0).Store(BaseKind::kInt, start->second);
        editor_.After(loop.entry).Load(BaseKind::kInt, access.counter).Store(BaseKind::kInt, start->second);
      }
      told.push_back({&access, start->second, NewShadowLocal(), NewArraySite(access.instruction)});
      told_in_ranges_[access.instruction] = true;
    }
    for (const LoopExit& exit : loop.exits) {
      const Instruction& it = editor_.code().instructions[exit.instruction];
      if (exit.instruction == loop.back) {
        TellRanges(editor_.After(exit.instruction), told, exit.last);
      } else if (IsConditional(it.op)) {
        const Label stay = editor_.NewLabel();
        Snippet& instead = editor_.Replace(exit.instruction).Jump(Negated(it.op), stay);
        TellRanges(instead, told, exit.last);
        instead.Jump(Op::goto_, editor_.LabelOf(static_cast<uint32_t>(it.value))).Place(stay);
      } else {
        TellRanges(editor_.Before(exit.instruction), told, exit.last);
      }
    }
    for (const LoopFault& fault : loop.faults) WeaveFault(loop, fault, told);
  }

  struct ToldRange {
    const RangeAccess* access = nullptr;  // none: another one tells of it
    uint16_t start = 0, shadow = 0;       // locals
    uint32_t site = 0;
  };

  // A handler behind the loop, which tells of the rounds before and throws on.
  void WeaveFault(const RangeLoop& loop, const LoopFault& fault, const std::vector<ToldRange>& told) {
    const Label from = editor_.NewLabel(), to = editor_.NewLabel(), caught = editor_.NewLabel(),
                end = editor_.NewLabel();
    editor_.Before(fault.first).Place(from);
    Snippet& behind = editor_.After(loop.back);
    if (fault.end <= loop.back) editor_.Before(fault.end).Place(to);
    if (fault.end > loop.back) behind.Place(to);
    const bool falls = FallsThrough(editor_.code().instructions[loop.back].op);
    if (falls) behind.Jump(Op::goto_, end);
    TellRanges(behind.Place(caught), told, fault.last);
    behind.Do(Op::athrow);
    if (falls) behind.Place(end);
    editor_.Cover(from, to, caught);
  }

  // Another access of the loop, a write or the first of equals, has the same elements.
  bool IsToldByWrite(const RangeAccess& access, const RangeLoop& loop) const {
    auto is_write = [&](const RangeAccess& it) { return IsArrayStore(OpOf(it.instruction)); };
    auto array_of = [&](const RangeAccess& it) {
      std::vector<std::pair<int, Index>> pushed;  // by local or field
      for (const uint32_t i : it.array) {
        const Instruction& pusher = editor_.code().instructions[i];
        pushed.emplace_back(LocalOf(pusher), LocalOf(pusher) < 0 ? pusher.index : Index{0});
      }
      return pushed;
    };
    return std::ranges::any_of(loop.accesses, [&](const RangeAccess& other) {
      const bool stronger =
          is_write(other) != is_write(access) ? is_write(other) : other.instruction < access.instruction;
      // At a way out between the two only one of them has been made.
      const bool together = std::ranges::none_of(loop.exits, [&](const LoopExit& exit) {
        return (exit.instruction > access.instruction) != (exit.instruction > other.instruction);
      });
      return stronger && together && other.counter == access.counter && other.first == access.first &&
             other.addends == access.addends && array_of(other) == array_of(access);
    });
  }

  Op OpOf(uint32_t i) const { return editor_.code().instructions[i].op; }

  void TellRanges(Snippet& snippet, const std::vector<ToldRange>& told, const std::vector<int32_t>& last) {
    for (const bool writes : {true, false}) {  // a write makes a read of the same elements no news
      for (size_t i = 0; i < told.size(); ++i) {
        if (told[i].access == nullptr) continue;
        const bool write = IsArrayStore(editor_.code().instructions[told[i].access->instruction].op);
        if (write == writes) TellRange(snippet, told[i], last[i], write ? "loopWrite" : "loopRead");
      }
    }
  }

  void TellRange(Snippet& snippet, const ToldRange& range, int32_t last, std::string_view name) {
    const RangeAccess& access = *range.access;
    auto push_index = [&](uint16_t counter, int32_t constant) {
      snippet.Load(BaseKind::kInt, counter);
      for (const uint16_t addend : access.addends) snippet.Load(BaseKind::kInt, addend).Do(Op::iadd);
      if (constant != 0) snippet.Push(constant).Do(Op::iadd);
    };
    for (const uint32_t pusher : access.array) snippet.Copy(editor_.code().instructions[pusher]);
    push_index(range.start, access.first);
    push_index(access.counter, last);
    snippet.Push(access.step).Load(BaseKind::kReference, range.shadow);
    context_.CallAccess(snippet, range.site, name, "(Ljava/lang/Object;IIILjava/lang/RaddleArray;JI)Ljava/lang/RaddleArray;");
    snippet.Store(BaseKind::kReference, range.shadow);
  }

  static constexpr size_t kMaxShadowLocals = 40;  // what a method with more accesses in loops gains is lost in others

  MethodContext& context_;
  CodeEditor& editor_;
  const Coverage& coverage_;
  const std::vector<bool>& told_;
  std::vector<bool> in_loop_, told_in_ranges_;
  size_t shadow_locals_ = 0;
};

}  // namespace

void WeaveArrays(MethodContext& context, const Coverage& coverage, const std::vector<bool>& told) {
  ArrayWeaver(context, coverage, told).Run();
}

}  // namespace raddle::weave
