#include "escape/thread_escape.h"

#include <vector>

namespace raddle::escape {

using pointer::NodeId;
using pointer::ObjectId;
using pointer::ObjectSet;

ObjectSet FindEscaping(const pointer::PointerAnalysis& analysis) {
  ObjectSet escaping;
  const auto& types = analysis.program().types();
  ClassId thread_local_class = types.Find("java/lang/ThreadLocal");
  std::vector<ObjectId> pending;
  auto add = [&](ObjectId object) {
    ObjectId root = analysis.object(object).root;
    if (escaping.Insert(root)) pending.push_back(root);
    if (escaping.Insert(object)) pending.push_back(object);
  };
  auto add_all = [&](NodeId node) { analysis.solver().PointsTo(node).ForEach(add); };
  for (const auto& [field, node] : analysis.static_nodes()) add_all(node);
  for (NodeId node : analysis.outside_nodes()) add_all(node);
  analysis.handed_over().ForEach(add);
  for (const pointer::CallEdge& edge : analysis.edges()) {
    if (edge.kind != pointer::EdgeKind::kSpawn && edge.kind != pointer::EdgeKind::kParallel) continue;
    if (edge.receiver != pointer::kNoNode) add(edge.receiver);
    if (edge.task != pointer::kNoNode) add(edge.task);
  }
  while (!pending.empty()) {
    ObjectId object = pending.back();
    pending.pop_back();
    bool is_thread_local = thread_local_class &&
                           types.IsSubtype(analysis.object(object).type, thread_local_class) == classpath::Truth::kYes;
    if (is_thread_local) continue;  // what it holds, it holds once for each thread
    for (const auto& [field, node] : analysis.solver().FieldsOf(object)) add_all(node);
  }
  return escaping;
}

}  // namespace raddle::escape
