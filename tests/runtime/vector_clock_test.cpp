#include "runtime/vector_clock.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <random>
#include <vector>

namespace raddle::runtime {
namespace {

TEST(VectorClock, StartsBeforeEverything) {
  VectorClock clock;
  EXPECT_EQ(clock.Get(0), Time());
  EXPECT_EQ(clock.Get(kSlots - 1), Time());
  EXPECT_EQ(clock.Bytes(), 0u);
}

TEST(VectorClock, OnlyEverRises) {
  VectorClock clock;
  EXPECT_TRUE(clock.Raise(5, Time(3, 1)));
  EXPECT_FALSE(clock.Raise(5, Time(3, 1)));
  EXPECT_FALSE(clock.Raise(5, Time(2, 9)));
  EXPECT_TRUE(clock.Raise(5, Time(3, 2)));
  EXPECT_EQ(clock.Get(5), Time(3, 2));
}

TEST(VectorClock, ACopyIsASnapshot) {
  VectorClock clock;
  clock.Raise(1, Time(1, 0));
  VectorClock copy = clock;
  EXPECT_TRUE(copy.SharesAllWith(clock));
  clock.Raise(1, Time(2, 0));
  clock.Raise(1000, Time(1, 0));
  EXPECT_EQ(copy.Get(1), Time(1, 0));
  EXPECT_EQ(copy.Get(1000), Time());
  EXPECT_FALSE(copy.SharesAllWith(clock));
}

TEST(VectorClock, JoiningWhatIsCoveredKeepsEverythingShared) {
  VectorClock clock;
  for (Slot slot = 0; slot < 5000; ++slot) clock.Raise(slot, Time(1, 0));
  VectorClock copy = clock;
  copy.Raise(17, Time(2, 0));
  VectorClock before = copy;
  EXPECT_FALSE(copy.Join(clock));
  EXPECT_TRUE(copy.SharesAllWith(before));
  EXPECT_TRUE(clock.Join(copy));
  EXPECT_EQ(clock.Get(17), Time(2, 0));
  EXPECT_TRUE(copy.Covers(clock));
}

TEST(VectorClock, AgreesWithAMap) {
  using Map = std::map<Slot, Time>;
  uint32_t seed = 20;
  std::printf("seed %u\n", seed);
  std::mt19937 random(seed);
  std::vector<VectorClock> clocks(6);
  std::vector<Map> maps(6);
  auto slot = [&] { return random() % 3 == 0 ? random() % kSlots : random() % 70; };
  auto covers = [](const Map& a, const Map& b) {
    return std::ranges::all_of(b, [&](const auto& entry) {
      auto found = a.find(entry.first);
      return found != a.end() && found->second >= entry.second;
    });
  };
  for (int i = 0; i < 20000; ++i) {
    size_t a = random() % clocks.size(), b = random() % clocks.size();
    switch (random() % 8) {
      case 0:
        clocks[a] = clocks[b];
        maps[a] = maps[b];
        break;
      case 1:
        clocks[a].Join(clocks[b]);
        for (const auto& [s, time] : maps[b]) maps[a][s] = std::max(maps[a][s], time);
        break;
      case 2:
        if (random() % 20 == 0) clocks[a].Clear(), maps[a].clear();
        break;
      default: {
        Slot s = static_cast<Slot>(slot());
        Time time(static_cast<Clock>(1 + random() % 100), static_cast<uint32_t>(random() % 3));
        clocks[a].Raise(s, time);
        maps[a][s] = std::max(maps[a][s], time);
      }
    }
    ASSERT_EQ(clocks[a].Covers(clocks[b]), covers(maps[a], maps[b])) << i;
    for (const auto& [s, time] : maps[a]) ASSERT_EQ(clocks[a].Get(s), time) << i;
  }
}

}  // namespace
}  // namespace raddle::runtime
