// Pointcuts: which instructions of a class the site= rules mean that are pointcuts (docs/pointcuts.md).
//
// A class is looked at when it is woven, with no knowledge of others but what it says itself: where that leaves the
// matter open, there is noise. A pointcut that holds for the execution of a method means all accesses in it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "classfile/class_file.h"
#include "noise/rule.h"
#include "pointcut/ast.h"

namespace raddle::noise {

class Pointcuts {
 public:
  static constexpr int kAll = -1;
  // By method, "name(descriptor)", and bytecode index or kAll: the number of the rule.
  using Places = std::map<std::pair<std::string, int>, size_t>;

  // Rules that are no pointcuts are passed over.
  static Result<Pointcuts> Parse(const std::vector<Rule>& rules);

  bool empty() const { return pointcuts_.empty(); }
  Places In(const classfile::ClassFile& file) const;

 private:
  std::vector<std::pair<size_t, pointcut::Pointcut>> pointcuts_;  // with the number of the rule
};

}  // namespace raddle::noise
