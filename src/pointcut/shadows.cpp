#include "pointcut/shadows.h"

#include <algorithm>
#include <map>
#include <utility>

#include "classfile/attributes.h"
#include "classfile/code.h"
#include "classfile/descriptor.h"
#include "classfile/frame.h"
#include "pointcut/types.h"

namespace raddle::pointcut {
namespace {

using namespace classfile;

constexpr std::string_view kObject = "Ljava/lang/Object;";

std::vector<std::string> ParametersOf(std::string_view descriptor) {
  std::vector<std::string> types;
  for (TypeDescriptor type : MethodDescriptor(descriptor)) types.emplace_back(type.text);
  return types;
}

// Numbers, strings and null; a Class is loaded, so it is none.
bool IsConstantPush(const Instruction& instruction, const ConstantPool& pool) {
  return Between(instruction.op, Op::aconst_null, Op::ldc2_w) &&
         (instruction.op < Op::ldc || !pool.Is(instruction.index, Tag::kClass));
}

bool IsLoadOfReference(Op op) {
  return op == Op::aload || Between(op, Op::aload_0, Op::aload_3);
}

bool IsStoreOfReference(Op op) {
  return op == Op::astore || Between(op, Op::astore_0, Op::astore_3);
}

class Finder {
 public:
  Finder(const ClassFile& file, const Member& method, const ClassFacts& facts)
      : file_(file), method_(method), facts_(facts), replay_(file.pool, file.Name(), arena_) {}

  Result<std::vector<Shadow>> Find();

 private:
  Result<void> Prepare(const Attribute& attribute);
  void Enter(uint32_t instruction);
  void FindSuperCall();

  Shadow& Add(ShadowKind kind, uint32_t instruction);
  void AddMember(ShadowKind kind, uint32_t instruction, const MemberRef& member, bool is_static);
  void AddWhole();
  void AddConstructor(uint32_t first);
  void AddHandlers(uint32_t instruction);
  void AddCall(uint32_t instruction);
  void AddFieldAccess(uint32_t instruction);
  void AddArrayAccess(uint32_t instruction);
  void AddMonitor(ShadowKind kind, uint32_t instruction);
  void Forget(uint32_t instruction);

  // The static type of the value that many slots below the top; Object where the code does not tell.
  std::string TypeAt(size_t below) const;
  uint16_t LineOf(uint32_t instruction) const;
  bool IsConstructor() const { return code_facts_->name == "<init>"; }

