#include "weave/object_analysis.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>

#include "base/arena.h"
#include "classfile/attributes.h"
#include "ir/builder.h"
#include "ir/dominators.h"
#include "ir/flow_graph.h"
#include "ir/loops.h"
#include "ir/method_ir.h"

namespace raddle::weave {
namespace {

using classfile::MemberRef;
using ir::BlockId;
using ir::Instruction;
using ir::Num;
using ir::Opcode;
using ir::Reg;
using Tell = ObjectUse::Tell;

constexpr Reg kThis{0};

// Calls behind which other locks may be held than before, as far as names tell.
bool ChangesLocks(const MemberRef& method) {
  if (method.owner.starts_with("java/util/concurrent/")) return true;
  for (const std::string_view word : {"lock", "Lock", "acquire", "Acquire", "release", "enter", "leave", "exit"}) {
    if (method.name.find(word) != std::string_view::npos) return true;
  }
  return method.name == "wait" && method.owner == "java/lang/Object";
}

// Collections hand out views and iterators of themselves.
bool HandsOutItself(std::string_view name) {
  constexpr std::array<std::string_view, 12> kNames = {"iterator", "listIterator", "spliterator", "subList",
                                                       "keySet",   "entrySet",     "values",      "stream",
                                                       "headMap",  "tailMap",      "subMap",      "descendingIterator"};
  return std::ranges::find(kNames, name) != kNames.end();
}

struct FieldFacts {
  bool known = false, is_final = false, is_volatile = false;
};

class ClassAnalysis {
 public:
  ClassAnalysis(const classfile::ClassFile& file, const ObjectRules& rules) : file_(file), rules_(rules) {}

  Result<std::vector<ObjectMethod>> Run() {
    RADDLE_TRY(context_, ir::ClassContext::Create(file_));
    ir::Builder builder;
    methods_.resize(file_.methods.size());
    built_.resize(file_.methods.size());
    for (size_t i = 0; i < file_.methods.size(); ++i) {
      Result<ir::Method> method = builder.Build(*context_, file_.methods[i], arena_);
      if (!method || method->blocks.empty()) continue;
      methods_[i] = *method;
      built_[i] = true;
    }
    FindObjectLocalFields();
    std::vector<ObjectMethod> results;
    for (size_t i = 0; i < file_.methods.size(); ++i) {
      results.push_back(built_[i] ? Analyse(methods_[i]) : ObjectMethod{});
    }
    return results;
  }

 private:
  FieldFacts FactsOf(const MemberRef& field) const {
    if (field.owner != file_.Name()) return {};
    for (const classfile::Member& member : file_.fields) {
      if (file_.NameOf(member) == field.name && file_.DescriptorOf(member) == field.descriptor) {
        return {true, member.Has(classfile::kFinal), member.Has(classfile::kVolatile)};
      }
    }
    return {};
  }

  // ---- what goes nowhere

  bool IsLibraryCall(const ir::Method& method, const Instruction& it) const {
    const MemberRef called = method.Member(it);
    if (!called.owner.starts_with("java/")) return false;
    if (called.name == "<init>") return true;
    return rules_.calls != nullptr && rules_.calls->Find(called.name, called.descriptor) >= 0 &&
           !HandsOutItself(called.name);
  }

  // Uses of a register, by which instruction and as which operand.
  struct Use {
    const Instruction* it;
    size_t operand;
  };
  using Uses = std::vector<std::vector<Use>>;
  static Uses UsesOf(const ir::Method& method) {
    Uses uses(method.registers.size());
    for (const Instruction& it : method.instructions) {
      const auto operands = method.Operands(it);
      for (size_t i = 0; i < operands.size(); ++i) uses[Num(operands[i])].push_back({&it, i});
    }
    return uses;
  }

