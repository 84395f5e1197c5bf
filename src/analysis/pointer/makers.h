// Makers: the methods that return an array or a collection which they make, or have such a method make:
//
//   static <T> ArrayList<T> newList() { return new ArrayList<>(4); }
//
// If all calls of it are one, all the lists of the program that come from there are one list, and whoever holds any of
// them holds what is in all of them. So they are told apart by the place that calls them. Static methods only: the
// others are told apart by their receivers. Factories of other objects count only where objects are contexts, which is
// where programs are small: H2's program would have 1 in 100 findings less for half as much memory again. A question is
// answered from the code of the method, once; those that call each other are followed a few steps.
#pragma once

#include <unordered_map>

#include "program/program.h"

namespace raddle::pointer {

class Makers {
 public:
  // `of_ours`: those that make an object of the program's own classes too.
  Makers(program::Program& program, bool of_ours) : program_(program), of_ours_(of_ours) {}

  bool Contains(const program::MethodCode& code);

 private:
  bool Makes(const program::MethodCode& code, int depth);
  bool IsMade(const program::MethodCode& code, program::Var var, int depth);

  program::Program& program_;
  const bool of_ours_;
  std::unordered_map<MethodId, bool> known_;
};

}  // namespace raddle::pointer
