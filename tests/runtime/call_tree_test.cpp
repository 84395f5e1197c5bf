#include "runtime/call_tree.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace raddle::runtime {
namespace {

using Stack = std::vector<CallTree::Frame>;

TEST(CallTreeTest, AStackIsKeptOnce) {
  CallTree tree;
  const Stack stack{{7, 1}, {8, 2}, {9, -1}};
  const uint32_t number = tree.Add(stack);
  EXPECT_EQ(tree.Add(stack), number);
  EXPECT_EQ(tree.Get(number), stack);
}

TEST(CallTreeTest, StacksShareTheirOuterFrames) {
  CallTree tree;
  tree.Add(Stack{{7, 1}, {8, 2}, {9, 3}});
  tree.Add(Stack{{6, 1}, {8, 2}, {9, 3}});
  EXPECT_EQ(tree.size(), 4);
}

TEST(CallTreeTest, ACallerIsAStackToo) {
  CallTree tree;
  const uint32_t inner = tree.Add(Stack{{7, 1}, {8, 2}});
  const uint32_t outer = tree.Add(Stack{{8, 2}});
  EXPECT_NE(inner, outer);
  EXPECT_EQ(tree.Get(outer), (Stack{{8, 2}}));
  EXPECT_EQ(tree.size(), 2);
}

TEST(CallTreeTest, NoFramesAreAStackToo) {
  CallTree tree;
  EXPECT_EQ(tree.Add({}), 0);
  EXPECT_EQ(tree.Get(0), Stack());
}

TEST(CallTreeTest, GivesWhatAMapOfWholeStacksGives) {
  CallTree tree;
  std::map<std::vector<std::pair<uint64_t, int32_t>>, uint32_t> numbers;
  std::mt19937 random(1);
  for (int i = 0; i < 20'000; ++i) {
    Stack stack(random() % 8);
    std::vector<std::pair<uint64_t, int32_t>> key;
    for (CallTree::Frame& frame : stack) {
      frame = {random() % 4, static_cast<int32_t>(random() % 3) - 1};
      key.emplace_back(frame.method, frame.location);
    }
    const uint32_t number = tree.Add(stack);
    const auto [known, is_new] = numbers.try_emplace(key, number);
    ASSERT_EQ(known->second, number);
    ASSERT_EQ(tree.Get(number), stack);
  }
}

}  // namespace
}  // namespace raddle::runtime
