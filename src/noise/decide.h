// Decide: whether a thread that comes to a noisy place is held up now, how, and for how long.
//
// Each thread has random numbers of its own, which depend on the seed, the thread's name and how many threads had it
// before, and on nothing else that other threads do: with the same seed a thread makes the same decisions at its first, second, ... noisy place. What the
// budget cuts off depends on time, so a run with a tight one is repeatable only until it first bites.
//
// Durations are powers of two of a part of the longest: short ones are as likely as long ones, since nobody knows how
// far apart two threads are. Any thread; a few additions.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

#include "noise/rule.h"

namespace raddle::noise {

using Nanos = std::chrono::nanoseconds;

// One thread's; used by that thread alone.
struct ThreadNoise {
  uint64_t random = 1;
  Nanos held{0};
  std::chrono::steady_clock::time_point since;
};

struct Hold {
  Kind kind;
  Nanos longest;
};

struct Budget {
  // A program that ends in a second is never too slow; and without this a thread could never be held up at its start.
  static constexpr Nanos kFree = std::chrono::seconds(1);

  double part = 1;  // of the time that the thread has lived

  Nanos LeftFor(const ThreadNoise& thread, std::chrono::steady_clock::time_point now) const;
};

// before: how many threads of that name there were already.
ThreadNoise NewThread(uint64_t seed, std::string_view name, uint64_t before = 0);

// Nothing: the thread goes on.
std::optional<Hold> Decide(const Rule& rule, ThreadNoise& thread);

}  // namespace raddle::noise
