#include "noise/decide.h"

#include <algorithm>

namespace raddle::noise {
namespace {

constexpr int kHalvings = 6;  // the shortest is a 64th of the longest

// SplitMix64's step and its output function: any seed gives a good sequence.
uint64_t Next(uint64_t& state) {
  uint64_t z = state += 0x9E3779B97F4A7C15u;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return z ^ z >> 31;
}

uint64_t HashOf(std::string_view text) {
  uint64_t hash = 0xCBF29CE484222325u;
  for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001B3u;
  return hash;
}

}  // namespace

ThreadNoise NewThread(uint64_t seed, std::string_view name, uint64_t before) {
  uint64_t state = seed * 0x9E3779B97F4A7C15u ^ (HashOf(name) + before * 0xD1B54A32D192ED03u);
  return {.random = Next(state), .held = Nanos(0), .since = std::chrono::steady_clock::now()};
}

Nanos Budget::LeftFor(const ThreadNoise& thread, std::chrono::steady_clock::time_point now) const {
  if (part >= 1) return Nanos::max();
  const auto lived = std::chrono::duration_cast<Nanos>(now - thread.since);
  const auto allowed = kFree + Nanos(static_cast<int64_t>(static_cast<double>(lived.count()) * part));
  return std::max(allowed - thread.held, Nanos(0));
}

// Always the same number of random numbers, so that what comes later does not depend on what was decided here.
std::optional<Hold> Decide(const Rule& rule, ThreadNoise& thread) {
  const uint64_t whether = Next(thread.random), how = Next(thread.random);
  if (whether % 1000 >= rule.per_mille) return std::nullopt;
  const Kind any[] = {Kind::kYield, Kind::kSpin, Kind::kSleep, Kind::kWait};
  const Kind kind = rule.kind ? *rule.kind : rule.target == Target::kRandom ? any[how % 4] : Kind::kWait;
  // A wait ends by itself when somebody comes, so a short one has no advantage.
  const uint64_t halvings = kind == Kind::kWait ? 0 : how / 4 % (kHalvings + 1);
  return Hold{kind, rule.longest / (int64_t{1} << halvings)};
}

}  // namespace raddle::noise
