// The accesses that races are made of.
//
// An Access is a statement of a method instance that reads or writes a variable: a field, the elements of arrays, or
// the contents of library objects that are not thread-safe. A Place is the same without the context: it is what a
// person calls an access, and what the stages count.
//
// Left out from the start: final and volatile fields, and everything in a method that threads reach only through a
// class initialiser or through constructors called by unknown callers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pointer/pointer_analysis.h"
#include "program/annotations.h"
#include "race/assumptions.h"

namespace raddle::race {

using pointer::InstanceId;
using pointer::ObjectId;
using pointer::ObjectSet;
using pointer::PointerAnalysis;

// Static fields are fields of one pseudo-object (the paper's h0).
inline constexpr ObjectId kStatics = 0xFFFFFFF0;

struct Variable {
  enum Kind : uint8_t { kField, kStatic, kElements, kContents } kind;
  FieldId field;  // of the first two
  auto operator<=>(const Variable&) const = default;
};

struct Access {
  InstanceId instance;
  uint32_t statement;
  uint32_t place;  // in Accesses::places
  ObjectSet objects;
  program::Var base = program::kNoVar;   // the variable that holds the objects
  program::NumberId index = 0, end = 0;  // of an array; `end` is 0 for a single element
  ObjectId lock = pointer::kNoNode;      // held by the library during the access
  static constexpr uint32_t kUnknown = ~uint32_t{0};
  uint32_t protection = kUnknown;  // stages.h
};

struct Place {
  MethodId method;
  uint32_t statement;
  bool is_write;
};

// All accesses of one variable.
struct VariableAccesses {
  Variable variable;
  std::vector<Place> places;
  std::vector<Access> accesses;
};

// Leaves out the fields of @Immutable classes and what the user says is local.
std::vector<VariableAccesses> CollectAccesses(const PointerAnalysis& analysis, program::Annotations& annotations,
                                              const Assumptions& assumptions);

// "com.acme.Account.balance", "int[]", "java.util.HashMap". Elements and contents are named by the object's type.
std::string NameOf(const PointerAnalysis& analysis, const Variable& variable, ObjectId object);

}  // namespace raddle::race
