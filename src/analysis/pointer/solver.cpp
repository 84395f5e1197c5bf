#include "pointer/solver.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace raddle::pointer {
namespace {

uint64_t Key(uint32_t high, uint32_t low) {
  return uint64_t{high} << 32 | low;
}

}  // namespace

NodeId Solver::NewNodes(uint32_t count) {
  NodeId first = static_cast<NodeId>(nodes_.size());
  nodes_.resize(nodes_.size() + count);
  for (uint32_t i = 0; i < count; ++i) parents_.push_back(first + i);
  return first;
}

NodeId Solver::Find(NodeId node) const {
  while (parents_[node] != node) {
    parents_[node] = parents_[parents_[node]];
    node = parents_[node];
  }
  return node;
}

void Solver::Queue(NodeId node) {
  if (nodes_[node].is_queued) return;
  nodes_[node].is_queued = true;
  worklist_.push_back(node);
}

void Solver::AddObject(NodeId node, ObjectId object) {
  node = Find(node);
  object_limit_ = std::max(object_limit_, object + 1);
  if (!nodes_[node].objects.Insert(object)) return;
  nodes_[node].fresh.Insert(object);
  Queue(node);
}

void Solver::AddCopy(NodeId from, NodeId to, FilterId filter) {
  if (from == kNoNode || to == kNoNode) return;
  from = Find(from);
  to = Find(to);
  if (from == to) return;
  // Filtered and unfiltered edges between two nodes are few: the filter goes into the hash.
  uint64_t key = Key(from, to) * 0x9E3779B97F4A7C15u + filter;
  if (!edge_set_.Insert(key)) return;
  ++edges_;
  nodes_[from].edges.push_back({to, filter});
  if (!nodes_[from].objects.empty()) Pass(from, to, filter, nodes_[from].objects);
}

void Solver::AddLoad(NodeId base, FieldKey field, NodeId result) {
  if (base == kNoNode || result == kNoNode) return;
  base = Find(base);
  nodes_[base].uses.push_back({Use::kLoad, field, result});
  for (ObjectId object : nodes_[base].objects.ToVector()) AddCopy(FieldNode(object, field), result);
}

void Solver::AddStore(NodeId base, FieldKey field, NodeId value) {
  if (base == kNoNode || value == kNoNode) return;
  base = Find(base);
  nodes_[base].uses.push_back({Use::kStore, field, value});
  for (ObjectId object : nodes_[base].objects.ToVector())
    AddCopy(value, FieldNode(object, field), listener_.StoreFilter(object, field));
}

void Solver::Watch(NodeId node, WatchId watch) {
  node = Find(node);
  if (!watches_.Insert(Key(node, watch))) return;
  nodes_[node].uses.push_back({Use::kWatch, watch, kNoNode});
  for (ObjectId object : nodes_[node].objects.ToVector()) listener_.OnObject(watch, object);
}

NodeId Solver::FieldNode(ObjectId object, FieldKey field) {
  auto [found, is_new] = field_nodes_.try_emplace(Key(object, field), kNoNode);
  if (is_new) {
    NodeId node = NewNodes(1);
    found->second = node;
    if (fields_.size() <= object) fields_.resize(object + 1);
    fields_[object].push_back({field, node});
  }
  return found->second;
}

const std::vector<std::pair<FieldKey, NodeId>>& Solver::FieldsOf(ObjectId object) const {
  static const std::vector<std::pair<FieldKey, NodeId>> kNone;
  return object < fields_.size() ? fields_[object] : kNone;
}

void Solver::Step() {
  // As much work as once round all edges, and a good part of them new: worth a search.
  if (passes_ > (patience_ == 0 ? 0 : edges_ + patience_) && edges_ > edges_seen_ + edges_seen_ / 4) CollapseCycles();
  NodeId node = worklist_.front();
  worklist_.pop_front();
  nodes_[node].is_queued = false;
  if (Find(node) != node) return;
  ObjectSet fresh = std::exchange(nodes_[node].fresh, {});
  if (fresh.empty()) return;
  // Edges and uses may be added meanwhile: those see the whole set when they come.
  for (size_t i = 0; i < nodes_[node].edges.size(); ++i) {
    Edge edge = nodes_[node].edges[i];
    Pass(node, Find(edge.to), edge.filter, fresh);
  }
  size_t uses = nodes_[node].uses.size();
  if (uses == 0) return;
  std::vector<ObjectId> objects = fresh.ToVector();
  for (size_t i = 0; i < uses; ++i) {
    Use use = nodes_[node].uses[i];
    for (ObjectId object : objects) Apply(use, object);
  }
}

void Solver::Apply(const Use& use, ObjectId object) {
  switch (use.kind) {
    case Use::kLoad:
      AddCopy(FieldNode(object, use.field), use.node);
      break;
    case Use::kStore:
      AddCopy(use.node, FieldNode(object, use.field), listener_.StoreFilter(object, use.field));
      break;
    case Use::kWatch:
      listener_.OnObject(use.field, object);
      break;
  }
}