  // Whether what the register holds stays what it is to everybody else: unknown. `into`: it may be put into fields
  // that pass it.
  template <typename Into>
  bool Stays(const ir::Method& method, const std::vector<Use>& uses, Into&& into) const {
    for (const auto& [it, operand] : uses) {
      switch (it->op) {
        case Opcode::kArrayLoad:
        case Opcode::kArrayStore:
        case Opcode::kGetField:
          if (operand != 0) return false;
          break;
        case Opcode::kPutField:
          if (operand != 0 && !into(*it)) return false;
          break;
        case Opcode::kInvoke:
          if (operand != 0 || it->sub == static_cast<uint8_t>(ir::InvokeKind::kStatic) || !IsLibraryCall(method, *it)) {
            return false;
          }
          break;
        case Opcode::kArrayLength:
        case Opcode::kIf:
        case Opcode::kMonitorEnter:
        case Opcode::kMonitorExit:
        case Opcode::kInstanceOf:
          break;
        default:
          return false;
      }
    }
    return true;
  }

  bool IsMadeHere(const ir::Method& method, Reg reg) const {
    const ir::Register& info = method.At(reg);
    if (info.definition == ir::Register::kParameter) return false;
    const Instruction& made = method.instructions[info.definition];
    if (made.op == Opcode::kNewArray) return true;
    return made.op == Opcode::kNewObject &&
           file_.pool.ClassName(static_cast<classfile::Index>(made.index)).starts_with("java/");
  }
  static bool IsNull(const ir::Method& method, Reg reg) {
    const ir::Register& info = method.At(reg);
    if (info.definition == ir::Register::kParameter) return false;
    const Instruction& made = method.instructions[info.definition];
    return made.op == Opcode::kConst && made.sub == static_cast<uint8_t>(ir::ConstKind::kNull);
  }

  bool HasNestMates() const {
    for (const classfile::Attribute& attribute : file_.attributes) {
      if (attribute.kind == classfile::AttributeKind::kNestMembers ||
          attribute.kind == classfile::AttributeKind::kNestHost) {
        return true;
      }
    }
    return false;
  }

  bool HasMutableField() const {
    return std::ranges::any_of(file_.fields, [](const classfile::Member& field) {
      return !field.Has(classfile::kStatic) && !field.Has(classfile::kFinal);
    });
  }

  // They count as part of `this`, so there must be something of `this` to watch.
  void FindObjectLocalFields() {
    if (HasNestMates() || !HasMutableField()) return;
    for (const classfile::Member& field : file_.fields) {
      const std::string_view type = file_.DescriptorOf(field);
      const bool object = type.starts_with('[') || type.starts_with("Ljava/");
      if (object && field.Has(classfile::kPrivate) && !field.Has(classfile::kStatic)) {
        local_fields_.insert(std::string(file_.NameOf(field)));
      }
    }
    for (bool changed = true; changed && !local_fields_.empty();) {
      const size_t before = local_fields_.size();
      for (size_t i = 0; i < methods_.size(); ++i) {
        if (built_[i]) DropEscaping(methods_[i]);
      }
      changed = local_fields_.size() != before;
    }
    // What a method that is not understood does with them, nobody knows.
    for (size_t i = 0; i < methods_.size(); ++i) {
      if (!built_[i] && Find(file_.methods[i].attributes, classfile::AttributeKind::kCode) != nullptr) {
        local_fields_.clear();
      }
    }
  }

  bool IsLocalField(const ir::Method& method, const Instruction& it) const {
    const MemberRef field = method.Member(it);
    return field.owner == file_.Name() && local_fields_.contains(std::string(field.name)) && !method.IsStatic() &&
           method.Operands(it)[0] == kThis;
  }

