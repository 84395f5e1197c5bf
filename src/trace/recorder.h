// Recorder: a Tap that writes a trace. What an id means is written before its first use, so any part of the file that
// survives can be read by itself.
//
// Variables are known by the address of their record, and channels by their own address. Both addresses may be used
// again for something else, so each new variable or channel gets a number. The two tables for this are as large as what
// is alive; besides them, memory is one block of the file and a bit for each thing that has been named.
//
// The engine must give every variable a record from its first access on (EngineOptions::record_only), and the fast path
// must not make words by itself.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "detect/tap.h"
#include "event/names.h"
#include "trace/writer.h"

namespace raddle::trace {

class Recorder : public detect::Tap {
 public:
  // `names` is asked while an event is being reported.
  Recorder(Writer writer, const event::Names& names) : writer_(std::move(writer)), names_(names) {}

  // Names a thread. The code that starts the thread calls it before it tells the engine. Any thread.
  void Name(ThreadId id, const event::ThreadName& name);
  // Writes what remains; the program ends.
  Result<void> Finish();
  const std::string& path() const { return writer_.path(); }

  void OnFork(ThreadId parent, ThreadId child) override;
  void OnBegin(ThreadId thread) override;
  void OnEnd(ThreadId thread) override;
  void OnJoin(ThreadId thread, ThreadId ended) override;
  void OnAcquire(ThreadId thread, LockId lock, event::LockMode mode, event::Manner manner,
                 const detect::Place& where) override;
  void OnRelease(ThreadId thread, LockId lock, event::LockMode mode, const detect::Place& where) override;
  void OnWait(ThreadId thread, LockId lock, const detect::Place& where) override;
  void OnWoken(ThreadId thread, LockId lock, const detect::Place& where) override;
  void OnNotify(ThreadId thread, LockId lock) override;
  void OnPublish(ThreadId thread, const runtime::Channel& channel, bool is_new) override;
  void OnReceive(ThreadId thread, const runtime::Channel& channel, bool is_new) override;
  void OnAccess(ThreadId thread, uint64_t before, uint64_t after, detect::AccessKind kind,
                const detect::AccessInfo& info) override;
  void OnGone(uint64_t word) override;

 private:
  // Whether the id has been named before; afterwards it counts as named.
  template <typename IdType>
  static bool Known(std::vector<bool>& named, IdType id) {
    if (!id.valid()) return true;
    if (id.value() >= named.size()) named.resize(id.value() + 1 + id.value() / 2);
    const bool known = named[id.value()];
    named[id.value()] = true;
    return known;
  }
  VariableKey Identify(uint64_t before, uint64_t after, VariableId name);
  void Switch(ThreadId thread);
  void Define(SiteId site);
  void Define(VariableId variable);
  void Define(LockId lock);
  void Define(StackId stack);
  void Define(const detect::Place& place);
  void PutPlace(const detect::Place& place);
  void PutLock(ThreadId thread, Tag tag, LockId lock, const detect::Place& where);
  template <typename IdType>
  void Put(ThreadId thread, Tag tag, IdType id);

  Writer writer_;
  const event::Names& names_;
  ThreadId current_;
  std::vector<bool> sites_, variables_, locks_, stacks_;
  uint64_t last_object_ = 0;
  uint32_t last_channel_ = 0;
  std::unordered_map<uint64_t, VariableKey> objects_;  // by the word of the record
  std::unordered_map<const runtime::Channel*, uint32_t> channels_;
  bool finished_ = false;
};

}  // namespace raddle::trace
