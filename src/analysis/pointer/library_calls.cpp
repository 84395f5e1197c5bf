#include "pointer/library_calls.h"

#include <algorithm>
#include <utility>

#include "classfile/descriptor.h"

namespace raddle::pointer {

using classfile::MethodDescriptor;
using classfile::TypeDescriptor;
using classpath::Truth;
using program::Role;

namespace {

// A method handed to the library that is itself the library's could be handed on for ever.
constexpr uint32_t kDeepest = 2;

constexpr std::string_view kTasks[] = {"java/lang/Runnable", "java/util/concurrent/Callable", "java/util/TimerTask",
                                       "java/util/concurrent/ForkJoinTask"};

bool ChangesItsArgument(std::string_view method) {
  return method == "sort" || method == "shuffle" || method == "reverse" || method == "swap" || method == "fill" ||
         method == "rotate" || method == "drainTo" || method == "copy" || method == "replaceAll";
}

bool AsksForText(std::string_view method) {
  return method == "print" || method == "println" || method == "append" || method == "insert" || method == "valueOf" ||
         method == "format" || method == "printf";
}

}  // namespace

bool LibraryCalls::Is(ClassId type, std::string_view name) const {
  ClassId wanted = a_.program_.types().Find(name);
  return wanted && a_.program_.types().IsSubtype(type, wanted) == Truth::kYes;
}

bool LibraryCalls::IsTask(ClassId type) {
  return std::any_of(std::begin(kTasks), std::end(kTasks), [&](std::string_view task) { return Is(type, task); });
}

bool LibraryCalls::IsValue(ClassId type) {
  return a_.program_.model().IsValue(a_.program_.types(), type);
}

void LibraryCalls::Call(uint32_t at, ObjectId receiver, MethodId target) {
  const auto& call = a_.calls_[at];
  const classpath::Hierarchy& types = a_.program_.types();
  std::string_view name = call.call->name;
  if (name == "<init>" && receiver != kNoNode) NoteMaking(at, receiver);
  if (call.by_library && name != "run" && name != "call") return;  // its own business
  if (name == "<init>" && call.call->arguments.size() <= 1 && call.arguments.size() <= 1) return;
  ClassId in = target ? types[target].owner : call.call->named;
  Role role = receiver == kNoNode ? Role::kNone : a_.program_.model().RoleOf(types, a_.objects_[receiver].type, name);
  if (role == Role::kNone) role = a_.program_.model().RoleOf(types, call.call->named, name);
  if (role == Role::kNone) role = a_.program_.model().RoleOf(types, in, name);

  ObjectId root = receiver == kNoNode ? kNoNode : a_.objects_[receiver].root;
  if (root != kNoNode && name != "<init>" && a_.program_.model().IsUnsafe(types, a_.objects_[root].type)) {
    Touch(at, root, !a_.program_.model().OnlyReads(name), false);
  }
  if (root != kNoNode && name != "<init>" && wrapped_.contains(root)) TouchWrapped(at, root);
  if (receiver == kNoNode ? reflection_.CallStatic(at) || SpecialStatic(at)
                          : reflection_.Call(at, receiver) || Special(at, receiver))
    return;
  if (in == types.object()) return;  // equals, wait, notify: nothing is kept
  if (role == Role::kStart) return Start(at, receiver, a_.program_.model().Started(types, a_.objects_[receiver].type));
  if (role >= Role::kLock && role <= Role::kReadUnlock) return;

  // A value holds nothing, and all of its class are one object here: what it is handed would come out everywhere.
  bool is_value = receiver != kNoNode && a_.objects_[receiver].kind != ObjectKind::kClass &&
                  (a_.objects_[receiver].kind == ObjectKind::kValue || IsValue(a_.objects_[receiver].type));
  size_t first = receiver == kNoNode ? 0 : 1;
  if (is_value) receiver = root = kNoNode;
  if (is_value || (root != kNoNode && a_.objects_[root].kind == ObjectKind::kClass)) role = Role::kDrops;
  TypeDescriptor returned = MethodDescriptor(call.call->descriptor).Return();
  ClassId result = a_.program_.LoadType(returned);
  if (root == kNoNode) {
    bool gives = result && call.result != kNoNode && !IsValue(result);
    bool takes =
        !is_value && std::any_of(call.arguments.begin(), call.arguments.end(), [](NodeId n) { return n != kNoNode; });
    if (!gives && !takes) {
      if (result && call.result != kNoNode) a_.solver_.AddObject(call.result, a_.ValueObject(result));
      return;
    }
    bool is_plain = result && !a_.program_.IsAnalysed(result) && !IsValue(result);
    root = SiteObject(at, is_plain ? result : types.object());
  }
  // What does not depend on the receiver is done once for the call, so that a call with many receivers costs their sum
  // with what is handed over and not their product.
  if (call.taken == kNoNode) Take(at, first, role);
  NodeId bag = a_.solver_.FieldNode(root, kElements);
  a_.solver_.AddCopy(call.taken, bag, a_.StoreFilter(root, kElements));
  a_.solver_.AddCopy(bag, call.given);
  ObjectId task = root;
  if ((role == Role::kSpawn || role == Role::kAfter) && result && receiver != kNoNode && !IsValue(result)) {
    SiteId site = a_.SiteOf(call.caller ? a_[call.caller].method : MethodId(), call.statement, result);
    task = a_.NewObject(ObjectKind::kLibrary, result, site, a_.contexts_.Empty(), 3, root);
    if (role == Role::kAfter) a_.objects_[task].source = receiver;
    if (call.result != kNoNode) a_.solver_.AddObject(call.result, task);
  } else if (call.result != kNoNode && result) {
    Result(at, receiver, role);
  }
  if (role == Role::kEvents) task = EventThread();
  bool is_parallel = receiver != kNoNode && a_.objects_[receiver].is_parallel;
  if (receiver == kNoNode) NoteMaking(at, root);
  if (role == Role::kWraps && receiver == kNoNode && call.arguments[0] != kNoNode) {
    NodeId inner = a_.solver_.FieldNode(root, kWrapped);
    a_.solver_.AddCopy(call.arguments[0], inner);
    wrapped_[root] = {inner, name.starts_with("synchronized")};
  }
  bool is_known = a_.calls_[at].is_offered[is_parallel] && role != Role::kSpawn && role != Role::kAfter;
  if (call.depth >= kDeepest || is_known) return;
  a_.calls_[at].is_offered[is_parallel] = true;
  Offer(at, first, role, is_parallel, task);
}

ObjectId LibraryCalls::EventThread() {
  ObjectId queue = a_.ClassObject(a_.program_.Load("java/awt/EventQueue"));
  a_.objects_[queue].is_serial = true;
  return queue;
}

// What is known of an object by how it was made: `at` is its constructor or factory.
void LibraryCalls::NoteMaking(uint32_t at, ObjectId made) {
  const program::Call& call = *a_.calls_[at].call;
  Object& object = a_.objects_[made];
  size_t first = call.HasReceiver() ? 1 : 0;
  if (first < call.numbers.size() && a_.calls_[at].caller) {
    const program::Number& number = a_[a_.calls_[at].caller].code->numbers[call.numbers[first]];
    if (number.is_constant) object.size = number.constant;
  }
  Role role = a_.program_.model().RoleOf(a_.program_.types(), call.named, call.name);
  if (role == Role::kSerial || (role == Role::kPool && object.size == 1)) object.is_serial = true;
  if (role == Role::kAll) object.is_all = true;
}

// ---- What a few methods mean

bool LibraryCalls::Special(uint32_t at, ObjectId receiver) {
  const auto& call = a_.calls_[at];
  const Object& object = a_.objects_[receiver];
  std::string_view name = call.call->name;
  if (name == "getClass") {
    if (call.result != kNoNode) a_.solver_.AddObject(call.result, a_.ClassObject(object.type));
    return true;
  }
  if (name == "clone" && call.arguments.size() == 1) return Clone(at, receiver), true;
  if ((name == "run" || name == "call") && !a_.program_.IsAnalysed(object.type) && IsTask(object.type)) {
    return RunContents(at, receiver), true;
  }
  if (name == "run" && Is(object.type, "java/lang/Thread")) return RunContents(at, receiver), true;
  return false;
}

bool LibraryCalls::SpecialStatic(uint32_t at) {
  const auto& call = a_.calls_[at];
  std::string_view owner = a_.program_.types()[call.call->named].name;
  std::string_view name = call.call->name;
  if (owner == "java/lang/System" && name == "arraycopy") return CopyArray(at), true;
  if (owner == "java/lang/Thread" && name == "currentThread") {
    if (call.result != kNoNode) a_.solver_.AddCopy(a_.threads_, call.result);
    return true;
  }
  return false;
}

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
        return CallMethod(spawn, receiver, method);
      }
    }
  }
  RunContents(spawn, receiver);
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

