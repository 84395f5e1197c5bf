#include "weave/method_weaver.h"

#include <algorithm>
#include <ranges>
#include <vector>

#include "classfile/attributes.h"
#include "classfile/code_editor.h"
#include "classfile/descriptor.h"
#include "weave/array_weaver.h"
#include "weave/atom_weaver.h"
#include "weave/call_weaver.h"
#include "weave/collection_arguments.h"
#include "weave/construction.h"
#include "weave/covered.h"
#include "weave/freeze_weaver.h"
#include "weave/method_context.h"
#include "weave/object_weaver.h"
#include "weave/view_weaver.h"

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

bool HasInitialiser(const ClassFile& file) {
  for (const Member& member : file.methods) {
    if (file.NameOf(member) == "<clinit>") return true;
  }
  return false;
}

class MethodWeaver {
 public:
  MethodWeaver(MethodContext& context, const MethodObjects& objects)
      : context_(context),
        file_(context.file),
        method_(context.method),
        plan_(context.plan),
        editor_(context.editor),
        objects_(objects) {}

  Result<void> Run() {
    if (plan_.SectionsOnly() && context_.sections.marks.empty() && !MayDisturb()) return {};
    const auto count = static_cast<uint32_t>(editor_.code().instructions.size());
    if (plan_.lock_events && plan_.order) WeaveClassInitialisation(count);
    if (plan_.accesses) told_ = plan_.accesses(file_, method_);
    coverage_ = FindCovered(file_, method_, editor_.code(), told_);
    if (plan_.every_access) coverage_.covered.assign(count, false);
    if (plan_.arrays) WeaveArrays(context_, coverage_, told_);
    construction_ = FindConstruction(file_, method_, editor_.code(), coverage_.on_this);
    if (plan_.every_access) construction_.known = 0;
    FindTogether(count);
    for (uint32_t i = 0; i < count; ++i) {
      Weave(i, i >= construction_.ready);
    }
    if (plan_.locks && method_.Has(kSynchronized)) WeaveSynchronized(count);
    if (plan_.views)
      WeaveViews(context_, construction_.ready, coverage_, told_,
                 plan_.views_strict ? std::vector<bool>() : WritesToFresh());
    if (plan_.order) WeaveHandlers(context_);
    if (plan_.freezes) WeaveFreeze(context_);
    if (objects_.found != nullptr) WeaveObjects(context_, objects_);
    if (plan_.marks) WeaveMarks(context_, construction_.ready, WritesToFresh());
    return context_.touched() ? editor_.Finish() : Result<void>();
  }

 private:
  bool MayDisturb() {
    const auto count = static_cast<uint32_t>(editor_.code().instructions.size());
    return std::ranges::any_of(std::views::iota(0u, count), [&](uint32_t i) { return context_.MayDisturb(i); });
  }

  void Weave(uint32_t i, bool this_is_ready) {
    const Instruction& it = editor_.code().instructions[i];
    if (plan_.fields && IsFieldAccess(it.op)) {
      WeaveField(i, it, this_is_ready);
    } else if (plan_.order && IsFieldAccess(it.op)) {
      WeaveVolatile(i, it, this_is_ready);
    } else if (plan_.locks && it.op == Op::monitorenter) {
      WeaveMonitor(i, editor_.After(i), SiteKind::kLock);
    } else if (plan_.locks && it.op == Op::monitorexit) {
      WeaveMonitor(i, editor_.Before(i), SiteKind::kUnlock);
    } else if (IsInvoke(it.op)) {
      if (plan_.calls != nullptr) WeaveCollectionArguments(context_, i);
      if (it.op != Op::invokedynamic) WeaveCall(context_, i);
    } else if (it.op == Op::new_ && plan_.allocations != nullptr) {
      plan_.allocations->Add(file_.pool.ClassName(it.index), context_.PlaceOf(i));
    }
  }

