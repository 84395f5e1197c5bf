#include "detect/views/views.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace raddle::detect {
namespace {

uint64_t Mix(uint64_t hash, uint64_t part) {
  hash = (hash ^ part) * 0x9E3779B97F4A7C15u;
  return hash ^ hash >> 29;
}

// 0: nobody knows.
uint64_t MethodsOf(const Section& whole, const Section& part) {
  if (whole.places.empty() || part.places.empty()) return 0;
  const MethodId one = whole.places.front().method, other = part.places.front().method;
  return one.valid() && other.valid() ? uint64_t{one.value()} << 32 | other.value() : 0;
}

}  // namespace

void Views::Remember(void* part, const Past& past) {
  Touch(*static_cast<Part*>(part), past.thread, past.mark.IsWrite());
}

void Views::Touch(Part& part, ThreadId thread, bool write) {
  if (!part.first.valid()) part.first = thread;
  if (thread != part.first) part.shared = true;
  if (part.shared && write) part.written = true;
}

bool Views::IsElement(Part& part, VariableId name) {
  using Kind = Part::Kind;
  if (part.kind == Kind::kNotAsked) part.kind = sink_.IsOfElements(name) ? Kind::kElement : Kind::kVariable;
  return part.kind == Kind::kElement;
}

uint32_t Views::NewVariable(VariableId name, bool written) {
  variables_.push_back({.name = name, .written = written, .locks = {}});
  return static_cast<uint32_t>(variables_.size());
}

uint32_t Views::ElementsOf(LockId lock, VariableId name) {
  if (elements_.size() > kMostLocks) elements_.clear();
  uint32_t& number = elements_[uint64_t{lock.value()} << 32 | name.value()];
  if (number == 0) number = NewVariable(name, false);
  return number;
}

void Views::OnElement(const Part& part, const Now& now) {
  Thread& thread = threads_.Of(now.thread.id());
  std::vector<uint32_t> written;  // for the first time under some lock
  for (Block& block : thread.blocks) {
    const uint64_t key = uint64_t{block.lock.value()} << 32 | now.variable.name.value();
    if (thread.elements.size() > kMostElements) thread.elements.clear();
    Elements& elements = thread.elements[key];
    if (elements.number == 0) {
      std::lock_guard guard(mutex_);
      elements.number = ElementsOf(block.lock, now.variable.name);
    }
    block.last = now.mark.moment;
    block.Add(elements.number);
    if (part.written && !std::exchange(elements.written, true)) written.push_back(elements.number);
  }
  for (uint32_t each : written) LookAgain(each);
}

void Views::OnAccess(void* where, const Now& now) {
  Part& part = *static_cast<Part*>(where);
  const bool was_written = part.written;
  Touch(part, now.thread.id(), now.mark.IsWrite());
  // A trace does not say who made the object. Most makers write in a constructor, or take no lock.
  const bool under_lock = !now.thread.held_locks().empty();
  if (under_lock && now.mark.IsWrite() && !part.written) part.written = !sink_.IsInConstructor(now.mark.site);
  if (!strict_ && IsElement(part, now.variable.name)) return OnElement(part, now);
  if (under_lock) {
    if (part.number == 0) {
      std::lock_guard guard(mutex_);
      part.number = NewVariable(now.variable.name, part.written);
    }
    for (Block& block : threads_.Of(now.thread.id()).blocks) {
      block.last = now.mark.moment;
      block.Add(part.number);
    }
  }
  if (part.written && !was_written && part.number != 0) LookAgain(part.number);
}

void Views::OnAcquire(ThreadState& thread, LockId lock, event::LockMode mode, event::Manner) {
  std::vector<Block>& blocks = threads_.Of(thread.id()).blocks;
  auto found = std::ranges::find(blocks, lock, &Block::lock);
  if (found == blocks.end())
    found = blocks.insert(blocks.end(), Block{.lock = lock, .gates = {}, .last = {}, .touched = {}});
  ++found->modes;
  if (mode == event::LockMode::kRead) found->shared = true;
}

