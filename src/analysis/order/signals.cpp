#include "order/signals.h"

#include <algorithm>

namespace raddle::order {

using pointer::CallEdge;
using program::Call;
using program::CodeBlock;
using program::Do;
using program::kNoVar;
using program::MethodCode;
using program::Order;
using program::Role;
using program::Statement;

namespace {

// Static fields are the field's own object.
constexpr uint32_t kStatics = 0xFFFFFFF0;

bool IsField(const Statement& s) {
  return s.what == Do::kLoad || s.what == Do::kStore || s.what == Do::kLoadStatic || s.what == Do::kStoreStatic;
}

}  // namespace

Signals::Signals(const PointerAnalysis& analysis, const threads::ThreadModel& threads)
    : analysis_(analysis), threads_(threads), at_end_(threads.roots().size()) {
  FindFlags();
  FindComposed();
  const auto& once = threads.once().regions();
  for (uint32_t r = 0; r < once.size(); ++r) {
    regions_in_[once[r].code->method].push_back(r);
    for (const auto& [method, statement] : once[r].stores) {
      std::vector<uint32_t>& set_by = regions_set_by_[method];
      if (std::find(set_by.begin(), set_by.end(), r) == set_by.end()) set_by.push_back(r);
    }
  }
  for (RootId root = 0; root < threads.roots().size(); ++root) FindEnds(root);
}

// `running = true` at first and false later: then false is the news.
void Signals::FindFlags() {
  const auto& types = analysis_.program().types();
  for (const pointer::Instance& instance : analysis_.instances()) {
    std::string_view name = types.NameOf(instance.method);
    if (!name.starts_with('<')) continue;
    for (const Statement& s : instance.code->statements) {
      if ((s.what != Do::kStore && s.what != Do::kStoreStatic) || !IsVolatile(s)) continue;
      const program::Number& number = instance.code->numbers[s.number];
      if (number.is_constant && number.constant == 0) continue;
      if (starts_nonzero_.size() <= s.target) starts_nonzero_.resize(s.target + 1);
      starts_nonzero_[s.target] = true;
    }
  }
}

Order Signals::OrderOf(const Call& call) const {
  const auto& model = analysis_.program().model();
  const auto& types = analysis_.program().types();
  if (!call.HasReceiver() || call.arguments[0] == kNoVar) return Order::kNone;
  Order order = model.OrderOf(types, call.named, call.name);
  // latch.await(1, SECONDS) gives up, and says so.
  if (order == Order::kAwait && call.descriptor == "(JLjava/util/concurrent/TimeUnit;)Z") return Order::kSees;
  if (order == Order::kNone && model.RoleOf(types, call.named, call.name) == Role::kJoin) {
    bool may_give_up = call.name == "join" && !call.descriptor.starts_with("()");
    if (!may_give_up) return Order::kAwait;
  }
  return order;
}

bool Signals::IsVolatile(const Statement& statement) const {
  return IsField(statement) && analysis_.program().types()[statement.Field()].Has(classfile::kVolatile);
}

ObjectSet Signals::OnceSignal(InstanceId instance, uint32_t region) {
  const MethodCode& code = *analysis_[instance].code;
  ObjectId only = kStatics;
  ObjectSet signal;
  if (threads_.once().regions()[region].of_this &&
      (!analysis_.PointsTo(instance, code.parameters[0]).IsSingle(only) || !threads_.IsOne(only)))
    return signal;
  signal.Insert(IdOf({kOnce, only, region, 0}));
  return signal;
}

ObjectSet Signals::DoneAt(InstanceId instance, uint32_t statement) {
  ObjectSet done;
  auto found = regions_in_.find(analysis_[instance].method);
  if (found == regions_in_.end()) return done;
  for (uint32_t r : found->second) {
    if (threads_.once().regions()[r].statements[statement]) done.Unite(OnceSignal(instance, r));
  }
  return done;
}

bool Signals::HasAny(const MethodCode& code) const {
  if (regions_in_.contains(code.method) || regions_set_by_.contains(code.method)) return true;
  if (std::any_of(code.calls.begin(), code.calls.end(), [&](const Call& c) { return OrderOf(c) != Order::kNone; }))
    return true;
  return std::any_of(code.statements.begin(), code.statements.end(), [&](const Statement& s) { return IsVolatile(s); });
}

std::vector<ObjectId> Signals::HoldersOf(InstanceId instance, const Statement& s) const {
  if (s.what == Do::kLoadStatic || s.what == Do::kStoreStatic) return {kStatics};
  if (s.base == kNoVar) return {};
  return analysis_.PointsTo(instance, s.base).ToVector();
}

ObjectSet Signals::SentBy(InstanceId instance, uint32_t at) {
  const MethodCode& code = *analysis_[instance].code;
  const Statement& s = code.statements[at];
  ObjectSet sent;
  if (s.what == Do::kCall) {
    const Call& call = code.calls[s.target];
    Order order = OrderOf(call);
    if (order != Order::kSend && order != Order::kMeet) return sent;
    // AtomicBoolean.set(false) is no news.
    bool is_nought = call.numbers.size() >= 2 && call.arguments.back() == kNoVar &&
                     code.numbers[call.numbers.back()].is_constant && code.numbers[call.numbers.back()].constant == 0;
    if (is_nought) return sent;
    if (IsOfHandle(call)) return HandleSignals(instance, call);
    analysis_.PointsTo(instance, call.arguments[0]).ForEach([&](ObjectId id) {
      if (IsLock(id)) return;
      ObjectId root = analysis_.object(id).root;
      sent.Insert(IdOf({kObject, root, 0, 0}));
      sent.Insert(IdOf({kObjectInLoop, root, 0, 0}));
      sent.Insert(IdOf({kObject, id, 0, 0}));
      sent.Insert(IdOf({kObjectInLoop, id, 0, 0}));
    });
  } else if ((s.what == Do::kStore || s.what == Do::kStoreStatic) && IsVolatile(s)) {
    if (analysis_.program().types().NameOf(code.method).starts_with('<')) return sent;  // what it is at first
    const program::Number& number = code.numbers[s.number];
    for (ObjectId object : HoldersOf(instance, s)) {
      if (number.is_constant) sent.Insert(IdOf({kFlag, object, s.target, number.constant}));
      if (!number.is_constant || number.constant != 0) sent.Insert(IdOf({kFlag, object, s.target, kAnyValue}));
    }
  }
  return sent;
}

bool Signals::IsOfHandle(const Call& call) const {
  return analysis_.program().types()[call.named].name == "java/lang/invoke/VarHandle";
}

// A field, known by its handle, of the objects that the first argument may be, or of nobody's if there is none.
ObjectSet Signals::HandleSignals(InstanceId instance, const Call& call) {
  ObjectSet signals;
  const bool has_holder = call.arguments.size() > 1 && call.arguments[1] != kNoVar;
  analysis_.PointsTo(instance, call.arguments[0]).ForEach([&](ObjectId handle) {
    if (!has_holder) return static_cast<void>(signals.Insert(IdOf({kHandle, kStatics, handle, 0})));
    analysis_.PointsTo(instance, call.arguments[1]).ForEach([&](ObjectId holder) {
      signals.Insert(IdOf({kHandle, holder, handle, 0}));
    });
  });
  return signals;
}

// A semaphore signals if nobody can acquire it before it is released.
bool Signals::IsLock(ObjectId id) const {
  const pointer::Object& object = analysis_.object(id);
  return object.size != 0 && analysis_.program().types()[object.type].name == "java/util/concurrent/Semaphore";
}

void Signals::FindComposed() {
  for (const CallEdge& edge : analysis_.edges()) {
    if (edge.task == pointer::kNoNode || !edge.caller) continue;
    const pointer::Object& task = analysis_.object(edge.task);
    if (task.is_composed) composed_[edge.task].Unite(analysis_.solver().PointsTo(analysis_[edge.callee].result));
    if (task.source == pointer::kNoNode) continue;
    const MethodCode& code = *analysis_[edge.caller].code;
    const Statement& s = code.statements[edge.statement];
    if (s.what != Do::kCall) continue;
    const Call& call = code.calls[s.target];
    const bool is_both = call.name.starts_with("thenCombine") || call.name.find("Both") != call.name.npos;
    if (is_both && call.arguments.size() > 1 && call.arguments[1] != program::kNoVar) {
      combined_[edge.task].Unite(analysis_.PointsTo(edge.caller, call.arguments[1]));
    }
  }
}

void Signals::AddEnded(ObjectId task, bool in_loop, ObjectSet& signals) {
  std::vector<ObjectId> pending = {task};
  for (size_t i = 0; i < pending.size() && i < 64; ++i) {
    const pointer::Object& object = analysis_.object(pending[i]);
    signals.Insert(IdOf({kObject, pending[i], 0, 0}));
    if (in_loop) signals.Insert(IdOf({kObjectInLoop, pending[i], 0, 0}));
    auto add = [&](ObjectId next) {
      if (next != pointer::kNoNode && std::find(pending.begin(), pending.end(), next) == pending.end())
        pending.push_back(next);
    };
    add(object.source);
    ObjectId inner = pointer::kNoNode;
    if (auto composed = composed_.find(pending[i]); composed != composed_.end() && composed->second.IsSingle(inner))
      add(inner);
    if (auto other = combined_.find(pending[i]); other != combined_.end() && other->second.IsSingle(inner)) add(inner);
    if (!object.is_all) continue;
    for (const auto& [field, node] : analysis_.solver().FieldsOf(pending[i])) {
      if (field == pointer::kElements) analysis_.solver().PointsTo(node).ForEach(add);
    }
  }
}

ObjectSet Signals::AwaitedBy(InstanceId instance, uint32_t at) {
  const MethodCode& code = *analysis_[instance].code;
  const Statement& s = code.statements[at];
  ObjectSet awaited;
  if (s.what == Do::kStore || s.what == Do::kStoreStatic) {
    auto set_here = regions_set_by_.find(code.method);
    if (set_here == regions_set_by_.end()) return awaited;
    for (uint32_t r : set_here->second) {
      const auto& stores = threads_.once().regions()[r].stores;
      const bool is_here = std::find(stores.begin(), stores.end(), std::pair{code.method, at}) != stores.end();
      if (is_here) awaited.Unite(OnceSignal(instance, r));
    }
    return awaited;
  }
  if (s.what != Do::kCall) return awaited;
  const Call& call = code.calls[s.target];
  Order order = OrderOf(call);
  if (order != Order::kAwait && order != Order::kMeet) return awaited;
  ObjectId only = pointer::kNoNode;
  bool is_single = analysis_.PointsTo(instance, call.arguments[0]).IsSingle(only);
  if (is_single && !IsLock(only)) AddEnded(only, s.in_loop, awaited);
  return awaited;
}

ObjectSet Signals::AwaitedOnEdge(InstanceId instance, const CodeBlock& block, uint32_t to) {
  ObjectSet awaited;
  if (block.tested == CodeBlock::kNoTest || block.if_equal == block.if_not) return awaited;
  const MethodCode& code = *analysis_[instance].code;
  const Statement& s = code.statements[block.tested];
  bool is_equal = to == block.if_equal;
  auto regions = regions_in_.find(code.method);
  if (!is_equal && regions != regions_in_.end()) {
    for (uint32_t r : regions->second) {
      if (&code.blocks[threads_.once().regions()[r].test] == &block) awaited.Unite(OnceSignal(instance, r));
    }
  }
  if (s.what == Do::kCall) {
    const Call& call = code.calls[s.target];
    ObjectId only = pointer::kNoNode;
    bool sees = OrderOf(call) == Order::kSees && block.tested_for == 0 && !is_equal &&
                analysis_.PointsTo(instance, call.arguments[0]).IsSingle(only);
    if (sees && IsOfHandle(call)) {
      ObjectSet seen = HandleSignals(instance, call);
      return seen.size() == 1 ? seen : awaited;
    }
    if (sees) AddEnded(analysis_.object(only).root, s.in_loop, awaited);
    return awaited;
  }
  if (!IsVolatile(s)) return awaited;
  std::vector<ObjectId> holders = HoldersOf(instance, s);
  if (holders.size() != 1) return awaited;
  bool was_zero = s.target >= starts_nonzero_.size() || !starts_nonzero_[s.target];
  if (is_equal && (block.tested_for != 0 || !was_zero)) {
    awaited.Insert(IdOf({kFlag, holders[0], s.target, block.tested_for}));
  }
  bool is_some = is_equal ? block.tested_for != 0 : block.tested_for == 0;
  if (is_some && was_zero) awaited.Insert(IdOf({kFlag, holders[0], s.target, kAnyValue}));
  return awaited;
}

ObjectSet Signals::AwaitedByStart(const CallEdge& start) {
  ObjectSet awaited;
  if (start.task != pointer::kNoNode && analysis_.object(start.task).source != pointer::kNoNode) {
    AddEnded(analysis_.object(start.task).source, true, awaited);
    ObjectId other = pointer::kNoNode;
    auto combined = combined_.find(start.task);
    if (combined != combined_.end() && combined->second.IsSingle(other)) AddEnded(other, true, awaited);
  }
  return awaited;
}

// What stands for a thread says so when it is over; so does the executor, when all its tasks are.
void Signals::FindEnds(RootId id) {
  const threads::Root& root = threads_.roots()[id];
  const auto& types = analysis_.program().types();
  ClassId executors = types.Find("java/util/concurrent/Executor");
  bool is_first = true;
  for (uint32_t start : root.starts) {
    const CallEdge& edge = analysis_.edges()[start];
    ObjectSet said;
    bool loops = !edge.caller || analysis_[edge.caller].code->statements[edge.statement].in_loop;
    for (ObjectId task : {edge.task, edge.inner}) {
      if (task == pointer::kNoNode) continue;
      ObjectId executor = analysis_.object(task).root;
      ClassId type = analysis_.object(executor).type;
      bool is_for_all = executors && types.IsSubtype(type, executors) == classpath::Truth::kYes;
      if (is_for_all) said.Insert(IdOf({kObject, executor, 0, 0}));
      if (task != executor || !is_for_all) said.Insert(IdOf({loops ? kObjectInLoop : kObject, task, 0, 0}));
    }
    at_end_[id] = is_first ? said : ObjectSet::Intersection(at_end_[id], said);
    is_first = false;
  }
}

}  // namespace raddle::order
