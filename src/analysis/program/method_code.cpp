#include "program/method_code.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "classfile/descriptor.h"
#include "ir/dominators.h"
#include "ir/flow_graph.h"
#include "ir/loops.h"
#include "program/program.h"

namespace raddle::program {
namespace {

using ir::Instruction;
using ir::Opcode;

// The Var of each register, kNoVar for those that hold no reference.
std::vector<Var> VarsOf(const ir::Method& method) {
  std::vector<Var> vars(method.registers.size(), kNoVar);
  Var next = 0;
  for (size_t i = 0; i < vars.size(); ++i) {
    if (method.registers[i].kind == ir::Kind::kReference) vars[i] = next++;
  }
  return vars;
}

class CodeMaker {
 public:
  CodeMaker(Program& program, MethodId id, const ir::Method& method)
      : program_(program), types_(program.types()), method_(method), vars_(VarsOf(method)) {
    code_.method = id;
    code_.owner = types_[id].owner;
    code_.access = method.access;
    code_.var_count =
        static_cast<uint32_t>(std::count_if(vars_.begin(), vars_.end(), [](Var v) { return v != kNoVar; }));
    code_.parameters.assign(vars_.begin(), vars_.begin() + method.parameters);
    classes_.resize(method.context->types().size());
  }

  MethodCode Make() {
    statement_of_.assign(method_.instructions.size(), CodeBlock::kNoTest);
    code_.blocks.resize(method_.blocks.size());
    FindLoops();
    for (uint32_t b = 0; b < method_.blocks.size(); ++b) {
      block_ = b;
      const ir::Block& block = method_.blocks[b];
      CodeBlock& made = code_.blocks[b];
      made.first = static_cast<uint32_t>(code_.statements.size());
      in_loop_ = !made.loops.empty() || is_irreducible_;
      for (uint32_t i = block.first; i < block.end; ++i) {
        size_t before = code_.statements.size();
        Translate(i);
        if (code_.statements.size() > before) statement_of_[i] = static_cast<uint32_t>(before);
      }
      made.end = static_cast<uint32_t>(code_.statements.size());
      for (ir::BlockId to : method_.Successors(ir::BlockId{b})) made.successors.push_back(ir::Num(to));
      for (const ir::HandlerEdge& handler : method_.Handlers(ir::BlockId{b})) {
        made.handlers.push_back(ir::Num(handler.block));
      }
      made.returns = method_.Terminator(ir::BlockId{b}).op == Opcode::kReturn;
    }
    for (uint32_t b = 0; b < method_.blocks.size(); ++b) {
      const Instruction& last = method_.Terminator(ir::BlockId{b});
      FindTest(code_.blocks[b], last);
      if (last.op == Opcode::kReturn && last.operand_count == 1) FindReturned(b, method_.Operands(last)[0], 0);
    }
    std::sort(code_.initialises.begin(), code_.initialises.end());
    code_.initialises.erase(std::unique(code_.initialises.begin(), code_.initialises.end()), code_.initialises.end());
    return std::move(code_);
  }

 private:
  // Blocks are in reverse post order, so a method whose jumps all go forward has no loop: most have none.
  void FindLoops() {
    bool goes_back = false;
    for (uint32_t b = 0; b < method_.blocks.size() && !goes_back; ++b) {
      for (ir::BlockId to : method_.Successors(ir::BlockId{b})) goes_back |= ir::Num(to) <= b;
    }
    if (!goes_back) return;
    ir::FlowGraph graph = ir::GraphOf(method_);
    ir::LoopForest loops(graph, ir::DominatorTree(graph));
    is_irreducible_ = loops.IsIrreducible();
    for (uint32_t b = 0; b < code_.blocks.size(); ++b) {
      for (uint32_t loop = loops.InnermostLoop(b); loop != ir::LoopForest::kNone; loop = loops.Loops()[loop].parent) {
        code_.blocks[b].loops.push_back(loop);
      }
    }
  }