  void DropEscaping(const ir::Method& method) {
    const Uses uses = UsesOf(method);
    auto into = [&](const Instruction& it) { return IsLocalField(method, it); };
    auto drop = [&](const Instruction& it) { local_fields_.erase(std::string(method.Member(it).name)); };
    for (const Instruction& it : method.instructions) {
      if (it.op != Opcode::kGetField && it.op != Opcode::kPutField) continue;
      if (method.Member(it).owner != file_.Name() || !local_fields_.contains(std::string(method.Member(it).name))) {
        continue;
      }
      if (!into(it)) {
        drop(it);
      } else if (it.op == Opcode::kGetField) {
        if (!Stays(method, uses[Num(it.result)], [](const Instruction&) { return false; })) drop(it);
      } else {
        const Reg value = method.Operands(it)[1];
        const bool own = IsNull(method, value) || (IsMadeHere(method, value) && Stays(method, uses[Num(value)], into));
        if (!own) drop(it);
      }
    }
  }

  // ---- one method

  enum class Where : uint8_t { kThis, kThreadLocal, kObjectLocal, kOther };

  Where WhereIs(const ir::Method& method, const Uses& uses, Reg reg) const {
    if (!method.IsStatic() && reg == kThis) return Where::kThis;
    const ir::Register& info = method.At(reg);
    if (info.definition == ir::Register::kParameter) return Where::kOther;
    const Instruction& made = method.instructions[info.definition];
    if (made.op == Opcode::kGetField && IsLocalField(method, made)) return Where::kObjectLocal;
    if (!IsMadeHere(method, reg)) return Where::kOther;
    if (Stays(method, uses[Num(reg)], [](const Instruction&) { return false; })) return Where::kThreadLocal;
    const bool to_this = Stays(method, uses[Num(reg)], [&](const Instruction& it) { return IsLocalField(method, it); });
    return to_this ? Where::kObjectLocal : Where::kOther;
  }

  static ObjectCategory FieldCategory(Where where) {
    switch (where) {
      case Where::kThis:
        return ObjectCategory::kFieldThis;
      case Where::kThreadLocal:
        return ObjectCategory::kFieldThreadLocal;
      case Where::kObjectLocal:
        return ObjectCategory::kFieldObjectLocal;
      case Where::kOther:
        break;
    }
    return ObjectCategory::kFieldOther;
  }

  // An instruction that uses an object, before it is known whether it must be told.
  struct Candidate {
    ObjectUse use;
    Reg object = ir::kNoReg;
  };

  ObjectUse FieldUse(const ir::Method& method, const Uses& uses, const Instruction& it) const {
    ObjectUse use{.bci = it.bci};
    use.write = it.op == Opcode::kPutField || it.op == Opcode::kPutStatic;
    const FieldFacts facts = FactsOf(method.Member(it));
    if (facts.is_final || facts.is_volatile) {
      use.category = facts.is_final ? ObjectCategory::kFieldFinal : ObjectCategory::kFieldVolatile;
      return use;
    }
    if (it.op == Opcode::kGetStatic || it.op == Opcode::kPutStatic) {
      use.category = ObjectCategory::kFieldStatic;
      use.tell = method.name == "<clinit>" ? Tell::kNot : Tell::kStatic;
      return use;
    }
    const Where where = WhereIs(method, uses, method.Operands(it)[0]);
    use.category = FieldCategory(where);
    if (where == Where::kThis || where == Where::kObjectLocal) use.tell = Tell::kThis;
    if (where == Where::kOther) use.tell = Tell::kObject;
    return use;
  }

  ObjectUse ArrayUse(const ir::Method& method, const Uses& uses, const Instruction& it) const {
    ObjectUse use{.bci = it.bci, .write = it.op == Opcode::kArrayStore};
    switch (WhereIs(method, uses, method.Operands(it)[0])) {
      case Where::kThreadLocal:
        use.category = ObjectCategory::kArrayThreadLocal;
        break;
      case Where::kObjectLocal:
        use.category = ObjectCategory::kArrayObjectLocal;
        use.tell = Tell::kThis;
        break;
      default:
        const bool references = it.sub == static_cast<uint8_t>(ir::ElementKind::kReference);
        use.category = references ? ObjectCategory::kArrayReferences : ObjectCategory::kArrayOther;
        use.tell = references ? Tell::kNot : Tell::kArray;
    }
    return use;
  }

