#include "report/access_place.h"

#include <algorithm>
#include <map>

#include "pointcut/match.h"
#include "pointcut/types.h"

namespace raddle::report {
namespace {

using pointcut::ClassFacts;
using pointcut::Shadow;
using pointcut::ShadowKind;

std::string Internal(std::string_view dotted) {
  std::string name(dotted);
  std::ranges::replace(name, '.', '/');
  return name;
}

// "pkg.Type[]" as a descriptor.
std::string DescriptorOf(std::string_view readable) {
  std::string dimensions;
  for (; readable.ends_with("[]"); readable.remove_suffix(2)) dimensions += '[';
  constexpr std::pair<std::string_view, char> kPrimitives[] = {{"boolean", 'Z'}, {"byte", 'B'},  {"char", 'C'},
                                                               {"short", 'S'},   {"int", 'I'},   {"long", 'J'},
                                                               {"float", 'F'},   {"double", 'D'}};
  for (const auto& [name, letter] : kPrimitives) {
    if (name == readable) return dimensions + letter;
  }
  return dimensions + pointcut::DescriptorOf(Internal(readable));
}

// Knows that each class exists, and what it is written in; its supertypes nobody knows.
class NamesOnly : public pointcut::TypeOracle {
 public:
  ClassFacts& Add(const std::string& internal_name) {
    ClassFacts& facts = known_[internal_name];
    facts.name = internal_name;
    facts.super = "?";
    if (const size_t dollar = internal_name.rfind('$'); dollar != std::string::npos && dollar > 0) {
      facts.enclosing = internal_name.substr(0, dollar);
      Add(facts.enclosing);
    }
    return facts;
  }
  const ClassFacts* Find(std::string_view internal_name) override {
    const auto found = known_.find(internal_name);
    return found == known_.end() ? nullptr : &found->second;
  }

 private:
  std::map<std::string, ClassFacts, std::less<>> known_;
};

void SetVariable(Shadow& shadow, const std::string& variable, bool write, std::string& owner, std::string& name) {
  if (variable.ends_with("[]")) {
    shadow.kind = write ? ShadowKind::kArraySet : ShadowKind::kArrayGet;
    shadow.target_type = DescriptorOf(variable);
    shadow.arguments = {"I"};
    if (write) shadow.arguments.push_back(shadow.target_type.substr(1));
    return;
  }
  const size_t dot = std::min(variable.rfind('.'), variable.size());
  shadow.kind = write ? ShadowKind::kFieldSet : ShadowKind::kFieldGet;
  owner = Internal(std::string_view(variable).substr(0, dot));
  name = variable.substr(std::min(dot + 1, variable.size()));
  shadow.owner = owner;
  shadow.name = name;
  shadow.descriptor = "Ljava/lang/Object;";
}

bool Holds(const pointcut::Pointcut& pointcut, const Access& access, const std::string& variable) {
  NamesOnly oracle;
  const pointcut::Scope scope;
  ClassFacts& within = oracle.Add(Internal(access.class_name));
  const std::string descriptor = access.descriptor.empty() ? "()V" : access.descriptor;
  within.methods.push_back({access.method, descriptor, 0, {}, {}});
  Shadow shadow;
  shadow.within = &within;
  shadow.code = &within.methods.back();
  shadow.line = static_cast<uint16_t>(access.line);
  std::string owner, name;
  switch (access.op) {
    case Op::kRead:
    case Op::kWrite:
      SetVariable(shadow, variable, access.op == Op::kWrite, owner, name);
      if (!owner.empty()) oracle.Add(owner).fields.push_back({name, std::string(shadow.descriptor), 0, {}, {}});
      break;
    case Op::kLock:
    case Op::kUnlock:
      shadow.kind = access.op == Op::kLock ? ShadowKind::kLock : ShadowKind::kUnlock;
      shadow.arguments = {"Ljava/lang/Object;"};
      break;
    case Op::kCall:
      shadow.kind = ShadowKind::kMethodCall;
      owner = Internal(variable);
      shadow.owner = owner;
      shadow.name = "?";
      shadow.descriptor = "()V";
      break;
  }
  return pointcut::VerdictOf(pointcut::Match(pointcut, shadow, {scope, oracle})) == pointcut::Verdict::kAlways;
}

}  // namespace

bool AccessPlace::Matches(const Finding& finding) const {
  return std::ranges::any_of(finding.accesses, [&](const Access& access) {
    if (finding.variables.empty()) return Holds(pointcut, access, finding.variable);
    return std::ranges::any_of(finding.variables,
                               [&](const std::string& variable) { return Holds(pointcut, access, variable); });
  });
}

}  // namespace raddle::report
