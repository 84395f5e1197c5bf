#include "weave/hooks.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <ranges>
#include <utility>

#include "classfile/code_editor.h"
#include "classfile/descriptor.h"

namespace raddle::weave {
namespace {

using namespace classfile;  // the code below is about instructions from end to end
using contracts::ClassContract;
using contracts::Condition;
using contracts::Effect;
using contracts::FieldContract;
using contracts::MethodContract;
using contracts::Subject;
using contracts::Verb;
using contracts::When;

constexpr int32_t kProgramOnly = 1 << 8, kAnyway = 1 << 9, kTries = 1 << 10;  // beside a verb; the shim has them too

bool IsFraction(TypeDescriptor type) {
  return type.kind() == BaseKind::kFloat || type.kind() == BaseKind::kDouble;
}

class MethodHooker {
 public:
  MethodHooker(ClassFile& file, Member& method, CodeEditor& editor) : file_(file), method_(method), editor_(editor) {
    uint16_t slot = method.Has(kStatic) ? 0 : 1;
    for (const TypeDescriptor type : MethodDescriptor(file.DescriptorOf(method))) {
      parameters_.push_back({type, slot});
      slot = static_cast<uint16_t>(slot + Slots(type.kind()));
    }
  }

  Result<void> Add(const MethodContract& contract) {
    const bool constructor = file_.NameOf(method_) == "<init>";
    if (contract.leaf || std::ranges::any_of(contract.effects, TellsLater)) AskForStack(editor_.AtEntry());
    PrepareKeptFor(contract);
    std::vector<Prepared> at_exit;
    bool on_throw = contract.leaf;
    for (const Effect& effect : contract.effects) {
      if (effect.IsAccess()) continue;  // told at the call
      Prepared prepared{&effect};
      RADDLE_CHECK(Check(effect));
      const bool at_entry = effect.when == When::kBefore && !constructor;
      if (at_entry) Tell(editor_.AtEntry(), prepared);
      if (effect.verb == Verb::kWait) {
        waits_ = on_throw = true;
      } else if (!at_entry) {
        const Subject::Root root = effect.subject.root;
        const bool simple = root == Subject::Root::kResult || root == Subject::Root::kThread ||
                            root == Subject::Root::kJvm || root == Subject::Root::kKept;
        const bool own_this = effect.subject.root == Subject::Root::kThis && effect.subject.field.empty();
        if (!simple && effect.verb != Verb::kLend && (!own_this || effect.always) && !constructor) Save(prepared);
        on_throw |= effect.always;
        at_exit.push_back(prepared);
      }
    }
    if (contract.leaf) {
      inside_local_ = editor_.AddLocal({"I"});
      editor_.AtEntry().Invoke(Op::invokestatic, kShimSyncClass, "enter", "()I");
      editor_.AtEntry().Store(BaseKind::kInt, inside_local_);
    }
    const auto count = static_cast<uint32_t>(editor_.code().instructions.size());
    for (uint32_t i = 0; i < count; ++i) {
      if (IsReturn(editor_.code().instructions[i].op)) Leave(editor_.Before(i), contract, at_exit, false);
    }
    if (on_throw && !constructor) {
      Snippet& handler = editor_.AddHandler(0, count, 0, HandlerOrder::kOutermost);
      Leave(handler, contract, at_exit, true);
      handler.Do(Op::athrow);
    }
    touched_ = true;
    return {};
  }

