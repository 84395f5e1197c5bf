// Code: every method of the program with its IR. All of it is kept at once, because sections are looked for in every
// method and calls are followed from any method to any other. Costs about 60 bytes per instruction of bytecode.
//
// Classes of the JDK are known by their declarations only. A class or method that cannot be read becomes a note; the
// rest is used. Not thread-safe, except for const calls once it is made.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/arena.h"
#include "classpath/class_path.h"
#include "classpath/hierarchy.h"
#include "ir/class_context.h"
#include "ir/method_ir.h"

namespace raddle::atomicity {

struct ClassCode {
  ClassId id;
  classpath::ClassBytes bytes;
  classfile::ClassFile file;
  std::unique_ptr<ir::ClassContext> context;
  Arena arena;
};

struct Body {
  MethodId id;
  const ClassCode* owner = nullptr;
  ir::Method ir;
};

class Code {
 public:
  explicit Code(const classpath::ClassPath& class_path);
  Code(const Code&) = delete;

  const classpath::Hierarchy& types() const { return types_; }
  const std::deque<Body>& bodies() const { return bodies_; }  // by class name, then as in the class file
  const ClassCode* ClassOf(ClassId id) const;
  // Null for a method that is abstract, native, the JDK's or unreadable.
  const Body* BodyOf(MethodId id) const;

  // The field of an access; none if the field is not the program's own.
  FieldId Field(const Body& body, const ir::Instruction& access) const;
  // The method that a call runs, if it is certainly one method of the program: nothing else on the class path overrides
  // it.
  const Body* Target(const Body& caller, const ir::Instruction& call) const;

  std::string ClassName(ClassId id) const;  // a.b.C
  std::vector<std::string>& notes() { return notes_; }

 private:
  void Read(const classpath::ClassLocation& location, const classpath::ClassPath& class_path);
  void Mention(const ClassCode& code);

  classpath::Hierarchy types_;
  std::deque<ClassCode> classes_;
  std::deque<Body> bodies_;
  std::unordered_map<ClassId, const ClassCode*> class_of_;
  std::unordered_map<MethodId, const Body*> body_of_;
  std::vector<std::string> notes_;
};

}  // namespace raddle::atomicity