  const ClassFile& file_;
  const Member& method_;
  const ClassFacts& facts_;
  const MemberFacts* code_facts_ = nullptr;
  Arena arena_;
  Replay replay_;
  Code code_;
  std::vector<LineNumber> lines_;  // by pc
  std::vector<FrameAt> frames_;
  size_t next_frame_ = 0;
  Frame frame_;
  bool frame_known_ = false;
  uint32_t super_call_ = Code::kNone;  // of a constructor: super(...) or this(...)
  bool before_super_ = false;
  std::map<uint16_t, std::string> locked_;  // by local: the type of what it was last locked through
  std::vector<Shadow> shadows_;
};

Result<std::vector<Shadow>> Finder::Find() {
  std::string_view name = file_.NameOf(method_), descriptor = file_.DescriptorOf(method_);
  for (const MemberFacts& facts : facts_.methods) {
    if (facts.name == name && facts.descriptor == descriptor) code_facts_ = &facts;
  }
  const Attribute* attribute = classfile::Find(method_.attributes, AttributeKind::kCode);
  if (attribute == nullptr || code_facts_ == nullptr || method_.Has(kBridge)) return std::move(shadows_);
  RADDLE_CHECK(Prepare(*attribute));
  if (IsConstructor()) {
    FindSuperCall();
    before_super_ = super_call_ != Code::kNone;
    if (!before_super_) AddConstructor(0);  // java.lang.Object's own
  } else {
    AddWhole();
  }
  for (uint32_t i = 0; i < code_.instructions.size(); ++i) {
    Enter(i);
    const Instruction& instruction = code_.instructions[i];
    AddHandlers(i);
    if (i == super_call_) {
      before_super_ = false;
      AddConstructor(i + 1);
    } else if (IsInvoke(instruction.op) && instruction.op != Op::invokedynamic) {
      AddCall(i);
    } else if (IsFieldAccess(instruction.op)) {
      AddFieldAccess(i);
    } else if (instruction.op == Op::monitorenter || instruction.op == Op::monitorexit) {
      AddMonitor(instruction.op == Op::monitorenter ? ShadowKind::kLock : ShadowKind::kUnlock, i);
    } else if (IsArrayLoad(instruction.op) || IsArrayStore(instruction.op)) {
      AddArrayAccess(i);
    }
    Forget(i);
    if (frame_known_) frame_known_ = replay_.Step(frame_, instruction, i) == nullptr && FallsThrough(instruction.op);
  }
  return std::move(shadows_);
}

Result<void> Finder::Prepare(const Attribute& attribute) {
  RADDLE_TRY(code_, DecodeCode(attribute, file_.pool, arena_));
  for (const Attribute& inner : code_.attributes) {
    if (inner.kind != AttributeKind::kLineNumberTable) continue;
    RADDLE_TRY(AttributeValue value, DecodeAttribute(inner, file_.pool, arena_, code_.length));
    for (const LineNumber& line : std::get_if<LineNumberTable>(&value)->lines) lines_.push_back(line);
  }
  std::ranges::sort(lines_, {}, [](const LineNumber& line) { return std::pair(line.pc, line.line); });
  const Attribute* stack_map = classfile::Find(code_.attributes, AttributeKind::kStackMapTable);
  bool straight = code_.handlers.empty() && std::ranges::none_of(code_.instructions, [](const Instruction& it) {
                    return IsJump(it.op) || IsSwitch(it.op);
                  });
  if (stack_map == nullptr && !straight) return {};
  // Frames that cannot be read leave the types unknown: the verifier, not we, will complain.
  if (Result<std::vector<FrameAt>> frames = ExpandFrames(file_, method_, code_, stack_map, arena_)) {
    frames_ = *std::move(frames);
    frame_ = EntryFrame(file_, method_);
    frame_known_ = true;
  }
  return {};
}

void Finder::Enter(uint32_t instruction) {
  while (next_frame_ < frames_.size() && frames_[next_frame_].instruction < instruction) ++next_frame_;
  if (next_frame_ == frames_.size() || frames_[next_frame_].instruction != instruction) return;
  frame_ = frames_[next_frame_].frame;
  frame_known_ = true;
}

// The first <init> that is not the second half of a `new`. Compilers put each `new` and its <init> in that order, also
// where a branch lies between them.
void Finder::FindSuperCall() {
  int open = 0;
  for (uint32_t i = 0; i < code_.instructions.size(); ++i) {
    const Instruction& instruction = code_.instructions[i];
    if (instruction.op == Op::new_) ++open;
    if (instruction.op != Op::invokespecial || file_.pool.Member(instruction.index).name != "<init>") continue;
    if (open-- > 0) continue;
    super_call_ = i;
    return;
  }
}

Shadow& Finder::Add(ShadowKind kind, uint32_t instruction) {
  Shadow& shadow = shadows_.emplace_back();
  shadow.kind = kind;
  shadow.within = &facts_;
  shadow.code = code_facts_;
  shadow.instruction = instruction;
  shadow.line = LineOf(instruction == Shadow::kWhole ? 0 : instruction);
  bool has_this = !method_.Has(kStatic) && !before_super_;
  if (has_this) shadow.this_type = pointcut::DescriptorOf(facts_.name);
  return shadow;
}

void Finder::AddMember(ShadowKind kind, uint32_t instruction, const MemberRef& member, bool is_static) {
  Shadow& shadow = Add(kind, instruction);
  shadow.owner = member.owner;
  shadow.name = member.name;
  shadow.descriptor = member.descriptor;
  shadow.is_static = is_static;
}

void Finder::AddWhole() {
  bool initializer = code_facts_->name == "<clinit>";
  {
    AddMember(initializer ? ShadowKind::kStaticInitialization : ShadowKind::kMethodExecution, Shadow::kWhole,
              {facts_.name, code_facts_->name, code_facts_->descriptor}, method_.Has(kStatic));
    Shadow& shadow = shadows_.back();
    shadow.target_type = shadow.this_type;
    shadow.arguments = ParametersOf(code_facts_->descriptor);
  }
  if (!method_.Has(kSynchronized) || initializer) return;
  for (ShadowKind kind : {ShadowKind::kLock, ShadowKind::kUnlock}) {
    Shadow& shadow = Add(kind, Shadow::kWhole);
    shadow.arguments = {method_.Has(kStatic) ? "Ljava/lang/Class;" : shadow.this_type};
  }
}

void Finder::AddConstructor(uint32_t first) {
  for (ShadowKind kind : {ShadowKind::kInitialization, ShadowKind::kConstructorExecution}) {
    AddMember(kind, first, {facts_.name, code_facts_->name, code_facts_->descriptor}, /*is_static=*/false);
    Shadow& shadow = shadows_.back();
    shadow.target_type = shadow.this_type;
    shadow.arguments = ParametersOf(code_facts_->descriptor);
    if (super_call_ == Code::kNone) continue;
    const MemberRef called = file_.pool.Member(code_.instructions[super_call_].index);
    if (called.owner == file_.Name()) shadow.calls_this = called.descriptor;
  }
}

// One a type: a range that was split around a finally block has several entries for one catch clause.
void Finder::AddHandlers(uint32_t instruction) {
  std::vector<Index> seen;
  for (const Handler& handler : code_.handlers) {
    if (handler.handler != instruction || handler.catch_type == 0) continue;
    if (std::ranges::find(seen, handler.catch_type) != seen.end()) continue;
    seen.push_back(handler.catch_type);
    Shadow& shadow = Add(ShadowKind::kHandler, instruction);
    shadow.owner = file_.pool.ClassName(handler.catch_type);
    shadow.arguments = {pointcut::DescriptorOf(shadow.owner)};
  }
}

void Finder::AddCall(uint32_t at) {
  const Instruction& instruction = code_.instructions[at];
  MemberRef member = file_.pool.Member(instruction.index);
  if (!CheckMethodDescriptor(member.descriptor)) return;
  bool constructor = member.name == "<init>";
  bool super_call = instruction.op == Op::invokespecial && !constructor && member.owner != file_.Name();
  if (super_call) return;
  bool is_static = instruction.op == Op::invokestatic;
  AddMember(constructor ? ShadowKind::kConstructorCall : ShadowKind::kMethodCall, at, member, is_static);
  Shadow& shadow = shadows_.back();
  if (!constructor && !is_static) shadow.target_type = pointcut::DescriptorOf(member.owner);
  shadow.arguments = ParametersOf(member.descriptor);
}

void Finder::AddFieldAccess(uint32_t at) {
  const Instruction& instruction = code_.instructions[at];
  MemberRef member = file_.pool.Member(instruction.index);
  if (!CheckFieldDescriptor(member.descriptor)) return;
  bool set = instruction.op == Op::putstatic || instruction.op == Op::putfield;
  bool is_static = instruction.op == Op::getstatic || instruction.op == Op::putstatic;
  // Synthetic and final fields of other classes are left to the weaver's oracle; a final one can be set only here.
  if (member.owner == file_.Name()) {
    auto field = std::ranges::find_if(facts_.fields, [&](const MemberFacts& facts) {
      return facts.name == member.name && facts.descriptor == member.descriptor;
    });
    if (field != facts_.fields.end()) {
      if ((field->access & kSynthetic) != 0) return;
      bool constant = at > 0 && IsConstantPush(code_.instructions[at - 1], file_.pool);
      if (set && constant && (field->access & kFinal) != 0) return;
    }
  }
  AddMember(set ? ShadowKind::kFieldSet : ShadowKind::kFieldGet, at, member, is_static);
  Shadow& shadow = shadows_.back();
  if (!is_static) shadow.target_type = pointcut::DescriptorOf(member.owner);
  if (set) shadow.arguments = {std::string(member.descriptor)};
}

void Finder::AddArrayAccess(uint32_t at) {
  Op op = code_.instructions[at].op;
  bool set = op >= Op::iastore;
  // iaload and iastore begin two rows of the same order; a byte instruction serves boolean[] too.
  constexpr std::string_view kElements[] = {"I", "J", "F", "D", kObject, "B", "C", "S"};
  std::string element(kElements[static_cast<size_t>(op) - static_cast<size_t>(set ? Op::iastore : Op::iaload)]);
  size_t value_slots = !set ? 0 : element == "J" || element == "D" ? 2 : 1;
  std::string array = TypeAt(value_slots + 1);
  bool told = array.starts_with('[');
  if (!told && op != Op::aaload && op != Op::aastore && op != Op::baload && op != Op::bastore) array = "[" + element;
  if (array.starts_with('[')) element = array.substr(1);
  Shadow& shadow = Add(set ? ShadowKind::kArraySet : ShadowKind::kArrayGet, at);
  shadow.target_type = std::move(array);
  shadow.arguments = {"I"};
  if (set) shadow.arguments.push_back(std::move(element));
}

// A compiler keeps what a block locks in a local of its own. Where an exception ends the block the stack map may call
// that local an Object; it still is what was locked, unless something else was stored there.
void Finder::AddMonitor(ShadowKind kind, uint32_t at) {
  std::string type = TypeAt(0);
  const Instruction* before = at == 0 ? nullptr : &code_.instructions[at - 1];
  bool named = before != nullptr && (IsStoreOfReference(before->op) || IsLoadOfReference(before->op));
  if (named && kind == ShadowKind::kLock) locked_[before->index] = type;
  if (named && kind == ShadowKind::kUnlock && type == kObject && locked_.contains(before->index)) {
    type = locked_[before->index];
  }
  Shadow& shadow = Add(kind, at);
  shadow.arguments = {std::move(type)};
  shadow.alone = frame_known_ && frame_.stack.size() == 1;
}

void Finder::Forget(uint32_t at) {
  const Instruction& instruction = code_.instructions[at];
  bool locks = at + 1 < code_.instructions.size() && code_.instructions[at + 1].op == Op::monitorenter;
  int local = IsStoreOfReference(instruction.op) && !locks ? LocalOf(instruction) : -1;
  if (local >= 0) locked_.erase(static_cast<uint16_t>(local));
}

std::string Finder::TypeAt(size_t below) const {
  if (!frame_known_ || frame_.stack.size() <= below) return std::string(kObject);
  const FrameType& type = frame_.stack[frame_.stack.size() - 1 - below];
  if (type.tag != VerificationTag::kObject) return std::string(kObject);
  return pointcut::DescriptorOf(type.name);
}

uint16_t Finder::LineOf(uint32_t instruction) const {
  uint32_t pc = code_.OffsetOf(instruction);
  auto after = std::ranges::upper_bound(lines_, pc, {}, &LineNumber::pc);
  return after == lines_.begin() ? 0 : std::prev(after)->line;
}

}  // namespace

Result<std::vector<Shadow>> ShadowsOf(const ClassFile& file, const Member& method, const ClassFacts& facts) {
  return Finder(file, method, facts).Find();
}

Result<std::vector<Shadow>> ShadowsOf(const ClassFile& file, const ClassFacts& facts) {
  std::vector<Shadow> all;
  bool has_initializer = std::ranges::find(facts.methods, "<clinit>", &MemberFacts::name) != facts.methods.end();
  if (!has_initializer) {
    Shadow& shadow = all.emplace_back();
    shadow.kind = ShadowKind::kStaticInitialization;
    shadow.within = &facts;
    shadow.owner = facts.name;
    shadow.name = "<clinit>";
    shadow.descriptor = "()V";
    shadow.is_static = true;
  }
  for (const Member& method : file.methods) {
    RADDLE_TRY(std::vector<Shadow> shadows, ShadowsOf(file, method, facts));
    for (Shadow& shadow : shadows) all.push_back(std::move(shadow));
  }
  return all;
}

}  // namespace raddle::pointcut