  // An exception from the shim must not escape here. After a monitorenter, it would leave the monitor taken. Before a
  // monitorexit, it would come back to the monitorexit for ever, since the handler of a synchronized block covers its
  // own end. So it is caught, if the object is alone on the operand stack, since a handler finds none of the other
  // values. It cannot be a stack overflow, because forMonitor() made sure that there is room.
  void WeaveMonitor(uint32_t i, Snippet& snippet, SiteKind kind) {
    const bool enter = kind == SiteKind::kLock;
    const bool alone = DepthBefore(i) == 1;
    const uint16_t object = editor_.AddScratch(BaseKind::kReference);
    const Label from = editor_.NewLabel(), to = editor_.NewLabel(), caught = editor_.NewLabel(),
                end = editor_.NewLabel();
    if (enter) AskForStack(editor_.Before(i)).Do(Op::dup);
    if (enter && plan_.lock_events) Hash(editor_.Before(i).Do(Op::dup));
    if (!enter && !alone) snippet.Do(Op::dup);
    (enter ? editor_.Before(i) : snippet).Store(BaseKind::kReference, object);
    if (alone) snippet.Place(from);
    Lock(snippet.Load(BaseKind::kReference, object), i, kind);
    if (!alone) return;
    snippet.Place(to).Jump(Op::goto_, end).Place(caught).Do(Op::pop).Place(end);
    if (!enter) snippet.Load(BaseKind::kReference, object);
    editor_.Cover(from, to, caught);
  }

  // Before a lock is taken, makes sure that there is stack for telling of it, then and when it is given up, which needs
  // more than the JVM itself does.
  static Snippet& AskForStack(Snippet& snippet) {
    return snippet.Invoke(Op::invokestatic, kShimStackClass, "forMonitor", "()V");
  }

  // Asks for the object's hash code, which the shim will need, while the object is not locked. If an object has none
  // when it is locked, the JVM must give it a monitor of its own, which takes long to make and is large.
  static void Hash(Snippet& snippet) {
    snippet.Invoke(Op::invokestatic, "java/lang/System", "identityHashCode", "(Ljava/lang/Object;)I").Do(Op::pop);
  }

  // The depth of the operand stack before an instruction, in slots; -1 if it is not known.
  int DepthBefore(uint32_t wanted) {
    if (depths_.empty()) FindDepths();
    return depths_[wanted];
  }

  void FindDepths() {
    const Code& code = editor_.code();
    depths_.assign(code.instructions.size() + 1, -1);
    depths_[0] = 0;
    for (const Handler& handler : code.handlers) depths_[handler.handler] = 1;
    for (uint32_t i = 0; i < code.instructions.size(); ++i) {
      const Instruction& it = code.instructions[i];
      if (depths_[i] < 0) continue;
      const int behind = depths_[i] + StackChange(it, file_.pool);
      auto reach = [&](uint32_t target) {
        if (depths_[target] < 0) depths_[target] = behind;
      };
      if (IsJump(it.op)) reach(static_cast<uint32_t>(it.value));
      if (IsSwitch(it.op)) {
        const Switch& cases = code.switches[static_cast<uint32_t>(it.value)];
        reach(cases.default_target);
        for (const uint32_t target : cases.targets) reach(target);
      }
      if (FallsThrough(it.op) && !IsJsr(it.op)) reach(i + 1);
    }
  }

  // Whoever uses the class knows what its initialiser did. So its static methods and constructors ask for that, and so
  // do reads of its static fields (Raddle.readStatic).
  void WeaveClassInitialisation(uint32_t count) {
    const std::string_view name = file_.NameOf(method_);
    auto tell = [&](Snippet& snippet, std::string_view shim) {
      context_.PushThread(snippet);
      snippet.Push(static_cast<int32_t>(context_.class_id())).Invoke(Op::invokestatic, kShimClass, shim, "(JI)V");
    };
    if (name == "<clinit>") {
      for (uint32_t i = 0; i < count; ++i) {
        if (IsReturn(editor_.code().instructions[i].op)) tell(editor_.Before(i), "initialised");
      }
      // If the initialiser fails, nobody can use the class. But a thread that is refused the class comes after what the
      // initialiser did.
      Snippet& handler = editor_.AddHandler(0, count, 0, HandlerOrder::kOutermost);
      handler.Invoke(Op::invokestatic, kShimSyncClass, "notInitialised", "()V").Do(Op::athrow);
    } else if ((method_.Has(kStatic) || name == "<init>" || file_.Has(kInterface)) && HasInitialiser(file_)) {
      tell(editor_.AtEntry(), "use");
    }
  }

  Op OpOf(uint32_t i) const { return editor_.code().instructions[i].op; }

