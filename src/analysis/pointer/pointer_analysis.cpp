#include "pointer/pointer_analysis.h"

#include <algorithm>
#include <utility>

#include "classfile/descriptor.h"
#include "pointer/library_calls.h"

namespace raddle::pointer {

using classpath::Truth;
using program::Do;
using program::kNoVar;
using program::Statement;

PointerAnalysis::PointerAnalysis(program::Program& program, Policy policy)
    : program_(program),
      contexts_(policy),
      makers_(program, policy.objects > 0),
      unset_fields_(program),
      solver_(*this),
      library_(std::make_unique<LibraryCalls>(*this)) {
  thrown_ = solver_.NewNodes(1);
  threads_ = solver_.NewNodes(1);
  throwable_ = program_.Load("java/lang/Throwable");
  nothing_ = program_.Load("java/lang/Void");  // which has no objects
  objects_array_ = program_.Load("[Ljava/lang/Object;");
}

PointerAnalysis::~PointerAnalysis() = default;

bool PointerAnalysis::Run(const std::function<bool()>& should_stop) {
  uint32_t taken_in = 0;
  while (true) {
    // Taking a method in can discover others, so this is a worklist and no recursion.
    while (!not_taken_in_.empty() || !ready_.empty()) {
      if (!ready_.empty()) {
        UnsetFields::Part part = ready_.back();
        ready_.pop_back();
        TakeInBlock(part.instance, part.block);
        continue;
      }
      InstanceId id = not_taken_in_.back();
      not_taken_in_.pop_back();
      TakeIn(id);
      if (++taken_in % 256 == 0 && should_stop()) return false;
    }
    bool stopped = false;
    bool done = solver_.Solve([&] {
      stopped = should_stop();
      return stopped || !not_taken_in_.empty() || !ready_.empty();
    });
    if (stopped) return false;
    if (done && not_taken_in_.empty() && ready_.empty()) return true;
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
  for (uint32_t block = 0; block < code.blocks.size(); ++block) TakeInBlock(id, block);
}

void PointerAnalysis::TakeInBlock(InstanceId id, uint32_t block) {
  const MethodCode& code = *instances_[id.value()].code;
  if (FieldId missing = unset_fields_.MissingFor(code, block)) {
    unset_fields_.Wait(missing, {id, block});
    return;
  }
  for (uint32_t i = code.blocks[block].first; i < code.blocks[block].end; ++i) {
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
        unset_fields_.SetBy(code, statement, ready_);
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
        unset_fields_.SetBy(code, statement, ready_);
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

// ---- Filters

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
  if (object.is_any_array) return program_.types()[type].IsArray();
  if (library_->IsEntry(id)) return program_.types()[type].name == "java/util/Map$Entry";
  return MayBe(object.type, type);
}

// Classes that are missing are not taken to extend those that are there: what needs them would not be without them.
bool PointerAnalysis::MayBe(ClassId type, ClassId seen_as) const {
  Truth is_subtype = program_.types().IsSubtype(type, seen_as);
  return is_subtype == Truth::kYes || (is_subtype == Truth::kUnknown && !program_.IsAnalysed(seen_as));
}

}  // namespace raddle::pointer
