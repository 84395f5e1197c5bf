// Class files made from a few words, for hierarchies that no compiler would write.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "classfile/class_file.h"

namespace raddle::classpath {

// One call or field access, as the body of a static method String name(Object) that returns what it gives.
struct Probe {
  enum class Kind { kVirtual, kInterface, kSpecial, kSpecialInterface, kStaticField };
  std::string name;
  Kind kind;
  std::string owner;   // that the reference names
  std::string member;  // ()String, or a String field
};

struct GeneratedMember {
  uint16_t access = 0;
  std::string name;
};

// Methods are ()String and return the class's name; fields are static Strings and hold it. A probe with kSpecial gets
// an instance method of its own, since only `this` may be given to invokespecial.
struct GeneratedClass {
  std::string name;
  std::string super = "java/lang/Object";
  std::vector<std::string> interfaces = {};
  uint16_t access = classfile::kPublic | classfile::kSuper;
  std::vector<GeneratedMember> methods = {};
  std::vector<GeneratedMember> fields = {};
  std::vector<Probe> probes = {};

  bool IsInterface() const { return (access & classfile::kInterface) != 0; }
};

std::string Generate(const GeneratedClass& from);

}  // namespace raddle::classpath
