// UnsetFields: code that depends on a field which nothing sets.
//
//   if (reaper != null) { pool = new ReapingPool(reaper); }      // nobody calls setReaper()
//   if (isLogging()) { ... }                                     // { return logging; }, which is false from the start
//
// Such blocks wait until a store to the field is taken in, of anything but null, false or 0: also of something that the
// analysis cannot see. So what a program has not switched on is not in its call graph, nor are the objects that would
// go with it.
//
// Nor is what an assertion evaluates: a JVM runs none unless it is told to (-ea).
//
// Only fields of objects that the program makes with `new`: a framework that makes an object sets its fields, too. Not
// public ones, or static ones that are not private: callers of an open program may set them. Not those with annotations
// or of classes with native methods, and not what deserialisation sets. May miss: a field that is set by reflection
// alone; so it is done only where it was asked for.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/ids.h"
#include "program/program.h"

namespace raddle::pointer {

using InstanceId = Id<struct InstanceTag>;

class UnsetFields {
 public:
  struct Part {  // of a method in a context
    InstanceId instance;
    uint32_t block;
  };

  explicit UnsetFields(program::Program& program) : program_(program) {}

  void SwitchOn() { is_on_ = true; }
  // A field that the block depends on, and to which nothing is stored yet; none if there is no such.
  FieldId MissingFor(const program::MethodCode& code, uint32_t block);
  void Wait(FieldId field, Part part) { waiting_[field].push_back(part); }
  // Something stores to the field; the parts that waited for that are added to `ready`.
  void SetBy(const program::MethodCode& code, const program::Statement& store, std::vector<Part>& ready);
  // A call of this method runs another one, which overrides it.
  void Overridden(MethodId method, std::vector<Part>& ready);
  // Something stores to it that no statement shows: a handle.
  void Set(FieldId field, std::vector<Part>& ready);
  // Somebody else makes objects of this class, and sets what he likes.
  void SetAllOf(ClassId type, std::vector<Part>& ready);

 private:
  using OfBlocks = std::vector<std::vector<FieldId>>;
  const OfBlocks& NeededBy(const program::MethodCode& code);
  FieldId TestedBy(const program::MethodCode& code, const program::CodeBlock& block);
  FieldId GotBy(MethodId getter);
  bool IsWatched(FieldId field);
  bool DisablesAssertions(FieldId field) const;

  program::Program& program_;
  bool is_on_ = false;
  std::unordered_map<MethodId, OfBlocks> needed_;
  std::unordered_map<MethodId, FieldId> getters_;  // none for other methods
  std::unordered_map<FieldId, bool> watched_;
  std::unordered_set<FieldId> set_;
  std::unordered_set<ClassId> made_elsewhere_;
  std::unordered_map<FieldId, std::vector<Part>> waiting_;
};

}  // namespace raddle::pointer