  // `if (lock.tryLock())`, `while (!ready)`, `if (state == DONE)`.
  void FindTest(CodeBlock& block, const Instruction& last) {
    if (last.op != Opcode::kIf) return;
    auto condition = ir::Condition{last.sub};
    if (condition != ir::Condition::kEq && condition != ir::Condition::kNe) return;
    auto operands = method_.Operands(last);
    ir::Reg tested = operands[0];
    if (operands.size() == 2) {
      const Instruction* constant = IntConstant(operands[1]);
      if (constant == nullptr) {
        constant = IntConstant(operands[0]);
        tested = operands[1];
      }
      if (constant == nullptr) return;
      block.tested_for = static_cast<int32_t>(ir::Method::Long(*constant));
    }
    const Instruction* in = DefinitionOf(tested);
    // `if (lock.tryWriteLock() != 0L)`. Not of fields: of what is stored there only 32 bits are known.
    if (in != nullptr && in->op == Opcode::kCompare && block.tested_for == 0) {
      const Instruction* with = DefinitionOf(method_.Operands(*in)[1]);
      const bool is_long = with != nullptr && with->op == Opcode::kConst &&
                           ir::ConstKind{with->sub} == ir::ConstKind::kLong && ir::Method::Long(*with) == 0;
      in = is_long ? DefinitionOf(method_.Operands(*in)[0]) : nullptr;
      if (in != nullptr && in->op != Opcode::kInvoke) return;
    }
    while (in != nullptr && in->op == Opcode::kCast) in = DefinitionOf(method_.Operands(*in)[0]);
    if (in == nullptr) return;
    if (in->op != Opcode::kInvoke && in->op != Opcode::kGetField && in->op != Opcode::kGetStatic) return;
    block.tested = statement_of_[static_cast<size_t>(in - method_.instructions.data())];
    block.if_equal = condition == ir::Condition::kEq ? last.index : last.extra;
    block.if_not = condition == ir::Condition::kEq ? last.extra : last.index;
  }

  // `return !busy()`, `return Boolean.valueOf(ok)`.
  void FindReturned(uint32_t b, ir::Reg value, int depth) {
    constexpr int kDeepest = 6;
    CodeBlock& block = code_.blocks[b];
    const Instruction* in = DefinitionOf(value);
    const bool is_known = block.returned || block.returned_call != CodeBlock::kNoTest;
    if (in == nullptr || depth > kDeepest || is_known) {
      code_.returns_other = true;
    } else if (const Instruction* constant = IntConstant(value)) {
      block.returned = static_cast<int32_t>(ir::Method::Long(*constant));
    } else if (in->op == Opcode::kCast || (in->op == Opcode::kInvoke && Boxes(*in))) {
      FindReturned(b, method_.Operands(*in)[0], depth + 1);
    } else if (in->op == Opcode::kInvoke) {
      block.returned_call = statement_of_[static_cast<size_t>(in - method_.instructions.data())];
    } else if (in->op == Opcode::kPhi) {
      const auto at = static_cast<uint32_t>(in - method_.instructions.data());
      uint32_t joined = 0;
      while (method_.blocks[joined].end <= at) ++joined;
      const auto operands = method_.Operands(*in);
      const auto from = method_.Predecessors(ir::BlockId{joined});
      for (size_t i = 0; i < operands.size(); ++i) FindReturned(ir::Num(from[i]), operands[i], depth + 1);
    } else {
      code_.returns_other = true;
    }
  }

  bool Boxes(const Instruction& in) const {
    const classfile::MemberRef ref = method_.Member(in);
    return ref.owner == "java/lang/Boolean" &&
           (ref.name == "booleanValue" || ref.descriptor == "(Z)Ljava/lang/Boolean;");
  }