  // What the contract of such a method says, for a receiver whose class is not known for sure.
  bool Writes(const MemberRef& called) const {
    const int32_t number = rules_.calls->Find(called.name, called.descriptor);
    for (const std::string_view name : {called.owner, std::string_view("java/util/ArrayList"),
                                        std::string_view("java/util/HashMap"), std::string_view("java/util/HashSet")}) {
      const CallContracts::Meaning meaning = rules_.calls->On(name, number);
      if (meaning.effect != nullptr) return meaning.effect->verb == contracts::Verb::kWrite;
    }
    return true;
  }

  ObjectUse CallUse(const ir::Method& method, const Uses& uses, const Instruction& it) const {
    ObjectUse use{.bci = it.bci, .write = true};
    const MemberRef called = method.Member(it);
    if (it.sub == static_cast<uint8_t>(ir::InvokeKind::kStatic)) {
      use.category = ObjectCategory::kCallStatic;
      return use;
    }
    const bool contract = rules_.calls != nullptr && called.owner.starts_with("java/") &&
                          rules_.calls->Find(called.name, called.descriptor) >= 0;
    if (contract) use.write = Writes(called);
    switch (WhereIs(method, uses, method.Operands(it)[0])) {
      case Where::kThis:
        use.category = ObjectCategory::kCallThis;
        break;
      case Where::kThreadLocal:
        use.category = ObjectCategory::kCallThreadLocal;
        break;
      case Where::kObjectLocal:
        use.category = ObjectCategory::kCallObjectLocal;
        if (contract) use.tell = Tell::kThis;
        break;
      case Where::kOther:
        use.category = ObjectCategory::kCallOther;
        if (contract) use.tell = Tell::kCall;
    }
    return use;
  }

  ObjectMethod Analyse(const ir::Method& method) {
    ObjectMethod out;
    const Uses uses = UsesOf(method);
    const bool constructor = method.name == "<init>";
    std::vector<Candidate> candidates(method.instructions.size());
    std::vector<bool> changes_locks(method.instructions.size());
    for (size_t i = 0; i < method.instructions.size(); ++i) {
      const Instruction& it = method.instructions[i];
      Candidate& at = candidates[i];
      switch (it.op) {
        case Opcode::kGetField:
        case Opcode::kPutField:
        case Opcode::kGetStatic:
        case Opcode::kPutStatic:
          at.use = FieldUse(method, uses, it);
          break;
        case Opcode::kArrayLoad:
        case Opcode::kArrayStore:
          at.use = ArrayUse(method, uses, it);
          break;
        case Opcode::kInvoke:
          changes_locks[i] = ChangesLocks(method.Member(it));
          if (method.Member(it).name == "<init>") {
            const bool super = method.Member(it).owner == file_.SuperName() && method.Operands(it)[0] == kThis;
            if (constructor && super) out.super_call = it.bci;
            continue;
          }
          at.use = CallUse(method, uses, it);
          break;
        case Opcode::kMonitorEnter:
        case Opcode::kMonitorExit:
          changes_locks[i] = true;
          continue;
        default:
          continue;
      }
      if (at.use.tell == Tell::kThis) {
        at.object = kThis;
        if (constructor) at.use.tell = Tell::kNot;
      } else if (at.use.tell == Tell::kObject || at.use.tell == Tell::kArray) {
        at.object = method.Operands(it)[0];
      }
      if (at.use.tell == Tell::kNot) at.object = ir::kNoReg;
    }
    if (constructor) out.leaks_this = Leaks(uses[Num(kThis)]);
    for (Candidate& each : candidates) {
      if (each.object != ir::kNoReg) each.object = Same(method, each.object);
    }
    std::map<uint32_t, Hoisted> hoisted;
    if (std::ranges::none_of(changes_locks, [](bool changes) { return changes; })) {
      hoisted = Hoist(method, candidates);
      for (const auto& [reg, hoist] : hoisted) out.hoists.push_back(hoist.hoist);
    }
    Cover(method, candidates, changes_locks, hoisted, out);
    return out;
  }

