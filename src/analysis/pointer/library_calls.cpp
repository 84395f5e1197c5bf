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

constexpr std::string_view kTasks[] = {"java/lang/Runnable", "java/util/concurrent/Callable", "java/util/TimerTask",
                                       "java/util/concurrent/ForkJoinTask"};

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
  const Usual usual = UsualOf(at, receiver, in);
  Role role = usual.role;

  ObjectId root = receiver == kNoNode ? kNoNode : a_.objects_[receiver].root;
  if (root != kNoNode && name != "<init>" && usual.is_unsafe) Touch(at, root, usual.is_write, false);
  if (usual.is_known && usual.is_simple) {
    if (usual.gives_itself && call.result != kNoNode) a_.solver_.AddObject(call.result, receiver);
    return;
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
  if (call.taken == kNoNode) {
    TouchCopied(at, first);
    Take(at, first, role);
  }
  if (receiver != kNoNode && a_.objects_[receiver].field) {
    ThroughHandle(at, receiver);
  } else {
    NodeId bag = a_.solver_.FieldNode(root, kElements);
    a_.solver_.AddCopy(call.taken, bag, a_.StoreFilter(root, kElements));
    a_.solver_.AddCopy(bag, call.given);
  }
  if (receiver != kNoNode && entry_views_.contains(receiver)) a_.solver_.AddObject(call.given, EntryOf(at, root));
  ObjectId task = root;
  if ((role == Role::kSpawn || role == Role::kAfter) && result && receiver != kNoNode && !IsValue(result)) {
    SiteId site = a_.SiteOf(call.caller ? a_[call.caller].method : MethodId(), call.statement, result);
    task = a_.NewObject(ObjectKind::kLibrary, result, site, a_.contexts_.Empty(), 3, root);
    if (role == Role::kAfter) {
      if (name.find("Either") == name.npos) a_.objects_[task].source = receiver;
      a_.objects_[task].is_composed = name.starts_with("thenCompose");
    }
    ShareBag(task);
    if (call.result != kNoNode) a_.solver_.AddObject(call.result, task);
  } else if (call.result != kNoNode && result) {
    Result(at, receiver, role);
  }
  if (role == Role::kEvents) task = EventThread();
  bool is_parallel = receiver != kNoNode && a_.objects_[receiver].is_parallel;
  if (receiver == kNoNode) NoteMaking(at, root);
  if (role == Role::kChanges && call.arguments[first] != kNoNode) {
    TouchAll(at, call.arguments[first], static_cast<uint32_t>(first), kNoNode);
    a_.solver_.AddStore(call.arguments[first], kElements, first == 0 ? call.taken : call.given);
  }
  if (role == Role::kWraps && receiver == kNoNode && call.arguments[0] != kNoNode) {
    NodeId inner = a_.solver_.FieldNode(root, kWrapped);
    a_.solver_.AddCopy(call.arguments[0], inner);
    wrapped_[root] = {inner, name.starts_with("synchronized")};
  }
  if (receiver != kNoNode && name != "<init>" && call.depth < kDeepest) {
    if (target) CallImplemented(at, receiver, target);
    CallHeld(at, root);
  }
  bool is_known = a_.calls_[at].is_offered[is_parallel] && role != Role::kSpawn && role != Role::kAfter;
  if (call.depth >= kDeepest || is_known) return;
  a_.calls_[at].is_offered[is_parallel] = true;
  Offer(at, first, role, is_parallel, task);
  if (role == Role::kSpawn && receiver != kNoNode) CallHooks(at, receiver);
}

// Of a call on objects of one class: what does not depend on which. Some calls are made on thousands.
LibraryCalls::Usual LibraryCalls::UsualOf(uint32_t at, ObjectId receiver, ClassId in) {
  const auto& call = a_.calls_[at];
  const classpath::Hierarchy& types = a_.program_.types();
  const program::LibraryModel& model = a_.program_.model();
  if (receiver == kNoNode) {
    Role role = model.RoleOf(types, call.call->named, call.call->name);
    if (role == Role::kNone) role = model.RoleOf(types, in, call.call->name);
    return {.role = role};
  }
  if (usual_.size() <= at) usual_.resize(a_.calls_.size());
  const Object& object = a_.objects_[receiver];
  const ClassId type = object.type;
  Usual& usual = usual_[at];
  const bool is_itself = object.root == receiver && object.kind != ObjectKind::kClass;
  if (is_itself && usual.type == type) {
    usual.is_known = true;
    return usual;
  }
  Usual found = {.type = is_itself ? type : ClassId()};
  for (ClassId named : {type, call.call->named, in}) {
    if (found.role == Role::kNone) found.role = model.RoleOf(types, named, call.call->name);
  }
  // ConcurrentHashMap.forEach(1, ...): with as many threads as there are, from so many elements on.
  if (found.role == Role::kEach && call.call->descriptor.starts_with("(J") && Is(call.call->named, "java/util/Map"))
    found.role = Role::kParallel;
  found.is_unsafe = model.IsUnsafe(types, a_.objects_[object.root].type);
  found.is_write = found.role == Role::kWrites || !model.OnlyReads(call.call->name);
  // A builder of strings holds nothing: it gives itself, or a string.
  std::string_view name = types[type].name;
  if (name == "java/lang/StringBuilder" || name == "java/lang/StringBuffer") {
    TypeDescriptor returned = MethodDescriptor(call.call->descriptor).Return();
    ClassId result = a_.program_.LoadType(returned);
    found.gives_itself = result == type;
    found.is_simple = !returned.IsReference() || found.gives_itself || (result && IsValue(result));
  }
  return usual_[at] = found;
}

