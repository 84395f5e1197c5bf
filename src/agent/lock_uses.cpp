#include "agent/lock_uses.h"

#include <iterator>

#include "agent/agent.h"
#include "agent/class_hook.h"
#include "report/advice.h"

namespace raddle::agent {
namespace {

bool Counts(uint32_t site) {
  const weave::Site& at = Sites()[site];
  using enum weave::SiteKind;
  const bool field =
      at.kind == kFieldRead || at.kind == kFieldWrite || at.kind == kStaticRead || at.kind == kStaticWrite;
  return field && !at.method->method.starts_with('<');
}

}  // namespace

void LockUses::Look(uint32_t site, runtime::LocksetId held) {
  if (!held.valid() || held == runtime::kAllLocks || site == 0 || !Counts(site)) {
    __atomic_store_n(&last_[site], kEnough, __ATOMIC_RELAXED);
    return;
  }
  std::set<std::string> locks;
  for (const runtime::HeldLock& each : g_agent->engine.runtime().locksets.Contents(held)) {
    locks.emplace(report::LockClass(g_agent->variables.NameOf(each.lock)));
  }
  const std::lock_guard lock(mutex_);
  Use& use = uses_[site];
  if (use.looks == 0) {
    use.locks = std::move(locks);
  } else {
    std::erase_if(use.locks, [&](const std::string& each) { return !locks.contains(each); });
  }
  __atomic_store_n(&last_[site], ++use.looks < kLooks ? held.value() + 1 : kEnough, __ATOMIC_RELAXED);
}

report::Statistics LockUses::Of(VariableId variable) const {
  report::Statistics statistics;
  std::map<std::string, uint64_t> held;
  const std::lock_guard lock(mutex_);
  for (const auto& [site, use] : uses_) {
    if (g_agent->variables.OfSite(site) != variable) continue;
    ++statistics.accesses;
    for (const std::string& each : use.locks) ++held[each];
  }
  for (const auto& [name, times] : held) statistics.locks.push_back({name, times});
  return statistics;
}

}  // namespace raddle::agent
