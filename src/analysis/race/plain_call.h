// Plain calls: the thread that makes the call runs the method that the call names. Calls that the library makes along
// the way are not plain, nor are calls of functions.
#pragma once

#include "pointer/pointer_analysis.h"
#include "threads/thread_model.h"

namespace raddle::race {

inline bool IsPlainCall(const pointer::PointerAnalysis& analysis, const pointer::CallEdge& edge) {
  const program::MethodCode& caller = *analysis[edge.caller].code;
  const program::MethodCode& callee = *analysis[edge.callee].code;
  const program::Statement& s = caller.statements[edge.statement];
  if (s.what != program::Do::kCall || edge.kind != pointer::EdgeKind::kCall || edge.lambda != pointer::kNoNode)
    return false;
  const program::Call& call = caller.calls[s.target];
  return analysis.program().types().NameOf(callee.method) == call.name &&
         call.arguments.size() == callee.parameters.size();
}

// Whether a call through an interface of the library runs analysed code for all of its receivers.
inline bool RunsPlainly(const pointer::PointerAnalysis& analysis, const threads::ThreadModel& threads,
                        pointer::InstanceId id, uint32_t at) {
  const program::MethodCode& code = *analysis[id].code;
  const program::Call& call = code.calls[code.statements[at].target];
  if (!call.HasReceiver() || call.arguments[0] == program::kNoVar) return false;
  pointer::ObjectSet run;
  for (uint32_t e : threads.CallsFrom(id)) {
    const pointer::CallEdge& edge = analysis.edges()[e];
    if (edge.statement != at || !IsPlainCall(analysis, edge)) continue;
    run.Unite(analysis.PointsTo(edge.callee, analysis[edge.callee].code->parameters[0]));
  }
  bool all = !run.empty();
  analysis.PointsTo(id, call.arguments[0]).ForEach([&](pointer::ObjectId object) {
    all = all && run.Contains(object);
  });
  return all;
}

}  // namespace raddle::race
