#include "race/timings.h"

namespace raddle::race {

uint32_t Timings::Of(pointer::InstanceId instance, uint32_t statement) {
  Timing timing;
  for (RootId r1 : threads_.RootsOf(instance)) {
    std::vector<bool> meanwhile(threads_.roots().size());
    for (RootId r2 = 0; r2 < meanwhile.size(); ++r2) {
      meanwhile[r2] = threads_.MayRunDuring(r2, r1, instance, statement);
    }
    timing.push_back({r1, std::move(meanwhile)});
  }
  auto [found, is_new] = ids_.try_emplace(timing, static_cast<uint32_t>(timings_.size()));
  if (is_new) timings_.push_back(std::move(timing));
  return found->second;
}

std::vector<RootId> Timings::RootsAt(uint32_t timing) const {
  std::vector<RootId> roots;
  for (const auto& [root, meanwhile] : timings_[timing]) roots.push_back(root);
  return roots;
}

bool Timings::Meet(uint32_t a, uint32_t b) {
  if (a > b) std::swap(a, b);
  auto [found, is_new] = meet_.try_emplace(uint64_t{a} << 32 | b, false);
  if (!is_new) return found->second;
  for (const auto& [r1, during1] : timings_[a]) {
    for (const auto& [r2, during2] : timings_[b]) found->second |= during1[r2] && during2[r1];
  }
  return found->second;
}

}  // namespace raddle::race
