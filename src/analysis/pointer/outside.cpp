// PointerAnalysis: where a program begins: main, and the calls that come from outside of an open one.
#include "pointer/pointer_analysis.h"

#include <utility>

#include "classfile/descriptor.h"

namespace raddle::pointer {

InstanceId PointerAnalysis::AddMain(MethodId main, ClassId type, MethodId constructor) {
  const MethodCode* code = program_.CodeOf(main);
  InstanceId id = GetInstance(main, *code, contexts_.Empty());
  edges_.push_back({.caller = {}, .statement = 0, .callee = id, .kind = EdgeKind::kMain});
  InitialiseClass(code->owner);
  if (constructor) {
    ObjectId self = NewObject(ObjectKind::kLibrary, type, SiteOf({}, 2, type), contexts_.Empty());
    AddOutsideConstructor(constructor, self);
    solver_.AddObject(NodeOf(id, code->parameters[0]), self);
  }
  size_t first = constructor ? 1 : 0;
  if (code->parameters.size() > first) {
    ClassId strings = program_.Load("[Ljava/lang/String;");
    SiteId site = SiteOf({}, 0, strings);
    solver_.AddObject(NodeOf(id, code->parameters[first]),
                      NewObject(ObjectKind::kLibrary, strings, site, contexts_.Empty()));
  }
  return id;
}

NodeId PointerAnalysis::OutsideNode(ClassId type) {
  auto [found, is_new] = outside_by_type_.try_emplace(type, kNoNode);
  if (is_new) {
    if (outside_nodes_.empty()) outside_nodes_.push_back(solver_.NewNodes(1));  // what is kept and never passed on
    outside_nodes_.push_back(found->second = solver_.NewNodes(1));
  }
  return found->second;
}

ObjectId PointerAnalysis::AddOutsideObject(ClassId type) {
  if (program_.model().IsValue(program_.types(), type)) {
    solver_.AddObject(OutsideNode(type), ValueObject(type));
    return ValueObject(type);
  }
  ObjectId id = NewObject(ObjectKind::kLibrary, type, SiteOf({}, 1, type), contexts_.Empty());
  solver_.AddObject(OutsideNode(type), id);
  return id;
}

PointerAnalysis::CallInstance PointerAnalysis::OutsideCall(MethodId method, NodeId receiver, uint32_t number,
                                                           EdgeKind kind) {
  const classpath::MethodInfo& info = program_.types()[method];
  bool is_static = info.Has(classfile::kStatic);
  bool is_special = program_.types().NameOf(method) == "<init>";
  Call call = {.kind = is_static    ? ir::InvokeKind::kStatic
                       : is_special ? ir::InvokeKind::kSpecial
                                    : ir::InvokeKind::kVirtual,
               .resolved = method,
               .named = info.owner,
               .name = program_.types().NameOf(method),
               .descriptor = program_.types().DescriptorOf(method),
               .arguments = {}};
  CallInstance instance = {.caller = {},
                           .statement = number,
                           .call = &made_calls_.emplace_back(call),
                           .arguments = {},
                           .result = kNoNode,
                           .kind = kind,
                           .is_filtered = true};
  if (!is_static) instance.arguments.push_back(receiver);
  classfile::MethodDescriptor descriptor(call.descriptor);
  for (classfile::TypeDescriptor type : descriptor) {
    instance.arguments.push_back(type.IsReference() ? OutsideNode(program_.LoadType(type)) : kNoNode);
  }
  // What is returned may be passed on, by its own type; what is only known as a Map or an Object is kept.
  if (descriptor.Return().IsReference()) {
    ClassId type = program_.LoadType(descriptor.Return());
    bool is_named = program_.IsAnalysed(type) || outside_by_type_.contains(type);
    instance.result = is_named && type != program_.types().object() ? OutsideNode(type) : outside_nodes_[0];
  }
  return instance;
}

void PointerAnalysis::AddOutsideCall(MethodId method, NodeId receiver, uint32_t number) {
  bool is_static = program_.types()[method].Has(classfile::kStatic);
  InitialiseClass(program_.types()[method].owner);
  uint32_t id = AddCallInstance(OutsideCall(method, receiver, number, EdgeKind::kEntry));
  if (is_static) {
    Dispatch(id, kNoNode);
  } else {
    solver_.Watch(receiver, id);
  }
}

void PointerAnalysis::AddOutsideConstructor(MethodId constructor, ObjectId object) {
  InitialiseClass(objects_[object].type);
  NodeId self = solver_.NewNodes(1);
  uint32_t id = AddCallInstance(OutsideCall(constructor, self, 0, EdgeKind::kCall));
  solver_.Watch(self, id);
  solver_.AddObject(self, object);
}

}  // namespace raddle::pointer
