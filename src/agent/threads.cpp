#include "agent/threads.h"

#include <sys/mman.h>

#include <algorithm>
#include <utility>

#include "agent/agent.h"
#include "agent/shim.h"

namespace raddle::agent {

Threads::Threads()
    : hints_(static_cast<uint64_t*>(
          mmap(nullptr, kHints * sizeof(uint64_t), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {}

void Block::Refresh() {
  runtime::ThreadState& now = state();
  stamp = (every ? runtime::Stamp() : now.stamp()).bits();
  visibility = now.visibility();
  own = 0;
  if (first != now.first_stamp().bits()) {
    first = now.first_stamp().bits();
    recent.ForgetNotes();
    std::ranges::fill(pairs, 0);  // pairs belong to the slot
    ring = now.watched() ? now.slot().light.Memory() : nullptr;
  }
  if (g_agent->engine.runtime().windows.IsOpen()) RefreshOwn();
  // Only if the shim does not make words by itself is it known that the thread made no access.
  const bool may_be_still = own == 0 && !every && g_agent->engine.TellsClocksAlone();
  still = may_be_still ? now.still() : 0;
  alone = may_be_still ? now.alone() : 0;
}

void Block::NoteCovered(int64_t handle, uint64_t version) {
  if (still != 0) covered[LineOf(handle)] = {version, still};
}

void Block::TellHeld() {
  if (!HasUntold()) return;
  for (int32_t i = 0; i < held; ++i) {
    const bool is_news = (told >> i & 1) == 0 && handles[i] != 0;  // a handle of 0: there was no memory to find it
    if (!is_news) continue;
    // That the thread waited for the lock, and where, was not recorded, so this counts as a try.
    g_agent->engine.Acquire(state(), Unwrap<runtime::Lock>(handles[i]), event::LockMode::kWrite, event::Manner::kTries);
  }
  told = (uint64_t{1} << held) - 1;
}

void Block::RefreshOwn() {
  runtime::ThreadState& now = state();
  const bool by_agent = (mute & kMuteAll) != 0 || (sections && !now.held_locks().empty()) || ring == nullptr || HasUntold();
  own = by_agent ? 0 : now.own_word();
  ForgetChangedPairs();
}

// The word of another thread has become this thread's. So everything that the word stood for was known and visible to
// this thread, and stays so.
void Block::NoteSeen(uint64_t old_word, uint64_t new_word) {
  const runtime::Word then = runtime::Word::From(old_word), now = runtime::Word::From(new_word);
  const bool plain = then.tag != runtime::WordTag::kRecord && now.tag != runtime::WordTag::kRecord;
  if (!plain || then.tag == runtime::WordTag::kUntouched || then.slot == now.slot) return;
  uint64_t& line = seen[then.slot % std::size(seen)];
  const runtime::Stamp last(then.slot, then.last_clock());
  if (line >> runtime::kSlotShift != then.slot || line < last.bits()) line = last.bits();
}

void Block::NotePair(uint64_t old_word, uint64_t new_word) {
  const runtime::Word then = runtime::Word::From(old_word), now = runtime::Word::From(new_word);
  if (now.tag != runtime::WordTag::kWritten || now.lock_index < runtime::SlotLocksets::kFirstPair) return;
  ForgetChangedPairs();
  const uint32_t locks = own & 0xFF;
  const runtime::SlotLocksets& sets = state().slot().locksets;
  if (own == 0 || !sets.HasOneMeaning(then.lock_index) || !sets.HasOneMeaning(locks)) return;
  const uint32_t key = then.lock_index << 8 | locks;
  pairs[(then.lock_index * 31 + locks) % std::size(pairs)] = 1u << 24 | key << 8 | now.lock_index;
}

void Block::ForgetChangedPairs() {
  if (!state().watched() || changes == state().slot().locksets.changes()) return;
  changes = state().slot().locksets.changes();
  std::ranges::fill(pairs, 0);
}

StackId Threads::RecentStack(ThreadId id, uint32_t site) {
  const std::lock_guard lock(id_mutex_);
  const auto found = by_id_.find(id.value());
  if (found == by_id_.end()) return {};
  const JavaThread& thread = *found->second;
  if (thread.block != nullptr) return thread.block->recent.Last(site);
  const auto last = std::ranges::lower_bound(thread.stacks, site, {}, [](const auto& each) { return each.first; });
  return last != thread.stacks.end() && last->first == site ? last->second : StackId();
}

void Threads::MakeStale(ThreadId id, uint32_t group) {
  const std::lock_guard lock(id_mutex_);
  auto tell = [](JavaThread& thread, uint32_t of) {
    if (thread.block != nullptr) __atomic_fetch_add(&thread.block->stale[of], 1, __ATOMIC_RELAXED);
  };
  if (const auto found = by_id_.find(id.value()); id.valid() && found != by_id_.end()) tell(*found->second, group);
  if (id.valid()) return;
  for (const auto& [number, thread] : by_id_) {
    for (uint32_t each = 0; each < detect::Views::kGroups; ++each) tell(*thread, each);
  }
}

std::shared_ptr<JavaThread> Threads::FindOrMake(detect::Engine& engine, int64_t tid, const std::string& name) {
  std::shared_ptr<JavaThread>& thread = by_tid_[tid];
  if (thread == nullptr) {
    thread = std::make_shared<JavaThread>();
    thread->tid = tid;
    thread->name = name;
    thread->state = engine.MakeThread(ThreadId(++last_id_));
    const std::lock_guard lock(id_mutex_);
    by_id_[last_id_] = thread;
  }
  return thread;
}

void Threads::MakeBlock() {
  all_blocks_.push_back(std::make_unique<Block>());
  all_blocks_.back()->number = static_cast<int32_t>(all_blocks_.size() - 1);
  free_blocks_.push_back(all_blocks_.back().get());
}

Block& Threads::Attach(JNIEnv* env, detect::Engine& engine, jobject thread, int64_t tid, std::string name) {
  const std::lock_guard lock(mutex_);
  Block*& block = blocks_[tid];
  if (block == nullptr) {
    if (free_blocks_.empty()) MakeBlock();
    block = free_blocks_.back();
    free_blocks_.pop_back();
    block->thread = FindOrMake(engine, tid, name);
    {
      const std::lock_guard ids(id_mutex_);
      if (!name.empty()) block->thread->name = std::move(name);
      block->thread->object = env->NewWeakGlobalRef(thread);
      // A finalizer runs when nobody else can reach the object, so what it does needs no order.
      block->mute = block->thread->name == "Finalizer" ? Block::kMuteAll : 0;
    }
    block->recent.Forget();
    block->first = 0;
    block->sections = engine.needs_sections();
    block->every = g_agent->options.every_access;
    block->held = 0;
    block->told = 0;
    std::fill(std::begin(block->seen), std::end(block->seen), 0);
    std::fill(std::begin(block->received), std::end(block->received), 0);
    std::ranges::fill(block->covered, Block::Covered{});
    SetBlock(*block->thread, block);
    block->inside = 0;
    std::fill(std::begin(block->used), std::end(block->used), 0);
    block->waits.clear();
    if (recorder_ != nullptr) recorder_->Name(block->state().id(), block->thread->Name());
    engine.Begin(block->state());
    block->Refresh();
    __atomic_store_n(&block->tid, tid, __ATOMIC_RELEASE);
  }
  __atomic_store_n(&hints_[static_cast<uint64_t>(tid) % kHints], reinterpret_cast<uint64_t>(block), __ATOMIC_RELEASE);
  return *block;
}

void Threads::Fork(detect::Engine& engine, Block& parent, int64_t tid, std::string name, StackId started, bool serves) {
  const std::lock_guard lock(mutex_);
  const std::shared_ptr<JavaThread> child = FindOrMake(engine, tid, name);
  {
    const std::lock_guard ids(id_mutex_);
    child->starter = parent.thread->name;
    child->started = started;
  }
  // From now on, the parent's accesses may need stacks.
  if (engine.runtime().settled.NobodyRan()) parent.recent.Forget();
  if (recorder_ != nullptr) recorder_->Name(child->state->id(), child->Name());
  if (serves) child->state->Serve();
  engine.Fork(parent.state(), *child->state);
  parent.Refresh();
}

void Threads::End(JNIEnv* env, detect::Engine& engine, int64_t tid) {
  if (const std::shared_ptr<JavaThread> ending = Running(tid)) {
    FindName(env, *ending);
    const std::lock_guard ids(id_mutex_);
    env->DeleteWeakGlobalRef(std::exchange(ending->object, nullptr));
  }
  const std::lock_guard lock(mutex_);
  const auto found = blocks_.find(tid);
  if (found == blocks_.end()) {
    const auto forked = by_tid_.find(tid);  // the thread has told no event
    if (forked != by_tid_.end()) engine.End(*forked->second->state);
    return;
  }
  Block* block = found->second;
  engine.End(block->state());
  __atomic_store_n(&block->tid, 0, __ATOMIC_RELEASE);
  KeepStacks(*block);
  block->thread.reset();
  blocks_.erase(found);
  free_blocks_.push_back(block);
}

void Threads::Join(detect::Engine& engine, Block& block, int64_t tid) {
  std::shared_ptr<JavaThread> ended;
  {
    const std::lock_guard lock(mutex_);
    const auto found = by_tid_.find(tid);
    if (found == by_tid_.end()) return;
    ended = found->second;
  }
  engine.Join(block.state(), *ended->state);
  block.Refresh();
}

void Threads::Forget(int64_t tid) {
  const std::lock_guard lock(mutex_);
  const auto found = by_tid_.find(tid);
  if (found == by_tid_.end()) return;
  {
    const std::lock_guard ids(id_mutex_);
    by_id_.erase(found->second->state->id().value());
  }
  by_tid_.erase(found);
}

// Keeps the stacks: a race with what the thread did may be found later.
void Threads::KeepStacks(Block& block) {
  std::vector<std::pair<uint32_t, StackId>> stacks = block.recent.All();
  const std::lock_guard lock(id_mutex_);
  block.thread->stacks = std::move(stacks);
  block.thread->block = nullptr;
}

void Threads::SetBlock(JavaThread& thread, Block* block) {
  const std::lock_guard lock(id_mutex_);
  thread.block = block;
}

ThreadId Threads::IdOf(int64_t tid) {
  const std::lock_guard lock(mutex_);
  const auto found = by_tid_.find(tid);
  return found == by_tid_.end() ? ThreadId() : found->second->state->id();
}

std::shared_ptr<JavaThread> Threads::Running(int64_t tid) {
  const std::lock_guard lock(mutex_);
  const auto found = blocks_.find(tid);
  return found == blocks_.end() ? nullptr : found->second->thread;
}

event::ThreadName Threads::NameOf(JNIEnv* env, ThreadId id) {
  std::shared_ptr<JavaThread> thread;
  {
    const std::lock_guard lock(id_mutex_);
    const auto found = by_id_.find(id.value());
    if (found == by_id_.end()) return {};
    thread = found->second;
  }
  FindName(env, *thread);
  const std::lock_guard lock(id_mutex_);
  return thread->Name();
}

// Asks the JVM without holding a lock of ours.
void Threads::FindName(JNIEnv* env, JavaThread& thread) {
  jobject object = nullptr;
  {
    const std::lock_guard lock(id_mutex_);
    if (thread.object != nullptr && env != nullptr) object = env->NewLocalRef(thread.object);
  }
  if (object == nullptr) return;
  std::string name = NameOfThread(object);
  env->DeleteLocalRef(object);
  const std::lock_guard lock(id_mutex_);
  if (!name.empty()) thread.name = std::move(name);
}

}  // namespace raddle::agent
