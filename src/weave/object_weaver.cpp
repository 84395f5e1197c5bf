#include "weave/object_weaver.h"

#include <algorithm>

#include "classfile/descriptor.h"
#include "weave/call_contracts.h"
#include "weave/stream_use.h"

namespace raddle::weave {
namespace {

using namespace classfile;  // the code below is about instructions from end to end
using Tell = ObjectUse::Tell;

constexpr uint32_t kMostLocals = 48;  // for what was told last; what is more is told each time

class ObjectWeaver {
 public:
  ObjectWeaver(MethodContext& context, const MethodObjects& objects)
      : context_(context),
        file_(context.file),
        editor_(context.editor),
        found_(*objects.found),
        declares_word_(objects.declares_word),
        has_word_(objects.has_word) {}

  void Weave() {
    const auto& instructions = editor_.code().instructions;
    this_is_kept_ = !context_.method.Has(kStatic) && std::ranges::none_of(instructions, [](const Instruction& it) {
      return LocalOf(it) == 0 && IsStore(it.op);
    });
    if (found_.at_entry) TellThis(editor_.AtEntry(), 0, found_.entry_write, SiteKind::kEntry);
    for (const ObjectHoist& hoist : found_.hoists) Weave(hoist);
    for (const ObjectUse& use : found_.uses) Weave(use);
    for (const uint16_t bci : found_.locks) Forget(editor_.code().At(bci));
    if (found_.super_call != ObjectMethod::kNoCall) WeaveConstructor();
    for (uint32_t i = 0; i < instructions.size(); ++i) {
      if (IsInvoke(instructions[i].op) && instructions[i].op != Op::invokedynamic) WeaveClone(i);
    }
  }

 private:
  static bool IsStore(Op op) { return op == Op::astore || op == Op::astore_0; }

  Snippet& Call(Snippet& snippet, std::string_view name, std::string_view descriptor) {
    context_.Touch();
    return snippet.Invoke(Op::invokestatic, kShimObjectClass, name, descriptor);
  }

  void TellThis(Snippet& snippet, uint32_t i, bool write, SiteKind kind) {
    auto bring_up = [&]() -> Snippet& { return snippet.Load(BaseKind::kReference, 0); };
    TellObject(bring_up, context_.NewSite(i, kind), write, has_word_ ? file_.Name() : "");
  }

  // Nothing more if it is this thread's. Where that was always so the compiler leaves out the rest, and with it all
  // that the object would have to exist for. A word that is a field of the class is read as one: the object is not null
  // then.
  void TellObject(auto&& bring_up, uint32_t site, bool write, std::string_view with_word) {
    const Label end = editor_.NewLabel();
    const std::string_view tell = write ? "write" : "read";
    if (!with_word.empty()) {
      auto word = [&](Snippet& snippet) -> Snippet& {
        return snippet.Field(Op::getfield, with_word, kObjectWord, "J");
      };
      Call(word(bring_up()).Push(static_cast<int32_t>(site)), "isOwn", "(JI)Z").Jump(Op::ifne, end);
      Snippet& snippet = word(bring_up().Do(Op::dup)).Push(static_cast<int32_t>(site));
      Call(snippet, tell, "(Ljava/lang/Object;JI)V").Place(end);
    } else {
      Call(bring_up().Push(static_cast<int32_t>(site)), "isOwn", "(Ljava/lang/Object;I)Z").Jump(Op::ifne, end);
      Tell(bring_up(), tell, site).Place(end);
    }
  }

  // What is on top of the stack.
  Snippet& Tell(Snippet& snippet, std::string_view name, uint32_t site) {
    return Call(snippet.Push(static_cast<int32_t>(site)), name, "(Ljava/lang/Object;I)V");
  }

