// LibraryCalls: what a call does if its code is not read. The rules, where models/jdk.txt says nothing:
//
//   - An object of the library is a bag: it holds the references it is handed, and the contents of the containers and
//     arrays among them. What it gives out is what it holds, by type.
//   - A result of a type that the receiver itself has is the receiver (builders, streams, sub-lists). A result of
//     another library type is a view of the receiver (iterators, entry sets, futures) and shares its bag.
//   - The library calls what it is handed: the methods that the parameter's declared type promises, with arguments from
//     the bag. Their results go into the bag. A Runnable, Callable or Thread is called by another thread, anything else
//     by this one. Constructors only keep tasks.
//
// So collections, streams, optionals, futures and thread-locals need no code of their own, each object keeps its
// contents apart, and the cost does not depend on the size of the JDK.
//
// A method that a program's class inherits from the library calls what the class implements of it:
// AbstractList.iterator() calls get(int). May miss: what else library code does on its own account.
#pragma once

#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "pointer/pointer_analysis.h"
#include "pointer/reflection.h"

namespace raddle::pointer {

class LibraryCalls {
 public:
  explicit LibraryCalls(PointerAnalysis& analysis) : a_(analysis), reflection_(analysis, *this) {}

  void Call(uint32_t call, ObjectId receiver, MethodId target);
  // An object has reached an argument that the library may call.
  void CallBack(uint32_t call, ObjectId object);
  // Whether the object is an entry of a map; entries are objects of no class of the program's.
  bool IsEntry(ObjectId object) const { return entries_.contains(object); }
  // Whether the call is an access (to its receiver, to what that shows, or to its argument), or starts or joins a
  // thread.
  bool Matters(uint32_t call, ObjectId receiver);

 private:
  friend class Reflection;
  // Limits how often a library method that was handed to the library is handed on, which could go on for ever.
  static constexpr uint32_t kDeepest = 2;
  static constexpr uint32_t kOfEntries = 4;  // in the tag of a view

  // A view of a collection. It may take a lock for each call.
  struct Wrapped {
    NodeId inner;
    bool locks;
  };

  struct Usual {
    ClassId type = {};
    program::Role role = program::Role::kNone;
    bool is_unsafe = false, is_write = false;
    bool is_simple = false, gives_itself = false;
    bool is_known = false;  // was asked before, for another object
  };

  Usual UsualOf(uint32_t call, ObjectId receiver, ClassId in);
  bool Special(uint32_t call, ObjectId receiver);
  bool SpecialStatic(uint32_t call);
  ObjectId EventThread();
  void NoteMaking(uint32_t call, ObjectId made);
  void Widen(ObjectId executor);
  void RejectsTo(ObjectId executor);
  void Start(uint32_t call, ObjectId receiver, std::string_view run);
  void RunContents(uint32_t call, ObjectId receiver);
  void Invoke(uint32_t call, ObjectId task);
  void NewThread(uint32_t call);
  void CollectInParallel(uint32_t call);
  void CallHooks(uint32_t call, ObjectId receiver);
  void CallImplemented(uint32_t call, ObjectId receiver, MethodId inherited);
  void CallHeld(uint32_t call, ObjectId holder);
  void Clone(uint32_t call, ObjectId receiver);
  void CopyArray(uint32_t call);
  void CloneArray(uint32_t call);
  void Bind(uint32_t call, size_t key);
  void Take(uint32_t call, size_t first, program::Role role);
  void Result(uint32_t call, ObjectId receiver, program::Role role);
  void ArrayResult(uint32_t at, ClassId type);
  bool EndsPipeline(uint32_t call, ClassId result);
  ObjectId Gathered(uint32_t call, ClassId type, NodeId contents);
  void Collected(uint32_t call);
  void ThroughHandle(uint32_t call, ObjectId handle);
  void OfEntries(uint32_t call);
  void Offer(uint32_t call, size_t first, program::Role role, bool is_parallel, ObjectId task);
  // The call that the library makes.
  uint32_t CallMethod(uint32_t call, ObjectId object, MethodId method);
  void Touch(uint32_t call, ObjectId object, bool is_write, bool is_array, ObjectId lock = kNoNode, FieldId field = {});
  void TouchField(uint32_t call, FieldId field);
  void TouchWrapped(uint32_t call, ObjectId wrapper);
  void TouchAll(uint32_t call, NodeId node, uint32_t argument, ObjectId lock, bool only_reads = false);
  void TouchCopied(uint32_t call, size_t first);

  bool Is(ClassId type, std::string_view name) const;
  bool IsTask(ClassId type);
  bool IsValue(ClassId type);
  ObjectId EntryOf(uint32_t call, ObjectId map);
  ObjectId View(uint32_t call, ClassId type, ObjectId root, uint32_t tag);
  void ShareBag(ObjectId view);
  ObjectId SiteObject(uint32_t call, ClassId type);
  std::vector<MethodId> Promised(const program::Call& asked, ClassId declared, ObjectId object);

  PointerAnalysis& a_;
  Reflection reflection_;
  std::unordered_set<ObjectId> entries_;
  std::unordered_set<ObjectId> entry_views_;  // of maps: entrySet() and what came out of it
  std::unordered_set<ObjectId> sharing_;      // views whose bag is shared already
  std::unordered_set<uint64_t> touched_;
  std::vector<ObjectId> rejecting_;  // executors with their own handler for tasks that they have no room for
  bool callers_run_ = false;         // some such handler runs the task in the caller
  std::unordered_map<ObjectId, Wrapped> wrapped_;
  // Calls that the library makes during a call, and calls that watch what the library may call, whatever the receiver.
  // By the original call, and the method or type.
  std::unordered_map<uint64_t, uint32_t> made_for_, held_by_;
  std::unordered_map<uint64_t, NodeId> held_in_;         // by holder and type: what it holds of that type
  std::unordered_map<uint32_t, ObjectId> site_objects_;  // by call instance
  std::vector<Usual> usual_;                             // by call instance, for the class it was last made on
};

}  // namespace raddle::pointer
