// Members by reference, as the code names them: where they are declared, and which classes have them.
//
// AspectJ gives a join point one set of modifiers, those of the member that the reference resolves to, and one or more
// signatures. An instance method has one for each type, from the one named upward, that has the method:
// `call(* Account.close())` so matches a call that names SavingsAccount. All else has the one of its declaration.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pointcut/truth.h"
#include "pointcut/types.h"

namespace raddle::pointcut {

struct MemberName {
  enum class Kind : uint8_t { kMethod, kConstructor, kField };

  Kind kind = Kind::kMethod;
  std::string_view owner;  // internal name, or an array's descriptor
  std::string_view name;
  std::string_view descriptor;
  bool is_static = false;
};

struct FoundMember {
  const MemberFacts* member = nullptr;  // nullptr: there is none, or nobody knows
  std::string owner;                    // that declares it
  bool unknown = false;                 // a class that nobody knows could have changed the answer
};

// Methods by name and parameters: what they return may differ between a method and what it overrides.
FoundMember FindMember(const MemberName& name, const Types& types);

struct Signature {
  std::string declaring;
  std::string descriptor;
};

struct Signatures {
  std::vector<Signature> all;
  bool complete = true;  // no class that nobody knows could have added one
};
// Where a class gives a type to a type variable of its supertype, the compiler has added a bridge, by which the
// overridden method is found: Account.compareTo(Account) has the signature Comparable.compareTo(Object) too.
Signatures SignaturesOf(const MemberName& name, const Types& types);

}  // namespace raddle::pointcut
