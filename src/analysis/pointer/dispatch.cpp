// PointerAnalysis: from a call and an object that arrived at its receiver to the method that runs, and its parameters.
#include "pointer/pointer_analysis.h"

#include <utility>

#include "classfile/descriptor.h"
#include "pointer/library_calls.h"

namespace raddle::pointer {

using classpath::Truth;
using program::kNoVar;

uint32_t PointerAnalysis::AddCallInstance(CallInstance call) {
  calls_.push_back(std::move(call));
  return static_cast<uint32_t>(calls_.size() - 1);
}

void PointerAnalysis::OnObject(WatchId watch, ObjectId object) {
  if (!calls_[watch].seen.Insert(object)) return;
  if (calls_[watch].is_callback) {
    library_->CallBack(watch, object);
  } else {
    Dispatch(watch, object);
  }
}

// `receiver` is none for a static call.
void PointerAnalysis::Dispatch(uint32_t at, ObjectId receiver) {
  const Call& call = *calls_[at].call;
  if (receiver == kNoNode) {
    const MethodCode* code = call.resolved ? CodeOf(at, receiver, call.resolved) : nullptr;
    if (code != nullptr) {
      Connect(at, call.resolved, *code, kNoNode);
    } else {
      Library(at, kNoNode, call.resolved);
    }
    return;
  }
  Invoke(at, receiver);
}

void PointerAnalysis::Invoke(uint32_t at, ObjectId receiver) {
  const Call& call = *calls_[at].call;
  const Object& object = objects_[receiver];
  if (calls_[at].kind == EdgeKind::kSpawn || calls_[at].kind == EdgeKind::kParallel) handed_over_.Insert(receiver);
  if (object.kind == ObjectKind::kLambda && call.kind != ir::InvokeKind::kSpecial &&
      call.name == object.lambda->method) {
    return InvokeLambda(at, receiver);
  }
  if (!call.resolved) return Library(at, receiver, {});
  const classpath::Hierarchy& types = program_.types();
  ClassId owner = types[call.resolved].owner;
  ClassId type = object.kind == ObjectKind::kClass ? program_.Load("java/lang/Class") : object.type;
  const bool is_view = object.kind == ObjectKind::kLibrary && (object.is_proxy || !program_.IsAnalysed(owner));
  if (!is_view && !MayBe(type, owner)) return;
  MethodId target = call.resolved;
  if (call.kind != ir::InvokeKind::kSpecial) {
    auto [known, is_new] = selected_.try_emplace(uint64_t{call.resolved.value()} << 32 | type.value(), call.resolved);
    if (is_new) {
      auto how = call.kind == ir::InvokeKind::kInterface ? classpath::Invoke::kInterface : classpath::Invoke::kVirtual;
      auto found = types.Select(how, type, call.resolved);
      if (found.id) known->second = found.id;
    }
    target = known->second;
    if (target != call.resolved) unset_fields_.Overridden(call.resolved, ready_);
  }
  const MethodCode* code = CodeOf(at, receiver, target);
  if (code == nullptr) return Library(at, receiver, target);
  Connect(at, target, *code, receiver);
}

const MethodCode* PointerAnalysis::CodeOf(uint32_t at, ObjectId receiver, MethodId target) {
  const MethodCode* code = program_.CodeOf(target);
  const bool is_reference = code == nullptr && calls_[at].lambda != kNoNode;
  return is_reference && library_->Matters(at, receiver) ? &program_.ReferenceTo(target) : code;
}

void PointerAnalysis::Connect(uint32_t at, MethodId target, const MethodCode& code, ObjectId receiver) {
  CallInstance& call = calls_[at];
  ContextId caller = call.caller ? instances_[call.caller.value()].context : contexts_.Empty();
  ContextId context = contexts_.WithoutCalls(caller);
  if (receiver != kNoNode && !code.IsStatic()) {
    context = contexts_.OfReceiver(caller, objects_[receiver].site, objects_[receiver].context);
  }
  if (call.kind == EdgeKind::kSpawn || call.kind == EdgeKind::kParallel) {
    MethodId by = call.caller ? instances_[call.caller.value()].method : MethodId();
    context = contexts_.WithOrigin(context, SiteOf(by, call.statement, code.owner));
  }
  const uint32_t most = contexts_.policy().most;
  if (most > 0 && InstancesOf(target).size() >= most &&
      !instance_ids_.contains(uint64_t{target.value()} << 32 | context.value())) {
    context = contexts_.Outermost(context);
  }
  if (call.caller && call.kind == EdgeKind::kCall && contexts_.policy().calls && makers_.Contains(code)) {
    SiteId place = SiteOf(instances_[call.caller.value()].method, call.statement, code.owner);
    context = contexts_.OfCall(context, caller, place);
  }
  InstanceId callee = GetInstance(target, code, context);
  size_t first = code.IsStatic() ? 0 : 1;
  if (first == 1 && receiver != kNoNode) solver_.AddObject(NodeOf(callee, code.parameters[0]), receiver);
  // A call of an ordinary kind has one edge whatever the receiver, and most receivers are not the first.
  const bool is_known = !connected_.Insert(uint64_t{at} << 32 | callee.value());
  if (is_known && call.kind == EdgeKind::kCall) return;
  // One that starts a thread has an edge for each thread: two may run one Runnable.
  uint32_t extra = 0;
  if (call.kind != EdgeKind::kCall) {
    const std::pair runs = {call.lambda == kNoNode ? receiver : call.lambda, call.task};
    extra = starts_.try_emplace(runs, static_cast<uint32_t>(starts_.size()) + 1).first->second;
  }
  Quad key = {call.caller.value(), call.statement, callee.value(), static_cast<uint32_t>(call.kind) | extra << 3};
  if (edge_keys_.insert(key).second) {
    edges_.push_back({call.caller, call.statement, callee, call.kind, receiver, call.task, call.inner, call.lambda});
  }
  if (is_known) return;
  // A static implementation of a lambda has its arguments from the first on; an instance call has the receiver there.
  size_t from = call.call->HasReceiver() ? 1 : 0;
  classfile::MethodDescriptor descriptor(program_.types().DescriptorOf(target));
  auto type = descriptor.begin();
  for (size_t i = first; i < code.parameters.size() && type != descriptor.end(); ++i, ++type) {
    size_t argument = from + i - first;
    if (argument >= calls_[at].arguments.size() || code.parameters[i] == kNoVar) continue;
    FilterId filter = calls_[at].is_filtered ? FilterOf(program_.LoadType(*type)) : kNoFilter;
    solver_.AddCopy(calls_[at].arguments[argument], NodeOf(callee, code.parameters[i]), filter);
  }
  solver_.AddCopy(instances_[callee.value()].result, calls_[at].result);
}

void PointerAnalysis::InvokeLambda(uint32_t at, ObjectId lambda) {
  const program::LambdaSite& site = *objects_[lambda].lambda;
  const CallInstance& from = calls_[at];
  CallInstance call = {.caller = from.caller,
                       .statement = from.statement,
                       .call = &site.implementation,
                       .arguments = {},
                       .result = from.result,
                       .kind = from.kind,
                       .is_filtered = true,
                       .task = from.task,
                       .inner = from.inner,
                       .lambda = lambda,
                       .depth = from.depth};
  for (uint32_t c = 0; c < site.implementation.arguments.size(); ++c) {
    bool is_reference = site.implementation.arguments[c] != kNoVar;
    call.arguments.push_back(is_reference ? solver_.FieldNode(lambda, kFirstCapture + c) : kNoNode);
  }
  call.arguments.insert(call.arguments.end(), from.arguments.begin() + 1, from.arguments.end());
  if (site.is_constructor) {
    ClassId type = site.implementation.named;
    ContextId context = contexts_.OfObject(objects_[lambda].context);
    ObjectId made = NewObject(ObjectKind::kNew, type, objects_[lambda].site, context, 1);
    if (from.caller) Made(made, from.caller, from.statement);
    InitialiseClass(type);
    NodeId self = solver_.NewNodes(1);
    call.arguments.insert(call.arguments.begin(), self);
    if (call.result != kNoNode) solver_.AddObject(call.result, made);
    call.result = kNoNode;
    call.kind = EdgeKind::kCall;
    uint32_t id = AddCallInstance(std::move(call));
    solver_.Watch(self, id);
    solver_.AddObject(self, made);
    return;
  }
  bool is_static = !site.implementation.HasReceiver();
  uint32_t id = AddCallInstance(std::move(call));
  if (is_static) {
    Dispatch(id, kNoNode);
  } else if (!calls_[id].arguments.empty() && calls_[id].arguments[0] != kNoNode) {
    solver_.Watch(calls_[id].arguments[0], id);
  }
}

void PointerAnalysis::Library(uint32_t call, ObjectId receiver, MethodId target) {
  library_->Call(call, receiver, target);
}

}  // namespace raddle::pointer
