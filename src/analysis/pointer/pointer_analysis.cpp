#include "pointer/pointer_analysis.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "classfile/descriptor.h"
#include "pointer/library_calls.h"

namespace raddle::pointer {

using classpath::Truth;
using program::Do;
using program::kNoVar;
using program::Statement;

PointerAnalysis::PointerAnalysis(program::Program& program, Policy policy)
    : program_(program), contexts_(policy), solver_(*this), library_(std::make_unique<LibraryCalls>(*this)) {
  thrown_ = solver_.NewNodes(1);
  threads_ = solver_.NewNodes(1);
  throwable_ = program_.Load("java/lang/Throwable");
  nothing_ = program_.Load("java/lang/Void");  // which has no objects
}

PointerAnalysis::~PointerAnalysis() = default;

// ---- Entries

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

bool PointerAnalysis::Run(const std::function<bool()>& should_stop) {
  while (true) {
    // Taking a method in can discover others, so this is a worklist and no recursion.
    while (!not_taken_in_.empty()) {
      InstanceId id = not_taken_in_.back();
      not_taken_in_.pop_back();
      TakeIn(id);
    }
    bool stopped = false;
    bool done = solver_.Solve([&] {
      stopped = should_stop();
      return stopped || !not_taken_in_.empty();
    });
    if (stopped) return false;
    if (done && not_taken_in_.empty()) return true;
  }
}

// ---- Methods

InstanceId PointerAnalysis::GetInstance(MethodId method, const MethodCode& code, ContextId context) {
  uint64_t key = uint64_t{method.value()} << 32 | context.value();
  auto [found, is_new] = instance_ids_.try_emplace(key, InstanceId(static_cast<uint32_t>(instances_.size())));
  if (is_new) {
    NodeId first = solver_.NewNodes(code.var_count + 1);
    instances_.push_back({method, context, &code, first, first + code.var_count});
    instances_of_[method].push_back(found->second);
    not_taken_in_.push_back(found->second);
  }
  return found->second;
}

void PointerAnalysis::Split(const std::vector<InstanceId>& origins, std::vector<CallEdge> edges) {
  std::unordered_map<InstanceId, std::vector<InstanceId>> copies;
  for (InstanceId origin : origins) {
    InstanceId copy(static_cast<uint32_t>(instances_.size()));
    instances_.push_back(Instance(instances_[origin.value()]));
    instances_of_[instances_.back().method].push_back(copy);
    copies[origin].push_back(copy);
  }
  edges_ = std::move(edges);
  for (auto& makers : made_by_) {
    for (size_t i = 0, count = makers.size(); i < count; ++i) {
      auto found = copies.find(makers[i].first);
      if (found == copies.end()) continue;
      for (InstanceId copy : found->second) makers.push_back({copy, makers[i].second});
    }
  }
  for (size_t i = 0, count = library_accesses_.size(); i < count; ++i) {
    auto found = copies.find(library_accesses_[i].instance);
    if (found == copies.end()) continue;
    for (InstanceId copy : found->second) {
      LibraryAccess access = library_accesses_[i];
      access.instance = copy;
      library_accesses_.push_back(access);
    }
  }
}

const std::vector<InstanceId>& PointerAnalysis::InstancesOf(MethodId method) const {
  static const std::vector<InstanceId> kNone;
  auto found = instances_of_.find(method);
  return found == instances_of_.end() ? kNone : found->second;
}

NodeId PointerAnalysis::NodeOf(InstanceId id, Var var) const {
  return var == kNoVar ? kNoNode : instances_[id.value()].first_var + var;
}

const ObjectSet& PointerAnalysis::PointsTo(InstanceId instance, Var var) const {
  return solver_.PointsTo(NodeOf(instance, var));
}

NodeId PointerAnalysis::StaticNode(FieldId field) {
  auto [found, is_new] = static_nodes_.try_emplace(field, kNoNode);
  if (is_new) {
    NodeId node = found->second = solver_.NewNodes(1);
    classfile::TypeDescriptor type = {program_.types().DescriptorOf(field)};
    if (!program_.IsAnalysed(program_.types()[field].owner) && type.IsReference()) {
      ClassId of = program_.LoadType(type);
      bool is_value = program_.model().IsValue(program_.types(), of);
      solver_.AddObject(
          node, is_value ? ValueObject(of)
                         : NewObject(ObjectKind::kLibrary, of, SiteOf({}, field.value() + 2, of), contexts_.Empty()));
    }
  }
  return found->second;
}

void PointerAnalysis::InitialiseClass(ClassId id) {
  for (; id.valid() && program_.IsAnalysed(id) && initialised_.insert(id).second; id = program_.types()[id].super) {
    MethodId clinit = program_.types().DeclaredMethod(id, "<clinit>", "()V");
    if (!clinit) continue;
    const MethodCode* code = program_.CodeOf(clinit);
    if (code == nullptr) continue;
    InstanceId instance = GetInstance(clinit, *code, contexts_.Empty());
    edges_.push_back({.caller = {}, .statement = 0, .callee = instance, .kind = EdgeKind::kInit});
  }
}

void PointerAnalysis::TakeIn(InstanceId id) {
  const MethodCode& code = *instances_[id.value()].code;
  for (ClassId type : code.initialises) InitialiseClass(type);
  for (uint32_t i = 0; i < code.statements.size(); ++i) {
    const Statement& statement = code.statements[i];
    NodeId result = NodeOf(id, statement.result);
    NodeId base = NodeOf(id, statement.base);
    NodeId value = NodeOf(id, statement.value);
    switch (statement.what) {
      case Do::kNew: {
        // Exceptions are told apart by class only: anybody may catch them, and nobody asks where they were made.
        bool is_exception = program_.types().IsSubtype(statement.Class(), throwable_) == Truth::kYes;
        solver_.AddObject(result, is_exception ? ValueObject(statement.Class())
                                               : Allocate(id, i, ObjectKind::kNew, statement.Class()));
        break;
      }
      case Do::kClassConstant:
        solver_.AddObject(result, ClassObject(statement.Class()));
        break;
      case Do::kValue:
        solver_.AddObject(result, ValueObject(statement.Class()));
        break;
      case Do::kCopy:
        solver_.AddCopy(value, result);
        break;
      case Do::kCast:
        solver_.AddCopy(value, result, FilterOf(statement.Class()));
        break;
      case Do::kLoad:
        solver_.AddLoad(base, statement.target, result);
        break;
      case Do::kStore:
        solver_.AddStore(base, statement.target, value);
        break;
      case Do::kLoadElement:
        solver_.AddLoad(base, kElements, result);
        break;
      case Do::kStoreElement:
        solver_.AddStore(base, kElements, value);
        break;
      case Do::kLoadStatic:
        if (result != kNoNode) solver_.AddCopy(StaticNode(statement.Field()), result);
        break;
      case Do::kStoreStatic:
        if (value != kNoNode) solver_.AddCopy(value, StaticNode(statement.Field()));
        break;
      case Do::kCall:
        TakeInCall(id, code.calls[statement.target]);
        break;
      case Do::kLambda: {
        const program::LambdaSite& lambda = code.lambdas[statement.target];
        ObjectId object = Allocate(id, i, ObjectKind::kLambda, lambda.interface);
        objects_[object].lambda = &lambda;
        for (uint32_t c = 0; c < lambda.implementation.arguments.size(); ++c) {
          NodeId captured = NodeOf(id, lambda.implementation.arguments[c]);
          if (captured != kNoNode) solver_.AddCopy(captured, solver_.FieldNode(object, kFirstCapture + c));
        }
        solver_.AddObject(result, object);
        break;
      }
      case Do::kReturn:
        solver_.AddCopy(value, instances_[id.value()].result);
        break;
      case Do::kThrow:
        solver_.AddCopy(value, thrown_);
        break;
      case Do::kCatch:
        solver_.AddCopy(thrown_, result, FilterOf(statement.Class()));
        break;
      case Do::kEnter:
      case Do::kExit:
        break;
    }
  }
}

void PointerAnalysis::TakeInCall(InstanceId id, const Call& call) {
  CallInstance instance = {.caller = id,
                           .statement = call.statement,
                           .call = &call,
                           .arguments = {},
                           .result = NodeOf(id, call.result),
                           .kind = EdgeKind::kCall,
                           .is_filtered = false};
  for (Var argument : call.arguments) instance.arguments.push_back(NodeOf(id, argument));
  uint32_t at = AddCallInstance(std::move(instance));
  if (!call.HasReceiver()) {
    Dispatch(at, kNoNode);
  } else if (calls_[at].arguments[0] != kNoNode) {
    solver_.Watch(calls_[at].arguments[0], at);
  }
}

// ---- Calls

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
    const MethodCode* code = call.resolved ? program_.CodeOf(call.resolved) : nullptr;
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
  if (types.IsSubtype(type, owner) == Truth::kNo && object.kind != ObjectKind::kLibrary) return;
  MethodId target = call.resolved;
  if (call.kind != ir::InvokeKind::kSpecial) {
    auto [known, is_new] = selected_.try_emplace(uint64_t{call.resolved.value()} << 32 | type.value(), call.resolved);
    if (is_new) {
      auto how = call.kind == ir::InvokeKind::kInterface ? classpath::Invoke::kInterface : classpath::Invoke::kVirtual;
      auto found = types.Select(how, type, call.resolved);
      if (found.id) known->second = found.id;
    }
    target = known->second;
  }
  const MethodCode* code = program_.CodeOf(target);
  if (code == nullptr) return Library(at, receiver, target);
  Connect(at, target, *code, receiver);
}

