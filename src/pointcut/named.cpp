#include "pointcut/named.h"

#include <fmt/format.h>

#include <algorithm>

namespace raddle::pointcut {
namespace {

// Definitions that each use the one before twice would double with every step.
constexpr size_t kMaxNodes = 10'000;

class Expander {
 public:
  explicit Expander(const PointcutTable& table) : table_(table) {}

  Result<Pointcut> Expand(const Pointcut& pointcut) {
    if (++nodes_ > kMaxNodes) return Error{"named pointcuts that are too large", pointcut.offset.value};
    if (pointcut.kind == Pointcut::Kind::kNamed) return Call(pointcut);
    Pointcut result = pointcut;
    result.operands.clear();
    for (const Pointcut& operand : pointcut.operands) {
      RADDLE_TRY(Pointcut expanded, Expand(operand));
      // Operands of the same kind are one list, as the parser has them.
      bool splice = expanded.kind == pointcut.kind && pointcut.kind != Pointcut::Kind::kNot;
      if (!splice) {
        result.operands.push_back(std::move(expanded));
        continue;
      }
      for (Pointcut& inner : expanded.operands) result.operands.push_back(std::move(inner));
    }
    return result;
  }

 private:
  Result<Pointcut> Call(const Pointcut& call) {
    uint64_t at = call.offset.value;
    auto found = table_.find(call.name);
    if (found == table_.end()) return Error{fmt::format("no pointcut is named {}", call.name), at};
    const NamedPointcut& callee = found->second;
    if (call.arguments.size() != callee.parameters.size()) {
      return Error{fmt::format("{} takes {} argument{}, not {}", call.name, callee.parameters.size(),
                               callee.parameters.size() == 1 ? "" : "s", call.arguments.size()),
                   at};
    }
    if (std::ranges::find(open_, call.name) != open_.end()) {
      std::string cycle;
      for (const std::string& name : open_) cycle += name + " -> ";
      return Error{fmt::format("a pointcut that refers to itself: {}{}", cycle, call.name), at};
    }
    if (open_.size() == kMaxDepth) return Error{"named pointcuts that go too deep", at};
    open_.push_back(call.name);
    Result<Pointcut> body = Expand(callee.expression);
    open_.pop_back();
    if (!body) return std::move(body).error().In("pointcut " + call.name);
    Pointcut result = *std::move(body);
    Substitute(result, callee.parameters, call.arguments);
    return result;
  }

  static void Substitute(Pointcut& pointcut, const std::vector<Formal>& parameters,
                         const std::vector<Argument>& arguments) {
    std::vector<Pointcut> operands = std::move(pointcut.operands);
    pointcut.operands.clear();
    for (Pointcut& operand : operands) {
      Substitute(operand, parameters, arguments);
      bool splice = operand.kind == pointcut.kind && operand.kind == Pointcut::Kind::kAnd;
      if (!splice) {
        pointcut.operands.push_back(std::move(operand));
        continue;
      }
      for (Pointcut& inner : operand.operands) pointcut.operands.push_back(std::move(inner));
    }
    Pointcut tests = pointcut;
    bool narrowed = false;
    for (size_t i = 0; i < pointcut.arguments.size(); ++i) {
      Argument& argument = pointcut.arguments[i];
      tests.arguments[i].type.annotations.clear();
      if (argument.kind != Argument::Kind::kBinding) {
        if (argument.kind == Argument::Kind::kType) tests.arguments[i] = {.type = {}};
        continue;
      }
      auto parameter = std::ranges::find(parameters, argument.name, &Formal::name);
      if (parameter == parameters.end()) continue;
      const Argument& given = arguments[static_cast<size_t>(parameter - parameters.begin())];
      tests.arguments[i] = {.kind = Argument::Kind::kType, .type = argument.type};
      bool same = given.type == argument.type;
      if (given.type.IsAny() && given.kind == Argument::Kind::kType) {
        argument = tests.arguments[i];
        same = true;
      } else {
        argument = given;
      }
      if (same) tests.arguments[i].type = {};
      narrowed |= !same;
    }
    if (!narrowed) return;
    Pointcut both{.kind = Pointcut::Kind::kAnd, .offset = pointcut.offset};
    both.operands.push_back(std::move(tests));
    both.operands.push_back(std::move(pointcut));
    pointcut = std::move(both);
  }

  const PointcutTable& table_;
  std::vector<std::string> open_;
  size_t nodes_ = 0;
};

}  // namespace

Result<Pointcut> Expand(const Pointcut& pointcut, const PointcutTable& table) {
  return Expander(table).Expand(pointcut);
}

}  // namespace raddle::pointcut
