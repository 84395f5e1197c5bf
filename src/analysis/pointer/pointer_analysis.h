// PointerAnalysis: points-to sets and the call graph of a program, found together.
//
// Starting from entries (main, or what a harness calls), methods are taken in as calls reach them. Each statement of a
// method in a context becomes constraints of the Solver, and each object that arrives at a receiver is dispatched.
// Field-sensitive; all elements of an array are one; flow-insensitive, except for what SSA gives. Exceptions: what is
// thrown anywhere may be caught anywhere, by type. Library code is not read; library_calls.h says what is done instead.
//
// A method in a context is an instance (Instance, by InstanceId). An object is an allocation site in a context, or one
// that the library makes. Results stay valid as long as the analysis lives; everything after Run() is const.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/ids.h"
#include "pointer/contexts.h"
#include "pointer/makers.h"
#include "pointer/solver.h"
#include "pointer/unset_fields.h"
#include "program/program.h"

namespace raddle::pointer {

using program::Call;
using program::MethodCode;
using program::Var;

inline constexpr FieldKey kElements = ~FieldKey{0};    // the elements of an array, and what a library object holds
inline constexpr FieldKey kWrapped = 0xBFFFFFFF;       // the collection that a wrapper wraps
inline constexpr FieldKey kFirstCapture = 0xC0000000;  // captured values of a lambda, by number

struct Instance {
  MethodId method;
  ContextId context;
  const MethodCode* code;
  NodeId first_var;
  NodeId result;  // what it returns
};

// Four numbers as a key.
struct Quad {
  uint32_t a, b, c, d;
  bool operator==(const Quad&) const = default;
};
struct QuadHash {
  size_t operator()(const Quad& q) const {
    uint64_t h = (uint64_t{q.a} << 32 | q.b) * 0x9E3779B97F4A7C15u;
    h = (h ^ h >> 29) + (uint64_t{q.c} << 32 | q.d);
    h *= 0xBF58476D1CE4E5B9u;
    return h ^ h >> 32;
  }
};

enum class ObjectKind : uint8_t {
  kNew,  // made by a statement of the program
  kLambda,
  kLibrary,  // made by the library, or on behalf of unknown callers
  kClass,    // C.class; type is C
  kValue,    // all strings, all Integers, all exceptions of a class, ...: one object a class
};

struct Object {
  ObjectKind kind;
  ClassId type;
  SiteId site;
  ContextId context;
  ObjectId root;  // of a view or iterator: the object it came from; else itself
  const program::LambdaSite* lambda = nullptr;
  bool is_parallel = false;  // a parallel stream
  bool is_read_lock = false;
  bool is_proxy = false;
  bool is_any_array = false;  // an array that the library makes, of unknown element type
  bool is_serial = false;     // an executor that runs its tasks one after the other
  bool is_resized = false;    // such an executor that may get more threads later
  bool is_all = false;        // a future that is over when all that it holds are
  bool is_composed = false;   // a future that is over when the one its function returns is
  bool is_reordered = false;  // reading changes its order: a LinkedHashMap in access order
  bool is_filled = false;     // by the library, with shared objects: the constants of an enum
  int32_t size = -1;          // the constant that it was made with, such as permits
  ObjectId source = kNoNode;  // of a future: the one that it follows
  FieldId field = {};         // of a handle or updater: the field it accesses
};

// The place where objects are made. A library object may have no place in the program.
struct Site {
  MethodId method;
  uint32_t statement = 0;
  ClassId type;

  bool HasPlace() const { return method.valid(); }
};

enum class EdgeKind : uint8_t {
  kCall,
  kSpawn,     // another thread runs the callee
  kParallel,  // several other threads run it, and are done when the call returns
  kInit,      // a class initialiser
  kMain,      // the start of the program
  kEntry,     // a call from outside into an open program
};

struct CallEdge {
  InstanceId caller;  // none for the last three, and for constructors called from outside
  uint32_t statement;
  InstanceId callee;
  EdgeKind kind;
  ObjectId receiver = kNoNode;
  ObjectId task = kNoNode;    // kSpawn: the thread or future that stands for the new thread, if there is one
  ObjectId inner = kNoNode;   // a library task between thread and callee: a FutureTask
  ObjectId lambda = kNoNode;  // whose body the callee is

