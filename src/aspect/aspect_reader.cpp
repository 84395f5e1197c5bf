#include "aspect/aspect_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "classfile/class_file.h"
#include "classfile/descriptor.h"
#include "pointcut/parse.h"

namespace raddle::aspect {
namespace {

using classfile::TypeDescriptor;
using pointcut::Formal;
using pointcut::Pointcut;

constexpr size_t kMaxChain = 100;  // of superclasses; a cycle would not end

// A name that the pointcut may mean as a parameter: no type in Java's habit begins with a small letter.
bool LooksLikeAParameter(const pointcut::Argument& argument) {
  const pointcut::TypePattern& type = argument.type;
  if (argument.kind != pointcut::Argument::Kind::kType || type.kind != pointcut::TypePattern::Kind::kName) return false;
  if (type.subtypes || type.dimensions != 0 || !type.annotations.empty()) return false;
  if (type.name.find_first_of(".*") != std::string::npos || type.name[0] < 'a' || type.name[0] > 'z') return false;
  constexpr std::string_view kTypes[] = {"int", "long", "boolean", "byte", "char", "short", "float", "double"};
  return std::ranges::find(kTypes, type.name) == std::end(kTypes);
}

void CollectNames(const Pointcut& pointcut, std::vector<std::string>& names) {
  for (const pointcut::Argument& argument : pointcut.arguments) {
    const std::string& name = argument.type.name;
    if (LooksLikeAParameter(argument) && std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  for (const Pointcut& operand : pointcut.operands) CollectNames(operand, names);
}

Error InPointcut(const Error& error, std::string_view text) {
  std::string reason = error.place.empty() ? error.reason : error.place + ": " + error.reason;
  if (error.offset == Error::kNoOffset) return Error{std::move(reason)};
  return Error{fmt::format("character {} of \"{}\": {}", error.offset + 1, text, reason)};
}

}  // namespace

Result<std::vector<const AdviceClass*>> Reader::ChainOf(const AdviceClass& from) const {
  std::vector<const AdviceClass*> chain = {&from};
  while (chain.size() < kMaxChain) {
    const std::string& super = chain.back()->super;
    const auto found = classes_.find(super);
    if (found != classes_.end()) {
      chain.push_back(&found->second);
      continue;
    }
    if (!super.empty() && oracle_.Find(super) == nullptr) {
      return Error{fmt::format("it extends {}, which is not there", classfile::DottedName(super))};
    }
    return chain;
  }
  return Error{"it extends itself"};
}

void Reader::OpenPackageOf(const AdviceClass& in) {
  std::string dotted = classfile::DottedName(in.name);
  std::vector<std::string>& imports = aspect_.scope.imports;
  auto open = [&](std::string name) {
    if (std::ranges::find(imports, name) == imports.end()) imports.push_back(std::move(name));
  };
  // What is written in it, in the class that it is written in, and beside it.
  for (size_t dollar = dotted.size(); dollar != std::string::npos; dollar = dotted.rfind('$', dollar - 1)) {
    std::string outer = dotted.substr(0, dollar);
    std::ranges::replace(outer, '$', '.');
    open(outer + ".*");
    if (dollar == 0) break;
  }
  if (const size_t dot = dotted.rfind('.'); dot != std::string::npos) open(dotted.substr(0, dot) + ".*");
}

Result<Aspect> Reader::Read(const AdviceClass& concrete) {
  Result<std::vector<const AdviceClass*>> chain = ChainOf(concrete);
  if (!chain) return std::move(chain).error().In(concrete.Readable());
  chain_ = *std::move(chain);
  aspect_.name = concrete.name;
  for (const AdviceClass* each : chain_) {
    if (each != &concrete && each->is_aspect && (each->access & classfile::kAbstract) == 0) {
      return Error{fmt::format("it extends {}, which is an aspect itself and not abstract", each->Readable())}.In(
          concrete.Readable());
    }
    OpenPackageOf(*each);
  }
  if (!concrete.can_be_made) {
    return Error{"an aspect needs a constructor without parameters"}.In(concrete.Readable());
  }
  std::vector<std::vector<Advice>> by_class;
  for (const AdviceClass* each : chain_) {
    std::vector<Advice>& own = by_class.emplace_back();
    if (!each->is_aspect) continue;
    for (const AnnotatedMethod& method : each->methods) {
      if (method.kind != AnnotatedMethod::Kind::kAdvice) continue;
      Result<Advice> advice = ReadAdvice(*each, method);
      if (!advice) return std::move(advice).error().In(fmt::format("{}.{}", each->Readable(), method.Readable()));
      own.push_back(*std::move(advice));
    }
  }
  for (const std::vector<Advice>& own : by_class) {
    std::ranges::copy_if(own, std::back_inserter(aspect_.before),
                         [](auto& it) { return it.kind == AdviceKind::kBefore; });
  }
  for (auto own = by_class.rbegin(); own != by_class.rend(); ++own) {
    std::ranges::copy_if(*own, std::back_inserter(aspect_.after),
                         [](auto& it) { return it.kind != AdviceKind::kBefore; });
  }
  // A pointcut that nothing uses may be wrong all the same.
  for (const AdviceClass* each : chain_) {
    RADDLE_CHECK(Check(*each));
  }
  return std::move(aspect_);
}

Result<void> Reader::Check(const AdviceClass& other) const {
  for (const AnnotatedMethod& method : other.methods) {
    Result<void> done;
    if (method.kind == AnnotatedMethod::Kind::kAdvice && !other.is_aspect) {
      done = Error{"advice in a class that is no @Aspect"};
    }
    if (method.kind == AnnotatedMethod::Kind::kPointcut && !method.expression.empty()) {
      if (Result<Pointcut> parsed = pointcut::Parse(method.expression); !parsed) {
        done = InPointcut(parsed.error(), method.expression);
      }
    }
    if (!done) return std::move(done).error().In(fmt::format("{}.{}", other.Readable(), method.Readable()));
  }
  return {};
}

Result<std::vector<Parameter>> Reader::ParametersOf(const AnnotatedMethod& method) const {
  std::vector<Parameter> parameters;
  for (const TypeDescriptor type : classfile::MethodDescriptor(method.descriptor)) {
    Parameter parameter{.name = {}, .type = std::string(type.text)};
    if (type.text == "Lorg/aspectj/lang/JoinPoint;") parameter.role = Parameter::Role::kJoinPoint;
    if (type.text == "Lorg/aspectj/lang/JoinPoint$StaticPart;") parameter.role = Parameter::Role::kStaticPart;
    if (type.text == "Lorg/aspectj/lang/JoinPoint$EnclosingStaticPart;") {
      parameter.role = Parameter::Role::kEnclosingStaticPart;
    }
    if (type.text == "Lorg/aspectj/lang/ProceedingJoinPoint;") {
      return Error{"a ProceedingJoinPoint goes with @Around, which is not supported"};
    }
    parameters.push_back(std::move(parameter));
  }
  RADDLE_TRY(std::vector<std::string> names, NamesOf(method, parameters));
  bool has_outcome = method.outcome.empty();
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].role != Parameter::Role::kBound) continue;
    parameters[i].name = names[i];
    if (names[i] != method.outcome) continue;
    parameters[i].role = Parameter::Role::kOutcome;
    has_outcome = true;
  }
  if (!has_outcome) return Error{fmt::format("it has no parameter named {}", method.outcome)};
  return parameters;
}

