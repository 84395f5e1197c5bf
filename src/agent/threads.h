// Threads: the Java threads that have made events, or will make them.
//
// Each thread has a Block. The shim finds it by thread id and reads it without a call; the first fields are the shim's
// (Raddle.java and RaddleWord.java have their offsets). Blocks are never freed, only used again, since the shim may
// read a stale one: it checks the id in it. A ThreadState is made at the fork or at the first event, and goes away when
// the thread has ended and its Java object is gone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "agent/jvm.h"
#include "agent/stacks.h"
#include "detect/engine.h"
#include "event/names.h"
#include "trace/recorder.h"

namespace raddle::agent {

struct JavaThread {
  int64_t tid = 0;
  std::string name;       // the last that is known; guarded by id_mutex_ once it runs
  jweak object = nullptr;  // while it runs; guarded by id_mutex_
  std::string starter;  // the name of the thread that started it
  StackId started;      // that thread's stack at the time
  std::unique_ptr<runtime::ThreadState> state;
  struct Block* block = nullptr;                     // while it runs; guarded by Threads::id_mutex_
  std::vector<std::pair<uint32_t, StackId>> stacks;  // when it has ended: its last ones by site; guarded by id_mutex_

  event::ThreadName Name() const { return {.name = name, .number = tid, .starter = starter, .started = started}; }
};

struct Block {
  int64_t tid = 0;
  uint64_t stamp = runtime::Stamp().bits();
  int32_t inside = 0;
  int32_t mute = 0;          // kMuteAll: no accesses are recorded, other bits: no reads are
  int32_t used[512] = {};    // classes whose initialisation this thread has seen, by number modulo 512
  uint64_t own = 0;          // ThreadState::own_word; 0: the shim cannot make a word for this thread by itself
  uint64_t first = 0;        // ThreadState::first_stamp
  uint64_t* ring = nullptr;  // the slot's LightHistory
  uint64_t seen[16] = {};    // of other slots, by number modulo 16: the last stamp that this thread could forget
  uint64_t received[128] = {};  // versions of channels, by some bits of their address: the last that this thread has had
  uint32_t pairs[64] = {};  // NotePair
  RecentStacks recent;
  // Locks that RaddleHeld.java keeps for the thread, in a table of its own by this number: how many, a bit for each
  // that the engine was told of, and, where an access needs them, their handles.
  int32_t number = 0;
  int32_t held = 0;
  uint64_t told = 0;
  int64_t handles[64] = {};
  // For RaddleChannel.java: ThreadState's still() and alone(); and, for locks and channels that already held everything
  // this thread knew, by some bits of their address, their version and the value of `still` at that time.
  uint64_t still = 0;
  uint64_t alone = 0;
  struct Covered {
    uint64_t version = 0;
    uint64_t still = 0;
  };
  Covered covered[128] = {};
  uint32_t visibility = 0;                      // ThreadState's
  uint32_t stale[detect::Views::kGroups] = {};  // counts Views::stale
  uint32_t changes = 0;                         // of the slot's locksets, as far as `pairs` knows
  bool sections = false;                        // Engine::needs_sections
  bool every = false;  // AgentOptions::every_access: the stamp stays nobody's, so that no access is one seen before
  std::shared_ptr<JavaThread> thread;

  static constexpr int32_t kMuteAll = 2;

  void NoteSeen(uint64_t old_word, uint64_t new_word);
  // A read with other locks than the write's: the index of both, by those that the word and the thread had, so that the
  // shim finds the next one by itself.
  void NotePair(uint64_t old_word, uint64_t new_word);
  std::vector<std::pair<runtime::Lock*, uint32_t>> waits;  // locks given up by a wait, with their depth

  runtime::ThreadState& state() { return *thread->state; }
  // After anything that may have ended the epoch. While hot code is not looked at, only the agent makes words until the
  // thread's next access: most epochs have none.
  void Refresh();
  void RefreshOwn();

  static size_t LineOf(int64_t handle) { return static_cast<uint64_t>(handle) >> 5 & 127; }
  // Behind Refresh(): all that the thread has to tell is in that version of what the handle stands for.
  void NoteCovered(int64_t handle, uint64_t version);
  // Before anything that asks which locks the thread has: those that the engine does not know yet.
  void TellHeld();

 private:
  bool HasUntold() const { return held > 0 && told != (uint64_t{1} << held) - 1; }
  void ForgetChangedPairs();
};
static_assert(offsetof(Block, tid) == 0 && offsetof(Block, stamp) == 8 && offsetof(Block, inside) == 16 &&
              offsetof(Block, mute) == 20 && offsetof(Block, used) == 24 && offsetof(Block, own) == 2072 &&
              offsetof(Block, first) == 2080 && offsetof(Block, ring) == 2088 && offsetof(Block, seen) == 2096 &&
              offsetof(Block, received) == 2224 && sizeof(Block::received) == 128 * 8 && offsetof(Block, pairs) == 3248 && offsetof(Block, recent) == 3504);

class Threads {
 public:
  static constexpr uint64_t kHints = 4096;

  Threads();
  uint64_t* hints() { return hints_; }
  // Who is told of names. Before the first thread.
  void RecordTo(trace::Recorder* recorder) { recorder_ = recorder; }

  // The current thread's block, made if need be.
  Block& Attach(JNIEnv* env, detect::Engine& engine, jobject thread, int64_t tid, std::string name);
  // Before `tid` runs. Its state is kept until Forget. A thread that serves is the JDK's own: ThreadState::Serve.
  void Fork(detect::Engine& engine, Block& parent, int64_t tid, std::string name, StackId started, bool serves);
  void End(JNIEnv* env, detect::Engine& engine, int64_t tid);
  void Join(detect::Engine& engine, Block& block, int64_t tid);
  void Forget(int64_t tid);

  // None for a thread that nobody has heard of.
  ThreadId IdOf(int64_t tid);
  // The stack that a thread, if it still runs, last took at a site.
  StackId RecentStack(ThreadId id, uint32_t site);
  // Views::stale.
  void MakeStale(ThreadId id, uint32_t group);
  // For reports: by the ThreadId of the state. Threads change their names; it is the one that it has now, or had last.
  event::ThreadName NameOf(JNIEnv* env, ThreadId id);

 private:
  void SetBlock(JavaThread& thread, Block* block);
  void KeepStacks(Block& block);
  void FindName(JNIEnv* env, JavaThread& thread);
  std::shared_ptr<JavaThread> Running(int64_t tid);
  void MakeBlock();
  std::shared_ptr<JavaThread> FindOrMake(detect::Engine& engine, int64_t tid, const std::string& name);

  uint64_t* hints_;  // thread id modulo kHints to the address of a block
  trace::Recorder* recorder_ = nullptr;
  std::mutex mutex_;
  uint32_t last_id_ = 0;
  std::unordered_map<int64_t, std::shared_ptr<JavaThread>> by_tid_;
  std::unordered_map<int64_t, Block*> blocks_;
  std::vector<Block*> free_blocks_;
  std::deque<std::unique_ptr<Block>> all_blocks_;
  // Asked by those who make findings, inside the engine, which others call with mutex_ held.
  std::mutex id_mutex_;
  std::unordered_map<uint32_t, std::shared_ptr<JavaThread>> by_id_;  // guarded by id_mutex_
};

}  // namespace raddle::agent
