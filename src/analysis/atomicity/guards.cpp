#include "atomicity/guards.h"

#include <algorithm>
#include <optional>

namespace raddle::atomicity {

using ir::BlockId;
using ir::Instruction;
using ir::Opcode;

namespace {

constexpr uint32_t kClassBit = 0x80000000;  // no class path has that many fields

using Locks = std::vector<Lock>;

// What is held where two ways meet; nothing yet known is no way at all.
bool Meet(std::optional<Locks>& into, const Locks& from) {
  if (!into) {
    into = from;
    return true;
  }
  const size_t before = into->size();
  std::erase_if(*into, [&](const Lock& lock) { return std::find(from.begin(), from.end(), lock) == from.end(); });
  return into->size() != before;
}

class Flow {
 public:
  Flow(const Code& code, const Touches& touches)
      : code_(code), values_(touches.values()), body_(touches.body()), method_(body_.ir), in_(method_.blocks.size()) {}

  template <typename See>
  void Run(See&& see) {
    if (!TakesAny()) return;
    Locks entry;
    if (method_.IsSynchronized()) {
      const Path self{.root = Path::Root::kParameter, .number = 0};
      entry.push_back({method_.IsStatic() ? ClassLock(body_.owner->id) : self, Lock::kAtEntry});
    }
    in_[0] = entry;
    for (bool changed = true; changed;) {
      changed = false;
      for (uint32_t block = 0; block < method_.blocks.size(); ++block) {
        if (in_[block]) Pass(block, changed, [](uint32_t, const Locks&) {});
      }
    }
    bool ignored = false;
    for (uint32_t block = 0; block < method_.blocks.size(); ++block) {
      if (in_[block]) Pass(block, ignored, see);
    }
  }

 private:
  bool TakesAny() const {
    return method_.IsSynchronized() ||
           std::any_of(method_.instructions.begin(), method_.instructions.end(), [&](const Instruction& each) {
             return each.op == Opcode::kMonitorEnter || IsCall(each, "lock");
           });
  }
  bool IsCall(const Instruction& each, std::string_view name) const {
    if (each.op != Opcode::kInvoke || each.operand_count == 0) return false;
    const classfile::MemberRef member = method_.Member(each);
    return member.owner.starts_with("java/util/concurrent/locks/") && member.name == name;
  }
  Path LockPath(const Instruction& each) const {
    const ir::Reg reg = method_.Operands(each)[0];
    const uint32_t definition = method_.At(reg).definition;
    if (definition != ir::Register::kParameter) {
      const Instruction& made = method_.instructions[definition];
      if (made.op == Opcode::kConst && made.sub == static_cast<uint8_t>(ir::ConstKind::kClass)) {
        const ClassId id = code_.types().Find(method_.Text(made));
        if (id.valid()) return ClassLock(id);
      }
    }
    return values_.PathOf(reg);
  }

  template <typename See>
  void Pass(uint32_t block, bool& changed, See&& see) {
    Locks held = *in_[block];
    const BlockId id{block};
    for (uint32_t at = method_.blocks[block].first; at < method_.blocks[block].end; ++at) {
      const Instruction& each = method_.instructions[at];
      see(at, held);
      const bool gives = each.op == Opcode::kMonitorExit || IsCall(each, "unlock");
      if (gives) {
        const Path path = LockPath(each);
        const auto last = std::find_if(held.rbegin(), held.rend(), [&](const Lock& lock) { return lock.path == path; });
        if (last != held.rend()) held.erase(std::next(last).base());
      }
      if (ir::MayThrow(each, method_)) {
        for (const ir::HandlerEdge& handler : method_.Handlers(id)) {
          changed |= Meet(in_[Num(handler.block)], held);
        }
      }
      if (each.op == Opcode::kMonitorEnter || IsCall(each, "lock")) held.push_back({LockPath(each), at});
    }
    for (const BlockId next : method_.Successors(id)) changed |= Meet(in_[Num(next)], held);
  }

  const Code& code_;
  const Values& values_;
  const Body& body_;
  const ir::Method& method_;
  std::vector<std::optional<Locks>> in_;
};

}  // namespace

Path ClassLock(ClassId id) {
  return {.root = Path::Root::kStatic, .number = kClassBit | id.value()};
}

Held::Held(const Code& code, const Touches& touches) {
  Flow(code, touches).Run([&](uint32_t at, const Locks& held) {
    if (!held.empty() && !touches.Between(at, at + 1).empty()) at_.emplace_back(at, held);
  });
  std::sort(at_.begin(), at_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
}

const std::vector<Lock>& Held::At(const Touch& touch) const {
  static const std::vector<Lock> kNone;
  const auto found =
      std::lower_bound(at_.begin(), at_.end(), touch.at, [](const auto& each, uint32_t at) { return each.first < at; });
  return found != at_.end() && found->first == touch.at ? found->second : kNone;
}

bool Held::AsGuard(const Lock& lock, const Touch& touch, Guard& guard) {
  const Path& path = lock.path;
  const Path& base = touch.base;
  if (path.root == Path::Root::kStatic && path.length == 0) {
    guard = {path == base ? Guard::Kind::kItself : Guard::Kind::kStatic, path.number};
    if (path == base) guard.field = 0;
    return true;
  }
  if (base.IsNone()) return false;
  if (path == base) {
    guard = {Guard::Kind::kItself};
    return true;
  }
  if (base.Then(path.LastField()) == path && path.length > 0) {
    guard = {Guard::Kind::kFieldOfIt, path.LastField().value()};
    return true;
  }
  // A collection is mostly guarded by what its holder is, or has.
  if (touch.kind == atoms::Variable::Kind::kField || base.length == 0) return false;
  Path holder = base;
  holder.fields[--holder.length] = {};
  if (path == holder) {
    guard = {Guard::Kind::kHolder};
    return true;
  }
  if (path.length > 0 && holder.Then(path.LastField()) == path) {
    guard = {Guard::Kind::kFieldOfHolder, path.LastField().value()};
    return true;
  }
  return false;
}

std::vector<Guard> Held::GuardsOf(const Touch& touch) const {
  std::vector<Guard> guards;
  Guard guard{Guard::Kind::kItself};
  for (const Lock& lock : At(touch)) {
    if (AsGuard(lock, touch, guard)) guards.push_back(guard);
  }
  std::sort(guards.begin(), guards.end());
  return guards;
}

}  // namespace raddle::atomicity