  // The object that the callee runs for.
  ObjectId RunsOn() const { return lambda == kNoNode ? receiver : lambda; }
};

// A call on or with an array or an object of a library class that is not thread-safe; or a call that reads or writes a
// field, such as Field.set.
struct LibraryAccess {
  static constexpr uint32_t kNoArgument = ~uint32_t{0};
  InstanceId instance;
  uint32_t statement;
  ObjectId object;
  bool is_write;
  bool is_array;
  ObjectId lock;      // that the call itself holds while it accesses the object, or none
  uint32_t argument;  // the argument of the statement's call that the object is, or none
  bool reorders;      // it is a write if the object is_reordered
  FieldId field;      // or none; for a static field, the object is none
};

class PointerAnalysis : private Solver::Listener {
 public:
  PointerAnalysis(program::Program& program, Policy policy);
  ~PointerAnalysis() override;

  // Before Run(): leaves out what depends on fields that nothing sets (unset_fields.h).
  void LeaveOutUnset() { unset_fields_.SwitchOn(); }
  // After Run(): whether this block was taken in, in any context of its method.
  bool IsTakenIn(const program::MethodCode& code, uint32_t block) const {
    return !unset_fields_.MissingFor(code, block);
  }
  // Entries are added before Run(). A main method that is not static is called on an object of `type` that the
  // constructor made.
  InstanceId AddMain(MethodId main, ClassId type = {}, MethodId constructor = {});
  // Objects of class `type` that somebody outside made. LinkOutside: what is of class `sub` is also of class `super`.
  NodeId OutsideNode(ClassId type);
  ObjectId AddOutsideObject(ClassId type);
  void LinkOutside(ClassId sub, ClassId super) { solver_.AddCopy(OutsideNode(sub), OutsideNode(super)); }
  // A call from outside on every object in the node; `number` tells the calls apart.
  void AddOutsideCall(MethodId method, NodeId receiver, uint32_t number);
  // A call of a constructor from outside, on an object that nobody else has yet.
  void AddOutsideConstructor(MethodId constructor, ObjectId object);

  // False if should_stop() stopped it: the results are then incomplete.
  bool Run(const std::function<bool()>& should_stop);

  // After Run(): splits instances. The new ones are copies of those in `origins`, numbered on from the last; `edges` is
  // the call graph of all of them.
  void Split(const std::vector<InstanceId>& origins, std::vector<CallEdge> edges);

  program::Program& program() const { return program_; }
  const Contexts& contexts() const { return contexts_; }
  const std::deque<Instance>& instances() const { return instances_; }
  const Instance& operator[](InstanceId id) const { return instances_[id.value()]; }
  const Object& object(ObjectId id) const { return objects_[id]; }
  size_t object_count() const { return objects_.size(); }
  const Site& site(SiteId id) const { return sites_[id.value()]; }
  const std::vector<CallEdge>& edges() const { return edges_; }
  // Objects that one thread gives to another by starting it, or that any thread can ask the library for.
  const ObjectSet& handed_over() const { return handed_over_; }
  const std::unordered_set<InstanceId>& unresolved() const { return unresolved_; }
  const std::vector<LibraryAccess>& library_accesses() const { return library_accesses_; }
  const Solver& solver() const { return solver_; }
  // Objects that unknown callers pass in or keep.
  const std::vector<NodeId>& outside_nodes() const { return outside_nodes_; }
  const std::unordered_map<FieldId, NodeId>& static_nodes() const { return static_nodes_; }
  // Whether calls of a VarHandle, an updater or a Field may store to the field, besides the statements that do.
  bool HasHandle(FieldKey field) const { return with_handles_.contains(field); }
  const std::unordered_set<FieldKey>& with_handles() const { return with_handles_; }
  const std::vector<InstanceId>& InstancesOf(MethodId method) const;

  const ObjectSet& PointsTo(InstanceId instance, Var var) const;
  // "com.acme.Account allocated at Bank.java:14"
  std::string Describe(ObjectId id) const;
  // Where an object is made: instance and statement pairs.
  const std::vector<std::pair<InstanceId, uint32_t>>& MadeBy(ObjectId id) const { return made_by_[id]; }

 private:
  friend class LibraryCalls;
  friend class Reflection;

  // A call in an instance, or one that the library makes on its behalf.
  struct CallInstance {
    InstanceId caller;
    uint32_t statement;
    const Call* call;
    std::vector<NodeId> arguments;  // receiver first unless static
    NodeId result;
    EdgeKind kind;
    bool is_filtered;  // arguments may be of any type
    ObjectId task = kNoNode;
    ObjectId inner = kNoNode;
    ObjectId lambda = kNoNode;
    bool is_callback = false;  // watches an argument; `call` is the call of the library
    uint32_t argument = 0;
    ClassId declared = {};  // type of that argument
    // For a call of the library: what it is handed and what comes back from it, whatever the receiver.
    NodeId taken = kNoNode, given = kNoNode;
    ObjectSet seen = {};      // receivers
    bool is_offered[2] = {};  // the arguments may be called: by one thread; by parallel threads
    bool is_array_copy = false;
    bool is_reflective = false;  // watches a class of which a member is asked for
    bool is_clone = false;       // watches an array that is copied
    bool touches = false;        // watches what it changes, or what a wrapper wraps; then `task` is the lock
    bool only_reads = false;     // though the call changes its receiver
    FieldId field = {};          // of what it watches: the field that it changes or reads
    bool by_library = false;     // made by the library itself
    uint32_t depth = 0;          // of calls by the library on its own account
  };

