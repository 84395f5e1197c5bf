// Matcher: which instructions of a class are meant by the sections of a repository.
//
// A class is matched when it is read: the weaver inserts code at the marks, a check only counts what fits. Sections of
// a class whose stamp differs, and places where the access no longer exists, get no marks; they become one line of
// complaint for each class. A place given by line means all fitting instructions of the line.
//
// A section spans several classes if its accesses are in calls. Each class gets its own marks, and the section is
// complete only if all of them were found. Const after construction, so any number of threads may match.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "atoms/calls.h"
#include "atoms/section.h"
#include "classfile/class_file.h"
#include "classfile/code.h"

namespace raddle::atoms {

struct Mark {
  enum class Role : uint8_t { kEntry, kEnd, kExit };
  enum class What : uint8_t {
    kAccess,  // in the scope: the access itself
    kCall,    // in the scope: the call in which the access happens
    kBelow,   // the access in such a call: it counts only while the scope makes that call
    kNothing  // of an exit: any instruction
  };

  uint32_t section = 0;  // in Repository::sections
  Role role = Role::kEntry;
  uint32_t end = 0;  // of kEnd: which one, in Section::ends
  What what = What::kAccess;
  uint16_t method = 0;  // in ClassFile::methods
  uint16_t bci = 0;

  bool operator==(const Mark&) const = default;
};

struct ClassMarks {
  std::vector<Mark> marks;       // by method, then bytecode index, then section
  std::vector<uint32_t> scopes;  // sections whose scope is a method of this class and that fit, ascending
  std::string problem;           // one line about all that does not fit; empty if everything fits
};

// Whether an array type of that name, "int[]" or "com.acme.Bank[]", has references as elements.
bool HoldsReferences(std::string_view array);

class Matcher {
 public:
  explicit Matcher(Repository repository);

  const Repository& repository() const { return repository_; }
  // Whether there is anything to match in the class with this internal name. Cheap.
  bool Mentions(std::string_view internal_name) const { return by_class_.contains(std::string(internal_name)); }
  // Whether an instruction, of any class, may do something to a variable that a section on it does not allow, as far as
  // the instruction shows. Cheap.
  bool MayDisturb(const classfile::ClassFile& file, const classfile::Instruction& it) const;
  // Whether a class has anything to match, or an instruction that may disturb, as far as its constants show. Cheap.
  bool Concerns(const classfile::ClassFile& file) const;
  // Whether some section on elements of such arrays begins or ends in a call. The arrays are those of the variable's
  // type, or those that an instruction accesses. Cheap.
  bool HasCallsOn(const Variable& element) const;
  bool HasCallsOn(classfile::Op access) const;
  std::vector<std::string> ClassNames() const;  // internal names of all classes to match, sorted
  // bytes: the class file's, for the stamp.
  ClassMarks Match(const classfile::ClassFile& file, std::string_view bytes) const;

 private:
  bool IsUnwelcomeCall(const classfile::MemberRef& method) const;

  Repository repository_;
  // What some section on the variable does not allow.
  struct Unwelcome {
    bool reads = false, writes = false;
    bool calls = false;  // a section begins or ends in a call
    bool Is(Op op) const { return op == Op::kRead ? reads : writes; }
  };
  // By the field's name and the class that declares it; an instruction may name another class (a subclass).
  std::map<std::string, std::map<std::string, Unwelcome, std::less<>>, std::less<>> fields_;
  std::array<Unwelcome, 8> elements_;                   // by element type, in the order of iaload to saload
  std::array<std::array<bool, 4>, kFamilies> calls_{};  // on collections, by family and effect
  std::unordered_map<std::string, std::vector<uint32_t>> by_class_;  // internal name -> sections
};

}  // namespace raddle::atoms