  void WeaveField(uint32_t i, const Instruction& it, bool this_is_ready) {
    if (!IsTold(told_, i)) return;
    const MemberRef field = file_.pool.Member(it.index);
    const FieldFacts facts = FactsOf(it);
    if (facts.declared_here && facts.is_final) return;
    if (field.owner.starts_with('[')) return;
    const bool may_be_volatile = !facts.declared_here || facts.is_volatile;
    switch (it.op) {
      // After the instruction, which may have to wait for another thread to initialise the class.
      case Op::getstatic:
        return Call(editor_.After(i), NewSite(i, SiteKind::kStaticRead, field), "readStatic", "(JI)V");
      case Op::putstatic: {
        const uint32_t site = NewSite(i, SiteKind::kStaticWrite, field);
        if (may_be_volatile) Call(editor_.Before(i), site, "publishStatic", "(JI)V");
        if (!facts.is_volatile) Call(editor_.After(i), site, "writeStatic", "(JI)V");
        return;
      }
      case Op::getfield: {
        if (!this_is_ready || coverage_.covered[i]) return;
        const uint32_t site = NewSite(i, SiteKind::kFieldRead, field);
        if (together_[i] != nullptr) return TellTogether(i, site);
        // The stack has object and value; the object goes on top. After the instruction it cannot be null.
        editor_.Before(i).Do(Op::dup);
        Snippet& after = editor_.After(i);
        IsWide(field.descriptor) ? after.Do(Op::dup2_x1).Do(Op::pop2) : after.Do(Op::swap);
        if (!may_be_volatile) return TellWord(after.Do(Op::dup), field, site, "readWord");
        return CallAccess(after, site, "wasRead", "(Ljava/lang/Object;JI)V");
      }
      default: {  // putfield
        if (!this_is_ready || coverage_.covered[i]) return;
        const uint32_t site = NewSite(i, SiteKind::kFieldWrite, field);
        Snippet& before = editor_.Before(i);
        if (together_[i] != nullptr) return TellTogether(i, site);
        if (facts.declared_here && !facts.is_volatile && coverage_.on_this[i] && i < construction_.known) {
          return TellFresh(before, field, site);
        }
        if (facts.declared_here && !facts.is_volatile && coverage_.on_this[i]) {
          before.Load(BaseKind::kReference, 0).Load(BaseKind::kReference, 0);
          return TellWord(before, field, site, "writeWord");
        }
        if (IsWide(field.descriptor)) {
          CallAccess(before.Do(Op::dup2_x1).Do(Op::pop2).Do(Op::dup), site, "write", "(Ljava/lang/Object;JI)V");
          before.Do(Op::dup_x2).Do(Op::pop);
        } else {
          CallAccess(before.Do(Op::dup2).Do(Op::pop), site, "write", "(Ljava/lang/Object;JI)V");
        }
      }
    }
  }

  // Where fields matter only if they are volatile, since that orders.
  void WeaveVolatile(uint32_t i, const Instruction& it, bool this_is_ready) {
    const MemberRef field = file_.pool.Member(it.index);
    const FieldFacts facts = FactsOf(it);
    if (facts.declared_here) return facts.is_volatile ? WeaveField(i, it, this_is_ready) : void();
    if (!plan_.is_program_class(field.owner)) return;
    const bool of_object = it.op == Op::getfield || it.op == Op::putfield;
    if (of_object && !this_is_ready) return;
    auto tell = [&](Snippet& snippet, SiteKind kind, std::string_view name) {
      context_.Touch();
      snippet.Push(static_cast<int32_t>(NewSite(i, kind, field)));
      snippet.Invoke(Op::invokestatic, kShimVolatileClass, name, of_object ? "(Ljava/lang/Object;I)V" : "(I)V");
    };
    Snippet &before = editor_.Before(i), &after = editor_.After(i);
    switch (it.op) {
      case Op::getstatic:
        return tell(after, SiteKind::kStaticRead, "mayReceive");
      case Op::putstatic:
        return tell(before, SiteKind::kStaticWrite, "mayPublish");
      case Op::getfield:
        before.Do(Op::dup);
        IsWide(field.descriptor) ? after.Do(Op::dup2_x1).Do(Op::pop2) : after.Do(Op::swap);
        return tell(after, SiteKind::kFieldRead, "mayReceive");
      default:  // putfield
        if (!IsWide(field.descriptor))
          return tell(before.Do(Op::dup2).Do(Op::pop), SiteKind::kFieldWrite, "mayPublish");
        tell(before.Do(Op::dup2_x1).Do(Op::pop2).Do(Op::dup), SiteKind::kFieldWrite, "mayPublish");
        before.Do(Op::dup_x2).Do(Op::pop);
    }
  }