void LibraryCalls::Clone(uint32_t at, ObjectId receiver) {
  const auto& call = a_.calls_[at];
  if (call.result == kNoNode || !call.caller) return;
  const Object& object = a_.objects_[receiver];
  if (object.kind != ObjectKind::kNew && object.kind != ObjectKind::kLibrary) {
    return a_.solver_.AddObject(call.result, receiver);
  }
  ObjectId copy = a_.Allocate(call.caller, call.statement, object.kind, object.type);
  a_.solver_.AddObject(call.result, copy);
  a_.solver_.AddCopy(a_.solver_.FieldNode(object.root, kElements), a_.solver_.FieldNode(copy, kElements));
  const classpath::Hierarchy& types = a_.program_.types();
  for (ClassId type = object.type; type && a_.program_.IsAnalysed(type); type = types[type].super) {
    for (FieldId field : types[type].fields) {
      bool is_reference = TypeDescriptor{types.DescriptorOf(field)}.IsReference();
      if (types[field].Has(classfile::kStatic) || !is_reference) continue;
      a_.solver_.AddCopy(a_.solver_.FieldNode(receiver, field.value()), a_.solver_.FieldNode(copy, field.value()));
    }
  }
}

void LibraryCalls::CopyArray(uint32_t at) {
  const auto& call = a_.calls_[at];
  if (call.arguments.size() != 5 || call.arguments[0] == kNoNode || call.arguments[2] == kNoNode) return;
  NodeId between = a_.solver_.NewNodes(1);
  a_.solver_.AddLoad(call.arguments[0], kElements, between);
  a_.solver_.AddStore(call.arguments[2], kElements, between);
  for (uint32_t side : {0u, 2u}) {
    auto watch = a_.calls_[at];
    watch.is_callback = true;
    watch.argument = side;
    watch.is_array_copy = true;
    watch.seen = {};
    uint32_t id = a_.AddCallInstance(std::move(watch));
    a_.solver_.Watch(a_.calls_[id].arguments[side], id);
  }
}

