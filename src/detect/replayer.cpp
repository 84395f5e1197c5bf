#include "detect/replayer.h"

namespace raddle::detect {

Replayer::~Replayer() {
  for (const auto& [variable, word] : words_) engine_.GiveBack(word);
}

Replayer::Thread& Replayer::Find(ThreadId id) {
  Thread& thread = threads_[id];
  if (thread.state == nullptr) thread.state = engine_.MakeThread(id);
  return thread;
}

ThreadState& Replayer::thread(ThreadId id) {
  return *Find(id).state;
}

ThreadState* Replayer::Acting(ThreadId id) {
  Thread& thread = Find(id);
  if (thread.ended) return nullptr;
  if (!thread.begun) engine_.Begin(*thread.state);
  thread.begun = true;
  return thread.state.get();
}

runtime::Lock& Replayer::lock(LockId id) {
  auto& lock = locks_[id];
  if (lock == nullptr) lock = std::make_unique<runtime::Lock>(id);
  return *lock;
}

runtime::Channel& Replayer::channel(ChannelId id) {
  auto& channel = channels_[id];
  if (channel == nullptr) channel = std::make_unique<runtime::Channel>();
  return *channel;
}

void Replayer::Apply(const event::Event& event) {
  ThreadState* thread = Acting(event::ThreadOf(event));
  if (thread == nullptr) return;
  std::visit([&](const auto& e) { On(*thread, e); }, event);
}

void Replayer::On(ThreadState& t, const event::Access& e) {
  uint64_t& word = words_[e.variable];
  if (fast_path_ && Engine::AlreadySeen(t, word, e.kind)) return;
  const uint64_t before = word;
  word = engine_.Access(t, word, e.kind, {e.variable, e.site, e.stack, e.carries_objects, /*counted=*/true});
  if (word != before) engine_.GiveBack(before);
}

void Replayer::Copy(const VariableKey& from, const VariableKey& to) {
  const auto found = words_.find(from);
  if (found == words_.end() || from == to) return;
  const uint64_t word = engine_.Copy(found->second);
  Forget(to);
  words_[to] = word;
}

void Replayer::Forget(const VariableKey& variable) {
  const auto found = words_.find(variable);
  if (found == words_.end()) return;
  engine_.GiveBack(found->second);
  words_.erase(found);
}

void Replayer::On(ThreadState& t, const event::Wait& e) {
  Find(e.thread).waiting[e.lock] = engine_.BeginWait(t, lock(e.lock));
}

void Replayer::On(ThreadState& t, const event::Woken& e) {
  auto& waiting = Find(e.thread).waiting;
  auto found = waiting.find(e.lock);
  if (found == waiting.end()) return;
  engine_.EndWait(t, lock(e.lock), found->second);
  waiting.erase(found);
}

void Replayer::On(ThreadState& t, const event::Fork& e) {
  Thread& child = Find(e.child);
  if (!child.begun) engine_.Fork(t, *child.state);
}

void Replayer::On(ThreadState& t, const event::End& e) {
  engine_.End(t);
  Find(e.thread).ended = true;
}

void Replayer::On(ThreadState& t, const event::Join& e) {
  if (e.ended != e.thread) engine_.Join(t, thread(e.ended));
}

void Replayer::On(ThreadState& t, const event::Volatile& e) {
  if (e.kind != event::VolatileKind::kWrite) engine_.Receive(t, channel(e.channel));
  if (e.kind != event::VolatileKind::kRead) engine_.Publish(t, channel(e.channel));
}

}  // namespace raddle::detect
