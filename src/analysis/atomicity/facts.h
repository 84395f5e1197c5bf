// Facts about variables that hold for the whole program: whether a variable is written after its object was made,
// whether null is written to it, and which lock every access holds. They tell which sections can be violated at all.
//
// Code that is not on the class path is assumed not to touch the program's fields. If it does, sections may be lost.
#pragma once

#include <map>
#include <memory>
#include <unordered_set>
#include <utility>
#include <vector>

#include "atomicity/guards.h"
#include "atomicity/touches.h"

namespace raddle::atomicity {

// Identifies a variable. The field that holds a collection or an array stands for it.
struct VariableKeyOf {
  atoms::Variable::Kind kind;
  FieldId field;
  auto operator<=>(const VariableKeyOf&) const = default;
};

class Facts {
 public:
  // To be called for every method, one after the other.
  void Add(const Code& code, const Touches& touches, const Held& held);

  bool IsEverWritten(const Touch& touch) const;
  bool MayBecomeNull(const Touch& touch) const;
  // Whether one lock is held from one touch to the other and at every other access of the variable that matters. A
  // collection that locks itself needs no other accesses to hold the lock.
  bool AreGuarded(const Touch& entry, const Touch& end, bool reads_matter_not, const Held& held) const;

 private:
  struct Fact {
    bool is_written = false, may_become_null = false, is_read = false;
    std::vector<Guard> guards, write_guards;  // of every access, of every write; sorted
  };
  static VariableKeyOf KeyOf(const Touch& touch);
  const Fact* Find(const Touch& touch) const;

  std::map<VariableKeyOf, Fact> facts_;
  std::unordered_set<FieldId> holds_locking_, holds_others_;  // what is stored in them: Collections.synchronized...
};

}  // namespace raddle::atomicity