// ---- The rules

void LibraryCalls::Take(uint32_t at, size_t first, Role role) {
  NodeId taken = a_.solver_.NewNodes(2), given = taken + 1;
  a_.calls_[at].taken = taken;
  a_.calls_[at].given = given;
  if (role == Role::kDrops) return;
  const auto& call = a_.calls_[at];
  std::string_view name = call.call->name;
  bool keeps =
      first == 0 || (!a_.program_.model().OnlyReads(name) && !name.starts_with("remove") && name != "retainAll");
  size_t i = first;
  for (TypeDescriptor type : MethodDescriptor(call.call->descriptor)) {
    size_t argument = i++;
    if (argument >= call.arguments.size() || call.arguments[argument] == kNoNode || !type.IsReference()) continue;
    ClassId declared = a_.program_.LoadType(type);
    if (IsValue(declared)) continue;
    bool is_container = type.IsArray() || Is(declared, "java/lang/Iterable") || Is(declared, "java/util/Map") ||
                        Is(declared, "java/util/stream/BaseStream") || Is(declared, "java/util/Enumeration");
    // addAll, copy constructors, wrappers and variable arguments are about what is in the container, not about itself.
    bool unpacks =
        is_container && (type.IsArray() || name == "<init>" || name.ends_with("All") || role == Role::kWraps);
    if (keeps && !unpacks) a_.solver_.AddCopy(call.arguments[argument], taken);
    if (is_container && keeps) a_.solver_.AddLoad(call.arguments[argument], kElements, taken);
    if (role == Role::kWraps || (type.IsArray() && first == 1)) {
      a_.solver_.AddStore(call.arguments[argument], kElements, given);
    }
  }
}