  void Weave(const ObjectUse& use) {
    const uint32_t i = editor_.code().At(use.bci);
    if (i >= editor_.code().instructions.size()) return;
    if (context_.plan.count_objects) {
      Call(editor_.Before(i).Push(static_cast<int32_t>(use.category)), "count", "(I)V");
    }
    switch (use.tell) {
      case Tell::kNot:
        return;
      case Tell::kThis:
        if (this_is_kept_)
          TellThis(editor_.Before(i), i, use.write, use.write ? SiteKind::kFieldWrite : SiteKind::kFieldRead);
        return;
      case Tell::kObject:
        return WeaveField(i, use.write);
      case Tell::kArray:
        return WeaveArray(i, use);
      case Tell::kStatic: {
        const MemberRef field = file_.pool.Member(editor_.code().instructions[i].index);
        const uint32_t site = context_.NewSite(i, use.write ? SiteKind::kStaticWrite : SiteKind::kStaticRead, field);
        // Behind the instruction: it may have to wait for another thread to initialise the class.
        Call(editor_.After(i).Push(static_cast<int32_t>(site)), use.write ? "writeStatic" : "readStatic", "(I)V");
        return;
      }
      case Tell::kCall:
        return WeaveCall(i, use);
    }
  }

  void Weave(const ObjectHoist& hoist) {
    const uint32_t use = editor_.code().At(hoist.bci);
    MemberRef field{};
    if (!hoist.array) {
      field = file_.pool.Member(editor_.code().instructions[use].index);
      if (!context_.plan.is_program_class(field.owner)) return;
    }
    const SiteKind read = hoist.array ? SiteKind::kArrayRead : SiteKind::kFieldRead;
    const SiteKind write = hoist.array ? SiteKind::kArrayWrite : SiteKind::kFieldWrite;
    const uint32_t site = context_.NewSite(use, hoist.write ? write : read, field);
    Snippet* at = &editor_.AtEntry();
    switch (hoist.from) {
      case ObjectHoist::From::kParameter:
        at->Load(BaseKind::kReference, hoist.at);
        break;
      case ObjectHoist::From::kFinalField: {
        const MemberRef from = file_.pool.Member(hoist.at);
        at->Load(BaseKind::kReference, 0).Field(Op::getfield, from.owner, from.name, from.descriptor);
        break;
      }
      case ObjectHoist::From::kResult:
        at = &editor_.After(editor_.code().At(hoist.at)).Do(Op::dup);
        break;
    }
    const std::string_view name =
        hoist.array ? (hoist.write ? "writeOther" : "readOther") : (hoist.write ? "write" : "read");
    Tell(*at, name, site);
  }

  bool HasWord(std::string_view owner) const {
    if (owner == file_.Name()) return has_word_;
    return context_.plan.has_object_word && context_.plan.has_object_word(owner);
  }

  void WeaveField(uint32_t i, bool write) {
    const MemberRef field = file_.pool.Member(editor_.code().instructions[i].index);
    if (!context_.plan.is_program_class(field.owner)) return;
    const uint32_t site = context_.NewSite(i, write ? SiteKind::kFieldWrite : SiteKind::kFieldRead, field);
    Snippet& before = editor_.Before(i);
    const bool wide = write && (field.descriptor == "J" || field.descriptor == "D");
    if (wide) before.Do(Op::dup2_x1).Do(Op::pop2);
    auto bring_up = [&]() -> Snippet& { return write && !wide ? before.Do(Op::dup2).Do(Op::pop) : before.Do(Op::dup); };
    const bool has_word = HasWord(field.owner);
    const Label null = editor_.NewLabel();
    if (has_word) bring_up().Jump(Op::ifnull, null);  // the instruction itself tells of it
    TellObject(bring_up, site, write, has_word ? field.owner : "");
    if (has_word) before.Place(null);
    if (wide) before.Do(Op::dup_x2).Do(Op::pop);
  }

  // The local of what was told last for this reference, and the strength it was told with.
  uint16_t LastOf(const ObjectUse& use) {
    const size_t key = use.number * 2 + (use.write ? 1 : 0);
    if (last_.size() <= key) last_.resize(key + 1);
    if (last_[key] == 0) {
      last_[key] = editor_.AddLocal({"Ljava/lang/Object;"});
      editor_.AtEntry().Do(Op::aconst_null).Store(BaseKind::kReference, last_[key]);
    }
    return last_[key];
  }

