// Hierarchy: classes, their supertypes and members, and what a reference to a member means (JVMS §5.4.3 to §5.4.6).
//
// Load() brings in a class with all of its supertypes and its nest host, each read once; so every question asked of ids
// is answered from memory. It always gives an id: a class that is not there has one too, with state kMissing, and one
// that the JVM would refuse (damaged, its own supertype, an interface as superclass) has state kBroken and says why.
// Neither has supertypes or members, and wherever one of them could change an answer the answer is kUnknown. Nothing
// here recurses, and supertype graphs are free of cycles once loaded, so hostile ones cost no more than others.
//
// Run-time packages are told apart by name only: classes come from one class path, as if by one loader. Access is not
// checked on resolution (a tool wants to know what the reference names all the same): CanAccess() answers that.
//
// Costs: a class takes about 50 bytes a member and 4 a supertype (at most kMaxSupertypes). IsSubtype is a binary
// search; resolution and selection walk the superclasses with a binary search in each.
//
// Threads: Load() by one thread at a time and nobody else; between calls of Load() everything const by any number of
// threads. References to infos stay valid.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "classfile/class_file.h"
#include "classpath/class_path.h"
#include "classpath/symbol_table.h"

namespace raddle::classpath {

enum class ClassState : uint8_t { kLoaded, kMissing, kBroken };

struct FieldInfo {
  ClassId owner;
  SymbolId name;
  SymbolId descriptor;
  uint16_t access = 0;
  uint16_t index = 0;  // in the class file

  bool Has(classfile::Access flag) const { return (access & flag) != 0; }
};

struct MethodInfo {
  ClassId owner;
  SymbolId name;
  SymbolId descriptor;
  uint16_t access = 0;
  uint16_t index = 0;                     // in the class file
  bool is_signature_polymorphic = false;  // §2.9.3

  bool Has(classfile::Access flag) const { return (access & flag) != 0; }
};

// Ids of members follow one another.
template <typename IdType>
struct IdRange {
  struct Iterator {
    uint32_t value;
    IdType operator*() const { return IdType(value); }
    Iterator& operator++() { return ++value, *this; }
    bool operator!=(const Iterator& other) const { return value != other.value; }
  };
  uint32_t first = 0;
  uint32_t count = 0;

  Iterator begin() const { return {first}; }
  Iterator end() const { return {first + count}; }
};

struct ClassInfo {
  std::string_view name;  // internal name, or the descriptor of an array
  ClassState state = ClassState::kMissing;
  bool is_complete = false;  // no supertype is missing or broken
  uint16_t access = 0;
  ClassId super;                       // of an interface: java.lang.Object
  std::vector<ClassId> interfaces;     // direct
  std::vector<ClassId> supertypes;     // all, without itself, sorted
  std::vector<ClassId> subtypes;       // direct, as far as loaded, in the order they were; not of arrays
  ClassId component;                   // of an array of references
  ClassId nest_host;                   // as the class claims; none if it is a host
  std::vector<SymbolId> nest_members;  // of a host
  IdRange<MethodId> methods;           // as in the class file
  IdRange<FieldId> fields;
  std::string problem;  // of a kBroken one

  bool IsArray() const { return name.front() == '['; }
  bool IsInterface() const { return (access & classfile::kInterface) != 0; }
  std::string_view Package() const;
};

enum class Truth : uint8_t { kNo, kYes, kUnknown };

// The linkage errors stand for what the JVM would throw.
enum class Outcome : uint8_t {
  kFound,
  kNoSuchMember,  // NoSuchFieldError, NoSuchMethodError
  kIncompatible,  // IncompatibleClassChangeError: class for interface or the reverse; several default methods
  kAbstract,      // AbstractMethodError
  kInaccessible,  // IllegalAccessError: an interface method whose implementation is not public
  kUnknown,       // a class that is missing or broken could change the answer; `id` is the best guess, or none
};

enum class Invoke : uint8_t { kVirtual, kInterface };

template <typename IdType>
struct Found {
  Outcome outcome;
  IdType id = {};

  explicit operator bool() const { return outcome == Outcome::kFound; }
};

class Hierarchy {
 public:
  // The bytes of a class by its internal name; nothing where there is none.
  using Source = std::function<Result<std::optional<ClassBytes>>(std::string_view)>;
  static constexpr size_t kMaxSupertypes = 1000;

  explicit Hierarchy(Source source);
  explicit Hierarchy(const ClassPath& class_path);  // which must outlive it
  Hierarchy(const Hierarchy&) = delete;

  // name: as a Class constant has it, so an array's descriptor for an array.
  ClassId Load(std::string_view name);
  // The id, if Load() ever met the class.
  ClassId Find(std::string_view name) const;