  const Instruction* DefinitionOf(ir::Reg reg) const {
    uint32_t at = method_.At(reg).definition;
    return at == ir::Register::kParameter ? nullptr : &method_.instructions[at];
  }
  const Instruction* IntConstant(ir::Reg reg) const {
    const Instruction* in = DefinitionOf(reg);
    return in != nullptr && in->op == Opcode::kConst && ir::ConstKind{in->sub} == ir::ConstKind::kInt ? in : nullptr;
  }

  ClassId ClassOf(ir::TypeId type) {
    if (classes_.size() <= ir::Num(type)) classes_.resize(ir::Num(type) + 1);
    ClassId& known = classes_[ir::Num(type)];
    if (!known)
      known = type <= ir::TypeId::kNull ? types_.object() : program_.Load(method_.context->types().Name(type));
    return known;
  }

  Var VarOf(ir::Reg reg) const { return reg == ir::kNoReg ? kNoVar : vars_[ir::Num(reg)]; }

  Statement& Add(Do what, uint32_t at) {
    const Instruction& in = method_.instructions[at];
    return code_.statements.emplace_back(
        Statement{.what = what, .in_loop = in_loop_, .bci = in.bci, .result = VarOf(in.result)});
  }

  void Initialise(ClassId id) {
    if (id != code_.owner && program_.IsAnalysed(id)) code_.initialises.push_back(id);
  }

  void Translate(uint32_t at) {
    const Instruction& in = method_.instructions[at];
    auto operands = method_.Operands(in);
    switch (in.op) {
      case Opcode::kPhi:
        if (VarOf(in.result) == kNoVar) break;
        Join(at, operands);
        break;
      case Opcode::kCatch:
        Add(Do::kCatch, at).target = ClassOf(method_.At(in.result).type).value();
        break;
      case Opcode::kConst:
        Constant(at, in);
        break;
      case Opcode::kNewObject: {
        ClassId id = ClassOf(method_.Type(in));
        Add(Do::kNew, at).target = id.value();
        Initialise(id);
        break;
      }
      case Opcode::kNewArray:
        NewArray(at, in);
        break;
      case Opcode::kArrayLoad: {
        Statement& statement = Add(Do::kLoadElement, at);
        statement.base = VarOf(operands[0]);
        statement.number = NumberOf(operands[1]);
        break;
      }
      case Opcode::kArrayStore: {
        Statement& statement = Add(Do::kStoreElement, at);
        statement.number = NumberOf(operands[1]);
        statement.base = VarOf(operands[0]);
        statement.value = VarOf(operands[2]);
        break;
      }
      case Opcode::kGetField:
      case Opcode::kPutField:
      case Opcode::kGetStatic:
      case Opcode::kPutStatic:
        Field(at, in);
        break;
      case Opcode::kCast: {
        Statement& statement = Add(Do::kCast, at);
        statement.value = VarOf(operands[0]);
        statement.target = ClassOf(method_.Type(in)).value();
        break;
      }
      case Opcode::kInvoke:
        Invoke(at, in);
        break;
      case Opcode::kDynamic:
        Dynamic(at, in);
        break;
      case Opcode::kMonitorEnter:
        Enter(at, operands[0]);
        break;
      case Opcode::kMonitorExit:
        Add(Do::kExit, at).base = VarOf(operands[0]);
        break;
      case Opcode::kThrow:
        Add(Do::kThrow, at).value = VarOf(operands[0]);
        break;
      case Opcode::kReturn:
        if (!operands.empty() && VarOf(operands[0]) != kNoVar) Add(Do::kReturn, at).value = VarOf(operands[0]);
        break;
      default:
        break;
    }
  }

  void Enter(uint32_t at, ir::Reg monitor) {
    Statement& enter = Add(Do::kEnter, at);
    enter.base = VarOf(monitor);
    const Instruction* value = DefinitionOf(monitor);
    if (value != nullptr && value->op == Opcode::kConst && ir::ConstKind{value->sub} == ir::ConstKind::kString) {
      enter.target = program_.NumberOfText(method_.Text(*value));
    }
  }

