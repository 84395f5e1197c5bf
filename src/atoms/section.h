// Atomic sections: stretches of code in which one thread accesses one variable several times, and in which no other
// thread is meant to come between (AtomRace, §3.2). `raddle atoms` infers them from class files, people write them by
// hand, and the agent watches or heals them. docs/atoms.md is the manual of the text form; this is the data.
//
// A section lies in one method, its *scope*. It is entered at its first access of the variable and ends at any of its
// ends, each of which is another access of the same variable. A point is an instruction of the scope: either the access
// itself, or the call in which the access happens (`account.get()`); in the second case the point also says where the
// access is. A section is about one object's field, so two points belong together only if they meet the same object at
// run time. The data does not say so; the watcher compares the objects.
//
// A section is left without a verdict at its exits, from where no end can be reached any more, and whenever its scope
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

// What a call does to a collection or an atomic as a whole. (An add by another thread does not change a test that found
// something.)
enum class Effect : uint8_t { kRead, kAdd, kRemove, kChange };

// What other threads may do to the variable during the section.
struct Allowed {
  bool read = false;
  bool write = false;   // anything but a read
  bool add = false;     // to a collection
  bool remove = false;  // from it

  bool Permits(Op op) const { return op == Op::kRead ? read : write; }
  bool Permits(Effect effect) const {
    return effect == Effect::kRead ? read
                                   : write || (effect == Effect::kAdd && add) || (effect == Effect::kRemove && remove);
  }
  bool operator==(const Allowed&) const = default;
};

// What other threads may do between two accesses so that the pair stays serialisable (the four cases of AVIO that do
// not: R-W-R, W-W-R, R-W-W, W-R-W).
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
    kObject,   // an object as a whole, by the calls in atoms/calls.h: owner is the static type of the receiver
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
  std::string descriptor;  // "(I)V"; empty (only if written by hand): every method of that name

  std::string ToString() const;  // "a.B.add(I)V"
  bool operator==(const MethodName&) const = default;
};

// An instruction; its method is known from the context. A section written by hand may give only the line: this means
// every access of the variable in that line.
struct Place {
  static constexpr int32_t kNoIndex = -1;

  int32_t bci = kNoIndex;
  uint32_t line = 0;  // 0: unknown

  bool operator==(const Place&) const = default;
};

struct Point {
  Op op = Op::kRead;
  Place place;         // in the scope: the access, or the call that makes it
  MethodName callee;   // empty, or the method that contains the access, however deep below the call
  Place callee_place;  // in `callee`

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

  // The end is the entry itself: a loop. The first time, the access counts only as the entry.
  bool IsCircular(const End& end) const { return end.point == entry; }
  const MethodName& MethodOf(const Point& point) const { return point.IsCall() ? point.callee : scope; }
  bool operator==(const Section&) const = default;
};

// A class that sections were inferred from. If the class has changed, its bytecode indices may differ.
struct ClassStamp {
  std::string name;
  uint64_t hash = 0;  // HashOf its bytes

  bool operator==(const ClassStamp&) const = default;
};
uint64_t HashOf(std::string_view class_bytes);

struct Repository {
  std::vector<ClassStamp> classes;  // by name, each once; classes of sections written by hand need not be here
  std::vector<Section> sections;

  // 0 for a class without a stamp, of which nothing is known.
  uint64_t StampOf(std::string_view class_name) const;
  bool operator==(const Repository&) const = default;
};

// Whether the format can hold a class, field, method or section of this name: no blanks, no '#', no '('. Compilers of
// other languages may make such names; whatever has such a name gets no sections.
bool IsWritable(std::string_view name);

std::string_view NameOf(Kind kind);
std::string_view NameOf(Op op);

// The error's place is "FILE: line N, column M".
Result<Repository> Parse(std::string_view text, std::string_view file);

// Always the same form: Parse(Print(x)) gives x, if all names in x are writable.
std::string Print(const Repository& repository);
std::string Print(const Section& section);

}  // namespace raddle::atoms
