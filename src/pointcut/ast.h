// Pointcuts as plain data: what the parser gives, the printer prints and the matcher reads. docs/pointcuts.md is the
// manual of the language.
//
// Names stay as they were written: which class `List` means is asked of a Scope when it is matched. Two pointcuts are
// equal if they print alike; where they stood in a text does not count.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace raddle::pointcut {

// Where something began in the text, for errors. Never makes two trees differ.
struct Offset {
  uint32_t value = 0;
  bool operator==(const Offset&) const { return true; }
};

struct AnnotationPattern;

// `java.util..*Map+`, `int[]`, `(@Guarded *)`, `!void`, `(A || B)+`.
struct TypePattern {
  enum class Kind : uint8_t { kName, kNot, kAnd, kOr };

  Kind kind = Kind::kName;
  std::string name = "*";                      // kName: pieces with *, joined by . or ..; generics are gone
  std::vector<AnnotationPattern> annotations;  // kName: all must hold
  std::vector<TypePattern> operands;           // kNot: one; kAnd, kOr: two or more
  bool subtypes = false;                       // + : the type or one of its supertypes matches
  uint8_t dimensions = 0;                      // [] : of an array whose elements match
  Offset offset = {};

  // The lone *, which matches all there is: primitive types, void and arrays too.
  bool IsAny() const;
  bool operator==(const TypePattern&) const = default;
};

struct AnnotationPattern {  // @Guarded, !@Guarded, @(A || B)
  bool negated = false;
  TypePattern type;
  bool operator==(const AnnotationPattern&) const = default;
};

inline bool TypePattern::IsAny() const {
  return kind == Kind::kName && name == "*" && annotations.empty() && !subtypes && dimensions == 0;
}

// One of a list of parameters: of a member's pattern, of args(), this() and target(), of a named pointcut's call.
struct Argument {
  enum class Kind : uint8_t {
    kType,
    kRest,     // .. : any number of them
    kBinding,  // a parameter of the pointcut, which gets the value; `type` is its declared type
  };

  Kind kind = Kind::kType;
  TypePattern type;
  bool varargs = false;  // String... : the last of a method with a variable number of them
  std::string name = {};
  Offset offset = {};
  bool operator==(const Argument&) const = default;
};

struct ThrowsPattern {  // throws A, !B
  bool negated = false;
  TypePattern type;
  bool operator==(const ThrowsPattern&) const = default;
};

// `public !static * com.acme.Bank+.get*(int, ..) throws java.io.IOException`.
struct MemberPattern {
  enum class Kind : uint8_t { kMethod, kConstructor, kField };

  Kind kind = Kind::kMethod;
  std::vector<AnnotationPattern> annotations;
  uint16_t required = 0;   // modifiers, as classfile::Access has them
  uint16_t forbidden = 0;  // those with a !
  TypePattern type;        // returned, or the field's
  TypePattern declaring;   // * where none was written
  std::string name;        // with *; of a constructor "new"
  std::vector<Argument> parameters;
  std::vector<ThrowsPattern> throws;
  bool operator==(const MemberPattern&) const = default;
};

// Name in the text, enumerator, what stands between its parentheses.
#define RADDLE_POINTCUTS(X)                            \
  X(call, Call, kMethodOrConstructor)                  \
  X(execution, Execution, kMethodOrConstructor)        \
  X(initialization, Initialization, kConstructor)      \
  X(withincode, WithinCode, kMethodOrConstructor)      \
  X(get, Get, kField)                                  \
  X(set, Set, kField)                                  \
  X(volatileget, VolatileGet, kField)                  \
  X(volatileset, VolatileSet, kField)                  \
  X(handler, Handler, kType)                           \
  X(staticinitialization, StaticInitialization, kType) \
  X(within, Within, kType)                             \
  X(arrayget, ArrayGet, kType)                         \
  X(arrayset, ArraySet, kType)                         \
  X(this, This, kValue)                                \
  X(target, Target, kValue)                            \
  X(args, Args, kValues)                               \
  X(lock, Lock, kNothing)                              \
  X(unlock, Unlock, kNothing)                          \
  X(fork, Fork, kNothing)                              \
  X(join, Join, kNothing)                              \
  X(maybeShared, MaybeShared, kNothing)

struct Pointcut {
  enum class Kind : uint8_t {
    kAnd,
    kOr,
    kNot,
    kNamed,  // name(arguments): see named.h
#define X(text, name, content) k##name,
    RADDLE_POINTCUTS(X)
#undef X
  };

  Kind kind = Kind::kAnd;
  std::vector<Pointcut> operands = {};   // kAnd, kOr: two or more, none of them of the same kind; kNot: one
  MemberPattern member = {};             // of those that take a method, constructor or field
  TypePattern type = {};                 // of those that take a type
  std::vector<Argument> arguments = {};  // this, target: one; args, kNamed: any number
  std::string name = {};                 // kNamed
  Offset offset = {};
  bool operator==(const Pointcut&) const = default;
};

}  // namespace raddle::pointcut