  // A final field of `this` is the same each time: one register stands for all that were read from it.
  Reg Same(const ir::Method& method, Reg reg) const {
    const Instruction* made = FinalFieldOfThis(method, reg);
    if (made == nullptr) return reg;
    for (const Instruction& it : method.instructions) {
      if (it.op == Opcode::kGetField && it.index == made->index && method.Operands(it)[0] == kThis) return it.result;
    }
    return reg;
  }
  const Instruction* FinalFieldOfThis(const ir::Method& method, Reg reg) const {
    const ir::Register& info = method.At(reg);
    if (info.definition == ir::Register::kParameter || method.IsStatic() || method.name == "<init>") return nullptr;
    const Instruction& made = method.instructions[info.definition];
    const bool field = made.op == Opcode::kGetField && method.Operands(made)[0] == kThis;
    return field && FactsOf(method.Member(made)).is_final ? &made : nullptr;
  }

  // ---- loops

  struct Hoisted {
    ObjectHoist hoist;
    bool at_entry = false;
  };

  static uint16_t LocalOfParameter(const ir::Method& method, Reg reg) {
    uint16_t local = 0;
    for (uint32_t i = 0; i < Num(reg); ++i) {
      const ir::Kind kind = method.registers[i].kind;
      local += kind == ir::Kind::kLong || kind == ir::Kind::kDouble ? 2 : 1;
    }
    return local;
  }

  // By register.
  std::map<uint32_t, Hoisted> Hoist(const ir::Method& method, const std::vector<Candidate>& candidates) const {
    std::map<uint32_t, Hoisted> hoisted;
    const ir::FlowGraph graph = ir::GraphOf(method, ir::ExceptionEdges::kWithout);
    const ir::DominatorTree dominators(graph);
    const ir::LoopForest loops(graph, dominators);
    if (loops.Loops().empty() || loops.IsIrreducible()) return hoisted;
    std::vector<uint32_t> block_of(method.instructions.size());
    for (uint32_t b = 0; b < method.blocks.size(); ++b) {
      for (uint32_t i = method.blocks[b].first; i < method.blocks[b].end; ++i) block_of[i] = b;
    }
    auto at_every_turn = [&](uint32_t loop, uint32_t node) {
      const auto header = loops.Loops()[loop].header;
      return std::ranges::all_of(graph.Predecessors(header), [&](uint32_t from) {
        return !loops.Contains(loop, from) || dominators.Dominates(node, from);
      });
    };
    // Whether the method cannot be left from there without passing the header.
    auto certain = [&](uint32_t from, uint32_t header) {
      std::vector<bool> seen(method.blocks.size());
      std::vector<uint32_t> work = {from};
      while (!work.empty()) {
        const uint32_t block = work.back();
        work.pop_back();
        if (block == header || seen[block]) continue;
        seen[block] = true;
        const Opcode end = method.Terminator(BlockId{block}).op;
        if (end == Opcode::kReturn || end == Opcode::kThrow) return false;
        for (const uint32_t next : graph.Successors(block)) work.push_back(next);
      }
      return true;
    };
    for (size_t i = 0; i < candidates.size(); ++i) {
      const Candidate& each = candidates[i];
      if (each.use.tell != Tell::kObject && each.use.tell != Tell::kArray) continue;
      const ir::Register& info = method.At(each.object);
      const bool parameter = info.definition == ir::Register::kParameter;
      const Instruction* final_field = FinalFieldOfThis(method, each.object);
      const bool at_entry = parameter || final_field != nullptr;
      if (!at_entry) {
        const Opcode made = method.instructions[info.definition].op;
        if (made == Opcode::kPhi || made == Opcode::kCatch || made == Opcode::kNewObject) continue;
      }
      const uint32_t from = at_entry ? 0 : block_of[info.definition];
      if (!graph.IsReachable(block_of[i]) || !graph.IsReachable(from)) continue;
      uint32_t node = block_of[i], loop = loops.InnermostLoop(node);
      if (loop == ir::LoopForest::kNone || loops.Contains(loop, from)) continue;
      bool always = at_every_turn(loop, node);
      while (always) {
        const uint32_t parent = loops.Loops()[loop].parent;
        if (parent == ir::LoopForest::kNone || loops.Contains(parent, from)) break;
        node = loops.Loops()[loop].header;
        loop = parent;
        always = at_every_turn(loop, node);
      }
      if (!always || !certain(from, loops.Loops()[loop].header)) continue;
      auto [place, is_new] = hoisted.try_emplace(Num(each.object));
      ObjectHoist& hoist = place->second.hoist;
      hoist.write |= each.use.write;
      if (!is_new) continue;
      place->second.at_entry = at_entry;
      hoist.bci = each.use.bci;
      hoist.array = each.use.tell == Tell::kArray;
      if (parameter) {
        hoist.from = ObjectHoist::From::kParameter;
        hoist.at = LocalOfParameter(method, each.object);
      } else if (final_field != nullptr) {
        hoist.from = ObjectHoist::From::kFinalField;
        hoist.at = static_cast<uint16_t>(final_field->index);
      } else {
        hoist.at = method.instructions[info.definition].bci;
      }
    }
    return hoisted;
  }