// ---- The rules

void LibraryCalls::Take(uint32_t at, size_t first, Role role) {
  NodeId taken = a_.solver_.NewNodes(2), given = taken + 1;
  a_.calls_[at].taken = taken;
  a_.calls_[at].given = given;
  if (role == Role::kDrops) return;
  const auto& call = a_.calls_[at];
  const classpath::Hierarchy& types = a_.program_.types();
  std::string_view name = call.call->name;
  bool keeps =
      first == 0 || (!a_.program_.model().OnlyReads(name) && !name.starts_with("remove") && name != "retainAll");
  size_t i = first;
  for (TypeDescriptor type : MethodDescriptor(call.call->descriptor)) {
    size_t argument = i++;
    if (argument >= call.arguments.size() || call.arguments[argument] == kNoNode || !type.IsReference()) continue;
    ClassId declared = a_.program_.LoadType(type);
    if (IsValue(declared)) continue;
    // handle.set(object, value): the object stays where it is.
    const std::string_view owner = types[call.call->named].name;
    const bool is_handle = owner == "java/lang/invoke/VarHandle" &&
                           (call.arguments.size() > 2 || (name.starts_with("get") && !name.starts_with("getAnd")));
    if (argument == 1 && (is_handle || owner == "java/lang/reflect/Field")) continue;
    bool is_container = type.IsArray() || Is(declared, "java/lang/Iterable") || Is(declared, "java/util/Map") ||
                        Is(declared, "java/util/stream/BaseStream") || Is(declared, "java/util/Enumeration");
    // thenCombine(other, function): what is in the other stage is handed to the function.
    const bool is_stage = role == Role::kAfter && Is(declared, "java/util/concurrent/CompletionStage");
    is_container = is_container || is_stage;
    // addAll, copy constructors, wrappers and variable arguments are about what is in the container, not about itself.
    const bool unpacks = is_container && (is_stage || type.IsArray() || name == "<init>" || name.ends_with("All") ||
                                          role == Role::kWraps || role == Role::kChanges);
    // What changes a collection keeps nothing of whom it asks how: a comparator.
    const bool is_asked = role == Role::kChanges && !is_container && types[declared].IsInterface();
    const bool comes_back = (name == "reduce" || name == "getOrDefault") && declared == types.object();
    if ((keeps || comes_back) && !unpacks && !is_asked) a_.solver_.AddCopy(call.arguments[argument], taken);
    if (is_container && keeps) a_.solver_.AddLoad(call.arguments[argument], kElements, taken);
    if (role == Role::kWraps || (type.IsArray() && first == 1)) {
      a_.solver_.AddStore(call.arguments[argument], kElements, given);
    }
  }
}

ObjectId LibraryCalls::View(uint32_t at, ClassId type, ObjectId root, uint32_t tag) {
  (void)at;
  SiteId site = a_.SiteOf({}, 1, type);
  ObjectId view = a_.NewObject(ObjectKind::kLibrary, type, site, a_.objects_[root].context, 16 + tag, root);
  if ((tag & kOfEntries) != 0) entry_views_.insert(view);
  ShareBag(view);
  return view;
}

// new ArrayList<>(map.values()): what is in the view is what is in the map.
void LibraryCalls::ShareBag(ObjectId view) {
  const NodeId bag = a_.solver_.FieldNode(a_.objects_[view].root, kElements);
  const NodeId shown = a_.solver_.FieldNode(view, kElements);
  if (bag == shown || !sharing_.insert(view).second) return;
  a_.solver_.AddCopy(bag, shown);
  a_.solver_.AddCopy(shown, bag);
}

