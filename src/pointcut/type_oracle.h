// What the matcher must know of classes, and whom it asks.
//
// Ahead of time the class path answers, at load time the agent with what it has seen. "I do not know" is an answer: the
// matcher then leaves the matter open wherever the answer could change the result. It should know java.lang.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "classfile/class_file.h"

namespace raddle::pointcut {

struct MemberFacts {
  std::string name;
  std::string descriptor;
  uint16_t access = 0;
  std::vector<std::string> annotations;  // internal names; those of retention CLASS too
  std::vector<std::string> exceptions;   // of the throws clause, internal names
};

struct ClassFacts {
  std::string name;  // internal name
  uint16_t access = 0;
  std::string super;  // empty for java.lang.Object
  std::vector<std::string> interfaces;
  std::vector<std::string> annotations;
  std::string enclosing;  // the class it is written in; empty at the top
  std::vector<MemberFacts> fields;
  std::vector<MemberFacts> methods;

  bool Has(classfile::Access flag) const { return (access & flag) != 0; }
};

Result<ClassFacts> FactsOf(const classfile::ClassFile& file);

class TypeOracle {
 public:
  virtual ~TypeOracle() = default;
  // nullptr: unknown. Never asked for arrays. What is returned lives as long as the oracle.
  virtual const ClassFacts* Find(std::string_view internal_name) = 0;
};

}  // namespace raddle::pointcut
