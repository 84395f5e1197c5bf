// Engine against twins on random traces. RADDLE_SEED and RADDLE_TRACES choose others; a failure prints its seed.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "random_traces.h"
#include "script.h"

namespace raddle::detect {
namespace {

uint32_t FromEnvironment(const char* name, uint32_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : static_cast<uint32_t>(std::strtoul(text, nullptr, 10));
}

void CompareMany(const Mix& mix, uint32_t traces, runtime::Clock last_clock = runtime::kLastClock) {
  uint32_t first = FromEnvironment("RADDLE_SEED", 1);
  traces = FromEnvironment("RADDLE_TRACES", traces);
  std::printf("seeds %u to %u\n", first, first + traces - 1);
  for (uint32_t seed = first; seed < first + traces; ++seed) {
    std::mt19937 random(seed);
    Trace trace = RandomTrace(random, mix);
    ASSERT_EQ(Compare(trace, last_clock) + CompareAlone(trace), "") << "RADDLE_SEED=" << seed << " RADDLE_TRACES=1\n"
                                                                    << Print(trace);
  }
}

TEST(RandomTraces, ShortOnesOfEverything) {
  CompareMany({.length = 20}, 6000);
}
TEST(RandomTraces, MediumOnesOfEverything) {
  CompareMany({.length = 60, .threads = 5, .variables = 4}, 1500);
}
TEST(RandomTraces, LongOnesOfEverything) {
  CompareMany({.length = 200, .threads = 8, .variables = 12}, 300);
}
TEST(RandomTraces, MostlyLocked) {
  CompareMany({.length = 60, .threads = 3, .channels = 0, .access_percent = 25}, 1500);
}
TEST(RandomTraces, MostlyOrdered) {
  CompareMany({.length = 80, .threads = 6, .locks = 0, .channels = 1, .access_percent = 30}, 1000);
}
TEST(RandomTraces, MonitorsOnly) {
  CompareMany({.length = 60, .locks = 3, .access_percent = 35, .reads_with_locks = false}, 1500);
}

TEST(RandomTraces, OfThreadsThatRunOutOfClock) {
  CompareMany({.length = 60, .threads = 5}, 1500, 4);
}

void CompareDeadlocksOfMany(const Mix& mix, uint32_t traces) {
  uint32_t first = FromEnvironment("RADDLE_SEED", 1);
  traces = FromEnvironment("RADDLE_TRACES", traces);
  size_t with_deadlock = 0;
  for (uint32_t seed = first; seed < first + traces; ++seed) {
    std::mt19937 random(seed);
    Trace trace = RandomTrace(random, mix);
    ASSERT_EQ(CompareDeadlocks(trace), "") << "RADDLE_SEED=" << seed << " RADDLE_TRACES=1\n" << Print(trace);
    with_deadlock += !DeadlocksIn(trace).empty();
  }
  std::printf("%zu of %u traces have a deadlock\n", with_deadlock, traces);
}

TEST(RandomTraces, DeadlocksOfThreeLocks) {
  CompareDeadlocksOfMany({.length = 60, .locks = 3, .channels = 1, .access_percent = 0}, 3000);
}
TEST(RandomTraces, DeadlocksOfManyLocks) {
  CompareDeadlocksOfMany({.length = 120, .threads = 5, .locks = 5, .channels = 1, .access_percent = 0}, 500);
}

// With three slots for eight threads accesses go unseen and slots change hands: races are lost, none is made up.
TEST(RandomTraces, TooFewSlotsMakeNoFalseAlarm) {
  size_t found = 0;
  for (uint32_t seed = 1; seed <= 1000; ++seed) {
    std::mt19937 random(seed);
    Trace trace = RandomTrace(random, {.length = 150, .threads = 8, .variables = 8});
    Verdicts twin = Judge(trace);
    std::set<VariableKey> predicted;
    for (size_t at : twin.predicted) predicted.insert(std::get<event::Access>(trace[at]).variable);
    for (Way way : {Way::kWords, Way::kRecordsOnly, Way::kFastPath}) {
      for (const Race& race : RunTrace(trace, {.slot_limit = 3}, way)) {
        ++found;
        ASSERT_TRUE((race.detector == "hb" ? twin.plain : predicted).contains(race.variable)) << "seed " << seed;
      }
    }
  }
  EXPECT_GT(found, 1000u);
}

}  // namespace
}  // namespace raddle::detect
