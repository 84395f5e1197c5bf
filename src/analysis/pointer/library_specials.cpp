// LibraryCalls: the few methods that need code of their own, and calls that touch what must not be shared.
#include "pointer/library_calls.h"

#include <utility>

#include "classfile/descriptor.h"

namespace raddle::pointer {

using classfile::TypeDescriptor;
using program::Role;

bool LibraryCalls::Special(uint32_t at, ObjectId receiver) {
  const auto& call = a_.calls_[at];
  const Object& object = a_.objects_[receiver];
  std::string_view name = call.call->name;
  if (name == "getClass") {
    if (call.result != kNoNode) a_.solver_.AddObject(call.result, a_.ClassObject(object.type));
    return true;
  }
  if (name == "getDeclaringClass" && Is(call.call->named, "java/lang/Enum")) {
    if (call.result != kNoNode) a_.solver_.AddObject(call.result, a_.ClassObject(reflection_.EnumOf(object.type)));
    return true;
  }
  if (name == "cast" && Is(call.call->named, "java/lang/Class")) {
    const FilterId filter = object.kind == ObjectKind::kClass ? a_.FilterOf(object.type) : kNoFilter;
    if (call.result != kNoNode && call.arguments[1] != kNoNode)
      a_.solver_.AddCopy(call.arguments[1], call.result, filter);
    return true;
  }
  if (name == "clone" && call.arguments.size() == 1) {
    if (a_.program_.types()[object.type].IsArray()) Touch(at, receiver, false, true);
    return Clone(at, receiver), true;
  }
  if ((name == "run" || name == "call") && !a_.program_.IsAnalysed(object.type) && IsTask(object.type)) {
    return RunContents(at, receiver), true;
  }
  if (name == "run" && Is(object.type, "java/lang/Thread")) return RunContents(at, receiver), true;
  if (name == "invoke" && call.arguments.size() == 1 && Is(object.type, "java/util/concurrent/ForkJoinTask")) {
    Invoke(at, receiver);
  }
  if ((name == "newThread" && Is(call.call->named, "java/util/concurrent/ThreadFactory")) ||
      (name == "unstarted" && Is(call.call->named, "java/lang/Thread$Builder"))) {
    return NewThread(at), true;
  }
  if (name == "where") Bind(at, 1);
  if (name == "setMaximumPoolSize") Widen(object.root);
  if (name == "setRejectedExecutionHandler") RejectsTo(object.root);
  return false;
}

bool LibraryCalls::SpecialStatic(uint32_t at) {
  const auto& call = a_.calls_[at];
  std::string_view owner = a_.program_.types()[call.call->named].name;
  std::string_view name = call.call->name;
  if (owner == "java/lang/System" && name == "arraycopy") return CopyArray(at), true;
  if (owner == "java/lang/ScopedValue" && name == "where") Bind(at, 0);
  if (owner == "java/util/Map" && name == "ofEntries") OfEntries(at);
  if (owner == "java/util/stream/StreamSupport") {
    // stream(spliterator, parallel)
    const program::Number* parallel =
        call.caller ? &a_[call.caller].code->numbers[call.call->numbers.back()] : nullptr;
    if (parallel == nullptr || !parallel->is_constant || parallel->constant != 0) {
      const ClassId type = a_.program_.LoadType(classfile::MethodDescriptor(call.call->descriptor).Return());
      a_.objects_[SiteObject(at, type)].is_parallel = true;
    }
  }
  if (owner == "java/util/Arrays" && name.starts_with("copyOf")) return CloneArray(at), true;
  if (owner == "java/lang/reflect/Array") {
    if (name == "set") a_.solver_.AddStore(call.arguments[0], kElements, call.arguments[2]);
    if (name == "get") a_.solver_.AddLoad(call.arguments[0], kElements, call.result);
    return true;
  }
  if (owner == "java/lang/Thread" && name == "currentThread") {
    if (call.result != kNoNode) a_.solver_.AddCopy(a_.threads_, call.result);
    return true;
  }
  return false;
}

void LibraryCalls::Widen(ObjectId executor) {
  a_.objects_[executor].is_resized = true;
  a_.objects_[executor].is_serial = false;
}

// Tasks that it has no room for may be run by whoever handed them over, beside its one thread.
void LibraryCalls::RejectsTo(ObjectId executor) {
  rejecting_.push_back(executor);
  if (callers_run_) Widen(executor);
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
  Role role = a_.program_.model().RoleOf(a_.program_.types(), call.named, call.name);
  size_t size = call.HasReceiver() ? 1 : 0;
  if (role == Role::kPool && call.descriptor.starts_with("(II")) ++size;
  if (size < call.numbers.size() && a_.calls_[at].caller) {
    const program::Number& number = a_[a_.calls_[at].caller].code->numbers[call.numbers[size]];
    if (number.is_constant) object.size = number.constant;
  }
  const bool has_one = role == Role::kSerial || (role == Role::kPool && object.size == 1);
  if (has_one && !object.is_resized) object.is_serial = true;
  if (call.descriptor.find("RejectedExecutionHandler;") != std::string_view::npos) RejectsTo(made);
  if (!callers_run_ && Is(object.type, "java/util/concurrent/ThreadPoolExecutor$CallerRunsPolicy")) {
    callers_run_ = true;
    for (ObjectId executor : rejecting_) Widen(executor);
  }
  if (role == Role::kAll) object.is_all = true;
  if (call.descriptor == "(IFZ)V" && Is(object.type, "java/util/LinkedHashMap")) {
    const InstanceId by = a_.calls_[at].caller;
    const program::Number* order = by && call.numbers.size() == 4 ? &a_[by].code->numbers[call.numbers[3]] : nullptr;
    if (order == nullptr || !order->is_constant || order->constant != 0) object.is_reordered = true;
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

// ScopedValue.where(key, value), and the same on what that returns: key.get() gives the value.
void LibraryCalls::Bind(uint32_t at, size_t key) {
  const auto& call = a_.calls_[at];
  if (a_.program_.types()[call.call->named].name.starts_with("java/lang/ScopedValue") &&
      call.arguments.size() == key + 2 && call.arguments[key] != kNoNode && call.arguments[key + 1] != kNoNode) {
    a_.solver_.AddStore(call.arguments[key], kElements, call.arguments[key + 1]);
  }
}

// Arrays.copyOf(array, length): one like it, whatever the declared type.
void LibraryCalls::CloneArray(uint32_t at) {
  if (a_.calls_[at].arguments[0] == kNoNode) return;
  auto watch = a_.calls_[at];
  watch.is_callback = true;
  watch.is_clone = true;
  watch.seen = {};
  uint32_t id = a_.AddCallInstance(std::move(watch));
  a_.solver_.Watch(a_.calls_[id].arguments[0], id);
}

// ---- Touching

// A call on Collections.synchronizedList(list) is one on the list that holds the wrapper's monitor; but what iterates
// takes no lock by itself.
void LibraryCalls::TouchWrapped(uint32_t at, ObjectId wrapper) {
  const Wrapped& wrapped = wrapped_.at(wrapper);
  std::string_view name = a_.calls_[at].call->name;
  bool iterates = name == "iterator" || name == "listIterator" || name == "next" || name == "hasNext" ||
                  name == "previous" || name == "stream" || name == "parallelStream" || name == "spliterator";
  TouchAll(at, wrapped.inner, 0, wrapped.locks && !iterates ? wrapper : kNoNode);
}

// new ArrayList<>(list), set.addAll(list), List.copyOf(list), String.join(", ", list): all of the list is read.
void LibraryCalls::TouchCopied(uint32_t at, size_t first) {
  const program::Call& call = *a_.calls_[at].call;
  const bool is_collection = Is(call.named, "java/util/Collection") || Is(call.named, "java/util/Map");
  const bool copies = call.name == "<init>" || call.name.ends_with("All") || call.name == "copyOf";
  const bool joins = call.name == "join" && a_.program_.types()[call.named].name == "java/lang/String";
  if (!(copies && is_collection) && !joins) return;
  size_t i = first;
  for (TypeDescriptor type : classfile::MethodDescriptor(call.descriptor)) {
    const size_t argument = i++;
    const auto& arguments = a_.calls_[at].arguments;
    if (argument >= arguments.size() || arguments[argument] == kNoNode || !type.IsReference() || type.IsArray())
      continue;
    ClassId declared = a_.program_.LoadType(type);
    if (!Is(declared, "java/lang/Iterable") && !Is(declared, "java/util/Map")) continue;
    TouchAll(at, arguments[argument], static_cast<uint32_t>(argument), kNoNode, true);
  }
}

void LibraryCalls::TouchAll(uint32_t at, NodeId node, uint32_t argument, ObjectId lock, bool only_reads) {
  auto call = a_.calls_[at];
  call.touches = true;
  call.only_reads = only_reads;
  call.is_callback = true;
  call.argument = argument;
  call.task = lock;
  call.seen = {};
  uint32_t id = a_.AddCallInstance(std::move(call));
  a_.solver_.Watch(node, id);
}

bool LibraryCalls::Matters(uint32_t at, ObjectId receiver) {
  const Role role = UsualOf(at, receiver, a_.calls_[at].call->named).role;
  if (receiver == kNoNode) return role == Role::kChanges;
  const bool locks = role >= Role::kLock && role <= Role::kReadUnlock;
  if (role == Role::kStart || role == Role::kJoin || locks) return true;
  ObjectId root = a_.objects_[receiver].root;
  return wrapped_.contains(root) || a_.program_.model().IsUnsafe(a_.program_.types(), a_.objects_[root].type);
}

// Field.get and Field.set are no more atomic than the accesses that they stand for.
void LibraryCalls::TouchField(uint32_t at, FieldId field) {
  const std::string_view name = a_.calls_[at].call->name;
  const bool is_write = name.starts_with("set");
  if (name == "setAccessible" || (!is_write && !name.starts_with("get"))) return;
  if (a_.program_.types()[field].Has(classfile::kStatic)) return Touch(at, kNoNode, is_write, false, kNoNode, field);
  if (a_.calls_[at].arguments.size() < 2 || a_.calls_[at].arguments[1] == kNoNode) return;
  auto call = a_.calls_[at];
  call.touches = call.is_callback = true;
  call.field = field;
  call.argument = 1;
  call.seen = {};
  uint32_t id = a_.AddCallInstance(std::move(call));
  a_.solver_.Watch(a_.calls_[id].arguments[1], id);
}

void LibraryCalls::Touch(uint32_t at, ObjectId object, bool is_write, bool is_array, ObjectId lock, FieldId field) {
  const auto& call = a_.calls_[at];
  if (!call.caller) return;
  uint64_t key = (uint64_t{call.caller.value()} << 32 | call.statement) * 0x9E3779B97F4A7C15u + object * 2 + is_write;
  if (field) key ^= (uint64_t{field.value()} + 1) * 0xBF58476D1CE4E5B9u;
  if (!touched_.insert(key).second) return;
  const program::MethodCode& code = *a_[call.caller].code;
  const program::Statement& made = code.statements[call.statement];
  const bool is_its_call = made.what == program::Do::kCall && call.call == &code.calls[made.target];
  const program::LibraryModel& model = a_.program_.model();
  const bool reorders = object != kNoNode && model.RoleOf(a_.program_.types(), a_.objects_[object].type,
                                                          call.call->name) == Role::kReorders;
  a_.library_accesses_.push_back({call.caller, call.statement, object, is_write, is_array, lock,
                                  is_its_call ? call.argument : LibraryAccess::kNoArgument, reorders, field});
}

}  // namespace raddle::pointer