void Views::OnRelease(ThreadState& thread, LockId lock, event::LockMode) {
  std::vector<Block>& blocks = threads_.Of(thread.id()).blocks;
  auto found = std::ranges::find(blocks, lock, &Block::lock);
  if (found == blocks.end() || --found->modes > 0) return;
  Block block = std::move(*found);
  for (const Block& around : std::span(blocks.begin(), found)) {
    if (!around.shared) block.gates.push_back(around.lock);
  }
  blocks.erase(found);
  if (!block.touched.empty())
    End(thread.id(), std::move(block), thread.visible_clock(), {}, [&] { return sink_.Here(); });
}

Views::Fate Views::OnSection(ThreadState& thread, LockId lock, uint32_t group, std::vector<LockId> gates,
                             std::span<const Touched> touched, SiteId site) {
  if (!thread.watched()) return Fate::kNoted;
  if (!site.valid() && IsTooDear()) return Fate::kNoRoom;
  Told section{.thread = thread.id(),
               .lock = lock,
               .group = group,
               .gates = std::move(gates),
               .touched = {touched.begin(), touched.end()},
               .last = runtime::Moment(thread.slot().index(), thread.NextStep()),
               .seen = thread.visible_clock(),
               .site = site,
               .at = {}};
  const std::optional<std::vector<Told>> waited = WaitOrShare(thread, section);
  if (!waited) return Fate::kWaits;
  for (const Told& each : *waited) Take(each, [&] { return each.at; });
  return Take(section, [&] { return PlaceAt(thread, site); });
}

// Where nobody knows where a section is, a stack must be taken for it.
bool Views::IsTooDear() {
  const uint32_t nth = unplaced_.fetch_add(1, std::memory_order_relaxed);
  return nth > kMostUnplaced && nth % kEach != 0;
}

std::optional<std::vector<Views::Told>> Views::WaitOrShare(ThreadState& thread, Told& section) {
  Shard& shard = ShardOf(SetOf(section.lock));
  std::unique_lock guard(shard.mutex);
  Lock* lock = &LockIn(shard, section.lock);
  if (!lock->first.valid()) lock->first = section.thread;
  lock->group = section.group;
  if (!IsAlone(*lock, section.thread)) return Share(*lock);
  auto same = std::ranges::find_if(lock->waiting, [&](const Told& each) {
    return each.site == section.site && each.touched == section.touched && each.gates == section.gates;
  });
  if (same != lock->waiting.end()) {
    same->last = section.last;
    same->seen = std::move(section.seen);
    return std::nullopt;
  }
  guard.unlock();  // what follows takes its time
  section.at = PlaceAt(thread, section.site);
  guard.lock();
  lock = &LockIn(shard, section.lock);
  if (!IsAlone(*lock, section.thread)) return Share(*lock);
  if (lock->waiting.size() == kMostWaiting) lock->waiting.erase(lock->waiting.begin());
  lock->waiting.push_back(std::move(section));
  return std::nullopt;
}

// A second thread has come. What the first did counts from now on, and it must tell of it again.
std::vector<Views::Told> Views::Share(Lock& lock) {
  if (lock.set != nullptr) return {};
  lock.set = std::make_unique<ViewSet>();
  if (lock.first.valid()) stale(lock.first, lock.group);
  return std::exchange(lock.waiting, {});
}

Views::Fate Views::Take(const Told& section, const std::function<Place()>& look) {
  Block block{.lock = section.lock, .gates = section.gates, .last = section.last, .touched = {}};
  View written;  // from now on
  const bool room = HasRoom(section.lock);
  bool complete = true, full;
  {
    std::lock_guard guard(mutex_);
    for (const Touched& each : section.touched) {
      const uint32_t number = NumberOf(each, section, room, written);
      number != 0 ? block.Add(number) : void(complete = false);
    }
    full = variables_.size() > kMostVariables;
  }
  for (uint32_t each : written) LookAgain(each);
  if (complete) End(section.thread, std::move(block), section.seen, section.site, look);
  if (full) StartAnew(kMostVariables);
  return complete ? Fate::kNoted : Fate::kNoRoom;
}

