#include "aspect/advice_call.h"

#include <fmt/format.h>

#include <algorithm>

#include "classfile/descriptor.h"

namespace raddle::aspect {
namespace {

using classfile::TypeDescriptor;
using pointcut::Residue;
using pointcut::Shadow;
using pointcut::Slot;

constexpr int kMaxSlots = 200;  // a method handle takes 255, less what its parts add

bool Mentions(const Residue& residue, const Slot& slot) {
  const bool leaf = residue.kind == Residue::Kind::kBind || residue.kind == Residue::Kind::kInstanceOf;
  if (leaf) return residue.slot == slot;
  return std::ranges::any_of(residue.operands, [&](const Residue& operand) { return Mentions(operand, slot); });
}

// Numbers the values in the order in which they are first asked for.
class Pushed {
 public:
  // `late`: this, target and the outcome are not pushed: they are the first of all, given by whoever calls in the end.
  Pushed(const Values& values, bool late) : values_(values) {
    if (!late) return;
    for (const std::optional<Kept>* kept : {&values.self, &values.target, &values.outcome}) {
      if (*kept) NumberOf(*kept);
    }
    late_ = pushed_.size();
  }

  int NumberOf(const Slot& slot) {
    switch (slot.kind) {
      case Slot::Kind::kThis:
        return NumberOf(values_.self);
      case Slot::Kind::kTarget:
        return NumberOf(values_.target);
      case Slot::Kind::kArgument:
        break;
    }
    return slot.index < values_.arguments.size() ? NumberOf(values_.arguments[slot.index]) : -1;
  }

  int NumberOf(const std::optional<Kept>& kept) {
    if (!kept) return -1;
    const auto found = std::ranges::find(pushed_, &*kept);
    if (found == pushed_.end()) {
      pushed_.push_back(&*kept);
      return static_cast<int>(pushed_.size()) - 1;
    }
    return static_cast<int>(found - pushed_.begin());
  }

  int slots() const {
    int slots = 0;
    for (const Kept* kept : pushed_) slots += Slots(TypeDescriptor{kept->type}.kind());
    return slots;
  }

  // What stands on the stack already is in `descriptor`.
  std::string Push(classfile::Snippet& snippet, std::string descriptor) const {
    for (size_t i = late_; i < pushed_.size(); ++i) {
      const Kept* kept = pushed_[i];
      const TypeDescriptor type{kept->type};
      snippet.Load(type.kind(), kept->local);
      descriptor += type.IsReference() ? "Ljava/lang/Object;" : kept->type;
    }
    return descriptor + ")V";
  }

 private:
  const Values& values_;
  std::vector<const Kept*> pushed_;
  size_t late_ = 0;
};

class FormulaWriter {
 public:
  FormulaWriter(const Advice& advice, Pushed& pushed) : advice_(advice), pushed_(pushed) {}

  // `holds`: whether it stands under an even number of !. What nobody knows does not hold.
  std::string Write(const Residue& residue, bool holds = true) {
    switch (residue.kind) {
      case Residue::Kind::kTrue:
        return "T";
      case Residue::Kind::kFalse:
        return "F";
      case Residue::Kind::kUnknown:
        return holds ? "F" : "T";
      case Residue::Kind::kInstanceOf: {
        const int value = pushed_.NumberOf(residue.slot);
        return value < 0 ? "F" : fmt::format("i{} {}", value, residue.type);
      }
      case Residue::Kind::kBind: {
        const int value = pushed_.NumberOf(residue.slot);
        return value < 0 ? "F" : fmt::format("b{} {}", ParameterOf(residue.name), value);
      }
      case Residue::Kind::kNot:
        return fmt::format("! {} )", Write(residue.operands[0], !holds));
      case Residue::Kind::kAnd:
      case Residue::Kind::kOr:
        break;
    }
    std::string text = residue.kind == Residue::Kind::kAnd ? "&" : "|";
    for (const Residue& operand : residue.operands) text += " " + Write(operand, holds);
    return text + " )";
  }

 private:
  size_t ParameterOf(std::string_view name) const {
    const auto found = std::ranges::find(advice_.parameters, name, &Parameter::name);
    return static_cast<size_t>(found - advice_.parameters.begin());
  }

