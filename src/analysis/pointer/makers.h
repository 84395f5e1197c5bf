// Makers: methods that return an array or a collection that they make themselves, or have another such method make:
//
//   static <T> ArrayList<T> newList() { return new ArrayList<>(4); }
//
// If all calls of such a method were one, all lists that it makes for the program would be one list, and whoever holds
// any of them would hold the contents of all. So its calls are told apart by the calling place. This covers static
// methods only; others are told apart by their receivers. Factories of other objects count only where objects are
// contexts, that is, where programs are small: with them, H2's program would have 1 % fewer findings for half as much
// memory again.
//
// The code of a method is looked at once. Makers that call each other are followed a few steps.
#pragma once

#include <unordered_map>

#include "program/program.h"

namespace raddle::pointer {

class Makers {
 public:
  // `of_ours`: whether methods that make an object of the program's own classes count, too.
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