  void WeaveArray(uint32_t i, const ObjectUse& use) {
    const Op op = editor_.code().instructions[i].op;
    const uint32_t site = context_.NewSite(i, use.write ? SiteKind::kArrayWrite : SiteKind::kArrayRead);
    Snippet& before = editor_.Before(i);
    const bool wide = op == Op::lastore || op == Op::dastore;
    // array, index, value: the value goes below, and back.
    if (use.write) before.Do(wide ? Op::dup2_x2 : Op::dup_x2).Do(wide ? Op::pop2 : Op::pop);
    before.Do(Op::dup2).Do(Op::pop);
    if (use.number < kMostLocals) {
      const uint16_t local = LastOf(use);
      before.Load(BaseKind::kReference, local);
      Call(before.Push(static_cast<int32_t>(site)), use.write ? "writeArray" : "readArray",
           "(Ljava/lang/Object;Ljava/lang/Object;I)Ljava/lang/Object;");
      before.Store(BaseKind::kReference, local);
    } else {
      Tell(before, use.write ? "writeOther" : "readOther", site);
    }
    if (use.write) before.Do(wide ? Op::dup2_x2 : Op::dup2_x1).Do(Op::pop2);
  }

  void Forget(uint32_t i) {
    if (i >= editor_.code().instructions.size()) return;
    for (const uint16_t local : last_) {
      if (local != 0) editor_.After(i).Do(Op::aconst_null).Store(BaseKind::kReference, local);
    }
  }

  void WeaveCall(uint32_t i, const ObjectUse& use) {
    const MemberRef method = file_.pool.Member(editor_.code().instructions[i].index);
    const int32_t number = context_.plan.object.calls->Find(method.name, method.descriptor);
    if (number < 0) return;
    if (GivesStream(method) && !IsUsedAtOnce(file_, editor_.code(), i)) return;
    SavedArguments arguments(context_, i, method.descriptor, true);
    Snippet& before = editor_.Before(i);
    arguments.Push(before, 0);
    const uint16_t last = use.number < kMostLocals ? LastOf(use) : 0;
    if (last != 0) before.Load(BaseKind::kReference, last);
    before.Push(editor_.code().instructions[i].op == Op::invokespecial ? ~number : number);
    before.Push(static_cast<int32_t>(context_.NewSite(i, SiteKind::kCall)));
    if (last == 0) {
      Call(before, "call", "(Ljava/lang/Object;II)V");
    } else {
      Call(before, "call", "(Ljava/lang/Object;Ljava/lang/Object;II)Ljava/lang/Object;");
      before.Store(BaseKind::kReference, last);
    }
  }

  void WeaveConstructor() {
    const uint32_t i = editor_.code().At(found_.super_call);
    Snippet& after = editor_.After(i);
    if (declares_word_) {
      const uint32_t site = context_.NewSite(i, SiteKind::kEntry);
      after.Load(BaseKind::kReference, 0).Push(static_cast<int32_t>(site));
      Call(after, "made", "(I)J").Field(Op::putfield, file_.Name(), kObjectWord, "J");
    }
    if (!found_.leaks_this || !this_is_kept_) return;
    Call(after.Load(BaseKind::kReference, 0), "building", "(Ljava/lang/Object;)V");
    for (uint32_t r = 0; r < editor_.code().instructions.size(); ++r) {
      if (!IsReturn(editor_.code().instructions[r].op)) continue;
      Call(editor_.Before(r).Load(BaseKind::kReference, 0), "built", "(Ljava/lang/Object;)V");
    }
  }

  void WeaveClone(uint32_t i) {
    const MemberRef method = file_.pool.Member(editor_.code().instructions[i].index);
    if (method.name != "clone" || method.descriptor != "()Ljava/lang/Object;") return;
    Call(editor_.After(i).Do(Op::dup), "cloned", "(Ljava/lang/Object;)V");
  }

  MethodContext& context_;
  ClassFile& file_;
  CodeEditor& editor_;
  const ObjectMethod& found_;
  const bool declares_word_, has_word_;
  bool this_is_kept_ = false;
  std::vector<uint16_t> last_;  // by number and strength; 0: none yet
};

}  // namespace

bool DeclaresObjectWord(const ClassFile& file, const Plan& plan) {
  if (file.Has(kInterface) || file.Has(kModule) || plan.is_program_class(file.SuperName())) return false;
  const bool changes =
      std::ranges::any_of(file.fields, [](const Member& field) { return !field.Has(kStatic) && !field.Has(kFinal); });
  return changes || !file.Has(kFinal);
}

void AddObjectWord(ClassFile& file) {
  file.AddField(kPublic | kTransient | kSynthetic, kObjectWord, "J");
}

void WeaveObjects(MethodContext& context, const MethodObjects& objects) {
  ObjectWeaver(context, objects).Weave();
}

}  // namespace raddle::weave
