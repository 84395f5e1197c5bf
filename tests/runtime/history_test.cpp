#include "runtime/history.h"

#include <gtest/gtest.h>

namespace raddle::runtime {
namespace {

using event::AccessKind;

VariableKey Variable(uint64_t object) {
  return {VariableId(1), object};
}

void Record(History& history, Clock clock, uint32_t step, uint64_t object, AccessKind kind = AccessKind::kRead,
            const VectorClock& known = {}) {
  uint32_t site = clock * 100 + step;
  history.Record({Time(clock, step), Variable(object), SiteId(site), StackId(site), kind}, known);
}

TEST(History, FindsTheLastOfAnEpoch) {
  History history;
  Record(history, 1, 1, 7);
  Record(history, 2, 1, 7);
  Record(history, 2, 2, 8);
  Record(history, 2, 3, 7);
  Record(history, 3, 1, 7);
  History::Found found = history.Find(Variable(7), AccessKind::kRead, 2);
  EXPECT_EQ(found.step, 3u);
  EXPECT_EQ(found.site, SiteId(203));
}

TEST(History, TellsReadsFromWrites) {
  History history;
  Record(history, 2, 1, 7, AccessKind::kWrite);
  Record(history, 2, 2, 7, AccessKind::kRead);
  EXPECT_EQ(history.Find(Variable(7), AccessKind::kWrite, 2).step, 1u);
}

TEST(History, OffersAnEarlierAccessWithoutAStepWhereTheRightOneIsMissing) {
  History history;
  Record(history, 2, 1, 7);
  Record(history, 4, 1, 8);
  History::Found found = history.Find(Variable(7), AccessKind::kRead, 4);
  EXPECT_EQ(found.step, 0u);
  EXPECT_EQ(found.site, SiteId(201));
  EXPECT_FALSE(history.Find(Variable(9), AccessKind::kRead, 4).site);
}

TEST(History, AnAccessOfTheSameObjectGoesFirst) {
  History history;
  for (uint32_t object : {5u, 6u}) {
    history.Record({Time(2, object), Variable(0), SiteId(object), StackId(object), AccessKind::kRead, object}, {});
  }
  EXPECT_EQ(history.Find(Variable(0), AccessKind::kRead, 2, 5).site, SiteId(5));
  EXPECT_TRUE(history.Find(Variable(0), AccessKind::kRead, 2, 5).same_object);
  EXPECT_EQ(history.Find(Variable(0), AccessKind::kRead, 2, 7).site, SiteId(6));
  EXPECT_FALSE(history.Find(Variable(0), AccessKind::kRead, 2, 7).same_object);
}

TEST(History, IsBounded) {
  History history;
  for (Clock clock = 1; clock <= 100000; ++clock) Record(history, clock, 1, clock);
  size_t bytes = history.Bytes();
  EXPECT_FALSE(history.Find(Variable(1), AccessKind::kRead, 1).site);
  EXPECT_EQ(history.Find(Variable(99000), AccessKind::kRead, 99000).step, 1u);
  for (Clock clock = 100001; clock <= 200000; ++clock) Record(history, clock, 1, clock);
  EXPECT_EQ(history.Bytes(), bytes);
}

TEST(History, KnowsTheClockAtAnAccess) {
  History history;
  VectorClock known;
  for (Clock clock = 1; clock <= 20; ++clock) {
    known.Raise(9, Time(clock, 0));
    Record(history, clock, 1, 1, AccessKind::kWrite, known);
    Record(history, clock, 2, 2, AccessKind::kWrite, known);
  }
  EXPECT_EQ(history.ClockAt(Time(18, 2)).Get(9), Time(18, 0));
  EXPECT_EQ(history.ClockAt(Time(20, 1)).Get(9), Time(20, 0));
  // Too long ago: a later one, which covers it. No step known: the next epoch's, or the last there is.
  EXPECT_GE(history.ClockAt(Time(2, 1)).Get(9), Time(2, 0));
  EXPECT_EQ(history.ClockAt(Time(18, 0)).Get(9), Time(18, 0));
  EXPECT_EQ(history.ClockAt(Time(21, 0)).Get(9), Time(20, 0));
  EXPECT_EQ(History().ClockAt(Time(1, 1)).Get(9), Time());
}

}  // namespace
}  // namespace raddle::runtime
