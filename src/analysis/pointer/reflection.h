// Reflection: classes, methods, handles and proxies that a program gets by name, as far as the names are constants.
//
// A Method or MethodHandle is an object that belongs to its class and knows a name: calling it calls every method of
// the class with that name. A Field reads and stores the field with that name. A proxy calls its handler. A
// ServiceLoader has one object of each class on the class path that implements the service. A name that is made up at
// run time is not followed; the method that uses it is listed (PointerAnalysis::unresolved).
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "pointer/pointer_analysis.h"

namespace raddle::pointer {

class LibraryCalls;

class Reflection {
 public:
  Reflection(PointerAnalysis& analysis, LibraryCalls& library) : a_(analysis), library_(library) {}

  // Handles a call if it is one of these. Whether it was.
  bool Call(uint32_t call, ObjectId receiver);
  bool CallStatic(uint32_t call);
  // A class has reached an argument that is asked for a member, a service or enum constants; or a constant of an enum
  // has reached an argument that stands for several constants (EnumSet.range).
  void OnClass(uint32_t call, ObjectId object);
  // The enum of a constant's class: the class itself, or its superclass if the constant has a body.
  ClassId EnumOf(ClassId type) const;

 private:
  // The object that stands for the methods of that name in the class.
  ObjectId Member(ObjectId type, std::string_view handle_class, std::string_view name);
  bool ByName(uint32_t call, ObjectId type, std::string_view handle_class, std::string_view name);
  void WatchArgument(uint32_t call, uint32_t argument);
  void WatchContents(uint32_t call);  // of the first argument
  void Unresolved(uint32_t call);
  void MakeInstance(uint32_t call, ClassId type, NodeId result);
  void MakeFieldHandle(uint32_t call, ObjectId of);
  void MakeField(uint32_t call, ObjectId of);
  void AddHandle(FieldId field);
  ObjectId MakeArray(uint32_t call, ClassId of);
  // Puts the constants of an enum into the node.
  void Constants(ClassId type, NodeId to);
  // The same, as the contents of an array or set.
  void Fill(ObjectId bag, ClassId type);
  void MakeProxy(uint32_t call);
  void CallProxy(uint32_t call, ObjectId proxy);
  void CallMember(uint32_t call, ObjectId member);
  ClassId TypeOf(ObjectId member) const;  // the class that the member belongs to

  PointerAnalysis& a_;
  LibraryCalls& library_;
  std::unordered_map<ObjectId, std::string> members_;  // methods and handles, by name
  std::unordered_map<std::string, uint32_t> names_;
  std::set<std::tuple<InstanceId, uint32_t, NodeId, ObjectId>> called_handlers_;  // caller, statement, result, proxy
  std::unordered_map<ObjectId, NodeId> handlers_;  // of a proxy
};

}  // namespace raddle::pointer