  // Expects the object twice on the stack. It is not null, and this class declares the field.
  void TellWord(Snippet& snippet, const MemberRef& field, uint32_t site, std::string_view name) {
    snippet.Field(Op::getfield, file_.Name(), std::string(field.name).append(kShadowSuffix), "J");
    CallAccess(snippet, site, name, "(Ljava/lang/Object;JJI)V");
  }

  // By instruction: the group of accesses that are told together. Accesses to `this` are in none while nobody else can
  // know it, or while it must not be passed on.
  void FindTogether(uint32_t count) {
    together_.assign(count, nullptr);
    if (plan_.every_access) return;
    const uint32_t own = std::max(construction_.ready, construction_.known);
    for (const ToldTogether& each : coverage_.together) {
      if (each.front().instruction < own) continue;
      for (const FieldAccess& access : each) together_[access.instruction] = &each;
    }
  }

  // Tells a group, after its last access. First it asks, for each object, whether any access is news. If one is, it
  // tells all in their order.
  void TellTogether(uint32_t i, uint32_t site) {
    const ToldTogether& told = *together_[i];
    together_sites_.push_back(site);
    if (i != told.back().instruction) return;
    Snippet& behind = editor_.After(i);
    const Label end = editor_.NewLabel();
    std::vector<bool> asked(told.size());
    for (size_t k = 0; k < told.size(); ++k) {
      if (asked[k]) continue;
      Ask(behind, told, k, asked);
      if (k > 0) behind.Do(Op::ior);
    }
    behind.Jump(Op::ifeq, end);
    for (size_t k = 0; k < told.size(); ++k) {
      behind.Load(BaseKind::kReference, static_cast<uint16_t>(told[k].object));
      const bool write = OpOf(told[k].instruction) == Op::putfield;
      Call(behind, together_sites_[k], write ? "writeSlowly" : "readSlowly", "(Ljava/lang/Object;JI)V");
    }
    behind.Place(end);
    together_sites_.clear();
  }

  // Asks for one access and for the later ones of the same kind to the same object.
  void Ask(Snippet& snippet, const ToldTogether& told, size_t first, std::vector<bool>& asked) {
    constexpr size_t kMostWords = 3;
    std::string words;
    for (size_t k = first; k < told.size() && words.size() < kMostWords; ++k) {
      const Instruction& access = editor_.code().instructions[told[k].instruction];
      if (asked[k] || told[k].object != told[first].object || access.op != OpOf(told[first].instruction)) continue;
      asked[k] = true;
      words += 'J';
      snippet.Load(BaseKind::kReference, static_cast<uint16_t>(told[k].object));
      const std::string_view field = file_.pool.Member(access.index).name;
      snippet.Field(Op::getfield, file_.Name(), std::string(field).append(kShadowSuffix), "J");
    }
    const bool write = OpOf(told[first].instruction) == Op::putfield;
    CallAccess(snippet, together_sites_[first], write ? "isUnseenWrite" : "isUnseenRead", "(" + words + "JI)Z");
  }

  // Nobody else knows the object yet, so its word becomes this thread's without a question.
  void TellFresh(Snippet& snippet, const MemberRef& field, uint32_t site) {
    snippet.Load(BaseKind::kReference, 0).Load(BaseKind::kReference, 0);
    CallAccess(snippet, site, "fresh", "(Ljava/lang/Object;JI)J");
    snippet.Field(Op::putfield, file_.Name(), std::string(field.name).append(kShadowSuffix), "J");
  }

  // By instruction: writes to fields of `this` while nobody else can know it.
  std::vector<bool> WritesToFresh() const {
    std::vector<bool> fresh(construction_.known);
    for (uint32_t i = construction_.ready; i < construction_.known; ++i) {
      fresh[i] = editor_.code().instructions[i].op == Op::putfield && coverage_.on_this[i];
    }
    return fresh;
  }