Result<std::vector<std::string>> Reader::NamesOf(const AnnotatedMethod& method,
                                                 const std::vector<Parameter>& roles) const {
  auto is_plain = [](const Parameter& each) { return each.role == Parameter::Role::kBound; };
  const auto plain = static_cast<size_t>(std::ranges::count_if(roles, is_plain));
  if (method.names && method.names->size() == roles.size()) return *method.names;
  // argNames may leave out the join point, as AspectJ allows.
  std::vector<std::string> names(roles.size());
  std::vector<std::string> given;
  if (method.names && method.names->size() == plain) {
    given = *method.names;
  } else if (method.names) {
    return Error{fmt::format("argNames has {} names for {} parameters", method.names->size(), roles.size())};
  } else if (plain > 0) {
    // Without names one can still be told, if it is the only one.
    if (Result<Pointcut> parsed = pointcut::Parse(method.expression)) CollectNames(*parsed, given);
    if (!method.outcome.empty() && std::ranges::find(given, method.outcome) == given.end()) {
      given.push_back(method.outcome);
    }
    if (plain > 1 || given.size() > 1) {
      return Error{"the class file has no names of parameters: compile it with -g or -parameters, or give argNames"};
    }
    if (given.empty()) given.emplace_back("?");
  }
  for (size_t i = 0, next = 0; i < roles.size(); ++i) {
    if (is_plain(roles[i])) names[i] = given[next++];
  }
  return names;
}

Result<void> Reader::CheckSignature(const AnnotatedMethod& method, const std::vector<Parameter>& parameters) const {
  if ((method.access & classfile::kAbstract) != 0) return Error{"advice cannot be abstract"};
  if (classfile::MethodDescriptor(method.descriptor).Return().text != "V") return Error{"advice returns nothing: void"};
  for (const Parameter& each : parameters) {
    const TypeDescriptor type{each.type};
    if (each.role == Parameter::Role::kOutcome && method.advice == AdviceKind::kAfterThrowing) {
      const pointcut::Scope nothing;
      const pointcut::Types types(nothing, oracle_);
      const bool throwable =
          type.first() == 'L' && types.IsSubtype(each.type, "Ljava/lang/Throwable;") != pointcut::Truth::kNo;
      if (!throwable) return Error{fmt::format("{} cannot be thrown: it is no Throwable", each.name)};
    }
    std::string_view element = each.type;
    element.remove_prefix(std::min(element.find_first_not_of('['), element.size()));
    const bool bound = each.role == Parameter::Role::kBound || each.role == Parameter::Role::kOutcome;
    if (!bound || !options_.knows_program || element[0] != 'L') continue;
    const std::string_view name = TypeDescriptor{element}.ClassName();
    if (oracle_.Find(name) == nullptr) {
      return Error{fmt::format("there is no class {}, the type of {}", classfile::DottedName(name), each.name)};
    }
  }
  return {};
}

