// The engine under real threads, with words stored as the agent stores them. Correct programs stay silent; a race is
// found. Run under ThreadSanitizer this also checks the runtime's own locking.
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <thread>

#include "script.h"

namespace raddle::detect {
namespace {

using runtime::TagOf;
using runtime::WordTag;

class LockedCollector : public Sink {
 public:
  void Found(const Race& race) override {
    std::lock_guard guard(mutex_);
    races_.push_back(race);
  }
  size_t Count(std::string_view detector) const {
    size_t count = 0;
    for (const Race& race : races_) count += race.detector == detector;
    return count;
  }

 private:
  std::mutex mutex_;
  std::vector<Race> races_;
};

void Access(Engine& engine, ThreadState& thread, std::atomic<uint64_t>& word, AccessKind kind, const AccessInfo& info) {
  uint64_t seen = word.load(std::memory_order_acquire);
  for (;;) {
    if (Engine::AlreadySeen(thread, seen, kind)) return;
    uint64_t next = engine.Access(thread, seen, kind, info);
    if (next == seen) return;
    bool mine = TagOf(seen) != WordTag::kUntouched && TagOf(seen) != WordTag::kRecord &&
                runtime::Word::From(seen).slot == thread.slot().index();
    if (mine && TagOf(next) != WordTag::kRecord) return word.store(next, std::memory_order_relaxed);
    if (word.compare_exchange_strong(seen, next, std::memory_order_acq_rel)) return;
    engine.GiveBack(next);
  }
}

constexpr uint32_t kThreads = 8, kRounds = 3000;

// Each of the threads takes one of a few locks, uses what it guards, forks nothing, and at the end main looks.
template <typename Body>
void RunThreads(Engine& engine, const Body& body) {
  auto main = engine.MakeThread(ThreadId(0));
  engine.Begin(*main);
  std::vector<std::unique_ptr<ThreadState>> states;
  std::vector<std::thread> threads;
  for (uint32_t i = 0; i < kThreads; ++i) {
    states.push_back(engine.MakeThread(ThreadId(i + 1)));
    engine.Fork(*main, *states.back());
    threads.emplace_back([&engine, &body, state = states.back().get(), i] {
      engine.Begin(*state);
      body(*state, i);
      engine.End(*state);
    });
  }
  for (uint32_t i = 0; i < kThreads; ++i) threads[i].join(), engine.Join(*main, *states[i]);
  body(*main, 0);
}

TEST(Live, ACorrectProgramIsSilent) {
  LockedCollector collector;
  Engine engine({}, collector);
  struct Guarded {
    std::mutex real;
    std::unique_ptr<runtime::Lock> lock;
    std::atomic<uint64_t> words[4] = {};
  };
  std::array<Guarded, 5> guarded;
  for (uint32_t i = 0; i < guarded.size(); ++i) guarded[i].lock = std::make_unique<runtime::Lock>(LockId(i));
  RunThreads(engine, [&](ThreadState& thread, uint32_t number) {
    for (uint32_t round = 0; round < kRounds; ++round) {
      uint32_t which = (round * 7 + number) % guarded.size();
      Guarded& g = guarded[which];
      std::lock_guard real(g.real);
      engine.Acquire(thread, *g.lock);
      for (uint32_t w = 0; w < 4; ++w) {
        AccessInfo info{{VariableId(w), which + 1}, SiteId(w)};
        Access(engine, thread, g.words[w], AccessKind::kRead, info);
        if ((round + w) % 3 == 0) Access(engine, thread, g.words[w], AccessKind::kWrite, info);
      }
      engine.Release(thread, *g.lock);
    }
  });
  EXPECT_EQ(collector.Count("hb"), 0u);
  EXPECT_EQ(collector.Count("racer"), 0u);
}

TEST(Live, AHandOverThroughAChannelIsSilent) {
  LockedCollector collector;
  Engine engine({}, collector);
  runtime::Channel channel;
  std::atomic<uint32_t> turn{0};
  std::atomic<uint64_t> word{0};
  RunThreads(engine, [&](ThreadState& thread, uint32_t number) {
    if (thread.id() == ThreadId(0)) return;
    for (uint32_t round = 0; round < 200; ++round) {
      while (turn.load() % kThreads != number) std::this_thread::yield();
      engine.Receive(thread, channel);
      Access(engine, thread, word, AccessKind::kRead, {{VariableId(0), 1}, SiteId(0)});
      Access(engine, thread, word, AccessKind::kWrite, {{VariableId(0), 1}, SiteId(1)});
      engine.Publish(thread, channel);
      turn.fetch_add(1);
    }
  });
  EXPECT_EQ(collector.Count("hb"), 0u);
  EXPECT_EQ(collector.Count("racer"), 0u);
}

TEST(Live, RacingThreadsAreFoundAndNothingBreaks) {
  LockedCollector collector;
  Engine engine({.eraser = true}, collector);
  std::array<std::atomic<uint64_t>, 64> words{};
  runtime::Lock lock(LockId(0));
  std::mutex real;
  RunThreads(engine, [&](ThreadState& thread, uint32_t number) {
    for (uint32_t round = 0; round < kRounds; ++round) {
      uint32_t which = (round * (number + 1)) % words.size();
      AccessKind kind = round % 4 == 0 ? AccessKind::kWrite : AccessKind::kRead;
      Access(engine, thread, words[which], kind, {{VariableId(which % 4), which + 1}, SiteId(round % 5)});
      if (round % 16 == 0) {
        std::lock_guard guard(real);
        engine.Acquire(thread, lock);
        engine.Release(thread, lock);
      }
    }
  });
  EXPECT_GT(collector.Count("racer"), 0u);
  EXPECT_GT(collector.Count("eraser"), 0u);
}

}  // namespace
}  // namespace raddle::detect
