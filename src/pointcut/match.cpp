#include "pointcut/match.h"

#include <optional>

#include "pointcut/match_member.h"
#include "pointcut/parse.h"

namespace raddle::pointcut {
namespace {

// fork() and join() are short for calls.
const MemberPattern& ThreadStart() {
  static const Pointcut pointcut = *Parse("call(void java.lang.Thread.start())");
  return pointcut.member;
}
const MemberPattern& ThreadJoin() {
  static const Pointcut pointcut = *Parse("call(* java.lang.Thread.join(..))");
  return pointcut.member;
}

bool IsAccess(ShadowKind kind) {
  return kind == ShadowKind::kFieldGet || kind == ShadowKind::kFieldSet || kind == ShadowKind::kArrayGet ||
         kind == ShadowKind::kArraySet;
}

std::optional<MemberName::Kind> MemberKind(ShadowKind kind) {
  switch (kind) {
    case ShadowKind::kMethodExecution:
    case ShadowKind::kMethodCall:
      return MemberName::Kind::kMethod;
    case ShadowKind::kConstructorExecution:
    case ShadowKind::kConstructorCall:
    case ShadowKind::kInitialization:
      return MemberName::Kind::kConstructor;
    case ShadowKind::kFieldGet:
    case ShadowKind::kFieldSet:
      return MemberName::Kind::kField;
    case ShadowKind::kStaticInitialization:
    case ShadowKind::kHandler:
    case ShadowKind::kLock:
    case ShadowKind::kUnlock:
    case ShadowKind::kArrayGet:
    case ShadowKind::kArraySet:
      break;
  }
  return std::nullopt;
}

class Matcher {
 public:
  Matcher(const Shadow& shadow, const World& world)
      : shadow_(shadow), world_(world), types_(world.scope, world.oracle) {}

  Residue Of(const Pointcut& pointcut) const;

 private:
  Truth Member(const MemberPattern& pattern) const {
    std::optional<MemberName::Kind> kind = MemberKind(shadow_.kind);
    if (!kind) return Truth::kNo;
    return MatchesMember(pattern, {*kind, shadow_.owner, shadow_.name, shadow_.descriptor, shadow_.is_static}, types_);
  }
  Truth VolatileMember(MemberPattern pattern) const {
    pattern.required |= classfile::kVolatile;
    return Member(pattern);
  }
  Truth WithinCode(const MemberPattern& pattern) const {
    // As in AspectJ, a method's execution is not within its own code; a constructor's is.
    const MemberFacts* code = shadow_.code;
    if (code == nullptr || code->name == "<clinit>" || Is(ShadowKind::kMethodExecution)) return Truth::kNo;
    bool constructor = code->name == "<init>";
    return MatchesMember(pattern,
                         {constructor ? MemberName::Kind::kConstructor : MemberName::Kind::kMethod,
                          shadow_.within->name, code->name, code->descriptor, (code->access & classfile::kStatic) != 0},
                         types_);
  }
  Truth Element(const TypePattern& pattern) const {
    if (shadow_.target_type.starts_with('[')) return types_.Matches(pattern, shadow_.target_type.substr(1));
    return pattern.IsAny() ? Truth::kYes : Truth::kMaybe;  // an array, but the code does not tell of what
  }
  Residue Value(const Argument& argument, Slot slot, std::string_view type) const;
  Residue Values(const std::vector<Argument>& arguments) const;

  bool Is(ShadowKind kind) const { return shadow_.kind == kind; }
  bool Is(ShadowKind one, ShadowKind other) const { return Is(one) || Is(other); }