  static bool Leaks(const std::vector<Use>& uses_of_this) {
    return std::ranges::any_of(uses_of_this, [](const Use& use) {
      const Instruction& it = *use.it;
      if (it.op == Opcode::kGetField || it.op == Opcode::kPutField || it.op == Opcode::kInvoke) {
        return use.operand != 0 ||
               (it.op == Opcode::kInvoke && it.sub != static_cast<uint8_t>(ir::InvokeKind::kSpecial));
      }
      return it.op != Opcode::kMonitorEnter && it.op != Opcode::kMonitorExit;
    });
  }

  // Which candidates are told: those that no use of the same reference, as strong and since the last change of locks,
  // comes before on every path. A forward analysis over the blocks; a handler starts with nothing.
  void Cover(const ir::Method& method, std::vector<Candidate>& candidates, const std::vector<bool>& changes_locks,
             const std::map<uint32_t, Hoisted>& hoisted, ObjectMethod& out) {
    std::map<uint32_t, uint32_t> numbers;  // of registers, those that matter
    for (const Candidate& each : candidates) {
      if (each.object != ir::kNoReg) numbers.try_emplace(Num(each.object), numbers.size());
    }
    const size_t objects = numbers.size(), blocks = method.blocks.size();
    using State = std::vector<uint8_t>;  // by number: 0 nothing, 1 read, 2 written
    const bool is_method = !method.IsStatic() && method.name != "<init>";

    // Before any lock is taken or given up: what of `this` can be used there is told at the entry.
    if (is_method) {
      std::vector<bool> reached(blocks);
      std::vector<uint32_t> work = {0};
      reached[0] = true;
      uint8_t level = rules_.strict && (method.access & classfile::kPrivate) == 0 ? 2 : 0;
      while (!work.empty()) {
        const BlockId block{work.back()};
        work.pop_back();
        bool ends = false;
        for (uint32_t i = method.At(block).first; i < method.At(block).end && !ends; ++i) {
          if (candidates[i].object == kThis) level = std::max<uint8_t>(level, candidates[i].use.write ? 2 : 1);
          ends = changes_locks[i];
        }
        if (ends) continue;
        for (const BlockId next : method.Successors(block)) {
          if (!reached[Num(next)]) work.push_back(Num(next));
          reached[Num(next)] = true;
        }
      }
      out.at_entry = level > 0;
      out.entry_write = level > 1;
    }

    const bool huge = objects * blocks > (size_t{1} << 20);
    std::vector<State> in(blocks, State(huge ? 0 : objects, 2));  // optimistic, but for the entry and handlers
    auto walk = [&](uint32_t block, State& state, auto&& visit) {
      const ir::Block& b = method.blocks[block];
      for (uint32_t i = b.first; i < b.end; ++i) {
        const Instruction& it = method.instructions[i];
        if (it.result != ir::kNoReg) {
          const auto found = numbers.find(Num(it.result));
          if (found != numbers.end() && FinalFieldOfThis(method, it.result) == nullptr) {
            const auto hoist = hoisted.find(Num(it.result));
            state[found->second] = hoist == hoisted.end() ? 0 : hoist->second.hoist.write ? 2 : 1;
          }
        }
        if (candidates[i].object != ir::kNoReg) {
          uint8_t& level = state[numbers[Num(candidates[i].object)]];
          const uint8_t needed = candidates[i].use.write ? 2 : 1;
          visit(i, level >= needed);
          level = std::max(level, needed);
        }
        if (changes_locks[i]) std::ranges::fill(state, 0);
      }
    };
    if (!huge) {
      auto lowest = State(objects, 0);
      in[0] = lowest;
      if (out.at_entry && numbers.contains(0)) in[0][numbers[0]] = out.entry_write ? 2 : 1;
      for (const auto& [reg, each] : hoisted) {
        if (each.at_entry) in[0][numbers[reg]] = each.hoist.write ? 2 : 1;
      }
      for (uint32_t b = 0; b < blocks; ++b) {
        if (method.IsHandler(BlockId{b})) in[b] = lowest;
      }
      for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = 0; b < blocks; ++b) {
          State state = in[b];
          walk(b, state, [](uint32_t, bool) {});
          for (const BlockId next : method.Successors(BlockId{b})) {
            State& into = in[Num(next)];
            for (size_t k = 0; k < objects; ++k) {
              if (state[k] < into[k]) into[k] = state[k], changed = true;
            }
          }
        }
      }
      for (uint32_t b = 0; b < blocks; ++b) {
        State state = in[b];
        walk(b, state, [&](uint32_t i, bool covered) {
          if (covered) candidates[i].use.tell = Tell::kNot;
        });
      }
    }

