// LibraryCalls: what the library calls of what it is handed, in this thread or in another.
#include "pointer/library_calls.h"

#include <utility>

#include "classfile/descriptor.h"

namespace raddle::pointer {

using classfile::MethodDescriptor;
using classfile::TypeDescriptor;
using classpath::Truth;
using program::Role;

namespace {

// Their methods are called by threads that the library starts.
constexpr std::string_view kRunByOthers[] = {"java/lang/Thread", "java/util/concurrent/Executor",
                                             "java/util/concurrent/Future", "java/util/TimerTask"};

bool AsksForText(std::string_view method) {
  return method == "print" || method == "println" || method == "append" || method == "insert" || method == "valueOf" ||
         method == "format" || method == "printf";
}

// A list does not look at what is put into it, as sets and maps do.
bool OnlyKeeps(std::string_view method) {
  return method.starts_with("add") || method == "set" || method == "push" || method == "offer";
}

}  // namespace

// The receiver's class, or a superclass of ours, says what the new thread runs; a plain Thread runs what it was given.
void LibraryCalls::Start(uint32_t at, ObjectId receiver, std::string_view run) {
  classpath::Hierarchy& types = a_.program_.types();
  a_.solver_.AddObject(a_.threads_, receiver);
  auto call = a_.calls_[at];
  call.kind = EdgeKind::kSpawn;
  call.task = receiver;
  call.result = kNoNode;
  call.seen = {};
  uint32_t spawn = a_.AddCallInstance(std::move(call));
  for (ClassId type = a_.objects_[receiver].type; type && a_.program_.IsAnalysed(type); type = types[type].super) {
    for (MethodId method : types[type].methods) {
      bool takes_nothing = types.DescriptorOf(method).starts_with("()");
      if (types.NameOf(method) == run && takes_nothing && !types[method].Has(classfile::kBridge)) {
        CallMethod(spawn, receiver, method);
        return;
      }
    }
  }
  RunContents(spawn, receiver);
}

// A method of the library that a class of ours inherits is there to call what the class implements: the abstract
// methods of where it is from, and those that are protected to be overridden. Not what other threads call.
void LibraryCalls::CallImplemented(uint32_t at, ObjectId receiver, MethodId inherited) {
  classpath::Hierarchy& types = a_.program_.types();
  const Object& object = a_.objects_[receiver];
  const ClassId owner = types[inherited].owner;
  if (object.kind == ObjectKind::kClass || object.lambda != nullptr || !a_.program_.IsAnalysed(object.type)) return;
  if (a_.program_.IsAnalysed(owner) || owner == types.object() || types[inherited].Has(classfile::kAbstract)) return;
  for (std::string_view type : kRunByOthers) {
    if (Is(object.type, type)) return;
  }
  // Of a large interface, such as List, what only reads.
  constexpr size_t kMost = 8;
  const std::string_view called = a_.calls_[at].call->name;
  const bool is_interface = types[owner].IsInterface();
  std::vector<ClassId> from;
  if (is_interface) {
    from = {owner};
    from.insert(from.end(), types[owner].supertypes.begin(), types[owner].supertypes.end());
  } else {
    for (ClassId type = types[object.type].super; type && type != types.object(); type = types[type].super) {
      if (!a_.program_.IsAnalysed(type)) from.push_back(type);
    }
  }
  std::vector<MethodId> implemented;
  for (ClassId type : from) {
    if (types[type].IsInterface() != is_interface) continue;
    for (MethodId method : types[type].methods) {
      const classpath::MethodInfo& info = types[method];
      const bool is_meant = info.Has(classfile::kAbstract) || info.Has(classfile::kProtected);
      if (!is_meant || info.Has(classfile::kStatic) || info.Has(classfile::kFinal)) continue;
      if (types.NameOf(method) == "<init>" || (types.NameOf(method) == "close" && called != "close")) continue;
      const auto found = types.Select(classpath::Invoke::kVirtual, object.type, method);
      if (found.id && found.id != inherited && a_.program_.IsAnalysed(found.id)) implemented.push_back(method);
    }
  }
  const bool is_large = is_interface && implemented.size() > kMost;
  for (MethodId method : implemented) {
    if (is_large && !a_.program_.model().OnlyReads(types.NameOf(method))) continue;
    auto [made, is_new] = made_for_.try_emplace(uint64_t{at} << 32 | method.value(), 0);
    if (is_new) {
      made->second = CallMethod(at, receiver, method);
    } else {
      a_.Invoke(made->second, receiver);
    }
  }
}

// ThreadLocal.get() calls the function that it was made with.
void LibraryCalls::CallHeld(uint32_t at, ObjectId holder) {
  const NodeId bag = a_.solver_.FieldNode(holder, kElements);
  for (const std::string& type : a_.program_.model().CalledBy(a_.program_.types(), a_.objects_[holder].type)) {
    const ClassId declared = a_.program_.Load(type);
    auto [made, is_new] = held_by_.try_emplace(uint64_t{at} << 32 | declared.value(), 0);
    if (is_new) {
      auto call = a_.calls_[at];
      call.kind = EdgeKind::kCall;
      call.is_callback = true;
      call.declared = declared;
      call.seen = {};
      ++call.depth;
      made->second = a_.AddCallInstance(std::move(call));
    }
    // Bags may hold thousands, and thousands of calls may ask for the few of this type.
    auto [few, is_first] = held_in_.try_emplace(uint64_t{holder} << 32 | declared.value(), kNoNode);
    if (is_first) a_.solver_.AddCopy(bag, few->second = a_.solver_.NewNodes(1), a_.FilterOf(declared));
    a_.solver_.Watch(few->second, made->second);
  }
}

// task.invoke(): the thread that calls it runs the task itself.
void LibraryCalls::Invoke(uint32_t at, ObjectId task) {
  const classpath::Hierarchy& types = a_.program_.types();
  const std::string_view run = a_.program_.model().Started(types, a_.objects_[task].type);
  for (ClassId type = a_.objects_[task].type; type && a_.program_.IsAnalysed(type); type = types[type].super) {
    for (MethodId method : types[type].methods) {
      const bool is_it = types.NameOf(method) == run && types.DescriptorOf(method).starts_with("()");
      if (!is_it || types[method].Has(classfile::kBridge)) continue;
      CallMethod(at, task, method);
      return;
    }
  }
}

// factory.newThread(task): another thread each time, which runs nothing else.
void LibraryCalls::NewThread(uint32_t at) {
  const auto& call = a_.calls_[at];
  if (call.result == kNoNode || call.arguments.size() < 2 || call.arguments[1] == kNoNode) return;
  const ObjectId made = SiteObject(at, a_.program_.Load("java/lang/Thread"));
  a_.solver_.AddCopy(call.arguments[1], a_.solver_.FieldNode(made, kElements));
  a_.solver_.AddObject(call.result, made);
}

// stream.parallel().collect(collector): the functions that the collector was made with are called by several threads.
void LibraryCalls::CollectInParallel(uint32_t at) {
  auto call = a_.calls_[at];
  if (call.arguments.size() != 2 || call.arguments[1] == kNoNode || call.depth >= kDeepest) return;
  const NodeId functions = a_.solver_.NewNodes(1);
  a_.solver_.AddLoad(call.arguments[1], kElements, functions);
  call.kind = EdgeKind::kParallel;
  call.is_callback = true;
  call.declared = {};
  call.seen = {};
  ++call.depth;
  a_.solver_.Watch(functions, a_.AddCallInstance(std::move(call)));
}

// An executor of ours is asked before and after each task.
void LibraryCalls::CallHooks(uint32_t at, ObjectId receiver) {
  const classpath::Hierarchy& types = a_.program_.types();
  for (ClassId type = a_.objects_[receiver].type; type && a_.program_.IsAnalysed(type); type = types[type].super) {
    for (MethodId method : types[type].methods) {
      if (a_.program_.model().RoleOf(types, type, types.NameOf(method)) != Role::kHook) continue;
      auto call = a_.calls_[at];
      call.kind = EdgeKind::kSpawn;
      call.task = receiver;
      call.result = kNoNode;
      call.seen = {};
      const uint32_t spawn = a_.AddCallInstance(std::move(call));
      CallMethod(spawn, receiver, method);
    }
  }
}

void LibraryCalls::RunContents(uint32_t at, ObjectId receiver) {
  NodeId bag = a_.solver_.FieldNode(a_.objects_[receiver].root, kElements);
  for (std::string_view task : {"java/lang/Runnable", "java/util/concurrent/Callable"}) {
    auto call = a_.calls_[at];
    if (call.depth > kDeepest) return;
    ++call.depth;
    call.is_callback = true;
    call.declared = a_.program_.Load(task);
    call.taken = call.given = bag;
    call.seen = {};
    uint32_t id = a_.AddCallInstance(std::move(call));
    a_.solver_.Watch(bag, id);
  }
}

void LibraryCalls::Offer(uint32_t at, size_t first, Role role, bool is_parallel, ObjectId task) {
  size_t i = first;
  bool is_constructor = a_.calls_[at].call->name == "<init>";
  for (TypeDescriptor type : MethodDescriptor(a_.calls_[at].call->descriptor)) {
    size_t argument = i++;
    if (argument >= a_.calls_[at].arguments.size() || !type.IsReference()) continue;
    NodeId node = a_.calls_[at].arguments[argument];
    ClassId declared = a_.program_.LoadType(type);
    if (node == kNoNode || IsValue(declared)) continue;
    if (is_constructor && (IsTask(declared) || declared == a_.program_.types().object())) continue;
    auto call = a_.calls_[at];
    std::string_view type_name = a_.program_.types()[declared].name;
    bool listens = Is(declared, "java/util/EventListener") &&
                   (type_name.starts_with("java/awt/") || type_name.starts_with("javax/swing/"));
    bool spawns = listens || role == Role::kEvents || role == Role::kSpawn || role == Role::kAfter ||
                  (role == Role::kNone && IsTask(declared));
    if (spawns) call.kind = EdgeKind::kSpawn;
    if (role == Role::kParallel || is_parallel) call.kind = EdgeKind::kParallel;
    if (call.kind == EdgeKind::kEntry) call.kind = EdgeKind::kCall;
    call.is_callback = true;
    call.argument = static_cast<uint32_t>(argument);
    call.declared = declared;
    call.task = listens ? EventThread() : task;
    call.seen = {};
    ++call.depth;
    // invokeAll takes a collection of tasks: what is in it counts as handed over.
    bool in_collection =
        (role == Role::kParallel || role == Role::kSpawn) && !IsTask(declared) && Is(declared, "java/util/Collection");
    // thenCompose(function): what is in the future that the function returns is in the result.
    if (role == Role::kAfter && call.call->name.starts_with("thenCompose") && call.taken != kNoNode) {
      const NodeId returned = a_.solver_.NewNodes(1);
      a_.solver_.AddLoad(returned, kElements, call.taken);
      call.taken = returned;
    }
    if (in_collection) {
      call.declared = a_.program_.Load("java/util/concurrent/Callable");
      node = call.taken;
    }
    uint32_t id = a_.AddCallInstance(std::move(call));
    a_.solver_.Watch(node, id);
  }
}

void LibraryCalls::CallBack(uint32_t at, ObjectId id) {
  const auto& call = a_.calls_[at];
  if (call.is_array_copy) return Touch(at, id, call.argument == 2, true);
  if (call.is_reflective) return reflection_.OnClass(at, id);
  if (call.is_clone) {
    if (!a_.program_.types()[a_.objects_[id].type].IsArray()) return;
    Touch(at, id, false, true);
    return Clone(at, id);
  }
  if (call.field) return Touch(at, id, call.call->name.starts_with("set"), false, kNoNode, call.field);
  if (call.touches) {
    ObjectId root = a_.objects_[id].root;
    const bool is_array = a_.program_.types()[a_.objects_[root].type].IsArray();
    bool is_unsafe = a_.program_.model().IsUnsafe(a_.program_.types(), a_.objects_[root].type);
    const bool is_write = !call.only_reads && !a_.program_.model().OnlyReads(call.call->name);
    if (is_unsafe || is_array) Touch(at, root, is_write, is_array, call.task);
    return;
  }
  const Object& object = a_.objects_[id];
  bool is_ours =
      object.kind == ObjectKind::kLambda || (object.kind != ObjectKind::kClass && a_.program_.IsAnalysed(object.type));
  if (!is_ours) {
    if (call.declared && IsTask(call.declared) && IsTask(object.type) && call.depth < kDeepest) {
      a_.calls_[at].inner = id;
      RunContents(at, id);
      a_.calls_[at].inner = kNoNode;
    }
    return;
  }
  if (call.declared == a_.program_.types().object() && OnlyKeeps(call.call->name) &&
      Is(call.call->named, "java/util/List"))
    return;
  if (call.declared && Is(call.declared, "java/util/concurrent/Flow$Subscriber")) {
    // One method of a subscriber runs at a time; the publisher's threads have what it was handed.
    if (call.task != kNoNode) a_.handed_over_.Insert(call.task);
    a_.calls_[at].task = id;
    a_.objects_[id].is_serial = true;
  }
  if (!call.declared && object.kind != ObjectKind::kLambda) return;
  const ClassId declared = call.declared ? call.declared : object.type;
  for (MethodId method : Promised(*call.call, declared, id)) CallMethod(at, id, method);
}

// The methods that library code may call on an object that it knows as a `declared`.
std::vector<MethodId> LibraryCalls::Promised(const program::Call& asked, ClassId declared, ObjectId id) {
  const classpath::Hierarchy& types = a_.program_.types();
  const Object& object = a_.objects_[id];
  std::vector<MethodId> promised;
  if (types.IsSubtype(object.type, declared) == Truth::kNo) return promised;
  bool is_lambda = object.kind == ObjectKind::kLambda;
  if (declared == types.object()) {
    if (is_lambda) return promised;
    std::vector<std::pair<std::string_view, std::string_view>> names = {
        {"hashCode", "()I"}, {"equals", "(Ljava/lang/Object;)Z"}, {"compareTo", "(Ljava/lang/Object;)I"}};
    if (AsksForText(asked.name)) names = {{"toString", "()Ljava/lang/String;"}};
    for (auto [name, descriptor] : names) {
      auto found = types.ResolveMethod(object.type, name, descriptor);
      if (found.id && a_.program_.IsAnalysed(found.id)) promised.push_back(found.id);
    }
    return promised;
  }
  // A collection that is handed over is read (addAll, copy constructors, forEach), unless it is there to be changed.
  bool is_collection = Is(declared, "java/util/Collection") || Is(declared, "java/util/Map");
  bool only_reads = is_collection && a_.program_.model().RoleOf(types, asked.named, asked.name) != Role::kChanges;
  if (types[declared].IsInterface()) {
    std::vector<ClassId> all = {declared};
    all.insert(all.end(), types[declared].supertypes.begin(), types[declared].supertypes.end());
    for (ClassId type : all) {
      if (!types[type].IsInterface()) continue;
      for (MethodId method : types[type].methods) {
        if (!types[method].Has(classfile::kAbstract)) continue;
        if (is_lambda && types.NameOf(method) != object.lambda->method) continue;
        if (only_reads && !a_.program_.model().OnlyReads(types.NameOf(method))) continue;
        promised.push_back(method);
      }
    }
    return promised;
  }
  // A class: what ours overrides of it and of the library's classes below it.
  for (ClassId type = object.type; type && a_.program_.IsAnalysed(type); type = types[type].super) {
    for (MethodId method : types[type].methods) {
      if (types[method].Has(classfile::kStatic) || types[method].Has(classfile::kPrivate)) continue;
      std::string_view name = types.NameOf(method);
      if (name == "<init>") continue;
      for (ClassId super = types[type].super; super; super = types[super].super) {
        if (a_.program_.IsAnalysed(super) || super == types.object()) continue;
        if (types.IsSubtype(super, declared) != Truth::kYes && types.IsSubtype(declared, super) != Truth::kYes)
          continue;
        if (types.DeclaredMethod(super, name, types.DescriptorOf(method))) {
          promised.push_back(method);
          break;
        }
      }
    }
  }
  return promised;
}

uint32_t LibraryCalls::CallMethod(uint32_t at, ObjectId object, MethodId method) {
  const auto& from = a_.calls_[at];
  const classpath::Hierarchy& types = a_.program_.types();
  ClassId owner = types[method].owner;
  bool is_constructor = types.NameOf(method) == "<init>";
  program::Call made = {.kind = is_constructor               ? ir::InvokeKind::kSpecial
                                : types[owner].IsInterface() ? ir::InvokeKind::kInterface
                                                             : ir::InvokeKind::kVirtual,
                        .resolved = method,
                        .named = owner,
                        .name = types.NameOf(method),
                        .descriptor = types.DescriptorOf(method),
                        .statement = from.statement,
                        .arguments = {}};
  auto call = from;
  call.is_callback = false;
  call.is_filtered = true;
  call.call = &a_.made_calls_.emplace_back(std::move(made));
  call.arguments = {kNoNode};
  for (TypeDescriptor type : MethodDescriptor(call.call->descriptor)) {
    NodeId argument = kNoNode;
    if (type.IsReference() && call.given != kNoNode) {
      FilterId filter = a_.FilterOf(a_.program_.LoadType(type));
      argument = filter == kNoFilter ? call.given : a_.solver_.NewNodes(1);
      if (filter != kNoFilter) a_.solver_.AddCopy(call.given, argument, filter);
    }
    call.arguments.push_back(argument);
  }
  // What it returns is kept, unless it is something of the library's own kind: an iterator, say, that is used on the
  // spot. A Runnable returns nothing, though the method that it stands for may.
  TypeDescriptor returned = MethodDescriptor(call.call->descriptor).Return();
  call.result = returned.IsReference() ? call.taken : kNoNode;
  if (returned.IsReference() && call.depth < kDeepest && call.kind == EdgeKind::kCall) {
    ClassId type = a_.program_.LoadType(returned);
    if (type != types.object() && !a_.program_.IsAnalysed(type) && !IsValue(type)) {
      auto use = call;
      use.result = kNoNode;
      use.is_callback = true;
      use.declared = type;
      use.seen = {};
      ++use.depth;
      call.result = a_.solver_.NewNodes(1);
      uint32_t watch = a_.AddCallInstance(std::move(use));
      a_.solver_.Watch(call.result, watch);
    }
  }
  call.by_library = true;
  call.taken = call.given = kNoNode;
  call.seen = {};
  call.is_offered[0] = call.is_offered[1] = false;
  uint32_t id = a_.AddCallInstance(std::move(call));
  a_.Invoke(id, object);
  return id;
}

}  // namespace raddle::pointer
