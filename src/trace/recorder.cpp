#include "trace/recorder.h"

#include "runtime/shadow_word.h"

namespace raddle::trace {

using detect::Place;

void Recorder::Name(ThreadId id, const event::ThreadName& name) {
  const std::lock_guard lock(order());
  if (finished_) return;
  Define(name.started);
  writer_.Start(Tag::kThread);
  writer_.Id(id);
  writer_.Number(static_cast<uint64_t>(name.number));
  writer_.Text(name.name);
  writer_.Text(name.starter);
  writer_.Id(name.started);
  writer_.End();
}

Result<void> Recorder::Finish() {
  const std::lock_guard lock(order());
  if (!finished_) {
    writer_.Start(Tag::kFinished);
    writer_.End();
    writer_.Flush();
    finished_ = true;
  }
  return writer_.state();
}

void Recorder::Switch(ThreadId thread) {
  if (thread == current_) return;
  current_ = thread;
  writer_.Start(Tag::kSwitch);
  writer_.Id(thread);
  writer_.End();
}

void Recorder::Define(SiteId site) {
  if (Known(sites_, site)) return;
  const event::SiteName name = names_.Of(site);
  writer_.Start(Tag::kSite);
  writer_.Id(site);
  writer_.Text(name.class_name);
  writer_.Text(name.method);
  writer_.Text(name.descriptor);
  writer_.Text(name.file);
  writer_.Number(name.line);
  writer_.End();
}

void Recorder::Define(VariableId variable) {
  if (Known(variables_, variable)) return;
  writer_.Start(Tag::kVariable);
  writer_.Id(variable);
  writer_.Text(names_.Of(variable));
  writer_.End();
}

void Recorder::Define(LockId lock) {
  if (Known(locks_, lock)) return;
  writer_.Start(Tag::kLock);
  writer_.Id(lock);
  writer_.Text(names_.Of(lock));
  writer_.End();
}

void Recorder::Define(StackId stack) {
  if (Known(stacks_, stack)) return;
  const std::vector<std::string> frames = names_.Of(stack);
  writer_.Start(Tag::kStack);
  writer_.Id(stack);
  writer_.Number(frames.size());
  for (const std::string& frame : frames) writer_.Text(frame);
  writer_.End();
}

void Recorder::Define(const Place& place) {
  Define(place.site);
  Define(place.stack);
}

void Recorder::PutPlace(const Place& place) {
  writer_.Id(place.site);
  writer_.Id(place.stack);
  writer_.Id(place.method);
}

template <typename IdType>
void Recorder::Put(ThreadId thread, Tag tag, IdType id) {
  if (finished_) return;
  Switch(thread);
  writer_.Start(tag);
  writer_.Id(id);
  writer_.End();
}

void Recorder::OnFork(ThreadId parent, ThreadId child) {
  Put(parent, Tag::kFork, child);
}

void Recorder::OnBegin(ThreadId thread) {
  if (finished_) return;
  Switch(thread);
  writer_.Start(Tag::kBegin);
  writer_.End();
}

void Recorder::OnEnd(ThreadId thread) {
  if (finished_) return;
  Switch(thread);
  writer_.Start(Tag::kEnd);
  writer_.End();
}

void Recorder::OnJoin(ThreadId thread, ThreadId ended) {
  Put(thread, Tag::kJoin, ended);
}

void Recorder::OnAcquire(ThreadId thread, LockId lock, event::LockMode mode, event::Manner manner, const Place& where) {
  if (finished_) return;
  Define(lock);
  Define(where);
  Switch(thread);
  writer_.Start(Tag::kAcquire);
  writer_.Id(lock);
  writer_.Number((mode == event::LockMode::kWrite ? 1u : 0u) + (manner == event::Manner::kTries ? 2u : 0u));
  PutPlace(where);
  writer_.End();
}

void Recorder::OnRelease(ThreadId thread, LockId lock, event::LockMode mode, const Place& where) {
  if (finished_) return;
  Define(lock);
  Define(where);
  Switch(thread);
  writer_.Start(Tag::kRelease);
  writer_.Id(lock);
  writer_.Number(mode == event::LockMode::kWrite ? 1 : 0);
  PutPlace(where);
  writer_.End();
}

void Recorder::OnWait(ThreadId thread, LockId lock, const Place& where) {
  PutLock(thread, Tag::kWait, lock, where);
}

void Recorder::OnWoken(ThreadId thread, LockId lock, const Place& where) {
  PutLock(thread, Tag::kWoken, lock, where);
}

void Recorder::PutLock(ThreadId thread, Tag tag, LockId lock, const Place& where) {
  if (finished_) return;
  Define(where);
  Switch(thread);
  writer_.Start(tag);
  writer_.Id(lock);
  PutPlace(where);
  writer_.End();
}

void Recorder::OnNotify(ThreadId thread, LockId lock) {
  if (!finished_) Define(lock);
  Put(thread, Tag::kNotify, lock);
}

void Recorder::OnPublish(ThreadId thread, const runtime::Channel& channel, bool is_new) {
  uint32_t& number = channels_[&channel];
  if (is_new || number == 0) number = ++last_channel_;
  Put(thread, Tag::kPublish, ChannelId(number));
}

void Recorder::OnReceive(ThreadId thread, const runtime::Channel& channel, bool is_new) {
  if (is_new) return;  // nothing was published, so nothing is received
  const auto number = channels_.find(&channel);
  if (number != channels_.end()) Put(thread, Tag::kReceive, ChannelId(number->second));
}

void Recorder::OnAccess(ThreadId thread, uint64_t before, uint64_t after, detect::AccessKind kind,
                        const detect::AccessInfo& info) {
  if (finished_) return;
  const VariableKey variable = Identify(before, after, info.variable.name);
  Define(info.variable.name);
  Define(info.site);
  Define(info.stack);
  Switch(thread);
  const bool writes = kind == detect::AccessKind::kWrite;
  writer_.Start(info.carries_objects ? (writes ? Tag::kWriteObject : Tag::kReadObject)
                                     : (writes ? Tag::kWrite : Tag::kRead));
  writer_.Number(variable.object);
  writer_.Id(info.variable.name);
  writer_.Id(info.site);
  writer_.Id(info.stack);
  writer_.End();
}

// A record that took the place of another is a copy of it: elements of an array that were one so far.
VariableKey Recorder::Identify(uint64_t before, uint64_t after, VariableId name) {
  if (const auto known = objects_.find(after); before == after && known != objects_.end()) return known->second;
  const VariableKey fresh{name, ++last_object_};
  if (const auto from = objects_.find(before); before != after && from != objects_.end()) {
    writer_.Start(Tag::kCopy);
    writer_.Number(from->second.object);
    writer_.Number(fresh.object);
    writer_.Id(from->second.name);
    writer_.End();
  }
  objects_[after] = fresh;
  return fresh;
}

void Recorder::OnGone(uint64_t word) {
  const auto found = objects_.find(word);
  if (found == objects_.end()) return;
  if (!finished_) {
    writer_.Start(Tag::kGone);
    writer_.Number(found->second.object);
    writer_.Id(found->second.name);
    writer_.End();
  }
  objects_.erase(found);
}

}  // namespace raddle::trace