  const Shadow& shadow_;
  const World& world_;
  Types types_;
};

// type: static, empty where there is no such value.
Residue Matcher::Value(const Argument& argument, Slot slot, std::string_view type) const {
  if (type.empty()) return pointcut::Of(Truth::kNo);
  if (argument.type.IsAny()) return pointcut::Of(Truth::kYes);
  std::string wanted = types_.Resolve(argument.type);
  Truth is = types_.IsInstance(type, wanted);
  Residue test = pointcut::Of(is);
  if (is == Truth::kMaybe)
    test = {.kind = Residue::Kind::kInstanceOf, .slot = slot, .type = wanted, .from = std::string(type)};
  if (argument.kind != Argument::Kind::kBinding || is == Truth::kNo) return test;
  Residue bind{.kind = Residue::Kind::kBind,
               .slot = slot,
               .type = std::move(wanted),
               .from = std::string(type),
               .name = argument.name};
  return MakeAnd(std::move(test), std::move(bind));
}

Residue Matcher::Values(const std::vector<Argument>& arguments) const {
  size_t have = shadow_.arguments.size();
  size_t fixed = 0;
  bool rest = false;
  for (const Argument& argument : arguments) {
    argument.kind == Argument::Kind::kRest ? static_cast<void>(rest = true) : static_cast<void>(++fixed);
  }
  if (rest ? have < fixed : have != fixed) return pointcut::Of(Truth::kNo);
  Residue all = pointcut::Of(Truth::kYes);
  size_t at = 0;
  for (const Argument& argument : arguments) {
    if (argument.kind == Argument::Kind::kRest) {
      at += have - fixed;
      continue;
    }
    Slot slot{Slot::Kind::kArgument, static_cast<uint32_t>(at)};
    all = MakeAnd(std::move(all), Value(argument, slot, shadow_.arguments[at]));
    ++at;
  }
  return all;
}

Residue Matcher::Of(const Pointcut& pointcut) const {
  auto when = [](bool applies, auto&& decide) { return pointcut::Of(applies ? decide() : Truth::kNo); };
  using Kind = Pointcut::Kind;
  switch (pointcut.kind) {
    case Kind::kAnd: {
      Residue all = pointcut::Of(Truth::kYes);
      for (const Pointcut& operand : pointcut.operands) {
        all = MakeAnd(std::move(all), Of(operand));
        if (all.kind == Residue::Kind::kFalse) break;
      }
      return all;
    }
    case Kind::kOr: {
      Residue any = pointcut::Of(Truth::kNo);
      for (const Pointcut& operand : pointcut.operands) any = MakeOr(std::move(any), Of(operand));
      return any;
    }
    case Kind::kNot:
      return MakeNot(Of(pointcut.operands[0]));
    case Kind::kNamed:
      return pointcut::Of(Truth::kMaybe);  // not expanded: nobody knows
    case Kind::kCall:
      return when(Is(ShadowKind::kMethodCall, ShadowKind::kConstructorCall), [&] { return Member(pointcut.member); });
    case Kind::kExecution:
      return when(Is(ShadowKind::kMethodExecution, ShadowKind::kConstructorExecution),
                  [&] { return Member(pointcut.member); });
    case Kind::kInitialization:
      return when(Is(ShadowKind::kInitialization), [&] { return Member(pointcut.member); });
    case Kind::kGet:
      return when(Is(ShadowKind::kFieldGet), [&] { return Member(pointcut.member); });
    case Kind::kSet:
      return when(Is(ShadowKind::kFieldSet), [&] { return Member(pointcut.member); });
    case Kind::kVolatileGet:
      return when(Is(ShadowKind::kFieldGet), [&] { return VolatileMember(pointcut.member); });
    case Kind::kVolatileSet:
      return when(Is(ShadowKind::kFieldSet), [&] { return VolatileMember(pointcut.member); });
    case Kind::kFork:
      return when(Is(ShadowKind::kMethodCall), [&] { return Member(ThreadStart()); });
    case Kind::kJoin:
      return when(Is(ShadowKind::kMethodCall), [&] { return Member(ThreadJoin()); });
    case Kind::kHandler:
      return when(Is(ShadowKind::kHandler), [&] { return types_.MatchesClass(pointcut.type, shadow_.owner); });
    case Kind::kStaticInitialization:
      return when(Is(ShadowKind::kStaticInitialization),
                  [&] { return types_.MatchesClass(pointcut.type, shadow_.within->name); });
    case Kind::kArrayGet:
      return when(Is(ShadowKind::kArrayGet), [&] { return Element(pointcut.type); });
    case Kind::kArraySet:
      return when(Is(ShadowKind::kArraySet), [&] { return Element(pointcut.type); });
    case Kind::kWithin:
      return pointcut::Of(types_.MatchesLexically(pointcut.type, shadow_.within->name));
    case Kind::kWithinCode:
      return pointcut::Of(WithinCode(pointcut.member));
    case Kind::kThis:
      return Value(pointcut.arguments[0], {Slot::Kind::kThis}, shadow_.this_type);
    case Kind::kTarget:
      return Value(pointcut.arguments[0], {Slot::Kind::kTarget}, shadow_.target_type);
    case Kind::kArgs:
      return Values(pointcut.arguments);
    case Kind::kLock:
      return pointcut::Of(Known(Is(ShadowKind::kLock)));
    case Kind::kUnlock:
      return pointcut::Of(Known(Is(ShadowKind::kUnlock)));
    case Kind::kMaybeShared:
      return when(IsAccess(shadow_.kind),
                  [&] { return Known(!world_.may_be_shared || world_.may_be_shared(shadow_)); });
  }
  return pointcut::Of(Truth::kNo);
}

}  // namespace

Residue Match(const Pointcut& pointcut, const Shadow& shadow, const World& world) {
  return Matcher(shadow, world).Of(pointcut);
}

Truth HoldsIn(const Pointcut& pointcut, const ClassFacts& in, const World& world) {
  switch (pointcut.kind) {
    case Pointcut::Kind::kWithin:
      return Types(world.scope, world.oracle).MatchesLexically(pointcut.type, in.name);
    case Pointcut::Kind::kNot:
      return Not(HoldsIn(pointcut.operands[0], in, world));
    case Pointcut::Kind::kAnd:
    case Pointcut::Kind::kOr: {
      const bool both = pointcut.kind == Pointcut::Kind::kAnd;
      Truth result = both ? Truth::kYes : Truth::kNo;
      for (const Pointcut& operand : pointcut.operands) {
        const Truth next = HoldsIn(operand, in, world);
        result = both ? And(result, next) : Or(result, next);
      }
      return result;
    }
    default:
      return Truth::kMaybe;
  }
}

}  // namespace raddle::pointcut
