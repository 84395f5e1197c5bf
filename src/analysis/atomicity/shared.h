// Shared: which parts of a whole program several threads may use, so that sections on the rest can be left out. Uses
// points-to sets without contexts and Chord's escape rule (escape/thread_escape.h): fast, and coarse on the safe side.
//
// May miss: code that is reached only by reflection that the analysis cannot resolve is assumed not to run.
#pragma once

#include <set>
#include <string>

#include "atoms/section.h"
#include "base/result.h"
#include "classpath/class_path.h"

namespace raddle::atomicity {

class Shared {
 public:
  // Starts from the main method of this class. The error: the class has none.
  static Result<Shared> Find(const classpath::ClassPath& class_path, const std::string& main_class);

  bool MayBeViolated(const atoms::Section& section) const;
  bool is_complete() const { return is_complete_; }  // false if the analysis took too long and was stopped

 private:
  std::set<std::string> methods_;  // those that run: "a.B.m(I)V"
  std::set<std::string> classes_;  // of shared objects, with superclasses; of reached statics
  bool is_complete_ = false;
};

}  // namespace raddle::atomicity
