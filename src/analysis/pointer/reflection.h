// Reflection: classes, methods, handles and proxies that a program gets at by name, as far as the names are constants.
//
// A Method or MethodHandle is an object that hangs on its class and knows a name: calling it calls every method of the
// class that is called so. A Field reads and stores the one that is called so. A proxy calls its handler. A
// ServiceLoader has one of each class on the class path that implements the service. What is asked for by a name
// that is made up as the program runs is not followed; the method that does so is listed (PointerAnalysis::unresolved).
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

  // Whether the call is one of those.
  bool Call(uint32_t call, ObjectId receiver);
  bool CallStatic(uint32_t call);
  // A class came to an argument that is asked for a member or a service, or a constant of an enum to one that stands
  // for others.
  void OnClass(uint32_t call, ObjectId object);
  // Of a constant's class: itself, or what it extends if the constant has a body.
  ClassId EnumOf(ClassId type) const;

 private:
  // What stands for a method of that name of the class.
  ObjectId Member(ObjectId type, std::string_view handle_class, std::string_view name);
  bool ByName(uint32_t call, ObjectId type, std::string_view handle_class, std::string_view name);
  void WatchArgument(uint32_t call, uint32_t argument);
  void WatchContents(uint32_t call);  // of the first
  void Unresolved(uint32_t call);
  void MakeInstance(uint32_t call, ClassId type, NodeId result);
  void MakeFieldHandle(uint32_t call, ObjectId of);
  void MakeField(uint32_t call, ObjectId of);
  void AddHandle(FieldId field);
  ObjectId MakeArray(uint32_t call, ClassId of);
  // The constants of an enum go there.
  void Constants(ClassId type, NodeId to);
  // The same, and they are the contents of an array or set.
  void Fill(ObjectId bag, ClassId type);
  void MakeProxy(uint32_t call);
  void CallProxy(uint32_t call, ObjectId proxy);
  void CallMember(uint32_t call, ObjectId member);
  ClassId TypeOf(ObjectId member) const;  // the class that it is of

  PointerAnalysis& a_;
  LibraryCalls& library_;
  std::unordered_map<ObjectId, std::string> members_;  // methods and handles, by name
  std::unordered_map<std::string, uint32_t> names_;
  std::set<std::tuple<InstanceId, uint32_t, NodeId, ObjectId>> called_handlers_;  // caller, statement, result, proxy
  std::unordered_map<ObjectId, NodeId> handlers_;  // of a proxy
};

}  // namespace raddle::pointer
