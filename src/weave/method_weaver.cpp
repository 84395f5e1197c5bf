#include "weave/method_weaver.h"

#include <optional>

#include "classfile/attributes.h"
#include "classfile/code_editor.h"
#include "classfile/descriptor.h"

namespace raddle::weave {
namespace {

using namespace classfile;  // the code below is about instructions from end to end

bool IsWide(std::string_view descriptor) {
  return descriptor == "J" || descriptor == "D";
}

// What the class itself says about a field that an instruction names.
struct FieldFacts {
  bool declared_here = false;
  bool is_final = false;
  bool is_volatile = false;
};

class MethodWeaver {
 public:
  MethodWeaver(ClassFile& file, Member& method, const Plan& plan, CodeEditor& editor, const SiteMethod& place,
               SiteTable& sites)
      : file_(file), method_(method), plan_(plan), editor_(editor), place_(place), sites_(sites) {}

  Result<void> Run() {
    ReadLines();
    const auto count = static_cast<uint32_t>(editor_.code().instructions.size());
    const uint32_t first = FirstAfterSuper();
    for (uint32_t i = 0; i < count; ++i) {
      Weave(i, i >= first);
    }
    if (plan_.locks && method_.Has(kSynchronized)) WeaveSynchronized(count);
    if (!touched_) return {};
    return editor_.Finish();
  }

 private:
  void Weave(uint32_t i, bool this_is_ready) {
    const Instruction& it = editor_.code().instructions[i];
    if (plan_.fields && IsFieldAccess(it.op)) {
      WeaveField(i, it, this_is_ready);
    } else if (plan_.arrays && (IsArrayLoad(it.op) || IsArrayStore(it.op))) {
      WeaveArray(i, it);
    } else if (plan_.locks && it.op == Op::monitorenter) {
      editor_.Before(i).Do(Op::dup);
      Call(editor_.After(i), NewSite(i, SiteKind::kLock), "acquire", "(Ljava/lang/Object;JI)V");
    } else if (plan_.locks && it.op == Op::monitorexit) {
      Call(editor_.Before(i).Do(Op::dup), NewSite(i, SiteKind::kUnlock), "release", "(Ljava/lang/Object;JI)V");
    }
  }

  void WeaveField(uint32_t i, const Instruction& it, bool this_is_ready) {
    const MemberRef field = file_.pool.Member(it.index);
    const FieldFacts facts = FactsOf(field);
    if (facts.declared_here && facts.is_final) return;
    if (field.owner.starts_with('[')) return;
    const bool may_be_volatile = !facts.declared_here || facts.is_volatile;
    switch (it.op) {
      case Op::getstatic: {
        const uint32_t site = NewSite(i, SiteKind::kStaticRead, field);
        Call(editor_.Before(i), site, "readStatic", "(JI)V");
        if (may_be_volatile) Call(editor_.After(i), site, "acquiredStatic", "(JI)V");
        return;
      }
      case Op::putstatic:
        return Call(editor_.Before(i), NewSite(i, SiteKind::kStaticWrite, field), "writeStatic", "(JI)V");
      case Op::getfield: {
        if (!this_is_ready) return;
        const uint32_t site = NewSite(i, SiteKind::kFieldRead, field);
        Snippet& before = editor_.Before(i).Do(Op::dup);
        if (may_be_volatile) before.Do(Op::dup);
        Call(before, site, "read", "(Ljava/lang/Object;JI)V");
        if (!may_be_volatile) return;
        // object, value: the object goes on top.
        Snippet& after = editor_.After(i);
        IsWide(field.descriptor) ? after.Do(Op::dup2_x1).Do(Op::pop2) : after.Do(Op::swap);
        return Call(after, site, "acquired", "(Ljava/lang/Object;JI)V");
      }
      default: {  // putfield
        if (!this_is_ready) return;
        const uint32_t site = NewSite(i, SiteKind::kFieldWrite, field);
        Snippet& before = editor_.Before(i);
        if (IsWide(field.descriptor)) {
          Call(before.Do(Op::dup2_x1).Do(Op::pop2).Do(Op::dup), site, "write", "(Ljava/lang/Object;JI)V");
          before.Do(Op::dup_x2).Do(Op::pop);
        } else {
          Call(before.Do(Op::dup2).Do(Op::pop), site, "write", "(Ljava/lang/Object;JI)V");
        }
      }
    }
  }

  void WeaveArray(uint32_t i, const Instruction& it) {
    Snippet& before = editor_.Before(i);
    if (IsArrayLoad(it.op)) {
      return Call(before.Do(Op::dup2), NewSite(i, SiteKind::kArrayRead), "arrayRead", "(Ljava/lang/Object;IJI)V");
    }
    const bool wide = it.op == Op::lastore || it.op == Op::dastore;
    // array, index, value: the value goes below, and back.
    before.Do(wide ? Op::dup2_x2 : Op::dup_x2).Do(wide ? Op::pop2 : Op::pop).Do(Op::dup2);
    Call(before, NewSite(i, SiteKind::kArrayWrite), "arrayWrite", "(Ljava/lang/Object;IJI)V");
    before.Do(wide ? Op::dup2_x2 : Op::dup2_x1).Do(Op::pop2);
  }

