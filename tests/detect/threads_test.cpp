// Many threads: one after another without growing, thousands at once, more than there are slots.
#include <gtest/gtest.h>
#include <malloc.h>

#include "script.h"

namespace raddle::detect {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kCanMeasure = false;
#else
constexpr bool kCanMeasure = true;
#endif

// Each thread locks, reads what main wrote, and writes an object of its own that main reads if it joins.
void RunOneAfterAnother(bool join, runtime::Slot most_slots) {
  Collector collector;
  Engine engine({}, collector);
  runtime::Lock lock(LockId(0));
  auto main = engine.MakeThread(ThreadId(0));
  engine.Begin(*main);
  uint64_t shared = engine.Access(*main, 0, AccessKind::kWrite, {{VariableId(0), 1}, SiteId(0)});
  size_t bytes_early = 0;
  constexpr uint32_t kThreads = 1'000'000;
  for (uint32_t i = 1; i <= kThreads; ++i) {
    auto thread = engine.MakeThread(ThreadId(i));
    engine.Fork(*main, *thread);
    engine.Begin(*thread);
    engine.Acquire(*thread, lock);
    shared = engine.Access(*thread, shared, AccessKind::kRead, {{VariableId(0), 1}, SiteId(1)});
    engine.Release(*thread, lock);
    uint64_t own = engine.Access(*thread, 0, AccessKind::kWrite, {{VariableId(1), i}, SiteId(2)});
    engine.End(*thread);
    if (join) {
      engine.Join(*main, *thread);
      own = engine.Access(*main, own, AccessKind::kRead, {{VariableId(1), i}, SiteId(3)});
    }
    engine.GiveBack(own);
    if (i == kThreads / 10) bytes_early = mallinfo2().uordblks;
  }
  EXPECT_TRUE(collector.races.empty());
  EXPECT_LE(engine.runtime().slots.used(), most_slots);
  EXPECT_LE(engine.runtime().locksets.size(), 3u);
  EXPECT_LE(engine.detectors().pool().live(), 1u);
  if (!kCanMeasure) return;
  EXPECT_LT(mallinfo2().uordblks, bytes_early + (64 << 10)) << "grown from " << bytes_early;
}

TEST(MillionThreads, JoinedOneAfterAnotherUseTwoSlots) {
  RunOneAfterAnother(true, 2);
}
TEST(MillionThreads, NeverJoinedUseABoundedNumberOfSlots) {
  RunOneAfterAnother(false, 1026);
}

TEST(ThousandsOfThreads, AtOnceAreKeptApart) {
  Collector collector;
  Engine engine({}, collector);
  constexpr uint32_t kThreads = 5000;
  std::vector<std::unique_ptr<ThreadState>> threads;
  auto main = engine.MakeThread(ThreadId(kThreads));
  engine.Begin(*main);
  for (uint32_t i = 0; i < kThreads; ++i) {
    threads.push_back(engine.MakeThread(ThreadId(i)));
    engine.Fork(*main, *threads.back());
    engine.Begin(*threads.back());
  }
  std::vector<uint64_t> words(kThreads);
  auto write = [&](ThreadState& thread, uint32_t i) {
    words[i] = engine.Access(thread, words[i], AccessKind::kWrite, {{VariableId(0), i + 1}, SiteId(0)});
  };
  for (uint32_t i = 0; i < kThreads; ++i) write(*threads[i], i);
  for (uint32_t i = 0; i < kThreads; ++i) {
    engine.End(*threads[i]);
    if (i != 4711) engine.Join(*main, *threads[i]);
  }
  for (uint32_t i = 0; i < kThreads; ++i) write(*main, i);
  ASSERT_EQ(collector.races.size(), 2u);  // hb and racer
  EXPECT_EQ(collector.races[0].earlier.thread, ThreadId(4711));
}

TEST(MoreThreadsThanSlots, OrderWhatTheyOrderAndAreNotSeen) {
  Collector collector;
  Engine engine({.slot_limit = 2}, collector);
  auto t1 = engine.MakeThread(ThreadId(1)), t2 = engine.MakeThread(ThreadId(2)), t3 = engine.MakeThread(ThreadId(3));
  for (ThreadState* t : {t1.get(), t2.get(), t3.get()}) engine.Begin(*t);
  EXPECT_FALSE(t3->watched());
  runtime::Channel first, second;
  AccessInfo x{{VariableId(0), 1}};
  uint64_t word = engine.Access(*t1, 0, AccessKind::kWrite, x);
  engine.Publish(*t1, first);
  engine.Receive(*t3, first);
  EXPECT_EQ(engine.Access(*t3, word, AccessKind::kWrite, x), word);
  engine.Publish(*t3, second);
  engine.Receive(*t2, second);
  word = engine.Access(*t2, word, AccessKind::kWrite, x);
  EXPECT_TRUE(collector.races.empty());
  engine.End(*t1);
  engine.Publish(*t3, second);
  EXPECT_TRUE(t3->watched());
  engine.Access(*t3, word, AccessKind::kWrite, x);
  EXPECT_EQ(collector.races.size(), 2u);
}

}  // namespace
}  // namespace raddle::detect