ObjectId LibraryCalls::View(uint32_t at, ClassId type, ObjectId root, uint32_t tag) {
  (void)at;
  SiteId site = a_.SiteOf({}, 1, type);
  return a_.NewObject(ObjectKind::kLibrary, type, site, a_.objects_[root].context, 8 + tag, root);
}

ObjectId LibraryCalls::SiteObject(uint32_t at, ClassId type) {
  auto found = site_objects_.find(at);
  if (found != site_objects_.end()) return found->second;
  const auto& call = a_.calls_[at];
  ObjectId object = kNoNode;
  if (call.caller) {
    const Instance& by = a_[call.caller];
    object = a_.NewObject(ObjectKind::kLibrary, type, a_.SiteOf(by.method, call.statement, type),
                          a_.contexts_.OfObject(by.context));
    a_.Made(object, call.caller, call.statement);
  } else {
    object = a_.NewObject(ObjectKind::kLibrary, type, a_.SiteOf({}, 1, type), a_.contexts_.Empty());
  }
  return site_objects_[at] = object;
}

void LibraryCalls::Result(uint32_t at, ObjectId receiver, Role role) {
  const auto& call = a_.calls_[at];
  classpath::Hierarchy& types = a_.program_.types();
  ClassId type = a_.program_.LoadType(MethodDescriptor(call.call->descriptor).Return());
  if (IsValue(type)) return a_.solver_.AddObject(call.result, a_.ValueObject(type));
  ObjectId root = receiver == kNoNode ? SiteObject(at, type) : a_.objects_[receiver].root;
  bool is_ours = a_.program_.IsAnalysed(type);
  if (role == Role::kAll) return a_.solver_.AddObject(call.result, root);
  a_.solver_.AddCopy(call.given, call.result, a_.FilterOf(type));
  if (type == types.object()) {
    if (Is(a_.objects_[root].type, "java/util/Map")) {
      ObjectId entry = View(at, types.object(), root, 1);
      entries_.insert(entry);
      a_.solver_.AddObject(call.result, entry);
    }
    return;
  }
  if (is_ours) return;
  if (receiver == kNoNode) return a_.solver_.AddObject(call.result, root);
  bool is_same = types.IsSubtype(a_.objects_[receiver].type, type) == Truth::kYes &&
                 !a_.program_.IsAnalysed(a_.objects_[receiver].type);
  if (role == Role::kParallel) {
    ObjectId view = View(at, type, root, 2);
    a_.objects_[view].is_parallel = true;
    return a_.solver_.AddObject(call.result, view);
  }
  if (role == Role::kReadView) {
    ObjectId view = View(at, type, root, 3);
    a_.objects_[view].is_read_lock = true;
    return a_.solver_.AddObject(call.result, view);
  }
  if (is_same) return a_.solver_.AddObject(call.result, receiver);
  a_.solver_.AddObject(call.result, View(at, type, root, a_.objects_[receiver].is_parallel ? 2 : 0));
  if (a_.objects_[receiver].is_parallel) a_.objects_[View(at, type, root, 2)].is_parallel = true;
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
  if (call.touches) {
    ObjectId root = a_.objects_[id].root;
    bool is_unsafe = a_.program_.model().IsUnsafe(a_.program_.types(), a_.objects_[root].type);
    if (is_unsafe) Touch(at, root, !a_.program_.model().OnlyReads(call.call->name), false, call.task);
    return;
  }
  const Object& object = a_.objects_[id];
  bool is_ours =
      object.kind == ObjectKind::kLambda || (object.kind != ObjectKind::kClass && a_.program_.IsAnalysed(object.type));
  if (!is_ours) {
    if (IsTask(call.declared) && IsTask(object.type) && call.depth < kDeepest) {
      a_.calls_[at].inner = id;
      RunContents(at, id);
      a_.calls_[at].inner = kNoNode;
    }
    return;
  }
  for (MethodId method : Promised(call.declared, id, call.call->name)) CallMethod(at, id, method);
}