  void OnObject(WatchId watch, ObjectId object) override;
  bool Passes(FilterId filter, ObjectId object) override;
  FilterId StoreFilter(ObjectId object, FieldKey field) override;

  InstanceId GetInstance(MethodId method, const MethodCode& code, ContextId context);
  void TakeIn(InstanceId id);
  void TakeInBlock(InstanceId id, uint32_t block);
  void TakeInCall(InstanceId id, const Call& call);
  void InitialiseClass(ClassId id);
  NodeId NodeOf(InstanceId id, Var var) const;
  NodeId StaticNode(FieldId field);
  FilterId FilterOf(ClassId type);
  // Whether an object of one class may also be of the other.
  bool MayBe(ClassId type, ClassId seen_as) const;

  CallInstance OutsideCall(MethodId method, NodeId receiver, uint32_t number, EdgeKind kind);
  uint32_t AddCallInstance(CallInstance call);
  void Dispatch(uint32_t call, ObjectId receiver);
  void Invoke(uint32_t call, ObjectId receiver);
  void InvokeLambda(uint32_t call, ObjectId lambda);
  // Null for a method of the library, unless a method reference to it matters.
  const MethodCode* CodeOf(uint32_t call, ObjectId receiver, MethodId target);
  void Connect(uint32_t call, MethodId target, const MethodCode& code, ObjectId receiver);
  void Library(uint32_t call, ObjectId receiver, MethodId target);

  SiteId SiteOf(MethodId method, uint32_t statement, ClassId type);
  ObjectId NewObject(ObjectKind kind, ClassId type, SiteId site, ContextId context, uint32_t tag = 0,
                     ObjectId root = kNoNode);
  ObjectId Allocate(InstanceId by, uint32_t statement, ObjectKind kind, ClassId type);
  ObjectId ValueObject(ClassId type);
  ObjectId ClassObject(ClassId type);
  void Made(ObjectId object, InstanceId by, uint32_t statement);

  program::Program& program_;
  Contexts contexts_;
  Makers makers_;
  mutable UnsetFields unset_fields_;  // caches answers
  Solver solver_;
  std::unique_ptr<class LibraryCalls> library_;
  std::deque<Instance> instances_;
  std::unordered_map<uint64_t, InstanceId> instance_ids_;  // by method and context
  std::unordered_map<MethodId, std::vector<InstanceId>> instances_of_;
  std::vector<InstanceId> not_taken_in_;
  std::vector<UnsetFields::Part> ready_;  // blocks that waited and can now be taken in
  std::deque<Object> objects_;
  std::deque<std::vector<std::pair<InstanceId, uint32_t>>> made_by_;
  std::deque<Site> sites_;
  std::unordered_map<Quad, SiteId, QuadHash> site_ids_;
  std::unordered_map<Quad, ObjectId, QuadHash> object_ids_;
  std::deque<CallInstance> calls_;
  std::vector<CallEdge> edges_;
  std::unordered_set<Quad, QuadHash> edge_keys_;
  std::map<std::pair<ObjectId, ObjectId>, uint32_t> starts_;  // (what runs, for which task), numbered
  FlatSet connected_;                                // (call instance, callee)
  std::unordered_map<uint64_t, MethodId> selected_;  // by method and class
  std::vector<LibraryAccess> library_accesses_;
  std::unordered_map<FieldId, NodeId> static_nodes_;
  std::unordered_set<FieldKey> with_handles_;
  std::unordered_map<ClassId, NodeId> outside_by_type_;
  std::vector<NodeId> outside_nodes_;
  std::unordered_set<ClassId> initialised_;
  std::unordered_map<ClassId, FilterId> filter_ids_;
  std::vector<ClassId> filters_ = {ClassId()};
  std::deque<Call> made_calls_;  // that the library makes
  ObjectSet handed_over_;
  ClassId throwable_, nothing_, objects_array_;
  NodeId thrown_, threads_;
  std::unordered_set<InstanceId> unresolved_;  // methods with reflection that could not be followed
};

}  // namespace raddle::pointer