  void WeaveSynchronized(uint32_t count) {
    constexpr uint16_t kFirstWithClassConstants = 49;
    const bool has_constant = method_.Has(kStatic) && file_.major >= kFirstWithClassConstants;
    auto push_lock = [&](Snippet& snippet) -> Snippet& {
      if (!has_constant) return snippet.Load(BaseKind::kReference, lock_local_);
      return snippet.PushConstant(file_.pool.AddClass(file_.Name()));
    };
    if (!has_constant) {
      // `this` may be overwritten in its slot, so the handler needs a copy.
      lock_local_ = editor_.AddLocal({"Ljava/lang/Object;"});
      Snippet& entry = editor_.AtEntry();
      if (method_.Has(kStatic)) {
        entry.Push(static_cast<int32_t>(NewSite(0, SiteKind::kLock, {.owner = file_.Name(), .name = {}, .descriptor = {}})));
        entry.Invoke(Op::invokestatic, kShimClass, "classAt", "(I)Ljava/lang/Object;");
      } else {
        entry.Load(BaseKind::kReference, 0);
      }
      entry.Store(BaseKind::kReference, lock_local_);
    }
    Lock(push_lock(AskForStack(editor_.AtEntry())), 0, SiteKind::kLock);
    for (uint32_t i = 0; i < count; ++i) {
      if (!IsReturn(editor_.code().instructions[i].op)) continue;
      Lock(push_lock(editor_.Before(i)), i, SiteKind::kUnlock);
    }
    Snippet& handler = editor_.AddHandler(0, count, 0, HandlerOrder::kOutermost);
    Lock(push_lock(handler), count - 1, SiteKind::kUnlock);
    handler.Do(Op::athrow);
  }

  // Tells an acquire or a release of the object on the stack.
  void Lock(Snippet& snippet, uint32_t i, SiteKind kind) {
    const std::string_view name = kind == SiteKind::kLock ? "acquire" : "release";
    const bool others = plan_.lock_events || plan_.objects;
    if (plan_.view_locks) {
      if (others) snippet.Do(Op::dup);
      snippet.Push(static_cast<int32_t>(NewSite(i, kind)));
      snippet.Invoke(Op::invokestatic, kShimViewsClass, name, "(Ljava/lang/Object;I)V");
      context_.Touch();
      if (!others) return;
    }
    if (plan_.lock_events) return Call(snippet, NewSite(i, kind), name, "(Ljava/lang/Object;JI)V");
    context_.PushThread(snippet);
    snippet.Invoke(Op::invokestatic, kShimObjectClass, name, "(Ljava/lang/Object;J)V");
  }

  void Call(Snippet& snippet, uint32_t site, std::string_view name, std::string_view descriptor) {
    context_.Call(snippet, site, name, descriptor);
  }
  void CallAccess(Snippet& snippet, uint32_t site, std::string_view name, std::string_view descriptor) {
    context_.CallAccess(snippet, site, name, descriptor);
  }
  uint32_t NewSite(uint32_t i, SiteKind kind, const MemberRef& member = {}) {
    return context_.NewSite(i, kind, member);
  }

  FieldFacts FactsOf(const Instruction& access) const {
    const Member* field = DeclaredField(file_, access);
    return field == nullptr ? FieldFacts{} : FieldFacts{true, field->Has(kFinal), field->Has(kVolatile)};
  }

  MethodContext& context_;
  ClassFile& file_;
  Member& method_;
  const Plan& plan_;
  CodeEditor& editor_;
  const MethodObjects& objects_;
  uint16_t lock_local_ = 0;

  Coverage coverage_;
  std::vector<const ToldTogether*> together_;  // by instruction
  std::vector<uint32_t> together_sites_;       // sites of the accesses that are to be told together
  std::vector<int> depths_;
  Construction construction_;
  std::vector<bool> told_;  // by plan_.accesses; empty: all
};

}  // namespace

Result<bool> WeaveMethod(ClassFile& file, Member& method, const Plan& plan, const SiteMethod& place, SiteTable& sites,
                         SectionContext& sections, const MethodObjects& objects) {
  RADDLE_TRY(CodeEditor editor, CodeEditor::Open(file, method));
  MethodContext context(file, method, plan, editor, place, sites, sections);
  RADDLE_CHECK(MethodWeaver(context, objects).Run());
  return context.touched();
}

}  // namespace raddle::weave