  void Join(uint32_t at, std::span<const ir::Reg> operands) {
    const auto from = method_.Predecessors(ir::BlockId{block_});
    for (size_t i = 0; i < operands.size(); ++i) {
      Statement& copy = Add(Do::kCopy, at);
      copy.value = VarOf(operands[i]);
      copy.target = ir::Num(from[i]);
    }
  }

  void Constant(uint32_t at, const Instruction& in) {
    if (VarOf(in.result) == kNoVar || ir::ConstKind{in.sub} == ir::ConstKind::kNull) return;
    if (ir::ConstKind{in.sub} == ir::ConstKind::kClass) {
      Add(Do::kClassConstant, at).target = program_.Load(method_.Text(in)).value();
    } else {
      Add(Do::kValue, at).target = ClassOf(method_.At(in.result).type).value();
    }
  }

  // new T[2][3] also makes the inner arrays; nobody else can reach them yet, so storing them is no access.
  void NewArray(uint32_t at, const Instruction& in) {
    ClassId type = ClassOf(method_.Type(in));
    Statement& statement = Add(Do::kNew, at);
    statement.target = type.value();
    if (in.operand_count == 1) statement.number = NumberOf(method_.Operands(in)[0]);
    Var outer = VarOf(in.result);
    for (uint32_t i = 1; i < in.operand_count && types_[type].component; ++i) {
      type = types_[type].component;
      Var inner = code_.var_count++;
      Statement made = {.what = Do::kNew,
                        .in_loop = true,
                        .bci = in.bci,
                        .result = inner,
                        .target = type.value(),
                        .is_made_up = true};
      code_.statements.push_back(made);
      code_.statements.push_back(
          {.what = Do::kStoreElement, .bci = in.bci, .base = outer, .value = inner, .is_made_up = true});
      outer = inner;
    }
  }

  void Field(uint32_t at, const Instruction& in) {
    classfile::MemberRef ref = method_.Member(in);
    auto found = types_.ResolveField(program_.Load(ref.owner), ref.name, ref.descriptor);
    if (!found.id) return;
    bool is_static = in.op == Opcode::kGetStatic || in.op == Opcode::kPutStatic;
    bool is_load = in.op == Opcode::kGetField || in.op == Opcode::kGetStatic;
    auto operands = method_.Operands(in);
    Statement& statement =
        Add(is_static ? (is_load ? Do::kLoadStatic : Do::kStoreStatic) : (is_load ? Do::kLoad : Do::kStore), at);
    statement.target = found.id.value();
    if (!is_static) statement.base = VarOf(operands[0]);
    if (!is_load) statement.value = VarOf(operands.back());
    if (!is_load && statement.value == kNoVar) statement.number = NumberOf(operands.back());
    if (!is_load && statement.value != kNoVar && IsNull(operands.back())) statement.number = Nought();
    if (is_static) Initialise(types_[found.id].owner);
  }

  Call MakeCall(ir::InvokeKind kind, const classfile::MemberRef& ref, bool on_interface) {
    Call call = {.kind = kind,
                 .resolved = {},
                 .named = program_.Load(ref.owner),
                 .name = ref.name,
                 .descriptor = ref.descriptor,
                 .arguments = {}};
    auto found = on_interface ? types_.ResolveInterfaceMethod(call.named, ref.name, ref.descriptor)
                              : types_.ResolveMethod(call.named, ref.name, ref.descriptor);
    if (kind == ir::InvokeKind::kSpecial && found.id) {
      found = types_.SelectSpecial(code_.owner, call.named, found.id);
    }
    call.resolved = found.id;
    program_.IsAnalysed(call.named);  // notes it if it is missing
    return call;
  }