  // The class's monitors are held while its code runs. They are its way of handing things over: it
  // notifies whoever comes next.
  Result<void> AddMonitors(bool order) {
    if (method_.Has(kSynchronized) && !method_.Has(kStatic)) {
      static const Effect kNotified{.verb = Verb::kNotify, .when = When::kAfter, .subject = {}, .always = true};
      static const Effect kReleased{.verb = Verb::kRelease, .when = When::kAfter, .subject = {}, .always = true};
      static const MethodContract kHeld{
          .names = {}, .parameters = {}, .effects = {{Verb::kAcquire, When::kBefore, {}}, kReleased}};
      static const MethodContract kHandsOver{
          .names = {}, .parameters = {}, .effects = {{Verb::kAcquire, When::kBefore, {}}, kNotified, kReleased}};
      RADDLE_CHECK(Add(order ? kHandsOver : kHeld));
    }
    const auto count = static_cast<uint32_t>(editor_.code().instructions.size());
    for (uint32_t i = 0; i < count; ++i) {
      const Op op = editor_.code().instructions[i].op;
      if (op == Op::monitorenter) {
        AskForStack(editor_.Before(i)).Do(Op::dup);
        Tell(editor_.After(i), Verb::kAcquire);
      } else if (op == Op::monitorexit) {
        if (order) Tell(editor_.Before(i).Do(Op::dup), Verb::kNotify);
        Tell(editor_.Before(i).Do(Op::dup), Verb::kRelease);
      } else if (op == Op::invokevirtual && order) {
        AddWait(i);
      }
    }
    return {};
  }

  // Object.wait and notify by the class itself.
  void AddWait(uint32_t i) {
    const MemberRef ref = file_.pool.Member(editor_.code().instructions[i].index);
    if (ref.name == "wait" && (ref.descriptor == "()V" || ref.descriptor == "(J)V")) {
      Snippet& before = editor_.Before(i);
      const bool timed = ref.descriptor == "(J)V";
      const uint16_t time = timed ? editor_.AddScratch(BaseKind::kLong) : uint16_t{0};
      if (timed) before.Store(BaseKind::kLong, time);
      Tell(before.Do(Op::dup), Verb::kWait);
      if (timed) before.Load(BaseKind::kLong, time);
      editor_.After(i).Invoke(Op::invokestatic, kShimSyncClass, "endWait", "()V");
    } else if ((ref.name == "notify" || ref.name == "notifyAll") && ref.descriptor == "()V") {
      Tell(editor_.Before(i).Do(Op::dup), Verb::kNotify);
    }
  }

  void AddCalls(const ClassContract& contract) {
    const auto count = static_cast<uint32_t>(editor_.code().instructions.size());
    for (uint32_t i = 0; i < count; ++i) {
      const Instruction& it = editor_.code().instructions[i];
      if (!IsInvoke(it.op) || it.op == Op::invokedynamic) continue;
      const MemberRef ref = file_.pool.Member(it.index);
      for (const contracts::CallContract& call : contract.calls) {
        if (!call.called.Matches(ref.name, ref.descriptor)) continue;
        AddCall(i, call.called);
      }
    }
  }

  // Nothing is told inside a leaf, so that the thread is taken outside of it for the time of the call.
  void AddCall(uint32_t i, const MethodContract& called) {
    const uint16_t inside = editor_.AddScratch(BaseKind::kInt);
    const bool asks = std::ranges::any_of(called.effects, &Effect::program_only);
    if (asks && editor_.code().instructions[i].op == Op::invokestatic) return;  // nothing is called on
    const uint16_t callee = asks ? SaveCallee(i) : uint16_t{0};
    for (const Effect& effect : called.effects) {
      if (!Check(effect) || (effect.subject.root == Subject::Root::kKept && !keeps_)) continue;
      if (effect.when == When::kBefore) TellOfCall(editor_.Before(i), effect, callee);
    }
    editor_.Before(i).Invoke(Op::invokestatic, kShimSyncClass, "suspend", "()I").Store(BaseKind::kInt, inside);
    editor_.After(i).Load(BaseKind::kInt, inside).Invoke(Op::invokestatic, kShimSyncClass, "leave", "(I)V");
    for (const Effect& effect : called.effects) {
      if (!Check(effect) || (effect.subject.root == Subject::Root::kKept && !keeps_)) continue;
      if (effect.when == When::kAfter) TellOfCall(editor_.After(i), effect, callee);
    }
    touched_ = true;
  }

  // What the call is made on, from below its arguments.
  uint16_t SaveCallee(uint32_t i) {
    Snippet& before = editor_.Before(i);
    std::vector<std::pair<BaseKind, uint16_t>> arguments;
    for (const TypeDescriptor type :
         MethodDescriptor(file_.pool.Member(editor_.code().instructions[i].index).descriptor)) {
      arguments.emplace_back(type.kind(), editor_.AddScratch(type.kind()));
    }
    for (const auto& [kind, slot] : std::views::reverse(arguments)) before.Store(kind, slot);
    const uint16_t callee = editor_.AddScratch(BaseKind::kReference);
    before.Do(Op::dup).Store(BaseKind::kReference, callee);
    for (const auto& [kind, slot] : arguments) before.Load(kind, slot);
    return callee;
  }

