// ParallelFor: the indices of a job shared out over threads, a few at a time, until none are left.
//
//   ParallelFor(classes.size(), threads, [&](unsigned worker, size_t i) { Check(classes[i], scratch[worker]); });
//
// The calling thread is worker 0. Returns when all are done. body must not throw.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace raddle {

inline unsigned WorkerCount(unsigned wanted) {
  return wanted != 0 ? wanted : std::max(1u, std::thread::hardware_concurrency());
}

template <typename Body>
void ParallelFor(size_t count, unsigned threads, Body&& body) {
  constexpr size_t kBatch = 16;
  std::atomic<size_t> next{0};
  auto work = [&](unsigned worker) {
    for (size_t begin; (begin = next.fetch_add(kBatch, std::memory_order_relaxed)) < count;) {
      for (size_t i = begin; i < std::min(begin + kBatch, count); ++i) body(worker, i);
    }
  };
  std::vector<std::thread> others;
  for (unsigned worker = 1; worker < threads; ++worker) others.emplace_back(work, worker);
  work(0);
  for (std::thread& other : others) other.join();
}

}  // namespace raddle
