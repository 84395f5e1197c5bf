// Annotations: what a program says about itself with @GuardedBy, @Immutable, @ThreadSafe and @NotThreadSafe. The
// package of an annotation does not matter, only its simple name; class files keep annotations even if their classes
// are missing.
//
// Annotations are read from the class file when first asked for. A guard that cannot be understood (a method call, a
// field of another object) counts as none, and becomes a note of the Program.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/ids.h"
#include "program/program.h"

namespace raddle::program {

// The lock that @GuardedBy names.
struct Guard {
  enum Kind : uint8_t { kThis, kField, kStatic, kClass } kind;
  FieldId field;  // of kField and kStatic
  ClassId type;   // of kClass
  std::string text;
};

class Annotations {
 public:
  explicit Annotations(Program& program) : program_(program) {}

  bool IsImmutable(ClassId id) { return Of(id).is_immutable; }
  bool IsThreadSafe(ClassId id) { return Of(id).is_thread_safe; }
  bool IsNotThreadSafe(ClassId id) { return Of(id).is_not_thread_safe; }
  // Null where there is none.
  const Guard* GuardOf(FieldId id);
  const Guard* GuardOf(MethodId id);

 private:
  struct OfClass {
    bool is_immutable = false, is_thread_safe = false, is_not_thread_safe = false;
    std::unordered_map<uint32_t, Guard> fields, methods;  // by id
  };
  OfClass& Of(ClassId id);
  std::optional<Guard> Parse(ClassId in, std::string_view text);
  ClassId Named(ClassId in, std::string_view simple_name);
  FieldId FieldNamed(ClassId in, std::string_view name);

  Program& program_;
  std::unordered_map<ClassId, OfClass> known_;
};

}  // namespace raddle::program