  void TellOfCall(Snippet& snippet, const Effect& effect, uint16_t callee) {
    if (!effect.program_only) return Tell(snippet, Prepared{&effect}, true);
    snippet.Load(BaseKind::kReference, callee);
    PushSubject(snippet, effect.subject);
    PushKey(snippet, effect.subject);
    snippet.Push(static_cast<int32_t>(effect.verb) | kAnyway);
    snippet.Invoke(Op::invokestatic, kShimSyncClass, "syncOfProgram", "(Ljava/lang/Object;Ljava/lang/Object;II)V");
  }

  void AddFields(const ClassContract& contract) {
    const auto count = static_cast<uint32_t>(editor_.code().instructions.size());
    for (uint32_t i = 0; i < count; ++i) {
      const Instruction& it = editor_.code().instructions[i];
      if (it.op != Op::getfield && it.op != Op::putfield) continue;
      const MemberRef ref = file_.pool.Member(it.index);
      if (ref.owner != contract.name) continue;
      for (const FieldContract& field : contract.fields) {
        if (field.name != ref.name) continue;
        if (it.op == Op::getfield)
          Around(i, field);
        else if (field.written && file_.NameOf(method_) != "<init>" &&
                 Slots(TypeDescriptor{ref.descriptor}.kind()) == 1)
          Tell(editor_.Before(i).Do(Op::dup2).Do(Op::pop), Verb::kPublish);
      }
    }
  }

  Result<void> Finish() { return touched_ ? editor_.Finish() : Result<void>(); }

 private:
  struct Parameter {
    TypeDescriptor type;
    uint16_t slot;
  };
  struct Prepared {
    const Effect* effect;
    int32_t subject_local = -1;  // where it was kept at entry
    int32_t key_local = -1;
  };

  static bool TellsLater(const Effect& effect) {
    return !effect.IsAccess() && (effect.when == When::kAfter || effect.verb == Verb::kWait);
  }

  // Before the method takes a lock, or does whatever else is told behind it.
  static Snippet& AskForStack(Snippet& snippet) {
    return snippet.Invoke(Op::invokestatic, kShimStackClass, "forHook", "()V");
  }

  Result<void> Check(const Effect& effect) const {
    const Subject& subject = effect.subject;
    if (subject.root == Subject::Root::kThis && method_.Has(kStatic)) return Error{"a static method has no 'this'"};
    if (subject.root == Subject::Root::kArgument &&
        (subject.argument > parameters_.size() || !parameters_[subject.argument - 1].type.IsReference())) {
      return Error{"there is no such argument, or it is not an object"};
    }
    if (subject.key && *subject.key > parameters_.size()) return Error{"there is no such argument"};
    const std::optional<uint8_t> offset = subject.offset;
    if (offset && (*offset > parameters_.size() || parameters_[*offset - 1].type.kind() != BaseKind::kLong)) {
      return Error{"there is no such argument, or it is no offset"};
    }
    if (subject.key && IsFraction(parameters_[*subject.key - 1].type)) return Error{"a fraction cannot be a key"};
    if (const Member* field = subject.field.empty() ? nullptr : OwnField(subject)) {
      if (!TypeDescriptor{file_.DescriptorOf(*field)}.IsReference()) return Error{"the field is not an object"};
    }
    if (!effect.limit.empty() && !HasLimit(effect.limit)) return Error{"there is no such limit"};
    const TypeDescriptor result = MethodDescriptor(file_.DescriptorOf(method_)).Return();
    if (subject.root == Subject::Root::kResult && !result.IsReference()) return Error{"the result is not an object"};
    if (effect.condition != Condition::kNone && result.kind() == BaseKind::kVoid) return Error{"there is no result"};
    if (effect.condition != Condition::kNone && IsFraction(result)) return Error{"a fraction is no condition"};
    return {};
  }

