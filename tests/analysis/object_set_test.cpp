#include "pointer/object_set.h"

#include <algorithm>
#include <iterator>
#include <random>
#include <set>

#include <gtest/gtest.h>

namespace raddle::pointer {
namespace {

std::vector<uint32_t> Sorted(const std::set<uint32_t>& from) {
  return {from.begin(), from.end()};
}

TEST(ObjectSet, HasWhatWasInsertedAndNothingElse) {
  ObjectSet set;
  EXPECT_TRUE(set.empty());
  EXPECT_TRUE(set.Insert(70));
  EXPECT_TRUE(set.Insert(3));
  EXPECT_FALSE(set.Insert(70));
  EXPECT_TRUE(set.Contains(3));
  EXPECT_FALSE(set.Contains(4));
  EXPECT_EQ(set.ToVector(), (std::vector<uint32_t>{3, 70}));
}

TEST(ObjectSet, IsTheSameSetInEitherForm) {
  ObjectSet grown;
  for (uint32_t i = 0; i < 2 * ObjectSet::kSmall; ++i) grown.Insert(i * 100);
  ObjectSet small;
  small.Insert(100);
  ObjectSet same = ObjectSet::Intersection(grown, small);
  EXPECT_TRUE(same == small);
  uint32_t only = 0;
  EXPECT_TRUE(same.IsSingle(only));
  EXPECT_EQ(only, 100u);
  EXPECT_FALSE(grown.IsSingle(only));
}

// Against std::set, over sizes on both sides of the change of form.
TEST(ObjectSet, AgreesWithStdSetOnRandomOperations) {
  std::mt19937 random(11);
  for (int round = 0; round < 400; ++round) {
    uint32_t range = 1u << (2 + round % 12);
    ObjectSet a, b;
    std::set<uint32_t> x, y;
    for (uint32_t i = random() % 60; i > 0; --i) {
      uint32_t v = random() % range, w = random() % range;
      EXPECT_EQ(a.Insert(v), x.insert(v).second);
      EXPECT_EQ(b.Insert(w), y.insert(w).second);
    }
    std::set<uint32_t> both, added, all = x;
    std::set_intersection(x.begin(), x.end(), y.begin(), y.end(), std::inserter(both, both.end()));
    std::set_difference(y.begin(), y.end(), x.begin(), x.end(), std::inserter(added, added.end()));
    all.insert(y.begin(), y.end());
    EXPECT_EQ(a.Intersects(b), !both.empty());
    EXPECT_EQ(ObjectSet::Intersection(a, b).ToVector(), Sorted(both));
    ObjectSet fresh;
    EXPECT_EQ(a.Unite(b, &fresh), !added.empty());
    EXPECT_EQ(a.ToVector(), Sorted(all));
    EXPECT_EQ(fresh.ToVector(), Sorted(added));
    EXPECT_EQ(a.size(), all.size());
  }
}

}  // namespace
}  // namespace raddle::pointer
