// Type patterns against types as the code names them.
#include <algorithm>

#include "pointcut/primitives.h"
#include "pointcut/types.h"

namespace raddle::pointcut {
namespace {

constexpr std::string_view kInherited = "java/lang/annotation/Inherited";

std::string Dotted(std::string_view name) {
  std::string text(name);
  for (char& c : text) {
    if (c == '/' || c == '$') c = '.';
  }
  return text;
}

}  // namespace

// Which ends of the text each prefix of the pattern can reach, one row a character of the pattern: no backtracking, so
// a hostile pattern costs no more than its length times the text's.
bool GlobMatches(std::string_view pattern, std::string_view text) {
  if (pattern.find('*') == std::string_view::npos && pattern.find("..") == std::string_view::npos) {
    return pattern == text;
  }
  std::vector<char> row(text.size() + 1, 0), next;
  row[0] = 1;
  for (size_t p = 0; p < pattern.size(); ++p) {
    next.assign(row.size(), 0);
    if (pattern[p] == '*') {
      bool reach = false;
      for (size_t t = 0; t <= text.size(); ++t) {
        reach = row[t] || (reach && text[t - 1] != '.');
        next[t] = reach;
      }
    } else if (pattern.substr(p).starts_with("..")) {
      ++p;
      bool reach = false;
      for (size_t t = 0; t <= text.size(); ++t) {
        if (t > 0 && row[t - 1]) reach |= text[t - 1] == '.';
        next[t] = reach && text[t - 1] == '.';
      }
    } else {
      for (size_t t = 1; t <= text.size(); ++t) next[t] = row[t - 1] && text[t - 1] == pattern[p];
    }
    row.swap(next);
  }
  return row.back() != 0;
}

Truth Types::Matches(const TypePattern& pattern, std::string_view descriptor) const {
  if (pattern.IsAny()) return Truth::kYes;
  if (pattern.dimensions > 0) {
    size_t dimensions = std::min(descriptor.find_first_not_of('['), descriptor.size());
    if (dimensions < pattern.dimensions) return Truth::kNo;
    // int[] is no array of a class, but *[] has int[][] among its own.
    TypePattern element = pattern;
    element.dimensions = 0;
    return Matches(element, descriptor.substr(pattern.dimensions));
  }
  if (pattern.subtypes && !pattern.annotations.empty()) {
    // `@A T+` is a T+ that itself is annotated, not one with an annotated supertype.
    TypePattern name = pattern, annotated;
    annotated.annotations = pattern.annotations;
    name.annotations.clear();
    return And(Matches(name, descriptor), MatchesOne(annotated, descriptor));
  }
  Truth own = MatchesOne(pattern, descriptor);
  if (!pattern.subtypes || own == Truth::kYes || IsPrimitiveOrVoid(descriptor)) return own;

  TypePattern without = pattern;
  without.subtypes = false;
  if (descriptor[0] == '[') {
    Truth any = own;
    for (std::string_view super : {"Ljava/lang/Object;", "Ljava/lang/Cloneable;", "Ljava/io/Serializable;"}) {
      any = Or(any, MatchesOne(without, super));
    }
    return any;
  }
  // Everything is an Object: no need to know what else it is.
  Truth any = Or(own, MatchesOne(without, "Ljava/lang/Object;"));
  if (any == Truth::kYes) return any;
  Supertypes supertypes = SupertypesOf(ClassNameOf(descriptor));
  for (const std::string& super : supertypes.names) {
    any = Or(any, MatchesOne(without, DescriptorOf(super)));
    if (any == Truth::kYes) return any;
  }
  return supertypes.complete ? any : Or(any, Truth::kMaybe);
}

Truth Types::MatchesClass(const TypePattern& pattern, std::string_view internal_name) const {
  return Matches(pattern, DescriptorOf(internal_name));
}

// Without + and [].
Truth Types::MatchesOne(const TypePattern& pattern, std::string_view descriptor) const {
  switch (pattern.kind) {
    case TypePattern::Kind::kNot:
      return Not(Matches(pattern.operands[0], descriptor));
    case TypePattern::Kind::kAnd: {
      Truth all = Truth::kYes;
      for (const TypePattern& operand : pattern.operands) all = And(all, Matches(operand, descriptor));
      return all;
    }
    case TypePattern::Kind::kOr: {
      Truth any = Truth::kNo;
      for (const TypePattern& operand : pattern.operands) any = Or(any, Matches(operand, descriptor));
      return any;
    }
    case TypePattern::Kind::kName:
      break;
  }
  if (IsPrimitiveOrVoid(descriptor)) {
    if (!pattern.annotations.empty()) {
      return Known(pattern.name == "*" && std::ranges::all_of(pattern.annotations, &AnnotationPattern::negated));
    }
    return Known(pattern.name == "*" || pattern.name == PrimitiveName(descriptor[0]));
  }
  if (descriptor[0] == '[') return Known(pattern.name == "*" && pattern.annotations.empty());
  std::string_view name = ClassNameOf(descriptor);
  Truth result = MatchesName(pattern, name);
  for (const AnnotationPattern& annotation : pattern.annotations) {
    if (result == Truth::kNo) return result;
    result = And(result, HasAnnotation(annotation, name));
  }
  return result;
}

Truth Types::MatchesName(const TypePattern& pattern, std::string_view internal_name) const {
  if (pattern.name == "*") return Truth::kYes;
  if (pattern.name.ends_with("..")) {
    // `a.b..m` of a member: the class a.b, and all below it.
    TypePattern outer = pattern, below = pattern;
    outer.name.resize(outer.name.size() - 2);
    below.name += '*';
    return Or(MatchesName(outer, internal_name), MatchesName(below, internal_name));
  }
  bool wild = pattern.name.find('*') != std::string::npos || pattern.name.find("..") != std::string::npos;
  std::string name = Dotted(internal_name), wanted = Dotted(pattern.name);
  if (GlobMatches(wanted, name)) {
    // A simple name that is imported means what is imported.
    bool simple = !wild && wanted.find('.') == std::string::npos;
    return Known(!simple || scope_.imports.empty() || ResolveClass(pattern.name) == internal_name);
  }
  if (wanted.starts_with("*..") || !name.ends_with(wanted.substr(wanted.find_last_of(".*") + 1))) return Truth::kNo;
  if (!wild) return Known(ResolveClass(pattern.name) == internal_name);
  auto in = [&](std::string_view package) { return GlobMatches(Dotted(package) + "." + wanted, name); };
  for (std::string_view import : scope_.imports) {
    if (import.ends_with(".*")) {
      if (in(import.substr(0, import.size() - 2))) return Truth::kYes;
      continue;
    }
    // An imported class is visible by its simple name, which begins the pattern.
    size_t dot = import.rfind('.');
    std::string dotted = Dotted(import);
    bool covers = name == dotted || name.starts_with(dotted + ".");
    if (covers && dot != std::string_view::npos && in(import.substr(0, dot))) return Truth::kYes;
  }
  return Known(in("java.lang"));
}

Truth Types::MatchesAnnotations(const std::vector<AnnotationPattern>& patterns,
                                const std::vector<std::string>& present) const {
  Truth all = Truth::kYes;
  for (const AnnotationPattern& pattern : patterns) {
    Truth any = Truth::kNo;
    for (const std::string& annotation : present) any = Or(any, MatchesClass(pattern.type, annotation));
    all = And(all, pattern.negated ? Not(any) : any);
  }
  return all;
}

// A class has the annotations of its superclasses that are @Inherited.
Truth Types::HasAnnotation(const AnnotationPattern& pattern, std::string_view internal_name) const {
  Truth any = Truth::kNo;
  std::string name(internal_name);
  for (int steps = 0; !name.empty() && any != Truth::kYes; ++steps) {
    const ClassFacts* facts = Find(name);
    if (facts == nullptr || steps == 1000) {
      any = Or(any, Truth::kMaybe);
      break;
    }
    for (const std::string& annotation : facts->annotations) {
      Truth matches = MatchesClass(pattern.type, annotation);
      if (steps > 0 && matches != Truth::kNo) {
        const ClassFacts* type = Find(annotation);
        matches =
            And(matches, type == nullptr
                             ? Truth::kMaybe
                             : Known(std::ranges::find(type->annotations, kInherited) != type->annotations.end()));
      }
      any = Or(any, matches);
    }
    if (facts->Has(classfile::kInterface)) break;
    name = facts->super;
  }
  return pattern.negated ? Not(any) : any;
}

Truth Types::MatchesLexically(const TypePattern& pattern, std::string_view internal_name) const {
  Truth any = Truth::kNo;
  std::string name(internal_name);
  for (int steps = 0; !name.empty() && steps < 1000; ++steps) {
    any = Or(any, MatchesClass(pattern, name));
    if (any == Truth::kYes) return any;
    if (const ClassFacts* facts = Find(name)) {
      name = facts->enclosing;
    } else {
      // A compiler names a nested class after the one around it.
      size_t dollar = name.rfind('$');
      name.resize(dollar == std::string::npos || dollar == 0 || name[dollar - 1] == '/' ? 0 : dollar);
    }
  }
  return any;
}

Types::Supertypes Types::SupertypesOf(std::string_view internal_name) const {
  Supertypes found;
  found.names.emplace_back(internal_name);
  auto add = [&found](const std::string& name) {
    if (!name.empty() && std::ranges::find(found.names, name) == found.names.end()) found.names.push_back(name);
  };
  for (size_t i = 0; i < found.names.size(); ++i) {
    const ClassFacts* facts = found.names[i].front() == '[' ? nullptr : Find(found.names[i]);
    if (found.names[i].front() == '[') {
      for (const char* super : {"java/lang/Object", "java/lang/Cloneable", "java/io/Serializable"}) add(super);
    } else if (facts == nullptr) {
      found.complete &= found.names[i] == "java/lang/Object";
    } else {
      add(facts->super);
      for (const std::string& interface : facts->interfaces) add(interface);
    }
  }
  return found;
}

}  // namespace raddle::pointcut
