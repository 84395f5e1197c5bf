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

}  // namespace raddle::pointer
