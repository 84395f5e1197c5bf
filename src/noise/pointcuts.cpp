#include "noise/pointcuts.h"

#include <fmt/format.h>

#include "classfile/attributes.h"
#include "classfile/code.h"
#include "pointcut/match.h"
#include "pointcut/named.h"
#include "pointcut/parse.h"
#include "pointcut/shadows.h"

namespace raddle::noise {
namespace {

class OneClass : public pointcut::TypeOracle {
 public:
  explicit OneClass(const pointcut::ClassFacts& facts) : facts_(facts) {}
  const pointcut::ClassFacts* Find(std::string_view name) override { return name == facts_.name ? &facts_ : nullptr; }

 private:
  const pointcut::ClassFacts& facts_;
};

}  // namespace

Result<Pointcuts> Pointcuts::Parse(const std::vector<Rule>& rules) {
  Pointcuts pointcuts;
  for (size_t i = 0; i < rules.size(); ++i) {
    if (!rules[i].IsPointcut()) continue;
    Result<pointcut::Pointcut> parsed = pointcut::Parse(rules[i].pattern);
    if (parsed) parsed = pointcut::Expand(*parsed, {});
    if (!parsed) {
      return Error{.reason = fmt::format("--noise site={}: {}", rules[i].pattern, parsed.error().ToString())};
    }
    pointcuts.pointcuts_.emplace_back(i, *std::move(parsed));
  }
  return pointcuts;
}

Pointcuts::Places Pointcuts::In(const classfile::ClassFile& file) const {
  Places places;
  const Result<pointcut::ClassFacts> facts = pointcut::FactsOf(file);
  if (!facts) return places;
  OneClass oracle(*facts);
  const pointcut::Scope scope;
  const pointcut::World world{scope, oracle};
  for (const classfile::Member& method : file.methods) {
    const Result<std::vector<pointcut::Shadow>> shadows = pointcut::ShadowsOf(file, method, *facts);
    const classfile::Attribute* attribute = Find(method.attributes, classfile::AttributeKind::kCode);
    if (!shadows || attribute == nullptr) continue;
    const std::string name = fmt::format("{}{}", file.NameOf(method), file.DescriptorOf(method));
    Arena arena;
    const Result<classfile::Code> code = classfile::DecodeCode(*attribute, file.pool, arena);
    if (!code) continue;
    for (const pointcut::Shadow& shadow : *shadows) {
      for (const auto& [rule, pointcut] : pointcuts_) {
        if (pointcut::VerdictOf(pointcut::Match(pointcut, shadow, world)) == pointcut::Verdict::kNever) continue;
        const bool execution = shadow.kind == pointcut::ShadowKind::kMethodExecution ||
                               shadow.kind == pointcut::ShadowKind::kConstructorExecution;
        const int bci = execution || shadow.instruction >= code->instructions.size()
                            ? kAll
                            : static_cast<int>(code->instructions[shadow.instruction].offset);
        places.try_emplace({name, bci}, rule);
        break;
      }
    }
  }
  return places;
}

}  // namespace raddle::noise