  size_t class_count() const { return classes_.size(); }
  const ClassInfo& operator[](ClassId id) const { return classes_[id.value()]; }
  const MethodInfo& operator[](MethodId id) const { return methods_[id.value()]; }
  const FieldInfo& operator[](FieldId id) const { return fields_[id.value()]; }
  std::string_view Text(SymbolId id) const { return symbols_[id]; }
  std::string_view NameOf(MethodId id) const { return Text((*this)[id].name); }
  std::string_view NameOf(FieldId id) const { return Text((*this)[id].name); }
  std::string_view DescriptorOf(MethodId id) const { return Text((*this)[id].descriptor); }
  std::string_view DescriptorOf(FieldId id) const { return Text((*this)[id].descriptor); }
  ClassId object() const { return object_; }  // java.lang.Object

  // Whether a value of type `sub` can be assigned to `super` (§6.5 checkcast), arrays included.
  Truth IsSubtype(ClassId sub, ClassId super) const;
  // All loaded subclasses, subinterfaces and implementors, without the class itself, in no particular but a fixed
  // order.
  std::vector<ClassId> AllSubtypes(ClassId of) const;
  // Declared in the class itself; none where it is not.
  MethodId DeclaredMethod(ClassId in, std::string_view name, std::string_view descriptor) const;
  FieldId DeclaredField(ClassId in, std::string_view name, std::string_view descriptor) const;

  // §5.4.3.2
  Found<FieldId> ResolveField(ClassId in, std::string_view name, std::string_view descriptor) const;
  // §5.4.3.3 for a Methodref, §5.4.3.4 for an InterfaceMethodref.
  Found<MethodId> ResolveMethod(ClassId in, std::string_view name, std::string_view descriptor) const;
  Found<MethodId> ResolveInterfaceMethod(ClassId in, std::string_view name, std::string_view descriptor) const;

  // §5.4.6: what the instruction runs on an object of class `receiver`. (invokevirtual may well name a method that an
  // interface declares; what differs is that invokeinterface wants a public method in the end.)
  Found<MethodId> Select(Invoke how, ClassId receiver, MethodId resolved) const;
  // invokespecial in class `caller`, of a method that was resolved in `named`.
  Found<MethodId> SelectSpecial(ClassId caller, ClassId named, MethodId resolved) const;
  // §5.4.5: whether `overriding` can override `overridden`, its class being a subclass of the other's.
  bool CanOverride(MethodId overriding, MethodId overridden) const;

  // §5.4.4, without modules and without the receiver's type that `protected` also asks for.
  Truth CanAccess(ClassId from, MethodId method) const;
  Truth CanAccess(ClassId from, FieldId field) const;
  // The host of the class's nest, itself where it has none or the host does not know it (§5.4.4).
  ClassId NestHost(ClassId of) const;

 private:
  struct Selector {
    SymbolId name;
    SymbolId descriptor;
    auto operator<=>(const Selector&) const = default;
  };
  template <typename IdType>
  using Table = std::vector<std::pair<Selector, IdType>>;  // of one class, sorted

  std::optional<Selector> FindSelector(std::string_view name, std::string_view descriptor) const;
  ClassId Declare(std::string_view name);
  void Define(ClassId id);
  void DefineArray(ClassInfo& info);
  Result<void> DefineClass(ClassId id, Bytes bytes);
  Result<void> ReadNest(const classfile::ClassFile& file, ClassInfo& info);
  void Link(uint32_t first);
  void Finish(ClassId id, bool is_cyclic);
  void Break(ClassInfo& info, std::string reason);

  MethodId Declared(ClassId in, const Selector& selector) const;
  FieldId DeclaredField(ClassId in, const Selector& selector) const;
  MethodId SignaturePolymorphic(ClassId in, SymbolId name) const;
  Found<MethodId> FromInterfaces(ClassId of, const Selector& selector, bool any_will_do) const;
  bool IsMissing(ClassId id) const { return (*this)[id].state != ClassState::kLoaded; }
  Truth CanAccess(ClassId from, ClassId owner, uint16_t access) const;

  Source source_;
  SymbolTable symbols_;
  std::deque<ClassInfo> classes_;
  std::deque<Table<MethodId>> method_tables_;  // by class
  std::deque<Table<FieldId>> field_tables_;
  std::vector<ClassId> class_ids_;  // by the symbol of their name; shorter than the symbols
  std::deque<MethodInfo> methods_;
  std::deque<FieldInfo> fields_;
  std::vector<ClassId> pending_;  // declared and not yet defined
  ClassId object_, cloneable_, serializable_;
};

}  // namespace raddle::classpath
