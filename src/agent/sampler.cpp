#include "agent/sampler.h"

#include <chrono>
#include <thread>

#include "agent/variables.h"

namespace raddle::agent {
namespace {

// Four samples in two milliseconds, each of some microseconds: they cost at most a hundredth of the time of one thread.
constexpr auto kTick = std::chrono::milliseconds(2);
constexpr int kSamples = 4;

// Loops over arrays are the most expensive to look into. So arrays are asked about only during one part of the time in
// kArrayPart, and at the start.
constexpr uint64_t kArrayPart = 16, kArrayStart = 100;

}  // namespace

Sampler::Sampler() : quiet_(ReserveSites<uint8_t>()), taken_(ReserveSites<uint8_t>()) {}

void Sampler::Add(uint32_t site, uint32_t variable) {
  const std::lock_guard lock(mutex_);
  Sites& group = by_variable_[variable];
  group.sites.push_back(site);
  sites_.push_back(site);
  if (!group.lingering) Set(site, 1);
}

void Sampler::AddLoud(uint32_t site) {
  const std::lock_guard lock(mutex_);
  sites_.push_back(site);
}

bool Sampler::Linger(uint32_t variable) {
  const std::lock_guard lock(mutex_);
  Sites& group = by_variable_[variable];
  if (group.lingering) return false;
  group.lingering = true;
  for (const uint32_t site : group.sites) Set(site, 0);
  return true;
}

void Sampler::Pass(uint32_t variable) {
  const std::lock_guard lock(mutex_);
  Sites& group = by_variable_[variable];
  group.lingering = false;
  for (const uint32_t site : group.sites) Set(site, 1);
}

void Sampler::Start() {
  std::thread([this] {
    for (;;) {
      std::this_thread::sleep_for(kTick);
      Sample();
    }
  }).detach();
}

void Sampler::Sample() {
  const std::lock_guard lock(mutex_);
  ++ticks_;
  const uint8_t arrays = arrays_always_ != 0 || ticks_ < kArrayStart || ticks_ % kArrayPart == 0 ? 1 : 0;
  __atomic_store_n(&arrays_, arrays, __ATOMIC_RELAXED);
  if (sites_.empty()) return;
  for (int i = 0; i < kSamples; ++i) {
    random_ = random_ * 6364136223846793005u + 1442695040888963407u;
    const uint32_t site = sites_[(random_ >> 33) % sites_.size()];
    __atomic_store_n(&taken_[site], 0, __ATOMIC_RELAXED);
    Set(site, 0);
  }
}

}  // namespace raddle::agent
