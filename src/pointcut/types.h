// Types: questions about classes, asked in the names of a pointcut and answered in those of class files.
//
// A type is a descriptor ("I", "[Ljava/lang/String;", "V"). A name in a pointcut is dotted, nested classes by . or $
// alike, and may leave out the packages that a Scope opens, as imports do in Java. A simple name with * in it matches
// in all of them; one without means the first class that exists.
//
// Supertypes are walked anew for each question, and no class twice in one walk, so cycles do no harm. Costs a few
// look-ups in the oracle; nothing is remembered between questions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pointcut/ast.h"
#include "pointcut/truth.h"
#include "pointcut/type_oracle.h"

namespace raddle::pointcut {

struct Scope {
  // As in Java: "com.acme.*" for the classes of a package (or nested in a class), "com.acme.Bank" for one. Earlier
  // wins. java.lang.* and the unnamed package come last by themselves.
  std::vector<std::string> imports;
};

class Types {
 public:
  Types(const Scope& scope, TypeOracle& oracle) : scope_(scope), oracle_(oracle) {}

  const ClassFacts* Find(std::string_view internal_name) const { return oracle_.Find(internal_name); }

  // match_type.cpp: whether the type, as the code names it, matches. No value is looked at.
  Truth Matches(const TypePattern& pattern, std::string_view descriptor) const;
  Truth MatchesClass(const TypePattern& pattern, std::string_view internal_name) const;
  // Whether all hold of something with these annotations.
  Truth MatchesAnnotations(const std::vector<AnnotationPattern>& patterns,
                           const std::vector<std::string>& present) const;
  // Whether the class or one it is written in matches.
  Truth MatchesLexically(const TypePattern& pattern, std::string_view internal_name) const;

  // value_type.cpp: the descriptor that an exact type pattern names.
  std::string Resolve(const TypePattern& exact) const;
  // Whether a value whose static type is `from` is a `to`, boxing and widening counted in, as AspectJ does in args().
  Truth IsInstance(std::string_view from, std::string_view to) const;
  Truth IsSubtype(std::string_view sub, std::string_view super) const;  // descriptors of reference types

  struct Supertypes {
    std::vector<std::string> names;  // internal names, nearest first, the type itself before all
    bool complete = true;
  };
  Supertypes SupertypesOf(std::string_view internal_name) const;

 private:
  Truth MatchesOne(const TypePattern& pattern, std::string_view descriptor) const;
  Truth MatchesName(const TypePattern& pattern, std::string_view internal_name) const;
  Truth HasAnnotation(const AnnotationPattern& pattern, std::string_view internal_name) const;
  std::string ResolveClass(std::string_view name) const;

  const Scope& scope_;
  TypeOracle& oracle_;
};

// Whether a piece or a dotted name matches a pattern with * and ..; both have . only, no / and no $.
bool GlobMatches(std::string_view pattern, std::string_view text);

// "Lcom/acme/Bank;" for com/acme/Bank; an array's name is its descriptor.
std::string DescriptorOf(std::string_view class_name);
// The inverse; only of reference types.
std::string_view ClassNameOf(std::string_view descriptor);

}  // namespace raddle::pointcut
