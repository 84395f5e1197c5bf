// HandedOn: whether a method has given away an object before a statement, so that the object is no longer its own
// although it was before.
//
//   Item item = in.take();
//   item.count++;            // nobody else's
//   out.put(item);
//   item.count++;            // a thread that takes it from `out` has it too
//
// An object is given away by being stored in an object that threads share or in a static field, captured by a function
// that threads share, passed to a shared library object that keeps it, or passed to a method that does any of these. A
// path ends where the variable gets a new value, since that is another object. Costs a pass over the program, and a
// walk over the flow graph for each place that is asked about.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "locks/lock_state.h"
#include "race/access.h"
#include "race/holding.h"
#include "threads/thread_model.h"

namespace raddle::race {

class HandedOn {
 public:
  HandedOn(const PointerAnalysis& analysis, const threads::ThreadModel& threads, locks::LockState& locks,
           const ObjectSet& escaping);

  // Analyses the program; before that nothing counts as handed on.
  void Find();
  // Whether the object that the variable holds may have been given away when the statement is reached.
  bool Is(InstanceId instance, uint32_t statement, program::Var var) const;

 private:
  using Mask = uint64_t;  // parameters, the first 64
  struct Give {
    uint32_t statement;
    program::Var var;
    auto operator<=>(const Give&) const = default;
  };

  void Add(InstanceId instance, Give give);
  bool Pass(const pointer::CallEdge& edge);
  std::vector<program::Var> GivenBy(InstanceId instance, uint32_t statement) const;
  std::vector<program::Var> GivenByLibrary(InstanceId instance, const program::Call& call) const;
  bool IsShared(InstanceId instance, program::Var var) const;
  bool Reaches(const program::MethodCode& code, uint32_t from, uint32_t to, program::Var root) const;

  const PointerAnalysis& analysis_;
  const threads::ThreadModel& threads_;
  locks::LockState& locks_;
  const ObjectSet& escaping_;
  ObjectSet shared_;              // shared objects, with their views
  std::vector<Mask> parameters_;  // by instance: the parameters that it gives away
  std::unordered_map<InstanceId, std::vector<Give>> gives_;
  mutable Definitions definitions_;
};

}  // namespace raddle::race
