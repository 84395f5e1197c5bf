// UnsetFields: code that depends on a field that nothing sets.
//
//   if (reaper != null) { pool = new ReapingPool(reaper); }      // nobody calls setReaper()
//   if (isLogging()) { ... }                                     // { return logging; }, which is false from the start
//
// Such a block waits until the analysis takes in a store to the field of anything but null, false or 0; a value that
// the analysis cannot see counts, too. So what a program does not switch on is not in its call graph, nor are the
// objects that would come with it.
//
// What an assertion evaluates is left out as well: a JVM runs no assertions unless it is told to (-ea).
//
// Only fields of objects that the program makes with `new` are treated so, since a framework that makes an object may
// set its fields, too. Left out are public fields and non-private static fields, which callers of an open program may
// set; fields with annotations; fields of classes with native methods; and fields that deserialisation sets. May miss:
// code that depends on a field that only reflection sets. So this is done only if it was asked for.
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
  // A field on which the block depends and to which nothing has been stored yet; none if there is no such field.
  FieldId MissingFor(const program::MethodCode& code, uint32_t block);
  void Wait(FieldId field, Part part) { waiting_[field].push_back(part); }
  // The statement stores to a field; the parts that waited for that are added to `ready`.
  void SetBy(const program::MethodCode& code, const program::Statement& store, std::vector<Part>& ready);
  // A call of this method runs a method that overrides it.
  void Overridden(MethodId method, std::vector<Part>& ready);
  // Something stores to the field that no statement shows: a handle.
  void Set(FieldId field, std::vector<Part>& ready);
  // Code outside the program makes objects of this class, and may set any of their fields.
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
