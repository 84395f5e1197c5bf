// Atomic sections: stretches of code in which one thread accesses one variable several times and means nobody to come
// between (AtomRace, §3.2). `raddle atoms` infers them from class files, people write them by hand, the agent watches
// or heals them. docs/atoms.md is the manual of the text; this is the data.
//
// A section lies in one method, its *scope*. It is entered at the first access of the variable and ends at any of its
// ends, each of which is an access of the same variable too. A point is an instruction of the scope: the access itself,
// or the call in which the access happens (`account.get()`), and then it also says where the access is. What a section
// is about is one object's field, so two points belong together only if they meet the same object at run time: nothing
// here says so, the watcher compares.
//
// A section is left without a verdict at its exits, where no end can be reached any more, and whenever its scope
// returns or throws. It can be entered again while it is open (recursion: the watcher counts).
//
// All names are Java's (a.b.Outer$Inner). Plain data; copy it freely.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace raddle::atoms {

enum class Op : uint8_t { kRead, kWrite };

// What a call does to a collection, or an atomic, as a whole. (Where others add, a test that found something still
// holds.)
enum class Effect : uint8_t { kRead, kAdd, kRemove, kChange };

// What other threads may do to the variable meanwhile.
struct Allowed {
  bool read = false;
  bool write = false;   // anything that is no read
  bool add = false;     // to a collection
  bool remove = false;  // from it

  bool Permits(Op op) const { return op == Op::kRead ? read : write; }
  bool Permits(Effect effect) const {
    return effect == Effect::kRead ? read
                                   : write || (effect == Effect::kAdd && add) || (effect == Effect::kRemove && remove);
  }
  bool operator==(const Allowed&) const = default;
};

// What leaves a pair of accesses serialisable (the four cases of AVIO that do not: R-W-R, W-W-R, R-W-W, W-R-W).
Allowed Serialisable(Op first, Op last);

// X(enumerator, word in the file, what it is)
#define RADDLE_SECTION_KINDS(X)                                                           \
  X(LoadStore, "load-store", "a value is read, and what is written back depends on it")   \
  X(TestUse, "test-use", "a value is tested, and used where the test said so")            \
  X(Invariant, "invariant", "two accesses that follow each other, whatever they are for") \
  X(User, "user", "written by hand")

enum class Kind : uint8_t {
#define X(name, word, what) k##name,
  RADDLE_SECTION_KINDS(X)
#undef X
};

struct Variable {
  enum class Kind : uint8_t {
    kField,    // of an object, or static: owner and name
    kElement,  // of an array: owner is the type of the array, "int[]"
    kObject,   // an object as a whole, by the calls that atoms/calls.h knows: owner is the static type of the receiver
  };

  Kind kind = Kind::kField;
  std::string owner;  // the class that declares the field
  std::string name;   // of the field; of kObject: of the field that holds the object ("a.B.cache"), empty if unknown

  // As findings have it: "a.B.total", "int[]", "java.util.Map".
  std::string ToString() const;
  bool operator==(const Variable&) const = default;
};

struct MethodName {
  std::string class_name;
  std::string name;
  std::string descriptor;  // "(I)V"; empty, by hand only: every method of that name

  std::string ToString() const;  // "a.B.add(I)V"
  bool operator==(const MethodName&) const = default;
};

// An instruction of a method that is known from elsewhere. By hand one may give the line alone: then it is every
// access of the variable in that line.
struct Place {
  static constexpr int32_t kNoIndex = -1;

  int32_t bci = kNoIndex;
  uint32_t line = 0;  // 0: unknown

  bool operator==(const Place&) const = default;
};

struct Point {
  Op op = Op::kRead;
  Place place;         // in the scope: the access, or the call that makes it
  MethodName callee;   // empty, or the method in which the access is, however deep below that call
  Place callee_place;  // in it

  bool IsCall() const { return !callee.name.empty(); }
  // Where the access itself is: a method and a place.
  const Place& AccessPlace() const { return IsCall() ? callee_place : place; }
  bool operator==(const Point&) const = default;
};

struct End {
  Point point;
  Allowed allowed;

  bool operator==(const End&) const = default;
};

struct Section {
  std::string id;
  Kind kind = Kind::kUser;
  Variable variable;
  MethodName scope;
  Point entry;
  std::vector<End> ends;     // at least one
  std::vector<Place> exits;  // in the scope; before the instruction

  // An end at the entry itself: a loop. The first time the access is the entry only.
  bool IsCircular(const End& end) const { return end.point == entry; }
  const MethodName& MethodOf(const Point& point) const { return point.IsCall() ? point.callee : scope; }
  bool operator==(const Section&) const = default;
};

// The class that sections were inferred from. One that differs now has other bytecode indices.
struct ClassStamp {
  std::string name;
  uint64_t hash = 0;  // HashOf its bytes

  bool operator==(const ClassStamp&) const = default;
};
uint64_t HashOf(std::string_view class_bytes);

struct Repository {
  std::vector<ClassStamp> classes;  // by name, each once; those of sections by hand need not be here
  std::vector<Section> sections;

  // Nothing is known of a class that is not stamped: 0.
  uint64_t StampOf(std::string_view class_name) const;
  bool operator==(const Repository&) const = default;
};

// Whether the format can hold a class, field, method or section of this name: no blanks, no '#', no '('. Compilers of
// other languages may make such names; what is called so has no sections.
bool IsWritable(std::string_view name);

std::string_view NameOf(Kind kind);
std::string_view NameOf(Op op);

// The error's place is "FILE: line N, column M".
Result<Repository> Parse(std::string_view text, std::string_view file);

// One form: Parse(Print(x)) gives x, if all names in it are writable.
std::string Print(const Repository& repository);
std::string Print(const Section& section);

}  // namespace raddle::atoms
