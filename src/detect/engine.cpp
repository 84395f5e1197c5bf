#include "detect/engine.h"

#include "detect/deadlock/deadlock.h"
#include "detect/eraser/eraser.h"
#include "detect/hb/hb.h"
#include "detect/racer/racer.h"
#include "detect/racer/strict_racer.h"
#include "detect/views/views.h"

namespace raddle::detect {

using event::Manner;
using runtime::Channel;
using runtime::Lock;
using runtime::LockMode;
using runtime::Visibility;

// Eraser and the strict racer ask who it was, so a slot must stand for one thread as long as possible.
Engine::Engine(const EngineOptions& options, Sink& sink)
    : sink_(sink),
      runtime_(options.strict ? Visibility::kForkOnly : Visibility::kAllButLocks, !options.strict && !options.eraser,
               options.slot_limit, options.last_clock, options.settle && !options.strict && !options.eraser),
      reporter_(runtime_, sink),
      detectors_(MakeDetectors(options, sink)),
      object_(options.object ? std::make_unique<Object>(reporter_, runtime_.locksets) : nullptr),
      views_(options.views && options.sections_told ? std::make_unique<Views>(reporter_, sink, options.strict)
                                                    : nullptr),
      record_only_(options.record_only),
      needs_sections_((options.views && !options.sections_told) || options.sections) {
  runtime_.own_words = !options.record_only;
  runtime_.asks_what_was_visible = options.deadlock;
  const bool views = options.views && !options.sections_told;
  if (views) runtime_.common_after = runtime::Runtime::kNever;  // they tell the variables of objects apart
  if (!options.hb && !options.racer && !options.record_only) {
    const bool asks_for_order = options.deadlock || options.views || options.eraser;
    runtime_.lock_order = asks_for_order ? runtime::LockOrder::kNotified : runtime::LockOrder::kNone;
  }
  for (const auto& detector : detectors_.all()) {
    if (detector->wants_events()) observers_.push_back(detector.get());
  }
  if (object_ != nullptr) observers_.push_back(object_.get());
  if (options.deadlock) {
    deadlock_ = std::make_unique<Deadlock>(sink, options.racer ? &runtime_.windows : nullptr);
    observers_.push_back(deadlock_.get());
  }
}

std::vector<std::unique_ptr<Detector>> Engine::MakeDetectors(const EngineOptions& options, Sink& sink) {
  std::vector<std::unique_ptr<Detector>> made;
  if (options.hb) made.push_back(std::make_unique<Hb>(reporter_));
  if (options.racer && options.strict) made.push_back(std::make_unique<StrictRacer>(reporter_, runtime_.locksets));
  if (options.racer && !options.strict) made.push_back(std::make_unique<Racer>(reporter_, runtime_));
  if (options.eraser) made.push_back(std::make_unique<Eraser>(reporter_, runtime_.locksets));
  if (options.views && !options.sections_told) made.push_back(std::make_unique<Views>(reporter_, sink, options.strict));
  return made;
}

bool Engine::AlreadySeen(const ThreadState& thread, uint64_t word, AccessKind kind) {
  runtime::Stamp stamp = thread.stamp();
  if (runtime::TagOf(word) != runtime::WordTag::kRecord) return runtime::AlreadySeen(word, stamp, kind);
  return runtime::Record::FromWord(word)->Seen(stamp, kind);
}

void Engine::Fork(ThreadState& parent, ThreadState& child) {
  const Order order = InOrder();
  if (tap_ != nullptr) tap_->OnFork(parent.id(), child.id());
  parent.Fork(child);
  for (Observer* each : observers_) each->OnFork(parent, child);
}

void Engine::Begin(ThreadState& thread) {
  const Order order = InOrder();
  if (tap_ != nullptr) tap_->OnBegin(thread.id());
  thread.Begin();
  for (Observer* each : observers_) each->OnBegin(thread);
}

void Engine::End(ThreadState& thread) {
  const Order order = InOrder();
  if (tap_ != nullptr) tap_->OnEnd(thread.id());
  for (Observer* each : observers_) each->OnEnd(thread);
  thread.End();
}

void Engine::Join(ThreadState& thread, ThreadState& ended) {
  const Order order = InOrder();
  if (tap_ != nullptr) tap_->OnJoin(thread.id(), ended.id());
  thread.Join(ended);
  for (Observer* each : observers_) each->OnJoin(thread, ended);
}

void Engine::Acquire(ThreadState& thread, Lock& lock, LockMode mode, Manner manner) {
  const Order order = InOrder();
  if (!thread.Acquire(lock, mode)) return;
  if (needs_sections_) thread.EndEpoch();
  if (tap_ != nullptr) tap_->OnAcquire(thread.id(), lock.id(), mode, manner, sink_.Here());
  for (Observer* each : observers_) each->OnAcquire(thread, lock.id(), mode, manner);
}

void Engine::Ask(ThreadState& thread, Lock& lock, LockMode mode) {
  const Order order = InOrder();
  for (Observer* each : observers_) each->OnAsk(thread, lock.id(), mode);
}

void Engine::Release(ThreadState& thread, Lock& lock, LockMode mode) {
  const Order order = InOrder();
  if (!thread.Release(lock, mode)) return;
  if (tap_ != nullptr) tap_->OnRelease(thread.id(), lock.id(), mode, sink_.Here());
  for (Observer* each : observers_) each->OnRelease(thread, lock.id(), mode);
}

uint32_t Engine::BeginWait(ThreadState& thread, Lock& monitor) {
  const Order order = InOrder();
  uint32_t depth = thread.BeginWait(monitor);
  if (depth == 0) return 0;  // it was not held
  if (tap_ != nullptr) tap_->OnWait(thread.id(), monitor.id(), sink_.Here());
  for (Observer* each : observers_) each->OnRelease(thread, monitor.id(), LockMode::kWrite);
  return depth;
}

void Engine::EndWait(ThreadState& thread, Lock& monitor, uint32_t depth) {
  const Order order = InOrder();
  thread.EndWait(monitor, depth);
  if (depth == 0) return;
  if (needs_sections_) thread.EndEpoch();
  if (tap_ != nullptr) tap_->OnWoken(thread.id(), monitor.id(), sink_.Here());
  for (Observer* each : observers_) each->OnAcquire(thread, monitor.id(), LockMode::kWrite, Manner::kWaits);
}

void Engine::Notify(ThreadState& thread, Lock& monitor) {
  const Order order = InOrder();
  if (tap_ != nullptr) tap_->OnNotify(thread.id(), monitor.id());
  thread.Notify(monitor);
  for (Observer* each : observers_) each->OnPublish(thread);
}

void Engine::Publish(ThreadState& thread, Channel& channel) {
  const Order order = InOrder();
  if (tap_ != nullptr) tap_->OnPublish(thread.id(), channel, channel.IsEmpty());
  thread.Publish(channel);
  for (Observer* each : observers_) each->OnPublish(thread);
}

void Engine::Receive(ThreadState& thread, Channel& channel) {
  const Order order = InOrder();
  if (tap_ != nullptr) tap_->OnReceive(thread.id(), channel, channel.IsEmpty());
  thread.Receive(channel);
  for (Observer* each : observers_) each->OnReceive(thread);
}

uint64_t Engine::PublishAlone(ThreadState& thread) {
  if (tap_ != nullptr) return 0;
  const uint64_t stamp = thread.PublishAlone();
  for (Observer* each : observers_) each->OnPublish(thread);
  return stamp;
}

void Engine::ReceiveAlone(ThreadState& thread, uint64_t stamp) {
  thread.ReceiveAlone(stamp);
  for (Observer* each : observers_) each->OnReceive(thread);
}

bool Engine::IsSettled(uint64_t word) const {
  if (!runtime_.settled.enabled()) return false;
  if (runtime::TagOf(word) != runtime::WordTag::kRecord) return runtime_.settled.Covers(runtime::Word::From(word));
  return detectors_.IsSettled(*runtime::Record::FromWord(word), runtime_.settled);
}

bool Engine::IsOwn(const ThreadState& thread, uint64_t word) {
  const runtime::Stamp first = thread.first_stamp();
  if (runtime::TagOf(word) != runtime::WordTag::kRecord) {
    const runtime::Word plain = runtime::Word::From(word);
    return plain.slot == first.slot() && plain.last_clock() >= first.clock();
  }
  return runtime::Record::FromWord(word)->IsOwn(first);
}

uint64_t Engine::Copy(uint64_t word) {
  if (runtime::TagOf(word) != runtime::WordTag::kRecord) return word;
  return detectors_.pool().Copy(runtime::Record::FromWord(word))->word();
}

uint64_t Engine::TappedAccess(ThreadState& thread, uint64_t word, AccessKind kind, const AccessInfo& info) {
  const Order order = InOrder();
  const uint64_t next = Touch(runtime_, detectors_, thread, word, kind, info, true);
  tap_->OnAccess(thread.id(), word, next, kind, info);
  return next;
}

void Engine::MethodEnter(ThreadState& thread, MethodId method, uint64_t object, SiteId site) {
  for (Observer* each : observers_) each->OnMethodEnter(thread, method, object, site);
}

void Engine::MethodExit(ThreadState& thread, MethodId method, uint64_t object) {
  for (Observer* each : observers_) each->OnMethodExit(thread, method, object);
}

}  // namespace raddle::detect
