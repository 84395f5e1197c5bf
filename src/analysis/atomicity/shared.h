// Shared: what of a whole program several threads may have, so that sections on the rest can be left out. Points-to
// sets without contexts, and Chord's escape rule (escape/thread_escape.h): fast, and coarse on the safe side. Code that
// is only reached by reflection it cannot resolve is taken not to run.
#pragma once

#include <set>
#include <string>

#include "atoms/section.h"
#include "base/result.h"
#include "classpath/class_path.h"

namespace raddle::atomicity {

class Shared {
 public:
  // From the main method of this class on. The error: there is none.
  static Result<Shared> Find(const classpath::ClassPath& class_path, const std::string& main_class);

  bool MayBeViolated(const atoms::Section& section) const;
  bool is_complete() const { return is_complete_; }  // it did not take too long

 private:
  std::set<std::string> methods_;  // that run: "a.B.m(I)V"
  std::set<std::string> classes_;  // of objects that several threads may have, with superclasses; of reached statics
  bool is_complete_ = false;
};

}  // namespace raddle::atomicity