  void Invoke(uint32_t at, const Instruction& in) {
    classfile::MemberRef ref = method_.Member(in);
    auto kind = ir::InvokeKind{in.sub};
    bool on_interface =
        method_.context->pool().Is(static_cast<classfile::Index>(in.index), classfile::Tag::kInterfaceMethodref);
    Call call = MakeCall(kind, ref, on_interface);
    for (ir::Reg operand : method_.Operands(in)) AddArgument(call, operand);
    for (ir::Reg operand : method_.Operands(in)) {
      if (call.text.empty()) call.text = TextOf(operand);
    }
    if (kind == ir::InvokeKind::kStatic && call.resolved) Initialise(types_[call.resolved].owner);
    AddCall(at, std::move(call));
  }

  void AddCall(uint32_t at, Call call) {
    Statement& statement = Add(Do::kCall, at);
    statement.target = static_cast<uint32_t>(code_.calls.size());
    call.result = statement.result;
    call.statement = static_cast<uint32_t>(code_.statements.size() - 1);
    code_.calls.push_back(std::move(call));
  }

  std::string_view TextOf(ir::Reg reg) const {
    uint32_t at = method_.At(reg).definition;
    if (at == ir::Register::kParameter) return {};
    const Instruction& in = method_.instructions[at];
    return in.op == Opcode::kConst && ir::ConstKind{in.sub} == ir::ConstKind::kString ? method_.Text(in)
                                                                                      : std::string_view();
  }

  void Dynamic(uint32_t at, const Instruction& in) {
    const ir::BootstrapCall& bootstrap = method_.Bootstrap(in);
    if (const auto* lambda = bootstrap.As<ir::Lambda>()) return Lambda(at, in, *lambda);
    if (bootstrap.As<ir::StringConcat>() != nullptr) {
      for (ir::Reg operand : method_.Operands(in)) AskForText(at, operand);
    }
    if (VarOf(in.result) != kNoVar) Add(Do::kValue, at).target = ClassOf(method_.At(in.result).type).value();
  }

  // A part of a concatenation is asked for its toString().
  void AskForText(uint32_t at, ir::Reg operand) {
    if (VarOf(operand) == kNoVar || method_.At(operand).type == ir::TypeId::kString) return;
    Call call = MakeCall(ir::InvokeKind::kVirtual, {"java/lang/Object", "toString", "()Ljava/lang/String;"}, false);
    call.arguments = {VarOf(operand)};
    AddCall(at, std::move(call));
    code_.statements.back().result = kNoVar;
    code_.calls.back().result = kNoVar;
  }

  void Lambda(uint32_t at, const Instruction& in, const ir::Lambda& lambda) {
    using classfile::HandleKind;
    HandleKind handle = lambda.implementation.kind;
    ir::InvokeKind kind = handle == HandleKind::kInvokeStatic      ? ir::InvokeKind::kStatic
                          : handle == HandleKind::kInvokeInterface ? ir::InvokeKind::kInterface
                          : handle == HandleKind::kInvokeVirtual   ? ir::InvokeKind::kVirtual
                                                                   : ir::InvokeKind::kSpecial;
    LambdaSite site = {
        .interface = program_.Load(lambda.interface),
        .method = lambda.method,
        .implementation = MakeCall(kind, lambda.implementation.member, lambda.implementation.on_interface)};
    site.is_constructor = handle == HandleKind::kNewInvokeSpecial;
    for (ir::Reg operand : method_.Operands(in)) AddArgument(site.implementation, operand);
    Statement& statement = Add(Do::kLambda, at);
    statement.target = static_cast<uint32_t>(code_.lambdas.size());
    site.implementation.statement = static_cast<uint32_t>(code_.statements.size() - 1);
    if (site.implementation.resolved) Initialise(types_[site.implementation.resolved].owner);
    code_.lambdas.push_back(std::move(site));
  }

  void AddArgument(Call& call, ir::Reg operand) {
    call.arguments.push_back(VarOf(operand));
    const bool is_number = call.arguments.back() == kNoVar;
    call.numbers.push_back(is_number ? NumberOf(operand) : IsNull(operand) ? Nought() : 0);
  }

