#include "escape/thread_escape.h"

#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace raddle::escape {

using pointer::NodeId;
using pointer::ObjectId;
using pointer::ObjectSet;

ObjectSet FindEscaping(const pointer::PointerAnalysis& analysis) {
  ObjectSet escaping;
  const auto& types = analysis.program().types();
  ClassId thread_local_class = types.Find("java/lang/ThreadLocal");
  ClassId inheritable = types.Find("java/lang/InheritableThreadLocal");
  ClassId scoped = types.Find("java/lang/ScopedValue");
  ClassId forks = types.Find("java/util/concurrent/StructuredTaskScope");
  std::vector<ObjectId> pending;
  auto add = [&](ObjectId object) {
    ObjectId root = analysis.object(object).root;
    if (escaping.Insert(root)) pending.push_back(root);
    if (escaping.Insert(object)) pending.push_back(object);
  };
  // Thousands of fields may have one set, where they hold one another.
  std::unordered_set<const ObjectSet*> added;
  auto add_all = [&](NodeId node) {
    const ObjectSet& objects = analysis.solver().PointsTo(node);
    if (added.insert(&objects).second) objects.ForEach(add);
  };
  for (const auto& [field, node] : analysis.static_nodes()) add_all(node);
  for (NodeId node : analysis.outside_nodes()) add_all(node);
  analysis.handed_over().ForEach(add);
  for (const pointer::CallEdge& edge : analysis.edges()) {
    if (edge.kind != pointer::EdgeKind::kSpawn && edge.kind != pointer::EdgeKind::kParallel) continue;
    if (edge.receiver != pointer::kNoNode) add(edge.receiver);
    if (edge.task != pointer::kNoNode) add(edge.task);
  }
  // buffer.array() is the buffer's, whoever asks for it.
  std::unordered_map<ObjectId, std::vector<ObjectId>> arrays;
  for (ObjectId o = 0; o < analysis.object_count(); ++o) {
    const pointer::Object& object = analysis.object(o);
    if (object.root != o && types[object.type].IsArray()) arrays[object.root].push_back(o);
  }
  auto is_of = [&](ObjectId object, ClassId type) {
    return type && types.IsSubtype(analysis.object(object).type, type) == classpath::Truth::kYes;
  };
  while (!pending.empty()) {
    ObjectId object = pending.back();
    pending.pop_back();
    // What it holds, it holds once for each thread; an inheritable one's is handed to the threads that are started, and
    // a scoped one's to those that are forked.
    if (is_of(object, thread_local_class) && !is_of(object, inheritable)) continue;
    if (is_of(object, scoped) && !forks) continue;
    for (const auto& [field, node] : analysis.solver().FieldsOf(object)) add_all(node);
    if (auto found = arrays.find(object); found != arrays.end()) {
      for (ObjectId array : found->second) add(array);
    }
  }
  return escaping;
}

}  // namespace raddle::escape
