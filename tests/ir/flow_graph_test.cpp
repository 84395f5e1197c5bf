// Dominators and loops against their definitions, spelled out slowly, on random graphs.
#include <random>
#include <set>

#include "gtest/gtest.h"
#include "ir/dominators.h"
#include "ir/flow_graph.h"
#include "ir/loops.h"
#include "made_class.h"

namespace raddle::ir {
namespace {

using Node = FlowGraph::Node;
using Edge = FlowGraph::Edge;
constexpr Node kNone = FlowGraph::kNone;

// The nodes that can be reached from `from` without passing through `avoid`.
std::vector<bool> Reach(const FlowGraph& graph, Node from, Node avoid = kNone) {
  std::vector<bool> reached(graph.size());
  std::vector<Node> work;
  if (from != avoid) work.push_back(from);
  while (!work.empty()) {
    Node node = work.back();
    work.pop_back();
    if (reached[node]) continue;
    reached[node] = true;
    for (Node to : graph.Successors(node)) {
      if (to != avoid) work.push_back(to);
    }
  }
  return reached;
}

bool SlowDominates(const FlowGraph& graph, Node above, Node below) {
  std::vector<bool> all = Reach(graph, graph.entry());
  return all[above] && all[below] && !Reach(graph, graph.entry(), above)[below];
}

// The header's natural loop: what reaches a back edge's source without passing the header.
std::set<Node> SlowLoop(const FlowGraph& graph, Node header) {
  std::set<Node> body;
  std::vector<bool> all = Reach(graph, graph.entry());
  for (Node from : graph.Predecessors(header)) {
    if (!SlowDominates(graph, header, from)) continue;
    body.insert(header);
    for (Node node = 0; node < graph.size(); node++) {
      if (all[node] && Reach(graph, node, header)[from]) body.insert(node);
    }
  }
  return body;
}

FlowGraph RandomGraph(std::mt19937& random) {
  uint32_t size = 1 + random() % 12;
  std::vector<Edge> edges;
  for (uint32_t i = random() % (size * 3); i > 0; i--) edges.push_back({random() % size, random() % size});
  return FlowGraph(size, random() % size, edges);
}

TEST(FlowGraph, KeepsEachEdgeOnceInBothDirections) {
  std::vector<Edge> edges = {{0, 1}, {0, 2}, {0, 1}, {1, 2}, {2, 0}};
  FlowGraph graph(4, 0, edges);
  EXPECT_EQ(std::vector<Node>(graph.Successors(0).begin(), graph.Successors(0).end()), (std::vector<Node>{1, 2}));
  EXPECT_EQ(std::vector<Node>(graph.Predecessors(2).begin(), graph.Predecessors(2).end()), (std::vector<Node>{0, 1}));
  EXPECT_FALSE(graph.IsReachable(3));
  EXPECT_EQ(graph.ReversePostOrder().size(), 3u);
}

TEST(FlowGraph, OrdersNodesBeforeTheirSuccessorsButForCycles) {
  std::mt19937 random(1);
  for (int round = 0; round < 500; round++) {
    FlowGraph graph = RandomGraph(random);
    std::vector<bool> reached = Reach(graph, graph.entry());
    for (Node node = 0; node < graph.size(); node++) {
      EXPECT_EQ(graph.IsReachable(node), reached[node]);
      if (!reached[node]) continue;
      EXPECT_EQ(graph.ReversePostOrder()[graph.Rank(node)], node);
      for (Node to : graph.Successors(node)) {
        EXPECT_TRUE(graph.Rank(to) > graph.Rank(node) || Reach(graph, to)[node]);
      }
    }
  }
}

TEST(Dominators, AreThoseOfTheDefinitionOnRandomGraphs) {
  std::mt19937 random(2);
  for (int round = 0; round < 1000; round++) {
    FlowGraph graph = RandomGraph(random);
    DominatorTree tree(graph);
    for (Node below = 0; below < graph.size(); below++) {
      Node nearest = kNone;
      for (Node above = 0; above < graph.size(); above++) {
        bool expected = SlowDominates(graph, above, below);
        ASSERT_EQ(tree.Dominates(above, below), expected) << above << " " << below;
        if (expected && above != below && (nearest == kNone || SlowDominates(graph, nearest, above))) nearest = above;
      }
      ASSERT_EQ(tree.ImmediateDominator(below), nearest);
      EXPECT_EQ(tree.Depth(below), nearest == kNone ? 0 : tree.Depth(nearest) + 1);
    }
  }
}

TEST(Loops, AreThoseOfTheDefinitionOnRandomGraphs) {
  std::mt19937 random(3);
  for (int round = 0; round < 1000; round++) {
    FlowGraph graph = RandomGraph(random);
    LoopForest forest(graph, DominatorTree(graph));
    std::vector<uint32_t> depth(graph.size());
    size_t loops = 0;
    for (Node header = 0; header < graph.size(); header++) {
      std::set<Node> body = SlowLoop(graph, header);
      if (body.empty()) continue;
      loops++;
      for (Node node : body) depth[node]++;
      uint32_t found = forest.InnermostLoop(header);
      ASSERT_NE(found, kNone);
      ASSERT_EQ(forest.Loops()[found].header, header);
      for (Node node = 0; node < graph.size(); node++) {
        ASSERT_EQ(forest.Contains(found, node), body.contains(node)) << header << " " << node;
      }
    }
    EXPECT_EQ(forest.Loops().size(), loops);
    for (Node node = 0; node < graph.size(); node++) EXPECT_EQ(forest.Depth(node), depth[node]);
    for (size_t i = 0; i < loops; i++) {
      EXPECT_TRUE(forest.Loops()[i].parent == kNone || forest.Loops()[i].parent < i);
    }
  }
}

// A graph is reducible exactly if it can be collapsed to one node by merging nodes into their only predecessor.
bool SlowReducible(const FlowGraph& graph) {
  std::vector<bool> reached = Reach(graph, graph.entry());
  std::set<Edge> edges;
  std::set<Node> nodes;
  for (Node node = 0; node < graph.size(); node++) {
    if (!reached[node]) continue;
    nodes.insert(node);
    for (Node to : graph.Successors(node)) {
      if (to != node) edges.insert({node, to});
    }
  }
  for (bool again = true; again;) {
    again = false;
    for (Node node : nodes) {
      std::set<Node> from;
      for (const Edge& edge : edges) {
        if (edge.second == node) from.insert(edge.first);
      }
      if (from.size() != 1 || node == graph.entry()) continue;
      std::set<Edge> merged;
      for (Edge edge : edges) {
        if (edge.first == node) edge.first = *from.begin();
        if (edge.second == node) edge.second = *from.begin();
        if (edge.first != edge.second) merged.insert(edge);
      }
      edges = merged;
      nodes.erase(node);
      again = true;
      break;
    }
  }
  return nodes.size() <= 1;
}

TEST(Loops, FlagIrreducibleGraphs) {
  std::mt19937 random(4);
  int irreducible = 0;
  for (int round = 0; round < 1000; round++) {
    FlowGraph graph = RandomGraph(random);
    LoopForest forest(graph, DominatorTree(graph));
    EXPECT_EQ(forest.IsIrreducible(), !SlowReducible(graph));
    irreducible += forest.IsIrreducible() ? 1 : 0;
  }
  EXPECT_GT(irreducible, 50);
}

TEST(PostDominators, AreTheDominatorsOfTheReversedGraph) {
  MadeClass made;
  // b0 tests; b1 and b2 are its arms; b3 joins them and returns.
  Result<Method> method = made.Build("(I)V", "iload 0; ifeq a; invokestatic Foo.f:()V; goto b; a: nop; b: return");
  ASSERT_TRUE(method);
  DominatorTree tree(ReversedGraphOf(*method));
  EXPECT_TRUE(tree.Dominates(3, 0));
  EXPECT_FALSE(tree.Dominates(1, 0));
  EXPECT_EQ(tree.ImmediateDominator(3), 4u);  // the exit
  // The call may throw out of the method, in which case b3 is not reached.
  DominatorTree with_throws(ReversedGraphOf(*method, ExceptionEdges::kWith, ExitEdges::kReturnsAndAllThrows));
  EXPECT_FALSE(with_throws.Dominates(3, 0));
  EXPECT_FALSE(with_throws.Dominates(3, 1));
  EXPECT_TRUE(with_throws.Dominates(3, 2));
}

TEST(PostDominators, DoNotExistWhereTheMethodCannotBeLeft) {
  MadeClass made;
  Result<Method> method = made.Build("(I)V", "iload 0; ifeq loop; return; loop: goto loop");
  ASSERT_TRUE(method);
  DominatorTree tree(ReversedGraphOf(*method));
  EXPECT_EQ(tree.ImmediateDominator(0), 1u);
  EXPECT_EQ(tree.ImmediateDominator(2), kNone);
  EXPECT_FALSE(tree.Dominates(1, 2));
}

// A ladder as deep as the largest methods: what recursed or was quadratic would show.
TEST(Loops, ManageDeepGraphs) {
  constexpr uint32_t kSize = 200'000;
  std::vector<Edge> edges;
  for (Node node = 0; node + 1 < kSize; node++) {
    edges.push_back({node, node + 1});
    edges.push_back({node, kSize - 1});
    edges.push_back({kSize - 1 - node, node / 2});
  }
  FlowGraph graph(kSize, 0, edges);
  DominatorTree tree(graph);
  LoopForest forest(graph, tree);
  EXPECT_EQ(graph.ReversePostOrder().size(), kSize);
  EXPECT_TRUE(tree.Dominates(0, kSize - 1));
}

}  // namespace
}  // namespace raddle::ir