  bool IsNull(ir::Reg reg) const {
    const Instruction* value = DefinitionOf(reg);
    return value != nullptr && value->op == Opcode::kConst && ir::ConstKind{value->sub} == ir::ConstKind::kNull;
  }

  NumberId Nought() { return AddNumber({.is_constant = true, .parameters = {}, .fields = {}}); }

  NumberId AddNumber(Number number) {
    code_.numbers.push_back(std::move(number));
    return static_cast<NumberId>(code_.numbers.size() - 1);
  }

  NumberId NumberOf(ir::Reg reg) {
    if (method_.At(reg).kind != ir::Kind::kInt && method_.At(reg).kind != ir::Kind::kLong) return 0;
    auto [known, is_new] = numbers_.try_emplace(ir::Num(reg), 0);
    if (!is_new) return known->second;
    Number number = MakeNumber(program_, method_, vars_, reg);
    return numbers_[ir::Num(reg)] = AddNumber(std::move(number));
  }

  Program& program_;
  classpath::Hierarchy& types_;
  const ir::Method& method_;
  std::vector<Var> vars_;
  std::vector<ClassId> classes_;  // by TypeId
  bool in_loop_ = false;
  uint32_t block_ = 0;
  bool is_irreducible_ = false;
  std::vector<uint32_t> statement_of_;              // by instruction: the first it became
  std::unordered_map<uint32_t, NumberId> numbers_;  // by register
  MethodCode code_;
};

}  // namespace

MethodCode MakeCode(Program& program, MethodId id, const ir::Method& method) {
  return CodeMaker(program, id, method).Make();
}

MethodCode MakeReference(const Program& program, MethodId id) {
  const classpath::Hierarchy& types = program.types();
  const classpath::MethodInfo& info = types[id];
  MethodCode code;
  code.method = id;
  code.owner = info.owner;
  code.access = info.access;
  Call call;
  if (code.IsStatic()) call.kind = ir::InvokeKind::kStatic;
  if (types[info.owner].IsInterface() && !code.IsStatic()) call.kind = ir::InvokeKind::kInterface;
  call.resolved = id;
  call.named = info.owner;
  call.name = types.NameOf(id);
  call.descriptor = types.DescriptorOf(id);
  classfile::MethodDescriptor descriptor(call.descriptor);
  if (!code.IsStatic()) code.parameters.push_back(code.var_count++);
  for (classfile::TypeDescriptor type : descriptor) {
    code.parameters.push_back(type.IsReference() ? code.var_count++ : kNoVar);
  }
  if (descriptor.Return().IsReference()) call.result = code.var_count++;
  call.arguments = code.parameters;
  call.numbers.resize(call.arguments.size());
  code.statements.push_back({.what = Do::kCall, .result = call.result});
  if (call.result != kNoVar) code.statements.push_back({.what = Do::kReturn, .value = call.result});
  CodeBlock& block = code.blocks.emplace_back();
  block.end = static_cast<uint32_t>(code.statements.size());
  block.returns = true;
  code.calls.push_back(std::move(call));
  return code;
}

std::vector<bool> ReachedWithout(const MethodCode& code, uint32_t from, uint32_t to) {
  std::vector<bool> reached(code.blocks.size());
  std::vector<uint32_t> pending = {0};
  reached[0] = true;
  auto go = [&](uint32_t at, uint32_t next) {
    if ((at == from && next == to) || reached[next]) return;
    reached[next] = true;
    pending.push_back(next);
  };
  while (!pending.empty()) {
    uint32_t at = pending.back();
    pending.pop_back();
    for (uint32_t next : code.blocks[at].successors) go(at, next);
    for (uint32_t next : code.blocks[at].handlers) go(at, next);
  }
  return reached;
}

}  // namespace raddle::program