  bool HasLimit(std::string_view name) const {
    return !method_.Has(kStatic) && std::ranges::any_of(file_.fields, [&](const Member& field) {
      return file_.NameOf(field) == name && file_.DescriptorOf(field) == "I" && !field.Has(kStatic);
    });
  }

  void Leave(Snippet& snippet, const MethodContract& contract, const std::vector<Prepared>& effects, bool thrown) {
    if (contract.leaf) LeaveLeaf(snippet);
    if (waits_) snippet.Invoke(Op::invokestatic, kShimSyncClass, "endWait", "()V");
    for (const Prepared& each : effects) {
      if (!thrown || each.effect->always) Tell(snippet, each);
    }
  }

  void LeaveLeaf(Snippet& snippet) {
    snippet.Load(BaseKind::kInt, inside_local_);
    snippet.Invoke(Op::invokestatic, kShimSyncClass, "leave", "(I)V");
  }

  void Save(Prepared& prepared) {
    Snippet& entry = editor_.AtEntry();
    prepared.subject_local = editor_.AddLocal({"Ljava/lang/Object;"});
    PushSubject(entry, prepared.effect->subject);
    entry.Store(BaseKind::kReference, static_cast<uint16_t>(prepared.subject_local));
    if (const std::optional<uint8_t> offset = prepared.effect->subject.offset) {
      prepared.key_local = editor_.AddLocal({"J"});
      PushOffset(entry, *offset);
      entry.Store(BaseKind::kLong, static_cast<uint16_t>(prepared.key_local));
    }
    if (!prepared.effect->subject.key) return;
    prepared.key_local = editor_.AddLocal({"I"});
    PushKey(entry, prepared.effect->subject);
    entry.Store(BaseKind::kInt, static_cast<uint16_t>(prepared.key_local));
  }

  void PushSubject(Snippet& snippet, const Subject& subject) const {
    switch (subject.root) {
      case Subject::Root::kThis:
        snippet.Load(BaseKind::kReference, 0);
        break;
      case Subject::Root::kArgument:
        snippet.Load(BaseKind::kReference, parameters_[subject.argument - 1].slot);
        break;
      case Subject::Root::kResult:
      case Subject::Root::kCallee:  // of a call without arguments
        snippet.Do(Op::dup);
        break;
      case Subject::Root::kKept:
        snippet.Load(BaseKind::kReference, kept_local_);
        break;
      case Subject::Root::kThread:
        snippet.Invoke(Op::invokestatic, "java/lang/Thread", "currentThread", "()Ljava/lang/Thread;");
        break;
      case Subject::Root::kJvm:
        snippet.Invoke(Op::invokestatic, kShimSyncClass, "jvm", "()Ljava/lang/Object;");
        break;
    }
    if (subject.field.empty()) return;
    if (const Member* field = OwnField(subject)) {
      snippet.Field(Op::getfield, file_.Name(), subject.field, file_.DescriptorOf(*field));
    } else {
      snippet.PushString(subject.field)
          .Invoke(Op::invokestatic, kShimSyncClass, "field",
                  "(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/Object;");
    }
  }

  // A field of the class itself is read as it would read it; others by reflection.
  const Member* OwnField(const Subject& subject) const {
    if (subject.root != Subject::Root::kThis) return nullptr;
    for (const Member& field : file_.fields) {
      if (file_.NameOf(field) == subject.field && !field.Has(kStatic)) return &field;
    }
    return nullptr;
  }

  void PushKey(Snippet& snippet, const Subject& subject) const {
    if (!subject.key) {
      snippet.Push(subject.tag.empty() ? 0 : contracts::TagKey(subject.tag));
      return;
    }
    const Parameter& parameter = parameters_[*subject.key - 1];
    snippet.Load(parameter.type.kind(), parameter.slot);
    if (parameter.type.kind() == BaseKind::kLong) snippet.Do(Op::l2i);
    snippet.Invoke(Op::invokestatic, kShimSyncClass, "keyOf",
                   parameter.type.IsReference() ? "(Ljava/lang/Object;)I" : "(I)I");
  }

  void PushOffset(Snippet& snippet, uint8_t argument) const {
    snippet.Load(BaseKind::kLong, parameters_[argument - 1].slot);
  }