Result<Advice> Reader::ReadAdvice(const AdviceClass& declaring, const AnnotatedMethod& method) {
  Advice advice{
      .kind = method.advice, .method = method.name, .descriptor = method.descriptor, .parameters = {}, .pointcut = {}};
  RADDLE_TRY(advice.parameters, ParametersOf(method));
  RADDLE_CHECK(CheckSignature(method, advice.parameters));
  std::vector<Formal> formals;
  for (const Parameter& each : advice.parameters) {
    if (each.role == Parameter::Role::kBound) formals.push_back({each.name, classfile::Readable({each.type})});
  }
  if (method.expression.empty()) return Error{"it has no pointcut"};
  RADDLE_TRY(advice.pointcut, ReadPointcut(method.expression, formals, declaring));
  if (Result<void> bound = pointcut::CheckBindings(advice.pointcut, formals); !bound) {
    return Error{bound.error().reason};
  }
  return advice;
}

Result<Pointcut> Reader::ReadPointcut(std::string_view text, const std::vector<Formal>& formals,
                                      const AdviceClass& in) {
  Result<Pointcut> parsed = pointcut::Parse(text, formals);
  if (!parsed) return InPointcut(parsed.error(), text);
  Pointcut renamed;
  if (Result<void> defined = Define(*parsed, in, renamed); !defined) return InPointcut(defined.error(), text);
  Result<Pointcut> expanded = pointcut::Expand(renamed, table_);
  if (!expanded) return InPointcut(expanded.error(), text);
  return expanded;
}

// Gives each named pointcut the name of the class where it is found, and puts it into the table with those that it
// uses.
Result<void> Reader::Define(const Pointcut& pointcut, const AdviceClass& in, Pointcut& renamed) {
  renamed = pointcut;
  renamed.operands.clear();
  for (const Pointcut& operand : pointcut.operands) {
    RADDLE_CHECK(Define(operand, in, renamed.operands.emplace_back()));
  }
  if (pointcut.kind != Pointcut::Kind::kNamed) return {};
  const size_t dot = pointcut.name.rfind('.');
  const std::string simple = pointcut.name.substr(dot == std::string::npos ? 0 : dot + 1);
  const AdviceClass* start = &in;
  if (dot != std::string::npos) start = FindClass(pointcut.name.substr(0, dot), in);
  const uint64_t at = pointcut.offset.value;
  if (start == nullptr) return Error{fmt::format("no pointcut is named {}", pointcut.name), at};
  if (IsAbove(*start)) start = chain_[0];  // a sub-aspect may have made it concrete
  RADDLE_TRY(std::vector<const AdviceClass*> chain, ChainOf(*start));
  for (const AdviceClass* each : chain) {
    const AnnotatedMethod* method = each->FindPointcut(simple);
    if (method == nullptr) continue;
    renamed.name = fmt::format("{}.{}", each->Readable(), simple);
    if (table_.contains(renamed.name)) return {};
    if (method->expression.empty()) {
      return Error{fmt::format("the pointcut {} is abstract: {} must make it concrete", renamed.name,
                               classfile::DottedName(start->name)),
                   at};
    }
    RADDLE_TRY(std::vector<Parameter> parameters, ParametersOf(*method));
    std::vector<Formal> formals;
    for (const Parameter& it : parameters) formals.push_back({it.name, classfile::Readable({it.type})});
    table_[renamed.name].parameters = formals;  // before what it uses: it may use itself, which Expand() will tell
    Result<Pointcut> parsed = pointcut::Parse(method->expression, formals);
    if (!parsed) return InPointcut(parsed.error(), method->expression).In("pointcut " + renamed.name);
    OpenPackageOf(*each);
    Pointcut body;
    if (Result<void> defined = Define(*parsed, *each, body); !defined) {
      return InPointcut(defined.error(), method->expression).In("pointcut " + renamed.name);
    }
    table_[renamed.name].expression = std::move(body);
    return {};
  }
  return Error{fmt::format("no pointcut is named {}", pointcut.name), at};
}

const AdviceClass* Reader::FindClass(std::string_view name, const AdviceClass& in) const {
  std::string wanted(name);
  std::ranges::replace(wanted, '.', '/');
  std::string package = in.name.substr(0, in.name.rfind('/') + 1);
  if (in.name.find('/') == std::string::npos) package.clear();
  for (const std::string& prefix : {in.name + "$", package, std::string()}) {
    std::string candidate = prefix + wanted;
    while (true) {
      if (const auto found = classes_.find(candidate); found != classes_.end()) return &found->second;
      const size_t slash = candidate.rfind('/');
      if (slash == std::string::npos) break;
      candidate[slash] = '$';
    }
  }
  return nullptr;
}

}  // namespace raddle::aspect