ObjectId LibraryCalls::SiteObject(uint32_t at, ClassId type) {
  auto found = site_objects_.find(at);
  if (found != site_objects_.end()) return found->second;
  const auto& call = a_.calls_[at];
  ObjectId object = kNoNode;
  if (a_.program_.model().RoleOf(a_.program_.types(), call.call->named, call.call->name) == program::Role::kOne) {
    object = a_.NewObject(ObjectKind::kLibrary, type, a_.SiteOf({}, 1, type), a_.contexts_.Empty());
    a_.handed_over_.Insert(object);
  } else if (call.caller) {
    const Instance& by = a_[call.caller];
    object = a_.NewObject(ObjectKind::kLibrary, type, a_.SiteOf(by.method, call.statement, type),
                          a_.contexts_.OfObject(by.context));
    a_.objects_[object].is_any_array = type == a_.objects_array_ && !call.call->HasReceiver();
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
  if (role == Role::kMakes && types[type].IsArray()) return a_.solver_.AddObject(call.result, SiteObject(at, type));
  a_.solver_.AddCopy(call.given, call.result, a_.FilterOf(type));
  // A native method of ours makes the array that it returns, or was handed it.
  if (types[type].IsArray() && call.call->resolved && a_.program_.IsAnalysed(call.call->resolved)) {
    for (NodeId argument : call.arguments) a_.solver_.AddCopy(argument, call.result, a_.FilterOf(type));
    return a_.solver_.AddObject(call.result, SiteObject(at, type));
  }
  // Entries come out of what was got from entrySet() only: a key is none.
  const bool gives_entries = receiver != kNoNode && entry_views_.contains(receiver);
  const uint32_t entries = gives_entries || call.call->name == "entrySet" ? kOfEntries : 0;
  if (!is_ours && receiver != kNoNode && EndsPipeline(at, type)) {
    if (type == types.object() && a_.objects_[receiver].is_parallel) CollectInParallel(at);
    if (type == types.object()) return Collected(at);
    return a_.solver_.AddObject(call.result, Gathered(at, type, call.given));
  }
  if (type == types.object()) {
    if (gives_entries) a_.solver_.AddObject(call.result, EntryOf(at, root));
    return;
  }
  if (is_ours) return;
  if (receiver == kNoNode) return a_.solver_.AddObject(call.result, root);
  if (types[type].IsArray() && types[type].component) return ArrayResult(at, type);
  bool is_same = types.IsSubtype(a_.objects_[receiver].type, type) == Truth::kYes &&
                 !a_.program_.IsAnalysed(a_.objects_[receiver].type);
  if (role == Role::kParallel) {
    // stream.parallel() is declared to give a BaseStream, and gives what it is called on.
    ObjectId view = View(at, is_same ? a_.objects_[receiver].type : type, root, 2 | entries);
    a_.objects_[view].is_parallel = true;
    return a_.solver_.AddObject(call.result, view);
  }
  if (role == Role::kReadView) {
    ObjectId view = View(at, type, root, 3);
    a_.objects_[view].is_read_lock = true;
    return a_.solver_.AddObject(call.result, view);
  }
  if (is_same) return a_.solver_.AddObject(call.result, receiver);
  const bool is_parallel = a_.objects_[receiver].is_parallel;
  ObjectId view = View(at, type, root, (is_parallel ? 2 : 0) | entries);
  if (is_parallel) a_.objects_[view].is_parallel = true;
  a_.solver_.AddObject(call.result, view);
}

// stream.toList(), findFirst(), collect(toMap(...)): the result is no view of what the stream is of.
bool LibraryCalls::EndsPipeline(uint32_t at, ClassId result) {
  const program::Call& call = *a_.calls_[at].call;
  if (!Is(call.named, "java/util/stream/BaseStream") || a_.program_.types()[result].IsArray()) return false;
  if (result == a_.program_.types().object()) return call.name == "collect" && call.arguments.size() == 2;
  return !Is(result, "java/util/stream/BaseStream") && !Is(result, "java/util/Iterator") &&
         !Is(result, "java/util/Spliterator");
}

ObjectId LibraryCalls::Gathered(uint32_t at, ClassId type, NodeId contents) {
  const auto& call = a_.calls_[at];
  const bool has_place = call.caller.valid();
  const MethodId by = has_place ? a_[call.caller].method : MethodId();
  const ContextId context = has_place ? a_.contexts_.OfObject(a_[call.caller].context) : a_.contexts_.Empty();
  const ObjectId made = a_.NewObject(ObjectKind::kLibrary, type, a_.SiteOf(by, call.statement, type), context, 4);
  if (has_place) a_.Made(made, call.caller, call.statement);
  a_.solver_.AddCopy(contents, a_.solver_.FieldNode(made, kElements), a_.StoreFilter(made, kElements));
  return made;
}

// A list, a set, a map of lists or other things, what the collector was told to make, or one of the elements: as which
// the program takes it will show.
void LibraryCalls::Collected(uint32_t at) {
  const NodeId given = a_.calls_[at].given, result = a_.calls_[at].result;
  const ObjectId list = Gathered(at, a_.program_.Load("java/util/ArrayList"), given);
  const ObjectId set = Gathered(at, a_.program_.Load("java/util/HashSet"), given);
  const ObjectId map = Gathered(at, a_.program_.Load("java/util/HashMap"), given);
  const ObjectId one = Gathered(at, a_.program_.Load("java/util/Optional"), given);
  for (ObjectId grouped : {list, set, one}) a_.solver_.AddObject(a_.solver_.FieldNode(map, kElements), grouped);
  for (ObjectId made : {list, set, map, one}) a_.solver_.AddObject(result, made);
  const NodeId collector = a_.calls_[at].arguments[1];
  if (collector == kNoNode) return;
  const NodeId asked = a_.solver_.NewNodes(1);
  a_.solver_.AddLoad(collector, kElements, asked);
  a_.solver_.AddCopy(asked, result);
  a_.solver_.AddStore(asked, kElements, a_.solver_.FieldNode(map, kElements));
}

// list.toArray(array) gives back the array, or a new one like it; list.toArray() a new one.
void LibraryCalls::ArrayResult(uint32_t at, ClassId type) {
  const auto& call = a_.calls_[at];
  size_t i = 1;
  bool is_handed = false;
  for (TypeDescriptor argument : MethodDescriptor(call.call->descriptor)) {
    const size_t number = i++;
    // Item[]::new, which the library calls: what that returns is among what it gives.
    if (argument.text == "Ljava/util/function/IntFunction;") {
      a_.solver_.AddCopy(call.given, call.result, a_.FilterOf(type));
      a_.solver_.AddStore(call.result, kElements, call.given);
      is_handed = true;
    }
    if (!argument.IsArray() || number >= call.arguments.size() || call.arguments[number] == kNoNode) continue;
    a_.solver_.AddCopy(call.arguments[number], call.result, a_.FilterOf(type));
    is_handed = true;
  }
  if (is_handed) return;
  const NodeId given = call.given, result = call.result;
  ObjectId array = SiteObject(at, type);
  a_.solver_.AddCopy(given, a_.solver_.FieldNode(array, kElements), a_.StoreFilter(array, kElements));
  a_.solver_.AddObject(result, array);
}

// A VarHandle, an updater or a Field: what is handed over is stored there, what comes back was there.
void LibraryCalls::ThroughHandle(uint32_t at, ObjectId handle) {
  const auto& call = a_.calls_[at];
  const FieldId field = a_.objects_[handle].field;
  const classpath::Hierarchy& types = a_.program_.types();
  const FilterId filter = a_.FilterOf(a_.program_.LoadType(TypeDescriptor{types.DescriptorOf(field)}));
  const NodeId stored = a_.solver_.NewNodes(1);
  a_.solver_.AddCopy(call.taken, stored, filter);
  if (types[field].Has(classfile::kStatic)) {
    a_.solver_.AddCopy(stored, a_.StaticNode(field));
    a_.solver_.AddCopy(a_.StaticNode(field), call.given);
  } else if (call.arguments.size() > 1 && call.arguments[1] != kNoNode) {
    a_.solver_.AddStore(call.arguments[1], field.value(), stored);
    a_.solver_.AddLoad(call.arguments[1], field.value(), call.given);
  }
  if (Is(a_.objects_[handle].type, "java/lang/reflect/Field")) TouchField(at, field);
}

// Map.ofEntries(entry, ...): what is in the entries is in the map.
void LibraryCalls::OfEntries(uint32_t at) {
  const auto& call = a_.calls_[at];
  if (call.result == kNoNode || call.arguments[0] == kNoNode) return;
  const ObjectId map = SiteObject(at, a_.program_.Load("java/util/Map"));
  const NodeId entries = a_.solver_.NewNodes(1);
  a_.solver_.AddLoad(call.arguments[0], kElements, entries);
  a_.solver_.AddLoad(entries, kElements, a_.solver_.FieldNode(map, kElements));
}

ObjectId LibraryCalls::EntryOf(uint32_t at, ObjectId root) {
  ObjectId entry = View(at, a_.program_.types().object(), root, 1);
  entries_.insert(entry);
  return entry;
}

}  // namespace raddle::pointer