  // [condition's result or what is left up to the greatest limit] subject key verb.
  void Tell(Snippet& snippet, const Prepared& prepared, bool anyway = false) {
    const Effect& effect = *prepared.effect;
    std::string_view name = "sync", descriptor = "(Ljava/lang/Object;II)V";
    if (!effect.limit.empty()) {
      name = "syncIf";
      descriptor = "(ILjava/lang/Object;II)V";
      snippet.Push(std::numeric_limits<int32_t>::max()).Load(BaseKind::kReference, 0);
      snippet.Field(Op::getfield, file_.Name(), effect.limit, "I").Do(Op::isub);
    } else if (effect.condition != Condition::kNone) {
      const TypeDescriptor result = MethodDescriptor(file_.DescriptorOf(method_)).Return();
      name = effect.condition == Condition::kFalse ? "syncUnless" : "syncIf";
      descriptor = "(ILjava/lang/Object;II)V";
      if (result.kind() == BaseKind::kLong) {
        snippet.Do(Op::dup2).Do(Op::lconst_0).Do(Op::lcmp);
      } else {
        snippet.Do(Op::dup);
        if (result.IsReference()) {
          name = "syncFound";
          descriptor = "(Ljava/lang/Object;Ljava/lang/Object;II)V";
        }
      }
    }
    if (prepared.subject_local >= 0)
      snippet.Load(BaseKind::kReference, static_cast<uint16_t>(prepared.subject_local));
    else
      PushSubject(snippet, effect.subject);
    if (effect.verb == Verb::kLend) {
      snippet.Load(BaseKind::kReference, 0);
      snippet.Invoke(Op::invokestatic, kShimSyncClass, "lend", "(Ljava/lang/Object;Ljava/lang/Object;)V");
      return;
    }
    if (effect.subject.updater) {
      snippet.Load(BaseKind::kReference, 0).Push(static_cast<int32_t>(effect.verb));
      snippet.Invoke(Op::invokestatic, kShimSyncClass, "updated", "(Ljava/lang/Object;Ljava/lang/Object;I)V");
      return;
    }
    if (effect.subject.offset) {
      if (prepared.key_local >= 0)
        snippet.Load(BaseKind::kLong, static_cast<uint16_t>(prepared.key_local));
      else
        PushOffset(snippet, *effect.subject.offset);
      snippet.Push(static_cast<int32_t>(effect.verb));
      snippet.Invoke(Op::invokestatic, kShimSyncClass, "updatedAt", "(Ljava/lang/Object;JI)V");
      return;
    }
    if (prepared.key_local >= 0)
      snippet.Load(BaseKind::kInt, static_cast<uint16_t>(prepared.key_local));
    else
      PushKey(snippet, effect.subject);
    snippet.Push(static_cast<int32_t>(effect.verb) | (effect.program_only ? kProgramOnly : 0) |
                 (effect.anyway || anyway ? kAnyway : 0) | (effect.tries ? kTries : 0));
    snippet.Invoke(Op::invokestatic, kShimSyncClass, name, descriptor);
  }

  // The value that was read: the first is kept.
  void Keep(uint32_t i) {
    PrepareKept();
    editor_.After(i).Do(Op::dup).Load(BaseKind::kReference, kept_local_);
    editor_.After(i).Invoke(Op::invokestatic, kShimSyncClass, "keep",
                            "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;");
    editor_.After(i).Store(BaseKind::kReference, kept_local_);
    touched_ = true;
  }

  void PrepareKeptFor(const MethodContract& contract) {
    for (const Effect& effect : contract.effects) {
      if (effect.subject.root == Subject::Root::kKept) PrepareKept();
    }
  }

  void PrepareKept() {
    if (keeps_) return;
    keeps_ = true;
    kept_local_ = editor_.AddLocal({"Ljava/lang/Object;"});
    editor_.AtEntry().Do(Op::aconst_null).Store(BaseKind::kReference, kept_local_);
  }

  // Of the object on top of the stack.
  void Tell(Snippet& snippet, Verb verb) {
    snippet.Push(0).Push(static_cast<int32_t>(verb));
    snippet.Invoke(Op::invokestatic, kShimSyncClass, "sync", "(Ljava/lang/Object;II)V");
    touched_ = true;
  }