  const Advice& advice_;
  Pushed& pushed_;
};

bool AppliesTo(AdviceKind kind, bool thrown) {
  switch (kind) {
    case AdviceKind::kBefore:
    case AdviceKind::kAfter:
      return true;
    case AdviceKind::kAfterReturning:
      return !thrown;
    case AdviceKind::kAfterThrowing:
      return thrown;
  }
  return false;
}

}  // namespace

bool Needs(const Applied& applied, const Slot& slot, const Shadow& shadow) {
  if (applied.advice->Find(Parameter::Role::kJoinPoint) == nullptr) return Mentions(applied.residue, slot);
  switch (slot.kind) {
    case Slot::Kind::kThis:
      return !shadow.this_type.empty();
    case Slot::Kind::kTarget:
      return !shadow.target_type.empty();
    case Slot::Kind::kArgument:
      break;
  }
  return slot.index < shadow.arguments.size();
}

void AdviceCaller::Call(classfile::Snippet& snippet, const Applied& applied, const Shadow& shadow, const Values& values,
                        const CallOptions& options) {
  const Advice& advice = *applied.advice;
  if (!AppliesTo(advice.kind, options.thrown)) return;
  const pointcut::Types types(applied.aspect->scope, oracle_);
  Pushed pushed(values, options.waits_in.has_value());
  std::string formula = FormulaWriter(advice, pushed).Write(applied.residue);
  std::string roles;
  std::vector<std::string> places;
  for (const Parameter& parameter : advice.parameters) {
    std::string role = "b";
    switch (parameter.role) {
      case Parameter::Role::kBound:
        break;
      case Parameter::Role::kStaticPart:
        role = "s";
        break;
      case Parameter::Role::kEnclosingStaticPart:
        role = "e";
        break;
      case Parameter::Role::kJoinPoint: {
        role = fmt::format("j{}/{}/", pushed.NumberOf(values.self), pushed.NumberOf(values.target));
        for (size_t i = 0; i < values.arguments.size(); ++i) {
          role += fmt::format("{}{}", i == 0 ? "" : ",", pushed.NumberOf(values.arguments[i]));
        }
        break;
      }
      case Parameter::Role::kOutcome: {
        // Nothing is returned: null, for an Object; else the advice is not about this.
        const pointcut::Truth is = values.outcome ? types.IsInstance(values.outcome->type, parameter.type)
                                   : parameter.type == "Ljava/lang/Object;" ? pointcut::Truth::kYes
                                                                            : pointcut::Truth::kNo;
        if (is == pointcut::Truth::kNo) return;
        const int number = pushed.NumberOf(values.outcome);
        role = number < 0 ? "null" : fmt::to_string(number);
        if (is == pointcut::Truth::kMaybe) formula = fmt::format("& {} i{} {} )", formula, number, parameter.type);
        break;
      }
    }
    roles += (roles.empty() ? "" : " ") + role;
  }
  const bool asks_join_point = advice.Find(Parameter::Role::kJoinPoint) != nullptr;
  const bool asks_enclosing = advice.Find(Parameter::Role::kEnclosingStaticPart) != nullptr;
  if (asks_join_point || asks_enclosing || advice.Find(Parameter::Role::kStaticPart) != nullptr) {
    places.push_back(places_.TextOf(shadow, types));
  }
  if (asks_enclosing) places.push_back(places_.TextAround(shadow, types));

  if (pushed.slots() > kMaxSlots) {
    notes_.push_back(fmt::format("{}.{} does not apply to {} in {}: too many arguments",
                                 classfile::DottedName(applied.aspect->name), advice.method, Print(shadow),
                                 classfile::DottedName(shadow.within->name)));
    return;
  }
  std::string aspect = applied.aspect->name;
  std::ranges::replace(aspect, '/', '.');
  std::vector<std::string> arguments = {aspect, advice.method + advice.descriptor, roles, formula};
  arguments.insert(arguments.end(), places.begin(), places.end());
  std::string_view name = options.quiet ? "quiet" : "advice";
  std::string descriptor = "(";
  if (options.waits_in) {
    name = options.thrown ? "waitThrown" : "waitBefore";
    snippet.Load(classfile::BaseKind::kReference, *options.waits_in);
    descriptor += "Ljava/lang/Object;";
  }
  descriptor = pushed.Push(snippet, std::move(descriptor));
  snippet.InvokeDynamic(bootstraps_.Call(name, descriptor, arguments));
}

void AdviceCaller::CallRuntime(classfile::Snippet& snippet, std::string_view name, std::string_view descriptor) {
  snippet.InvokeDynamic(bootstraps_.Call(name, descriptor, {"", "", "", ""}));
}

}  // namespace raddle::aspect