const ObjectSet& Solver::Passing(FilterId id) {
  Filter& filter = filters_[id];
  for (; filter.asked < object_limit_; ++filter.asked) {
    if (listener_.Passes(id, filter.asked)) filter.passing.Insert(filter.asked);
  }
  return filter.passing;
}

void Solver::Pass(NodeId from, NodeId to, FilterId filter, const ObjectSet& objects) {
  if (from == to) return;
  ++passes_;
  bool grew;
  if (filter == kNoFilter) {
    grew = nodes_[to].objects.Unite(objects, &nodes_[to].fresh);
  } else {
    grew = nodes_[to].objects.Unite(ObjectSet::Intersection(objects, Passing(filter)), &nodes_[to].fresh);
  }
  if (grew) Queue(to);
}

// Tarjan's strongly connected components over the unfiltered copies, with a stack of our own.
void Solver::CollapseCycles() {
  work_ += std::exchange(passes_, 0);
  edges_seen_ = edges_;
  constexpr uint32_t kNew = 0;
  std::vector<uint32_t> index(nodes_.size(), kNew), low(nodes_.size());
  std::vector<bool> on_stack(nodes_.size());
  std::vector<NodeId> stack;
  std::vector<std::pair<NodeId, size_t>> walk;  // node, next edge
  std::vector<std::pair<NodeId, NodeId>> same;
  uint32_t next_index = 1;
  auto enter = [&](NodeId node) {
    index[node] = low[node] = next_index++;
    stack.push_back(node);
    on_stack[node] = true;
    walk.push_back({node, 0});
  };
  for (NodeId start = 0; start < nodes_.size(); ++start) {
    if (parents_[start] != start || index[start] != kNew || nodes_[start].edges.empty()) continue;
    enter(start);
    while (!walk.empty()) {
      auto& [node, at] = walk.back();
      if (at < nodes_[node].edges.size()) {
        const Edge& edge = nodes_[node].edges[at++];
        if (edge.filter != kNoFilter) continue;
        NodeId to = Find(edge.to);
        if (index[to] == kNew) {
          enter(to);
        } else if (on_stack[to]) {
          low[node] = std::min(low[node], index[to]);
        }
        continue;
      }
      NodeId done = node;
      walk.pop_back();
      if (!walk.empty()) low[walk.back().first] = std::min(low[walk.back().first], low[done]);
      if (low[done] != index[done]) continue;
      while (true) {
        NodeId member = stack.back();
        stack.pop_back();
        on_stack[member] = false;
        if (member == done) break;
        same.push_back({done, member});
      }
    }
  }
  for (auto [into, from] : same) Merge(into, from);
  NodeId last = kNoNode;  // a cycle's members follow one another
  for (auto [into, from] : same) {
    if (into != last && parents_[into] == into && into != from) DropRepeated(last = into);
  }
}

// Edges of a collapsed cycle that now lead back to it, and edges and uses that others repeat: what many calls watch in
// many places is watched as often in their cycle.
void Solver::DropRepeated(NodeId node) {
  std::vector<Edge>& edges = nodes_[node].edges;
  for (Edge& edge : edges) edge.to = Find(edge.to);
  std::sort(edges.begin(), edges.end(),
            [](const Edge& x, const Edge& y) { return x.to != y.to ? x.to < y.to : x.filter < y.filter; });
  edges.erase(std::unique(edges.begin(), edges.end(),
                          [](const Edge& x, const Edge& y) { return x.to == y.to && x.filter == y.filter; }),
              edges.end());
  std::erase_if(edges, [&](const Edge& edge) { return edge.to == node; });
  std::vector<Use>& uses = nodes_[node].uses;
  for (Use& use : uses) {
    if (use.node != kNoNode) use.node = Find(use.node);
  }
  auto key = [](const Use& use) { return std::tuple(use.kind, use.field, use.node); };
  std::sort(uses.begin(), uses.end(), [&](const Use& x, const Use& y) { return key(x) < key(y); });
  uses.erase(std::unique(uses.begin(), uses.end(), [&](const Use& x, const Use& y) { return key(x) == key(y); }),
             uses.end());
}

void Solver::Merge(NodeId into, NodeId from) {
  if (into == from || parents_[from] != from) return;
  ++merged_;
  parents_[from] = into;
  Node& a = nodes_[into];
  Node& b = nodes_[from];
  // What either had and the other had not is news to the other's edges and uses; nobody keeps track of whose, so it
  // is passed on again by all.
  ObjectSet fresh = std::move(b.fresh);
  b.objects.Unite(a.objects, &fresh);
  a.objects.Unite(b.objects, &fresh);
  a.fresh.Unite(fresh);
  a.edges.insert(a.edges.end(), b.edges.begin(), b.edges.end());
  a.uses.insert(a.uses.end(), b.uses.begin(), b.uses.end());
  b = {};
  if (!a.fresh.empty()) Queue(into);
}

}  // namespace raddle::pointer