// The methods that library code may call on an object that it knows as a `declared`.
std::vector<MethodId> LibraryCalls::Promised(ClassId declared, ObjectId id, std::string_view asked) {
  const classpath::Hierarchy& types = a_.program_.types();
  const Object& object = a_.objects_[id];
  std::vector<MethodId> promised;
  if (types.IsSubtype(object.type, declared) == Truth::kNo) return promised;
  bool is_lambda = object.kind == ObjectKind::kLambda;
  if (declared == types.object()) {
    if (is_lambda) return promised;
    std::vector<std::pair<std::string_view, std::string_view>> names = {
        {"hashCode", "()I"}, {"equals", "(Ljava/lang/Object;)Z"}, {"compareTo", "(Ljava/lang/Object;)I"}};
    if (AsksForText(asked)) names = {{"toString", "()Ljava/lang/String;"}};
    for (auto [name, descriptor] : names) {
      auto found = types.ResolveMethod(object.type, name, descriptor);
      if (found.id && a_.program_.IsAnalysed(found.id)) promised.push_back(found.id);
    }
    return promised;
  }
  // A collection that is handed over is read (addAll, copy constructors, forEach), unless it is there to be changed.
  bool is_collection = Is(declared, "java/util/Collection") || Is(declared, "java/util/Map");
  bool only_reads = is_collection && !ChangesItsArgument(asked);
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

void LibraryCalls::CallMethod(uint32_t at, ObjectId object, MethodId method) {
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
  // spot.
  call.result = call.taken;
  TypeDescriptor returned = MethodDescriptor(call.call->descriptor).Return();
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
}

// A call on Collections.synchronizedList(list) is one on the list that holds the wrapper's monitor; but what iterates
// takes no lock by itself.
void LibraryCalls::TouchWrapped(uint32_t at, ObjectId wrapper) {
  const Wrapped& wrapped = wrapped_.at(wrapper);
  auto call = a_.calls_[at];
  std::string_view name = call.call->name;
  bool iterates = name == "iterator" || name == "listIterator" || name == "next" || name == "hasNext" ||
                  name == "previous" || name == "stream" || name == "parallelStream" || name == "spliterator";
  call.touches = true;
  call.is_callback = true;
  call.task = wrapped.locks && !iterates ? wrapper : kNoNode;
  call.seen = {};
  uint32_t id = a_.AddCallInstance(std::move(call));
  a_.solver_.Watch(wrapped.inner, id);
}

void LibraryCalls::Touch(uint32_t at, ObjectId object, bool is_write, bool is_array, ObjectId lock) {
  const auto& call = a_.calls_[at];
  if (!call.caller) return;
  uint64_t key = (uint64_t{call.caller.value()} << 32 | call.statement) * 0x9E3779B97F4A7C15u + object * 2 + is_write;
  if (!touched_.insert(key).second) return;
  a_.library_accesses_.push_back({call.caller, call.statement, object, is_write, is_array, lock});
}

}  // namespace raddle::pointer