  void Around(uint32_t i, const FieldContract& field) {
    Snippet& before = editor_.Before(i);
    if (field.keep) Keep(i);
    if (field.publish) Tell(before.Do(Op::dup), Verb::kPublish);
    if (field.receive) {
      const uint16_t object = editor_.AddScratch(BaseKind::kReference);
      before.Do(Op::dup).Store(BaseKind::kReference, object);
      Tell(editor_.After(i).Load(BaseKind::kReference, object), Verb::kReceive);
    }
  }

  ClassFile& file_;
  Member& method_;
  CodeEditor& editor_;
  std::vector<Parameter> parameters_;
  bool waits_ = false;
  bool keeps_ = false;
  uint16_t kept_local_ = 0;
  uint16_t inside_local_ = 0;  // in a leaf: how deep inside the thread was before
  bool touched_ = false;
};

}  // namespace

HookTable::HookTable(const contracts::Contracts& contracts, bool order) : order_(order) {
  for (const ClassContract& each : contracts) {
    ClassContract& sum = classes_[each.name];
    sum.name = each.name;
    sum.methods.insert(sum.methods.end(), each.methods.begin(), each.methods.end());
    sum.monitors |= each.monitors;
    sum.calls.insert(sum.calls.end(), each.calls.begin(), each.calls.end());
    sum.fields.insert(sum.fields.end(), each.fields.begin(), each.fields.end());
  }
}

const ClassContract* HookTable::Methods(std::string_view class_name) const {
  const auto found = classes_.find(class_name);
  if (found == classes_.end()) return nullptr;
  if (found->second.monitors || !found->second.calls.empty()) return &found->second;
  for (const MethodContract& method : found->second.methods) {
    if (method.leaf || !std::all_of(method.effects.begin(), method.effects.end(), std::mem_fn(&Effect::IsAccess)))
      return &found->second;
  }
  return nullptr;
}

const ClassContract* HookTable::Fields(std::string_view class_name) const {
  for (;;) {
    const auto found = classes_.find(class_name);
    if (found != classes_.end() && !found->second.fields.empty()) return &found->second;
    const size_t dollar = class_name.rfind('$');
    if (dollar == std::string_view::npos || dollar <= class_name.rfind('/') + 1) return nullptr;
    class_name = class_name.substr(0, dollar);
  }
}

std::vector<std::string> HookTable::ClassNames() const {
  std::vector<std::string> names;
  for (const auto& [name, contract] : classes_) {
    if (Has(name)) names.push_back(name);
  }
  return names;
}

Result<Woven> HookTable::Hook(Bytes bytes) const {
  RADDLE_TRY(ClassFile file, ReadClass(bytes));
  const std::string name(file.Name());
  const ClassContract* methods = Methods(name);
  const ClassContract* fields = Fields(name);
  Woven woven;
  for (Member& method : file.methods) {
    if (Find(method.attributes, AttributeKind::kCode) == nullptr) continue;
    RADDLE_TRY(CodeEditor editor, CodeEditor::Open(file, method));
    MethodHooker hooker(file, method, editor);
    if (fields != nullptr) hooker.AddFields(*fields);
    if (methods != nullptr && methods->monitors) RADDLE_CHECK(hooker.AddMonitors(order_));
    for (size_t i = 0; methods != nullptr && i < methods->methods.size(); ++i) {
      const MethodContract& contract = methods->methods[i];
      if (!contract.Matches(file.NameOf(method), file.DescriptorOf(method))) continue;
      if (Result<void> added = hooker.Add(contract); !added) {
        return std::move(added).error().In(ReadableMethod(file.NameOf(method), file.DescriptorOf(method)));
      }
    }
    if (methods != nullptr) hooker.AddCalls(*methods);
    RADDLE_CHECK(hooker.Finish());
  }
  ByteWriter writer;
  RADDLE_CHECK(WriteClass(file, writer));
  woven.bytes.assign(writer.bytes().begin(), writer.bytes().end());
  return woven;
}

}  // namespace raddle::weave
