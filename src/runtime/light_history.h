// LightHistory: accesses that the shim recorded by itself, without a call, because the owner of a word touched it again
// or because nobody had touched it before. Less is known of them than History keeps, but the place is known. Several
// accesses in one epoch at one site are recorded once.
//
// There is one ring for each slot, in memory that the shim writes: a counter, then entries of two words. The owner of
// the slot writes without a lock. Anyone may read; a torn entry is treated as missing.
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
    // Clocks only go up. So this searches for the first entry after the epoch, then looks back through the epoch's
    // entries.
    const uint64_t wanted = SeenWord(Stamp(slot, clock), kind);
    const uint64_t next = Load(memory), oldest = next > kEntries ? next - kEntries : 0;
    uint64_t low = oldest, high = next;
    while (low < high) {
      const uint64_t middle = low + (high - low) / 2;
      if (Load(EntryAt(memory, middle) + 1) <= (wanted | kWrittenBit)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    for (; low > oldest; --low) {
      const uint64_t* entry = EntryAt(memory, low - 1);
      const uint64_t when = Load(entry + 1);
      if ((when | kWrittenBit) != (wanted | kWrittenBit)) break;
      if (when != wanted) continue;
      const uint64_t where = Load(entry);
      const SiteId site(static_cast<uint32_t>(where));
      const auto name = static_cast<uint32_t>(where >> 32);
      if ((name != 0 ? VariableId(name) : name_of_site(site)) == variable) return site;
    }
    return {};
  }

 private:
  static const uint64_t* EntryAt(const uint64_t* memory, uint64_t number) {
    return memory + 1 + 2 * (number % kEntries);
  }
  static uint64_t Load(const uint64_t* at) { return __atomic_load_n(at, __ATOMIC_RELAXED); }

  std::unique_ptr<uint64_t[]> owned_;
  std::atomic<const uint64_t*> memory_{nullptr};
};

}  // namespace raddle::runtime