  void WeaveSynchronized(uint32_t count) {
    auto push_lock = [&](Snippet& snippet) -> Snippet& {
      if (!method_.Has(kStatic)) return snippet.Load(BaseKind::kReference, lock_local_);
      return snippet.PushConstant(file_.pool.AddClass(file_.Name()));
    };
    if (method_.Has(kStatic) && file_.major < 49) return;  // no class constants yet
    // `this` may be overwritten in its slot, so the handler needs a copy.
    if (!method_.Has(kStatic)) {
      lock_local_ = editor_.AddLocal({"Ljava/lang/Object;"});
      editor_.AtEntry().Load(BaseKind::kReference, 0).Store(BaseKind::kReference, lock_local_);
    }
    Call(push_lock(editor_.AtEntry()), NewSite(0, SiteKind::kLock), "acquire", "(Ljava/lang/Object;JI)V");
    for (uint32_t i = 0; i < count; ++i) {
      if (!IsReturn(editor_.code().instructions[i].op)) continue;
      Call(push_lock(editor_.Before(i)), NewSite(i, SiteKind::kUnlock), "release", "(Ljava/lang/Object;JI)V");
    }
    Snippet& handler = editor_.AddHandler(0, count, 0, HandlerOrder::kOutermost);
    Call(push_lock(handler), NewSite(count - 1, SiteKind::kUnlock), "release", "(Ljava/lang/Object;JI)V");
    handler.Do(Op::athrow);
  }

  void Call(Snippet& snippet, uint32_t site, std::string_view name, std::string_view descriptor) {
    snippet.Load(BaseKind::kLong, ThreadLocalSlot()).Push(static_cast<int32_t>(site));
    snippet.Invoke(Op::invokestatic, kShimClass, name, descriptor);
  }

  // The local that holds the thread's block; made with the first event of the method.
  uint16_t ThreadLocalSlot() {
    if (!touched_) {
      touched_ = true;
      thread_local_ = editor_.AddLocal({"J"});
      editor_.AtEntry().Invoke(Op::invokestatic, kShimClass, "thread", "()J").Store(BaseKind::kLong, thread_local_);
    }
    return thread_local_;
  }

  FieldFacts FactsOf(const MemberRef& field) const {
    if (field.owner != file_.Name()) return {};
    for (const Member& member : file_.fields) {
      if (file_.NameOf(member) == field.name && file_.DescriptorOf(member) == field.descriptor) {
        return {true, member.Has(kFinal), member.Has(kVolatile)};
      }
    }
    return {};
  }

  uint32_t NewSite(uint32_t i, SiteKind kind, const MemberRef& member = {}) {
    if (site_method_ == nullptr) site_method_ = sites_.AddMethod(place_);
    const uint16_t bci = editor_.code().instructions[i].offset;
    return sites_.Add({site_method_, kind, bci, LineOf(bci), member.owner, member.name, member.descriptor});
  }

  // In a constructor: the instruction behind the call that initialises `this`. A `new` and its own constructor call
  // pair up, so the first call without a `new` before it is the one; of several (no Java compiler makes them) the last.
  uint32_t FirstAfterSuper() const {
    if (file_.NameOf(method_) != "<init>") return 0;
    int pending = 0;
    uint32_t first = 0;
    const auto& instructions = editor_.code().instructions;
    for (uint32_t i = 0; i < instructions.size(); ++i) {
      if (instructions[i].op == Op::new_) ++pending;
      if (instructions[i].op != Op::invokespecial || file_.pool.Member(instructions[i].index).name != "<init>")
        continue;
      if (pending > 0)
        --pending;
      else
        first = i + 1;
    }
    return first;
  }

  void ReadLines() {
    Arena arena;
    for (const Attribute& attribute : editor_.code().attributes) {
      if (attribute.kind != AttributeKind::kLineNumberTable) continue;
      const Result<AttributeValue> value = DecodeAttribute(attribute, file_.pool, arena);
      if (!value) continue;
      if (const auto* table = std::get_if<LineNumberTable>(&*value)) {
        lines_.insert(lines_.end(), table->lines.begin(), table->lines.end());
      }
    }
  }

  // The entry with the greatest pc that is not past ours; tables need not be sorted.
  uint16_t LineOf(uint16_t bci) const {
    const LineNumber* best = nullptr;
    for (const LineNumber& line : lines_) {
      if (line.pc <= bci && (best == nullptr || line.pc >= best->pc)) best = &line;
    }
    return best == nullptr ? 0 : best->line;
  }

  ClassFile& file_;
  Member& method_;
  const Plan& plan_;
  CodeEditor& editor_;
  const SiteMethod& place_;
  SiteTable& sites_;
  const SiteMethod* site_method_ = nullptr;
  std::vector<LineNumber> lines_;
  bool touched_ = false;
  uint16_t thread_local_ = 0;
  uint16_t lock_local_ = 0;
};

}  // namespace

Result<void> WeaveMethod(ClassFile& file, Member& method, const Plan& plan, const SiteMethod& place, SiteTable& sites) {
  RADDLE_TRY(CodeEditor editor, CodeEditor::Open(file, method));
  return MethodWeaver(file, method, plan, editor, place, sites).Run();
}

}  // namespace raddle::weave