Views::Lock& Views::LockIn(Shard& shard, LockId lock) {
  if (shard.locks.size() > kMostLocks / kShards && !shard.locks.contains(SetOf(lock))) {
    std::erase_if(shard.locks, [](const auto& each) { return each.second.set == nullptr; });
    if (shard.locks.size() > kMostLocks / kShards / 2) shard.locks.clear();
  }
  return shard.locks[SetOf(lock)];
}

void Views::OnGone(LockId lock) {
  if (strict_) return;
  Shard& shard = ShardOf(lock);
  std::lock_guard guard(shard.mutex);
  shard.locks.erase(lock);
}

bool Views::HasRoom(LockId lock) {
  Shard& shard = ShardOf(SetOf(lock));
  std::lock_guard guard(shard.mutex);
  const auto found = shard.locks.find(SetOf(lock));
  return found == shard.locks.end() || found->second.set == nullptr || found->second.set->HasRoom();
}

uint32_t Views::NumberOf(const Touched& touched, const Told& section, bool room, View& written) {
  const uint64_t key = touched.object << 32 | touched.name.value();
  if (!room && !members_.contains(key)) return 0;
  Member& member = members_[key];
  if (!member.first.valid()) member.first = section.thread;
  if (!member.shared && (member.first != section.thread || !touched.by_maker)) {
    member.shared = true;
    if (member.changed) stale(member.first, *member.changed);  // what it does again matters now
  }
  if (touched.write && member.shared) member.written = true;
  if (touched.write && !member.shared) member.changed = section.group;

  auto [element, asked] = is_element_.try_emplace(touched.name);
  if (asked) element->second = !strict_ && sink_.IsOfElements(touched.name);
  uint32_t number = element->second ? ElementsOf(section.lock, touched.name) : member.number;
  if (number == 0) number = member.number = NewVariable(touched.name, false);
  if (member.written && !variables_[number - 1].written) written.push_back(number);
  return number;
}

void Views::StartAnew(size_t most) {
  std::vector<std::unique_lock<std::mutex>> guards;
  for (Shard& shard : shards_) guards.emplace_back(shard.mutex);
  std::lock_guard guard(mutex_);
  if (most > 0 && variables_.size() <= most) return;  // another thread was faster
  for (Shard& shard : shards_) shard.locks.clear();
  variables_.clear();
  ++written_;
  elements_.clear();
  members_.clear();
  stale({}, 0);
}

void Views::End(ThreadId thread, Block block, const runtime::VectorClock& seen, SiteId site,
                const std::function<Place()>& look) {
  std::ranges::sort(block.touched);
  const auto rest = std::ranges::unique(block.touched);
  block.touched.erase(rest.begin(), rest.end());

  const LockId key = SetOf(block.lock);
  Shard& shard = ShardOf(key);
  auto lock_of = [&]() -> Lock& {
    Lock& lock = LockIn(shard, block.lock);
    if (lock.set == nullptr) lock.set = std::make_unique<ViewSet>();
    return lock;
  };
  std::vector<ViewConflict> found;
  {
    std::unique_lock guard(shard.mutex);
    Lock* lock = &lock_of();
    Section* section = lock->set->Note(thread, block.touched, block.last, seen, std::move(block.gates));
    if (section == nullptr) return;
    const bool is_new = section->count == 1;
    const bool look_around = site.valid() ? std::ranges::find(section->asked, site) == section->asked.end()
                                          : std::has_single_bit(section->count);
    if (!is_new && !section->nearly && !look_around) return;
    if (look_around) {
      guard.unlock();  // which takes its time
      const Place here = look();
      guard.lock();
      lock = &lock_of();
      section = lock->set->Find(thread, block.touched);
      if (section == nullptr) return;
      if (site.valid() && section->asked.size() < ViewSet::kMostPlaces * 4) section->asked.push_back(site);
      lock->set->AddPlace(*section, here);
    }
    std::lock_guard variables(mutex_);
    if (block.touched.back() > variables_.size()) return;  // all was forgotten meanwhile
    for (uint32_t each : is_new ? block.touched : View()) {
      std::vector<LockId>& locks = variables_[each - 1].locks;
      if (std::ranges::find(locks, key) == locks.end()) locks.push_back(key);
    }
    if (is_new || section->nearly) lock->set->Check(*section, MakeRules(), Into(found, block.lock));
    MakeStale(*lock, thread);
  }
  for (const ViewConflict& conflict : found) sink_.FoundHighLevelRace(conflict);
}

