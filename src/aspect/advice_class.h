// A class of an aspect jar as it stands in its class file: what AspectJ's annotations say, not yet understood.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "aspect/aspect.h"
#include "base/result.h"
#include "classfile/class_file.h"

namespace raddle::aspect {

struct AnnotatedMethod {
  enum class Kind : uint8_t { kPointcut, kAdvice };

  Kind kind = Kind::kPointcut;
  AdviceKind advice = AdviceKind::kBefore;
  std::string name;
  std::string descriptor;
  uint16_t access = 0;
  std::string expression;  // the pointcut
  std::string outcome;     // returning= or throwing=
  // Names of the parameters: from argNames, from the debug information (-g), or from -parameters. None where the class
  // file has none.
  std::optional<std::vector<std::string>> names;

  std::string Readable() const;  // "before(java.lang.Object)"
};

struct AdviceClass {
  std::string name;  // internal names
  std::string super;
  uint16_t access = 0;
  bool is_aspect = false;
  bool can_be_made = false;  // has a constructor without parameters
  std::vector<AnnotatedMethod> methods;

  std::string Readable() const;
  const AnnotatedMethod* FindPointcut(std::string_view name) const;
};

// Refuses what is not supported, by name.
Result<AdviceClass> ReadAdviceClass(const classfile::ClassFile& file);

}  // namespace raddle::aspect
