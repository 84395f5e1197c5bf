// Sampler: decides which sites are *loud*, that is, tell the agent of their next access.
//
// There is a byte for each site, which the shim reads: 0 is loud. Sites with noise or atomic sections stay loud. The
// others are quiet, except for samples: a few times in each millisecond, some site that has been executed before
// becomes due and is loud for one access. While a thread lingers at a variable (Linger), all sites of that variable are
// loud.
//
// Any thread. The bytes are written and read without order: a late look loses a chance, nothing else.
#pragma once

#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace raddle::agent {

class Sampler {
 public:
  static constexpr uint32_t kArrays = 0;  // stands for the elements of all arrays

  Sampler();

  uint8_t* quiet() { return quiet_; }
  // Not 0: calls of methods that begin now ask about the elements of arrays.
  const uint8_t* arrays() const { return &arrays_; }
  void KeepArraysLoud() { arrays_always_ = arrays_ = 1; }
  void Silence(uint32_t site) { Set(site, 1); }
  // A site without noise: it is sampled from now on, and otherwise goes quiet.
  void Add(uint32_t site, uint32_t variable);
  // A site that stays loud for other reasons, and is sampled too.
  void AddLoud(uint32_t site);
  // Whether this access is a sample. Of those that come at the same time, one is.
  bool TakeDue(uint32_t site) { return __atomic_exchange_n(&taken_[site], 1, __ATOMIC_RELAXED) == 0; }
  // From Linger to Pass all sites of the variable are loud. False if another thread lingers there: then look, and go
  // on.
  bool Linger(uint32_t variable);
  void Pass(uint32_t variable);
  // Begins to take samples.
  void Start();

 private:
  struct Sites {
    std::vector<uint32_t> sites;
    bool lingering = false;
  };
  void Set(uint32_t site, uint8_t value) { __atomic_store_n(&quiet_[site], value, __ATOMIC_RELAXED); }
  void Sample();

  uint8_t* const quiet_;
  uint8_t* const taken_;  // 0: a sample is due
  uint8_t arrays_ = 1;    // written by Sample
  uint8_t arrays_always_ = 0;
  std::mutex mutex_;  // guards what follows
  std::unordered_map<uint32_t, Sites> by_variable_;
  std::vector<uint32_t> sites_;
  uint64_t random_ = 1;
  uint64_t ticks_ = 0;
};

}  // namespace raddle::agent