// A stack costs more than all else, so it is not taken for ever.
Place Views::PlaceAt(ThreadState& thread, SiteId site) {
  if (!site.valid()) return sink_.Here();
  Visited& visited = threads_.Of(thread.id()).visited[site];
  if (visited.times < kMostStacks) {
    ++visited.times;
    visited.last = sink_.Here();
    return visited.last;
  }
  visited.last.exact = false;
  return visited.last;
}

// Those who do not tell each time must, where the order is all that keeps a section from a conflict.
void Views::MakeStale(Lock& lock, ThreadId but) {
  for (const ThreadId each : lock.set->TakeNearly()) {
    if (each != but) stale(each, lock.group);
  }
}

// What was constant is not any more.
void Views::LookAgain(uint32_t variable) {
  std::vector<LockId> locks;
  {
    std::lock_guard guard(mutex_);
    if (variable > variables_.size() || std::exchange(variables_[variable - 1].written, true)) return;
    ++written_;
    locks = variables_[variable - 1].locks;
  }
  std::vector<ViewConflict> found;
  for (LockId lock : strict_ ? std::vector<LockId>() : locks) {
    Shard& shard = ShardOf(lock);
    std::lock_guard guard(shard.mutex);
    auto known = shard.locks.find(lock);
    if (known == shard.locks.end() || known->second.set == nullptr) continue;
    std::lock_guard variables(mutex_);
    known->second.set->CheckAll(MakeRules(), Into(found, lock), variable);
    MakeStale(known->second, {});
  }
  for (const ViewConflict& conflict : found) sink_.FoundHighLevelRace(conflict);
}

ViewSet::Rules Views::MakeRules() const {
  if (strict_) return {};
  return {
      .order = true,
      .conditional = true,
      .gate = true,
      .counts = [this](uint32_t variable) { return variable <= variables_.size() && variables_[variable - 1].written; },
      .version = written_,
      .enough = [this](const Section& whole, const Section& part) { return IsEnough(whole, part); }};
}

bool Views::IsEnough(const Section& whole, const Section& part) const {
  const auto found = reported_of_.find(MethodsOf(whole, part));
  return found != reported_of_.end() && found->second >= kMostAlike;
}

ViewSet::Report Views::Into(std::vector<ViewConflict>& found, LockId lock) {
  return [this, &found, lock](const Divergence& conflict) {
    if (!IsNew(conflict)) return;
    auto describe = [&](const Section& section) {
      ViewSection out{.thread = section.thread, .at = {}, .view = {}};
      if (!section.places.empty()) out.at = section.places.front();
      for (uint32_t each : *section.view) out.view.push_back(variables_[each - 1].name);
      return out;
    };
    ViewConflict out{.lock = lock, .whole = describe(*conflict.whole), .parts = {}};
    for (const Section* part : conflict.parts) out.parts.push_back(describe(*part));
    found.push_back(std::move(out));
  };
}

bool Views::IsNew(const Divergence& conflict) {
  auto hash_of = [&](const Section& section) {
    std::vector<uint32_t> names;
    for (uint32_t each : *section.view) names.push_back(strict_ ? each : variables_[each - 1].name.value());
    std::ranges::sort(names);
    uint64_t hash = strict_ || section.places.empty() ? 0 : section.places.front().method.value();
    if (strict_) hash = section.thread.value();
    for (uint32_t name : names) hash = Mix(hash, name);
    return Mix(hash, 1);
  };
  uint64_t parts = 0;  // in whichever order
  if (strict_) {
    parts = conflict.parts.front()->thread.value();  // of which there may be more later
  } else {
    for (const Section* part : conflict.parts) parts += hash_of(*part);
  }
  if (!reported_.insert(Mix(hash_of(*conflict.whole), parts)).second) return false;
  std::unordered_set<uint64_t> methods;
  for (const Section* part : conflict.parts) methods.insert(MethodsOf(*conflict.whole, *part));
  methods.erase(0);
  for (const uint64_t each : methods) ++reported_of_[each];
  return true;
}

}  // namespace raddle::detect
