// Solver: inclusion constraints over points-to sets (Andersen 1994), solved as they are added.
//
// A node is a variable whose value is a set of objects. The constraints are:
//   AddObject(n, o)        n contains o
//   AddCopy(a, b, filter)  b contains what is in a and passes the filter
//   AddLoad(a, f, b)       b contains what is in field f of each object in a
//   AddStore(a, f, b)      field f of each object in a contains what is in b
//   Watch(a, w)            the listener is told of each object that comes into a, and may add any constraints
//
// Only what is new in a node travels along its edges (difference propagation). Nodes on a cycle of unfiltered copies
// have the same value and become one node. Cycles are looked for in the whole graph, whenever the work since the last
// search is a few times the number of edges, so the search costs a fraction of the rest. (Lazy detection, edge by edge,
// was tried: on H2 it spent minutes on paths that were no cycles.) After nodes have become one, the listener may be
// told of an object twice. Nothing here recurses.
//
// Fields are numbers that the caller chooses; an object can have any. FieldNode makes the node of a field when it is
// first asked for.
#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <utility>
#include <vector>

#include "pointer/flat_set.h"
#include "pointer/object_set.h"

namespace raddle::pointer {

using NodeId = uint32_t;
using ObjectId = uint32_t;
using FieldKey = uint32_t;
using FilterId = uint32_t;
using WatchId = uint32_t;
inline constexpr NodeId kNoNode = ~NodeId{0};
inline constexpr FilterId kNoFilter = 0;

class Solver {
 public:
  class Listener {
   public:
    virtual ~Listener() = default;
    virtual void OnObject(WatchId watch, ObjectId object) = 0;
    // A filter for what may be stored into a field of an object.
    virtual FilterId StoreFilter(ObjectId object, FieldKey field) = 0;
    // Whether an object passes a filter; asked once for each object and filter.
    virtual bool Passes(FilterId filter, ObjectId object) = 0;
  };

  // `patience`: how much work is done before the first search for cycles.
  explicit Solver(Listener& listener, size_t patience = 10000) : listener_(listener), patience_(patience) {}

  // Returns the first id; the ids of the new nodes are consecutive.
  NodeId NewNodes(uint32_t count);
  void AddObject(NodeId node, ObjectId object);
  void AddCopy(NodeId from, NodeId to, FilterId filter = kNoFilter);
  void AddLoad(NodeId base, FieldKey field, NodeId result);
  void AddStore(NodeId base, FieldKey field, NodeId value);
  void Watch(NodeId node, WatchId watch);
  NodeId FieldNode(ObjectId object, FieldKey field);

  // Runs until nothing changes, or until `should_stop`, which is asked now and then, says so. Then it returns false.
  template <typename ShouldStop>
  bool Solve(ShouldStop should_stop) {
    for (uint32_t steps = 0; !worklist_.empty(); ++steps) {
      if (steps % 64 == 0 && should_stop()) return false;
      Step();
    }
    return true;
  }

  const ObjectSet& PointsTo(NodeId node) const { return nodes_[Find(node)].objects; }
  // The fields of an object that have been asked for.
  const std::vector<std::pair<FieldKey, NodeId>>& FieldsOf(ObjectId object) const;
  size_t node_count() const { return nodes_.size(); }
  size_t merged_count() const { return merged_; }
  size_t edge_count() const { return edges_; }
  // The number of sets passed along edges so far: it measures time, but is the same on every machine.
  size_t work() const { return work_ + passes_; }

 private:
  struct Edge {
    NodeId to;
    FilterId filter;
  };
  struct Use {
    enum Kind : uint32_t { kLoad, kStore, kWatch } kind;
    FieldKey field;  // or watch
    NodeId node;
  };
  struct Node {
    ObjectSet objects;
    ObjectSet fresh;  // the part of `objects` that was not passed on yet
    std::vector<Edge> edges;
    std::vector<Use> uses;
    bool is_queued = false;
  };
  struct Filter {
    ObjectSet passing;
    uint32_t asked = 0;  // objects below this were asked about
  };

  NodeId Find(NodeId node) const;
  void Queue(NodeId node);
  void Step();
  void Pass(NodeId from, NodeId to, FilterId filter, const ObjectSet& objects);
  void Apply(const Use& use, ObjectId object);
  const ObjectSet& Passing(FilterId filter);
  void CollapseCycles();
  void DropRepeated(NodeId node);
  void Merge(NodeId into, NodeId from);

  Listener& listener_;
  const size_t patience_;
  std::deque<Node> nodes_;
  mutable std::vector<NodeId> parents_;  // union-find
  std::deque<NodeId> worklist_;
  FlatSet edge_set_;  // (from, to, filter), with the node ids at the time they were added
  FlatSet watches_;   // (node, watch), likewise
  std::vector<std::vector<std::pair<FieldKey, NodeId>>> fields_;  // by object
  std::unordered_map<uint64_t, NodeId> field_nodes_;
  std::unordered_map<FilterId, Filter> filters_;
  uint32_t object_limit_ = 0;  // one more than the largest object seen
  size_t merged_ = 0;
  size_t edges_ = 0;
  size_t passes_ = 0;      // along edges, since the last search for cycles
  size_t edges_seen_ = 0;  // edges at the time of that search
  size_t work_ = 0;        // passes before it
};

}  // namespace raddle::pointer
