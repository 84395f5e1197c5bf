// Listening: how long synchronisation is tracked, because some place tells of accesses, before a hush begins (hush.h).
//
// It lasts for a while after the last access that was told (`listen`), but a ration limits it. Without the ration, a
// program that always has something new to tell, such as one that generates classes, would never be hushed.
//
// The ration is a debt in time. The debt grows while synchronisation is tracked, and shrinks eight times more slowly in
// a hush. When the debt reaches its limit, a hush begins. That hush lasts until there is room for a whole `listen`
// again; otherwise it would end with the next access that is told, and take only half of the time. The debt is counted
// in processor time. By the clock, a program that sleeps between one such access and the next would pay off its debt
// while it sleeps, and be tracked all the time.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <utility>

namespace raddle::runtime {

class Listening {
 public:
  using milliseconds = std::chrono::milliseconds;
  static constexpr milliseconds kLook{50};  // it is asked about as often as this, or more often

  // Any thread. Tell(): an access is told; the shim calls it too. MayBegin(): whether listening may begin; false if the
  // ration is used up.
  void Tell() { told_.store(1, std::memory_order_relaxed); }
  bool MayBegin() const { return is_left_.load(std::memory_order_relaxed) != 0; }

  // Whether there may be a hush. One thread asks now and then. `listen` is how long to listen after the last access, by
  // the clock, as `now` is; `used` is the processor time, in which the ration is counted.
  bool IsOver(milliseconds now, milliseconds used, milliseconds listen, bool hushed) {
    const milliseconds since = std::min(used - std::exchange(asked_, used), kLook);  // nobody asks while all is told
    const milliseconds most = kMost * listen;
    if (told_.exchange(0, std::memory_order_relaxed) != 0) last_ = now;
    spent_ = std::clamp(spent_ + (hushed ? -since : since * kEarned), milliseconds{0}, most * kEarned);
    if (spent_ == most * kEarned) is_left_.store(0, std::memory_order_relaxed);
    if (spent_ <= (most - listen) * kEarned) is_left_.store(1, std::memory_order_relaxed);
    return !MayBegin() || now - last_ > listen;
  }

  // The word that Tell() writes; the next word is the one that MayBegin() reads.
  void* memory() { return &told_; }

 private:
  static constexpr int kMost = 20;   // how many times `listen` it may last in one go
  static constexpr int kEarned = 8;  // how long a hush must be for one more `listen`, in times `listen`

  std::atomic<uint32_t> told_{0};
  std::atomic<uint32_t> is_left_{1};
  milliseconds asked_{0}, last_{0};
  milliseconds spent_{0};  // times kEarned, so that short hushes count
};

}  // namespace raddle::runtime
