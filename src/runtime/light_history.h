// LightHistory: accesses that the shim recorded by itself, without a call: the owner of a word touched it again, or was
// the first. Less is known of them than History keeps, but where they were made is. Accesses of one epoch at one site
// are there once.
//
// One ring for each slot, in memory that the shim writes: a counter, then entries of two words. The owner of the slot
// writes, without a lock; anyone reads, and takes a torn entry for one that is not there.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "event/event.h"
#include "runtime/shadow_word.h"

namespace raddle::runtime {

class LightHistory {
 public:
  static constexpr uint32_t kEntries = 512;

  // Names a site's variable, for accesses whose entry does not: the shim knows the types of arrays, not the fields.
  using NameOfSite = VariableId (*)(SiteId);

  // Where the shim writes; allocated when first asked for. Owner only.
  uint64_t* Memory() {
    if (owned_ == nullptr) {
      owned_ = std::make_unique<uint64_t[]>(1 + 2 * kEntries);
      memory_.store(owned_.get(), std::memory_order_release);
    }
    return owned_.get();
  }

  // The last such access in that epoch.
  SiteId Find(VariableId variable, AccessKind kind, Slot slot, Clock clock, NameOfSite name_of_site) const {
    const uint64_t* memory = memory_.load(std::memory_order_acquire);
    if (memory == nullptr) return {};
    const uint64_t next = Load(memory);
    const uint64_t wanted = SeenWord(Stamp(slot, clock), kind);
    for (uint64_t back = 1; back <= kEntries && back <= next; ++back) {
      const uint64_t* entry = memory + 1 + 2 * ((next - back) % kEntries);
      if (Load(entry + 1) != wanted) continue;
      const uint64_t where = Load(entry);
      const SiteId site(static_cast<uint32_t>(where));
      const auto name = static_cast<uint32_t>(where >> 32);
      if ((name != 0 ? VariableId(name) : name_of_site(site)) == variable) return site;
    }
    return {};
  }

 private:
  static uint64_t Load(const uint64_t* at) { return __atomic_load_n(at, __ATOMIC_RELAXED); }

  std::unique_ptr<uint64_t[]> owned_;
  std::atomic<const uint64_t*> memory_{nullptr};
};

}  // namespace raddle::runtime
