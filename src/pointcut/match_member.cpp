#include "pointcut/match_member.h"

#include <algorithm>

#include "classfile/descriptor.h"

namespace raddle::pointcut {
namespace {

// .. stands for any number of parameters and may come several times: which counts of them each prefix can reach.
Truth MatchesParameters(const std::vector<Argument>& patterns, std::string_view descriptor, const Types& types) {
  std::vector<std::string_view> parameters;
  for (classfile::TypeDescriptor type : classfile::MethodDescriptor(descriptor)) parameters.push_back(type.text);
  std::vector<Truth> row(parameters.size() + 1, Truth::kNo), next;
  row[0] = Truth::kYes;
  for (const Argument& pattern : patterns) {
    next.assign(row.size(), Truth::kNo);
    if (pattern.kind == Argument::Kind::kRest) {
      Truth reach = Truth::kNo;
      for (size_t i = 0; i < row.size(); ++i) next[i] = reach = Or(reach, row[i]);
    } else {
      TypePattern type = pattern.type;
      type.dimensions += pattern.varargs ? 1 : 0;
      for (size_t i = 1; i < row.size(); ++i) {
        if (row[i - 1] != Truth::kNo) next[i] = And(row[i - 1], types.Matches(type, parameters[i - 1]));
      }
    }
    row.swap(next);
  }
  return row.back();
}

Truth MatchesThrows(const std::vector<ThrowsPattern>& patterns, const std::vector<std::string>& exceptions,
                    const Types& types) {
  Truth all = Truth::kYes;
  for (const ThrowsPattern& pattern : patterns) {
    Truth any = Truth::kNo;
    for (const std::string& exception : exceptions) any = Or(any, types.MatchesClass(pattern.type, exception));
    all = And(all, pattern.negated ? Not(any) : any);
  }
  return all;
}

// String... wants a method with a variable number of arguments; String[] wants one without.
enum class Varargs : uint8_t { kEither, kWanted, kUnwanted };

Varargs WantsVarargs(const MemberPattern& pattern) {
  if (pattern.parameters.empty() || pattern.parameters.back().kind == Argument::Kind::kRest) return Varargs::kEither;
  const Argument& last = pattern.parameters.back();
  if (last.varargs) return Varargs::kWanted;
  return last.type.dimensions > 0 ? Varargs::kUnwanted : Varargs::kEither;
}

// What is asked of the one declaration that the reference resolves to.
Truth MatchesDeclaration(const MemberPattern& pattern, const MemberName& name, const Types& types) {
  Varargs varargs = WantsVarargs(pattern);
  if (pattern.required == 0 && pattern.forbidden == 0 && pattern.annotations.empty() && pattern.throws.empty() &&
      varargs == Varargs::kEither) {
    return Truth::kYes;
  }
  // The instruction itself tells static from not.
  bool static_required = (pattern.required & classfile::kStatic) != 0;
  bool static_forbidden = (pattern.forbidden & classfile::kStatic) != 0;
  if (name.is_static ? static_forbidden : static_required) return Truth::kNo;
  uint16_t required = pattern.required & ~classfile::kStatic;
  uint16_t forbidden = pattern.forbidden & ~classfile::kStatic;
  if (required == 0 && forbidden == 0 && pattern.annotations.empty() && pattern.throws.empty() &&
      varargs == Varargs::kEither) {
    return Truth::kYes;
  }
  FoundMember found = FindMember(name, types);
  if (found.member == nullptr) return found.unknown ? Truth::kMaybe : Truth::kNo;
  const MemberFacts& member = *found.member;
  if ((member.access & required) != required || (member.access & forbidden) != 0) return Truth::kNo;
  bool is_varargs = (member.access & classfile::kVarargs) != 0;
  if (varargs != Varargs::kEither && is_varargs != (varargs == Varargs::kWanted)) return Truth::kNo;
  Truth result = types.MatchesAnnotations(pattern.annotations, member.annotations);
  result = And(result, MatchesThrows(pattern.throws, member.exceptions, types));
  return found.unknown ? std::min(result, Truth::kMaybe) : result;
}

bool SameKind(MemberPattern::Kind pattern, MemberName::Kind name) {
  switch (pattern) {
    case MemberPattern::Kind::kMethod:
      return name == MemberName::Kind::kMethod;
    case MemberPattern::Kind::kConstructor:
      return name == MemberName::Kind::kConstructor;
    case MemberPattern::Kind::kField:
      return name == MemberName::Kind::kField;
  }
  return false;
}

// A method's parameters change neither their number nor that they are any, from one signature to the next.
bool CanHaveParameters(const std::vector<Argument>& patterns, std::string_view descriptor) {
  size_t have = static_cast<size_t>(classfile::MethodDescriptor(descriptor).ParameterCount());
  size_t fixed = static_cast<size_t>(std::ranges::count(patterns, Argument::Kind::kType, &Argument::kind));
  return fixed == patterns.size() ? have == fixed : have >= fixed;
}

}  // namespace

// The cheap questions first: most members differ in their names.
Truth MatchesMember(const MemberPattern& pattern, const MemberName& name, const Types& types) {
  if (!SameKind(pattern.kind, name.kind)) return Truth::kNo;
  bool constructor = pattern.kind == MemberPattern::Kind::kConstructor;
  bool field = pattern.kind == MemberPattern::Kind::kField;
  if (!constructor && !GlobMatches(pattern.name, name.name)) return Truth::kNo;
  if (!field && !CanHaveParameters(pattern.parameters, name.descriptor)) return Truth::kNo;
  Truth declaration = MatchesDeclaration(pattern, name, types);
  if (declaration == Truth::kNo) return declaration;

  auto matches = [&](std::string_view declaring, std::string_view descriptor) {
    Truth all = types.MatchesClass(pattern.declaring, declaring);
    std::string_view type = descriptor.substr(descriptor.rfind(')') + 1);
    if (!constructor && all != Truth::kNo) all = And(all, types.Matches(pattern.type, type));
    if (!field && all != Truth::kNo) all = And(all, MatchesParameters(pattern.parameters, descriptor, types));
    return all;
  };
  // What the code names decides at once for an instance method, and for all else where the class does not matter.
  bool several = !constructor && !field && !name.is_static;
  Truth named = matches(name.owner, name.descriptor);
  if (constructor || (!several && pattern.declaring.IsAny()) || (several && named == Truth::kYes)) {
    return And(declaration, named);
  }
  Signatures signatures = SignaturesOf(name, types);
  Truth any = Truth::kNo;
  for (const Signature& signature : signatures.all) any = Or(any, matches(signature.declaring, signature.descriptor));
  // An unknown class may have it, or, of what has but one signature, take it away.
  if (!signatures.complete) any = several ? Or(any, Truth::kMaybe) : Truth::kMaybe;
  return And(declaration, any);
}

}  // namespace raddle::pointcut