    std::map<uint32_t, uint32_t> arrays;
    for (size_t i = 0; i < candidates.size(); ++i) {
      ObjectUse& use = candidates[i].use;
      const Opcode op = method.instructions[i].op;
      if (changes_locks[i]) out.locks.push_back(method.instructions[i].bci);
      const bool counts = op == Opcode::kGetField || op == Opcode::kPutField || op == Opcode::kGetStatic ||
                          op == Opcode::kPutStatic || op == Opcode::kArrayLoad || op == Opcode::kArrayStore ||
                          op == Opcode::kInvoke;
      if (!counts || (op == Opcode::kInvoke && method.Member(method.instructions[i]).name == "<init>")) continue;
      if (use.tell == Tell::kArray) {
        use.array = arrays.try_emplace(Num(candidates[i].object), arrays.size()).first->second;
      }
      out.uses.push_back(use);
    }
    out.arrays = static_cast<uint32_t>(arrays.size());
    // A subroutine was copied for each of its callers: what one of the copies needs is told.
    std::ranges::stable_sort(out.uses, {}, &ObjectUse::bci);
    std::vector<ObjectUse> once;
    for (const ObjectUse& use : out.uses) {
      if (once.empty() || once.back().bci != use.bci) {
        once.push_back(use);
      } else if (use.tell != Tell::kNot) {
        once.back() = use;
      }
    }
    out.uses = std::move(once);
  }

  const classfile::ClassFile& file_;
  const ObjectRules& rules_;
  Arena arena_;
  std::unique_ptr<ir::ClassContext> context_;
  std::vector<ir::Method> methods_;
  std::vector<bool> built_;
  std::set<std::string> local_fields_;
};

}  // namespace

Result<std::vector<ObjectMethod>> AnalyseObjects(const classfile::ClassFile& file, const ObjectRules& rules) {
  return ClassAnalysis(file, rules).Run();
}

}  // namespace raddle::weave