void PointerAnalysis::Connect(uint32_t at, MethodId target, const MethodCode& code, ObjectId receiver) {
  CallInstance& call = calls_[at];
  ContextId caller = call.caller ? instances_[call.caller.value()].context : contexts_.Empty();
  ContextId context = caller;
  if (receiver != kNoNode && !code.IsStatic()) {
    context = contexts_.OfReceiver(caller, objects_[receiver].site, objects_[receiver].context);
  }
  if (call.kind == EdgeKind::kSpawn || call.kind == EdgeKind::kParallel) {
    MethodId by = call.caller ? instances_[call.caller.value()].method : MethodId();
    context = contexts_.WithOrigin(context, SiteOf(by, call.statement, code.owner));
  }
  InstanceId callee = GetInstance(target, code, context);
  uint32_t extra = call.kind == EdgeKind::kCall ? 0 : (call.lambda == kNoNode ? receiver : call.lambda) + 1;
  Quad key = {call.caller.value(), call.statement, callee.value(), static_cast<uint32_t>(call.kind) | extra << 3};
  if (edge_keys_.insert(key).second) {
    edges_.push_back({call.caller, call.statement, callee, call.kind, receiver, call.task, call.inner, call.lambda});
  }
  size_t first = code.IsStatic() ? 0 : 1;
  if (first == 1 && receiver != kNoNode) solver_.AddObject(NodeOf(callee, code.parameters[0]), receiver);
  if (!connected_.Insert(uint64_t{at} << 32 | callee.value())) return;
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

// ---- Objects

SiteId PointerAnalysis::SiteOf(MethodId method, uint32_t statement, ClassId type) {
  Quad key = {method.value(), statement, type.value(), 0};
  auto [found, is_new] = site_ids_.try_emplace(key, SiteId(static_cast<uint32_t>(sites_.size())));
  if (is_new) sites_.push_back({method, statement, type});
  return found->second;
}

ObjectId PointerAnalysis::NewObject(ObjectKind kind, ClassId type, SiteId site, ContextId context, uint32_t tag,
                                    ObjectId root) {
  Quad key = {site.value(), context.value(), tag | (root == kNoNode ? 0 : 0x80000000),
              root == kNoNode ? type.value() : root};
  auto [found, is_new] = object_ids_.try_emplace(key, static_cast<ObjectId>(objects_.size()));
  if (is_new) {
    objects_.push_back(
        {.kind = kind, .type = type, .site = site, .context = context, .root = root == kNoNode ? found->second : root});
    made_by_.emplace_back();
  }
  return found->second;
}

ObjectId PointerAnalysis::Allocate(InstanceId by, uint32_t statement, ObjectKind kind, ClassId type) {
  const Instance& instance = instances_[by.value()];
  ObjectId object =
      NewObject(kind, type, SiteOf(instance.method, statement, type), contexts_.OfObject(instance.context));
  Made(object, by, statement);
  return object;
}

void PointerAnalysis::Made(ObjectId object, InstanceId by, uint32_t statement) {
  auto& makers = made_by_[object];
  std::pair<InstanceId, uint32_t> maker = {by, statement};
  if (std::find(makers.begin(), makers.end(), maker) == makers.end()) makers.push_back(maker);
}

ObjectId PointerAnalysis::ValueObject(ClassId type) {
  return NewObject(ObjectKind::kValue, type, SiteOf({}, 0, type), contexts_.Empty(), 1);
}

ObjectId PointerAnalysis::ClassObject(ClassId type) {
  return NewObject(ObjectKind::kClass, type, SiteOf({}, 0, type), contexts_.Empty(), 2);
}

FilterId PointerAnalysis::FilterOf(ClassId type) {
  if (!type || type == program_.types().object()) return kNoFilter;
  auto [found, is_new] = filter_ids_.try_emplace(type, static_cast<FilterId>(filters_.size()));
  if (is_new) filters_.push_back(type);
  return found->second;
}

// Java checks this at run time, and what the library is taken to hold would otherwise end up in every array.
FilterId PointerAnalysis::StoreFilter(ObjectId object, FieldKey field) {
  if (field != kElements) return kNoFilter;
  const classpath::ClassInfo& type = program_.types()[objects_[object].type];
  if (!type.IsArray()) return kNoFilter;
  return FilterOf(type.component ? type.component : nothing_);
}

bool PointerAnalysis::Passes(FilterId filter, ObjectId id) {
  const Object& object = objects_[id];
  ClassId type = filters_[filter];
  if (object.kind == ObjectKind::kClass) return program_.types()[type].name == "java/lang/Class";
  if (object.is_proxy) return program_.types()[type].IsInterface();
  if (library_->IsEntry(id)) return program_.types()[type].name == "java/util/Map$Entry";
  return program_.types().IsSubtype(object.type, type) != Truth::kNo;
}

std::string PointerAnalysis::Describe(ObjectId id) const {
  const Object& object = objects_[id];
  const Site& made = sites_[object.site.value()];
  std::string name = classfile::DottedName(program_.types()[object.type].name);
  if (object.kind == ObjectKind::kClass) return "class " + name;
  if (object.kind == ObjectKind::kLambda) name = "a lambda";
  if (!made.HasPlace()) return name;
  std::string place = program_.SourceFile(program_.types()[made.method].owner);
  const MethodCode* code = program_.CodeOf(made.method);
  if (place.empty() || code == nullptr || made.statement >= code->statements.size()) return name;
  return fmt::format("{} allocated at {}:{}", name, place,
                     program_.Line(made.method, code->statements[made.statement].bci));
}

}  // namespace raddle::pointer
