// The BootstrapMethods of a class while advice is woven into it: new entries behind those it has, each once.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "classfile/attributes.h"
#include "classfile/class_file.h"

namespace raddle::aspect {

class Bootstraps {
 public:
  // owner: the class with the static method link (java/aspect/raddle/aspect/Advice.java has its contract).
  Bootstraps(classfile::ClassFile& file, std::string_view owner) : file_(file), owner_(owner) {}

  Result<void> Read();
  // The constant of an invokedynamic that link() gets these texts for.
  classfile::Index Call(std::string_view name, std::string_view descriptor, const std::vector<std::string>& arguments);
  // Puts them into the class.
  Result<void> Write();

 private:
  classfile::ClassFile& file_;
  std::string owner_;
  std::vector<classfile::BootstrapMethod> all_;
  std::map<std::vector<std::string>, size_t> ours_;  // by what they are given: which of all_
};

}  // namespace raddle::aspect
