// What an advice can know of a join point before the program runs, as the text that the run-time class Place reads.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "classfile/class_file.h"
#include "pointcut/shadow.h"
#include "pointcut/types.h"

namespace raddle::aspect {

class Places {
 public:
  // Of the class that is woven.
  explicit Places(const classfile::ClassFile& file);

  std::string TextOf(const pointcut::Shadow& shadow, const pointcut::Types& types);
  // Of the method, constructor or static initialiser that the shadow lies in.
  std::string TextAround(const pointcut::Shadow& shadow, const pointcut::Types& types);

 private:
  // Separated by commas. Empty where the class file has none, or the method is another class's.
  std::string ParameterNamesOf(const pointcut::Shadow& shadow);

  const classfile::ClassFile& file_;
  std::string source_file_;
  std::map<std::pair<std::string_view, std::string_view>, std::string> names_;  // by name and descriptor
};

}  // namespace raddle::aspect
