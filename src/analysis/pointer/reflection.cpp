#include "pointer/reflection.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "classfile/descriptor.h"
#include "pointer/library_calls.h"

namespace raddle::pointer {

using classfile::MethodDescriptor;
using classfile::TypeDescriptor;
using classpath::Truth;

namespace {

constexpr std::string_view kMethod = "java/lang/reflect/Method";
constexpr std::string_view kHandle = "java/lang/invoke/MethodHandle";
constexpr std::string_view kConstructor = "<init>";

}  // namespace

ClassId Reflection::TypeOf(ObjectId member) const {
  return a_.objects_[a_.objects_[member].root].type;
}

void Reflection::Unresolved(uint32_t at) {
  if (a_.calls_[at].caller) a_.unresolved_.insert(a_.calls_[at].caller);
}

bool Reflection::Call(uint32_t at, ObjectId receiver) {
  const auto& call = a_.calls_[at];
  const Object& object = a_.objects_[receiver];
  std::string_view name = call.call->name;
  std::string_view owner = a_.program_.types()[call.call->named].name;
  if (object.is_proxy && !call.by_library) return CallProxy(at, receiver), true;
  if (name == "newInstance" && a_.objects_[object.root].kind == ObjectKind::kClass) {
    return MakeInstance(at, a_.objects_[object.root].type, call.result), true;
  }
  if (object.kind == ObjectKind::kClass && name == "getEnumConstants" && call.result != kNoNode) {
    const ObjectId array = MakeArray(at, object.type);
    if (array != kNoNode) Fill(array, object.type);
    return true;
  }
  if (object.kind == ObjectKind::kClass && (name == "getField" || name == "getDeclaredField")) {
    return MakeField(at, receiver), true;
  }
  if (object.kind == ObjectKind::kClass && (name == "getMethod" || name == "getDeclaredMethod")) {
    return ByName(at, receiver, kMethod, call.call->text);
  }
  if (owner == "java/lang/invoke/MethodHandles$Lookup" && name.starts_with("find")) {
    if (name == "findStatic" || name == "findVirtual" || name == "findSpecial" || name == "findConstructor")
      WatchArgument(at, 1);
    if (name.ends_with("VarHandle")) WatchArgument(at, 1);
    return true;
  }
  // Not InvocationHandler.invoke, which may come upon a Method where nothing says of what type handlers are.
  bool calls_it =
      (name == "invoke" || name == "invokeExact" || name == "invokeWithArguments") && call.call->named == object.type;
  if (calls_it && members_.contains(receiver)) return CallMember(at, receiver), true;
  return false;
}

bool Reflection::CallStatic(uint32_t at) {
  const auto& call = a_.calls_[at];
  std::string_view owner = a_.program_.types()[call.call->named].name;
  std::string_view name = call.call->name;
  if (owner == "java/lang/Class" && name == "forName") {
    std::string text(call.call->text);
    std::replace(text.begin(), text.end(), '.', '/');
    if (text.empty()) return Unresolved(at), true;
    ClassId type = a_.program_.Load(text);
    a_.InitialiseClass(type);
    if (call.result != kNoNode) a_.solver_.AddObject(call.result, a_.ClassObject(type));
    return true;
  }
  if (name == "newUpdater") return WatchArgument(at, 0), true;
  if (owner == "java/lang/reflect/Array" && name == "newInstance") return WatchArgument(at, 0), true;
  if (owner == "java/lang/Enum" && name == "valueOf") return WatchArgument(at, 0), true;
  if (owner == "java/util/EnumSet" && (name == "allOf" || name == "range")) return WatchArgument(at, 0), false;
  if (owner == "java/util/EnumSet" && name == "complementOf") return WatchContents(at), false;
  if (owner == "java/lang/reflect/Proxy" && name == "newProxyInstance") return MakeProxy(at), true;
  if (owner == "java/util/ServiceLoader" && name.starts_with("load")) {
    for (uint32_t i = 0; i < call.arguments.size(); ++i) WatchArgument(at, i);
    return false;  // what it gives out is what it holds
  }
  return false;
}

void Reflection::WatchArgument(uint32_t at, uint32_t argument) {
  auto call = a_.calls_[at];
  if (argument >= call.arguments.size() || call.arguments[argument] == kNoNode) return;
  call.argument = argument;
  call.is_callback = true;
  call.is_reflective = true;
  call.seen = {};
  uint32_t id = a_.AddCallInstance(std::move(call));
  a_.solver_.Watch(a_.calls_[id].arguments[argument], id);
}

void Reflection::WatchContents(uint32_t at) {
  auto call = a_.calls_[at];
  if (call.arguments.empty() || call.arguments[0] == kNoNode) return;
  const NodeId contents = a_.solver_.NewNodes(1);
  a_.solver_.AddLoad(call.arguments[0], kElements, contents);
  call.is_callback = call.is_reflective = true;
  call.seen = {};
  a_.solver_.Watch(contents, a_.AddCallInstance(std::move(call)));
}

void Reflection::OnClass(uint32_t at, ObjectId id) {
  std::string_view name = a_.calls_[at].call->name;
  if (name == "range" || name == "complementOf") {
    return Fill(library_.SiteObject(at, a_.program_.Load("java/util/EnumSet")), EnumOf(a_.objects_[id].type));
  }
  if (name.ends_with("VarHandle") || name == "newUpdater") return MakeFieldHandle(at, id);
  if (a_.objects_[id].kind != ObjectKind::kClass) return;
  if (name == "newInstance") return static_cast<void>(MakeArray(at, a_.objects_[id].type));
  if (name == "valueOf") return Constants(a_.objects_[id].type, a_.calls_[at].result);
  if (name == "allOf") {
    return Fill(library_.SiteObject(at, a_.program_.Load("java/util/EnumSet")), a_.objects_[id].type);
  }
  if (!name.starts_with("load")) {
    ByName(at, id, kHandle, name == "findConstructor" ? kConstructor : a_.calls_[at].call->text);
    return;
  }
  ClassId service = a_.objects_[id].type;
  ObjectId loader = library_.SiteObject(at, a_.program_.Load("java/util/ServiceLoader"));
  for (const classpath::ClassLocation& location : a_.program_.class_path().Classes()) {
    ClassId type = a_.program_.Load(location.name);
    bool provides = a_.program_.IsAnalysed(type) && a_.program_.types().IsSubtype(type, service) == Truth::kYes;
    if (provides) MakeInstance(at, type, a_.solver_.FieldNode(loader, kElements));
  }
}

ClassId Reflection::EnumOf(ClassId type) const {
  const classpath::Hierarchy& types = a_.program_.types();
  const ClassId super = types[type].super;
  return super && types[super].name != "java/lang/Enum" && a_.program_.IsAnalysed(super) ? super : type;
}

void Reflection::Constants(ClassId type, NodeId to) {
  if (to == kNoNode || !a_.program_.IsAnalysed(type)) return;
  a_.InitialiseClass(type);
  const classpath::Hierarchy& types = a_.program_.types();
  for (FieldId field : types[type].fields) {
    if (types[field].Has(classfile::kEnum)) a_.solver_.AddCopy(a_.StaticNode(field), to);
  }
}

void Reflection::Fill(ObjectId bag, ClassId type) {
  a_.objects_[bag].is_filled = true;
  Constants(type, a_.solver_.FieldNode(bag, kElements));
}

// Of that class and not of any: what stands for arrays of everything leads from everywhere to everywhere. An array's
// class was asked for its component, and is itself here.
ObjectId Reflection::MakeArray(uint32_t at, ClassId of) {
  const auto& call = a_.calls_[at];
  if (!call.caller || call.result == kNoNode) return kNoNode;
  const classpath::ClassInfo& element = a_.program_.types()[of];
  const std::string name = element.IsArray() ? std::string(element.name) : fmt::format("[L{};", element.name);
  const ObjectId array = a_.Allocate(call.caller, call.statement, ObjectKind::kLibrary, a_.program_.Load(name));
  a_.solver_.AddObject(call.result, array);
  return array;
}

// A handle of a field that cannot be found holds what it is handed, as the field does.
void Reflection::MakeFieldHandle(uint32_t at, ObjectId of) {
  const auto& call = a_.calls_[at];
  if (call.result == kNoNode) return;
  classpath::Hierarchy& types = a_.program_.types();
  const ClassId type = a_.program_.LoadType(MethodDescriptor(call.call->descriptor).Return());
  const ObjectId handle = library_.SiteObject(at, type);
  if (a_.objects_[of].kind == ObjectKind::kClass) {
    for (FieldId field : types[a_.objects_[of].type].fields) {
      if (types.NameOf(field) != call.call->text) continue;
      a_.objects_[handle].field = field;
      AddHandle(field);
    }
  }
  a_.solver_.AddObject(call.result, handle);
}

void Reflection::AddHandle(FieldId field) {
  a_.with_handles_.insert(field.value());
  a_.unset_fields_.Set(field, a_.ready_);
}

// Class.getField, which looks at superclasses too, and getDeclaredField.
void Reflection::MakeField(uint32_t at, ObjectId of) {
  const auto& call = a_.calls_[at];
  if (call.call->text.empty()) return Unresolved(at);
  if (call.result == kNoNode) return;
  const classpath::Hierarchy& types = a_.program_.types();
  const bool goes_up = call.call->name == "getField";
  for (ClassId type = a_.objects_[of].type; type; type = goes_up ? types[type].super : ClassId()) {
    for (FieldId field : types[type].fields) {
      if (types.NameOf(field) != call.call->text || !a_.program_.IsAnalysed(type)) continue;
      const ObjectId made = Member(a_.ClassObject(type), "java/lang/reflect/Field", call.call->text);
      a_.objects_[made].root = made;
      a_.objects_[made].field = field;
      AddHandle(field);
      return a_.solver_.AddObject(call.result, made);
    }
  }
}

bool Reflection::ByName(uint32_t at, ObjectId type, std::string_view handle_class, std::string_view name) {
  if (name.empty()) return Unresolved(at), true;
  ObjectId member = Member(type, handle_class, name);
  if (a_.calls_[at].result != kNoNode) a_.solver_.AddObject(a_.calls_[at].result, member);
  return true;
}

ObjectId Reflection::Member(ObjectId type, std::string_view handle_class, std::string_view name) {
  auto [number, is_new] = names_.try_emplace(std::string(name), static_cast<uint32_t>(names_.size()));
  ClassId handle = a_.program_.Load(handle_class);
  constexpr uint32_t kFirstName = 16;
  SiteId site = a_.SiteOf({}, kFirstName + number->second, handle);
  ObjectId member = a_.NewObject(ObjectKind::kLibrary, handle, site, a_.contexts_.Empty(), 5, type);
  members_[member] = name;
  return member;
}

// Class.newInstance, Constructor.newInstance, a handle of a constructor, a service.
void Reflection::MakeInstance(uint32_t at, ClassId type, NodeId result) {
  const auto& call = a_.calls_[at];
  if (!call.caller || !a_.program_.IsAnalysed(type) || a_.program_.types()[type].access & classfile::kAbstract) return;
  ObjectId made = a_.Allocate(call.caller, call.statement, ObjectKind::kNew, type);
  a_.unset_fields_.SetAllOf(type, a_.ready_);
  if (result != kNoNode) a_.solver_.AddObject(result, made);
  a_.InitialiseClass(type);
  for (MethodId method : a_.program_.types()[type].methods) {
    if (a_.program_.types().NameOf(method) != kConstructor) continue;
    auto copy = a_.calls_[at];
    copy.is_callback = copy.is_reflective = false;
    copy.taken = copy.given = kNoNode;
    copy.result = kNoNode;
    uint32_t id = a_.AddCallInstance(std::move(copy));
    library_.CallMethod(id, made, method);
  }
}

// ---- Proxies

void Reflection::MakeProxy(uint32_t at) {
  const auto& call = a_.calls_[at];
  if (call.arguments.size() != 3 || call.result == kNoNode) return;
  ObjectId proxy = library_.SiteObject(at, a_.program_.Load("java/lang/reflect/Proxy"));
  a_.objects_[proxy].is_proxy = true;
  a_.solver_.AddCopy(call.arguments[2], a_.solver_.FieldNode(proxy, kElements));
  a_.solver_.AddObject(call.result, proxy);
}

void Reflection::CallProxy(uint32_t at, ObjectId proxy) {
  const classpath::Hierarchy& types = a_.program_.types();
  ClassId handler = a_.program_.Load("java/lang/reflect/InvocationHandler");
  MethodId invoke = types.DeclaredMethod(
      handler, "invoke", "(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;)Ljava/lang/Object;");
  if (!invoke) return;
  program::Call made = {.kind = ir::InvokeKind::kInterface,
                        .resolved = invoke,
                        .named = handler,
                        .name = types.NameOf(invoke),
                        .descriptor = types.DescriptorOf(invoke),
                        .statement = a_.calls_[at].statement,
                        .arguments = {}};
  auto call = a_.calls_[at];
  ClassId objects = a_.program_.Load("[Ljava/lang/Object;");
  ObjectId array =
      a_.NewObject(ObjectKind::kLibrary, objects, a_.SiteOf({}, 1, objects), a_.objects_[proxy].context, 6, proxy);
  for (size_t i = 1; i < call.arguments.size(); ++i) {
    a_.solver_.AddCopy(call.arguments[i], a_.solver_.FieldNode(array, kElements));
  }
  // A handler may be a proxy too, and, as far as the analysis can tell them apart, its own: called as a handler at one
  // place, one call of it is enough, or there would be no end of them.
  const bool is_handler = call.call->resolved == invoke;
  if (is_handler && !called_handlers_.insert({call.caller, call.statement, call.result, proxy}).second) return;
  NodeId arguments = a_.solver_.NewNodes(3), self = arguments + 1, method = arguments + 2;
  a_.solver_.AddObject(method, Member(a_.ClassObject(call.call->named), kMethod, call.call->name));
  a_.solver_.AddObject(arguments, array);
  a_.solver_.AddObject(self, proxy);
  // Its bag holds what else it was handed, too: any object of the library could be the receiver.
  auto [handlers_of, is_first] = handlers_.try_emplace(proxy, kNoNode);
  if (is_first) {
    handlers_of->second = a_.solver_.NewNodes(1);
    a_.solver_.AddCopy(a_.solver_.FieldNode(proxy, kElements), handlers_of->second, a_.FilterOf(handler));
  }
  const NodeId handlers = handlers_of->second;
  call.arguments = {handlers, self, method, arguments};
  call.call = &a_.made_calls_.emplace_back(std::move(made));
  call.is_filtered = true;
  call.taken = call.given = kNoNode;
  call.seen = {};
  uint32_t id = a_.AddCallInstance(std::move(call));
  a_.solver_.Watch(handlers, id);
}

// ---- Methods and handles

void Reflection::CallMember(uint32_t at, ObjectId member) {
  const classpath::Hierarchy& types = a_.program_.types();
  ClassId type = TypeOf(member);
  const std::string& name = members_.at(member);
  bool is_handle = types[a_.objects_[member].type].name == kHandle;
  if (name == kConstructor) return MakeInstance(at, type, a_.calls_[at].result);
  std::vector<ClassId> owners = {type};
  owners.insert(owners.end(), types[type].supertypes.begin(), types[type].supertypes.end());
  for (ClassId owner : owners) {
    if (!a_.program_.IsAnalysed(owner)) continue;
    for (MethodId method : types[owner].methods) {
      if (types.NameOf(method) != name) continue;
      bool is_static = types[method].Has(classfile::kStatic);
      program::Call made = {.kind = is_static                    ? ir::InvokeKind::kStatic
                                    : types[owner].IsInterface() ? ir::InvokeKind::kInterface
                                                                 : ir::InvokeKind::kVirtual,
                            .resolved = method,
                            .named = owner,
                            .name = types.NameOf(method),
                            .descriptor = types.DescriptorOf(method),
                            .statement = a_.calls_[at].statement,
                            .arguments = {}};
      auto call = a_.calls_[at];
      std::vector<NodeId> given(call.arguments.begin() + 1, call.arguments.end());
      if (!is_handle) {  // Method.invoke(target, arguments...)
        NodeId elements = a_.solver_.NewNodes(1);
        if (given.size() > 1) a_.solver_.AddLoad(given[1], kElements, elements);
        NodeId target = given.empty() ? kNoNode : given[0];
        given.clear();
        if (!is_static) given.push_back(target);
        for (TypeDescriptor parameter : MethodDescriptor(made.descriptor)) {
          given.push_back(parameter.IsReference() ? elements : kNoNode);
        }
      }
      call.arguments = std::move(given);
      call.call = &a_.made_calls_.emplace_back(std::move(made));
      call.is_filtered = true;
      call.taken = call.given = kNoNode;
      call.seen = {};
      NodeId target = call.arguments.empty() ? kNoNode : call.arguments[0];
      uint32_t id = a_.AddCallInstance(std::move(call));
      a_.InitialiseClass(owner);
      if (is_static) {
        a_.Dispatch(id, kNoNode);
      } else if (target != kNoNode) {
        a_.solver_.Watch(target, id);
      }
    }
  }
}

}  // namespace raddle::pointer
