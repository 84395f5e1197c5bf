#include "agent/ghosts.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "agent/agent.h"
#include "agent/shim.h"
#include "runtime/record.h"

namespace raddle::agent {
namespace {

constexpr int32_t kSmall = 64;  // up to this many elements, each has a word

bool IsSmall(int32_t length) {
  return length <= kSmall || g_agent->options.every_access;
}

size_t BytesFor(int32_t length) {
  if (IsSmall(length)) return sizeof(ArrayShadow) + size_t(length) * sizeof(uint64_t);
  return sizeof(ArrayShadow) + ArrayShadow::kMostRuns * (sizeof(uint64_t) + sizeof(int32_t));
}

// The memory is zeroed and has BytesFor(length) bytes.
void Begin(ArrayShadow& shadow, int32_t length, int32_t type) {
  shadow.length = length;
  shadow.type = type;
  if (IsSmall(length)) {
    shadow.words = shadow.states();
  } else {
    shadow.runs = 1;
    shadow.ends()[0] = length;
  }
}

void Drop(uint64_t word) {
  if (runtime::TagOf(word) != runtime::WordTag::kRecord) return;
  if (runtime::Record::FromWord(word)->shares.fetch_sub(1) == 0) g_agent->engine.GiveBack(word);
}

void End(ArrayShadow& shadow) {
  for (int32_t c = 0; c < shadow.class_count; ++c) End(*shadow.classes[c]);
  for (int32_t k = 0; k < shadow.runs; ++k) Drop(shadow.states()[k]);
  for (int32_t i = 0; shadow.words != nullptr && i < shadow.length; ++i) Drop(shadow.words[i]);
  for (int32_t at = 0; at < shadow.step_words; at += ArrayShadow::kStep) {
    Drop(shadow.steps[at]);
    Drop(shadow.steps[at + 1]);
  }
}

template <typename Node>
void FreeAll(Node* node) {
  while (node != nullptr) {
    Node* const next = node->next;
    std::free(node);
    node = next;
  }
}

}  // namespace

Ghost*& Ghosts::BucketOf(Shard& shard, int32_t hash) {
  return shard.buckets[(static_cast<uint32_t>(hash) >> kShardBits) & (shard.buckets.size() - 1)];
}

Ghost* Ghosts::Look(JNIEnv* env, Shard& shard, jobject object, int32_t hash) {
  if (shard.buckets.empty()) return nullptr;
  for (Ghost* ghost = BucketOf(shard, hash); ghost != nullptr; ghost = ghost->next) {
    if (ghost->hash == hash && env->IsSameObject(ghost->object, object)) return ghost;
  }
  return nullptr;
}

Ghost* Ghosts::Find(JNIEnv* env, jobject object, int32_t hash) {
  Shard& shard = ShardOf(hash);
  const std::lock_guard lock(shard.mutex);
  return Look(env, shard, object, hash);
}

Ghost* Ghosts::FindOrMake(JNIEnv* env, jobject object, int32_t hash, int32_t length, int32_t type) {
  Shard& shard = ShardOf(hash);
  Ghost* dead = nullptr;
  Ghost* ghost;
  {
    const std::lock_guard lock(shard.mutex);
    ghost = Look(env, shard, object, hash);
    if (ghost != nullptr) return ghost;
    dead = Sweep(env, shard);
    ghost = NewGhost(shard, sizeof(Ghost) + (length < 0 ? 0 : BytesFor(length)));
    const jweak weak = ghost == nullptr ? nullptr : env->NewWeakGlobalRef(object);
    if (weak == nullptr) {
      env->ExceptionClear();
      std::free(ghost);
      ghost = nullptr;
    } else {
      ghost->hash = hash;
      ghost->object = weak;
      ghost->is_array = length >= 0;
      if (length >= 0) Begin(ghost->array(), length, type);
      if (shard.count >= shard.buckets.size()) Grow(shard);
      Ghost*& bucket = BucketOf(shard, hash);
      ghost->next = bucket;
      bucket = ghost;
      ++shard.count;
      ++shard.made;
    }
  }
  while (dead != nullptr) End(env, std::exchange(dead, dead->next));
  return ghost;
}

// Removes the ghosts of dead objects, and returns them as a list.
Ghost* Ghosts::Sweep(JNIEnv* env, Shard& shard) {
  const uint32_t now = collections_.load(std::memory_order_relaxed);
  if (shard.swept_at == now || shard.made < std::max<size_t>(16, shard.count / 4)) return nullptr;
  shard.swept_at = now;
  shard.made = 0;
  Ghost* dead = nullptr;
  for (Ghost*& bucket : shard.buckets) {
    for (Ghost** at = &bucket; *at != nullptr;) {
      Ghost* const ghost = *at;
      if (env->IsSameObject(ghost->object, nullptr)) {
        *at = ghost->next;
        ghost->next = dead;
        dead = ghost;
        --shard.count;
      } else {
        at = &ghost->next;
      }
    }
  }
  return dead;
}

Ghost* Ghosts::NewGhost(Shard& shard, size_t bytes) {
  const size_t grains = (bytes + kGrain - 1) / kGrain;
  Ghost* ghost = grains < shard.unused.size() ? shard.unused[grains] : nullptr;
  if (ghost == nullptr) {
    ghost = static_cast<Ghost*>(std::calloc(grains, kGrain));
  } else {
    shard.unused[grains] = ghost->next;
    std::memset(static_cast<void*>(ghost), 0, bytes);
  }
  if (ghost != nullptr) ghost->grains = static_cast<uint32_t>(std::min<size_t>(grains, UINT32_MAX));
  return ghost;
}

void Ghosts::Grow(Shard& shard) {
  std::vector<Ghost*> old(std::max<size_t>(64, shard.buckets.size() * 2));
  old.swap(shard.buckets);
  for (Ghost* ghost : old) {
    while (ghost != nullptr) {
      Ghost*& bucket = BucketOf(shard, ghost->hash);
      Ghost* const following = std::exchange(ghost->next, bucket);
      bucket = std::exchange(ghost, following);
    }
  }
}

void Ghosts::End(JNIEnv* env, Ghost* dead) {
  if (dead->is_array) agent::End(dead->array());
  for (const Ghost::Kept* each = dead->kept; each != nullptr; each = each->next) Free(each->handle);
  for (const GhostChannel* each = dead->channels; each != nullptr; each = each->next) Free(each->handle);
  if (dead->lock != 0) Free(dead->lock);
  FreeAll(dead->kept);
  FreeAll(dead->channels.load());
  FreeAll(dead->memory);
  env->DeleteWeakGlobalRef(dead->object);
  if (dead->owner != nullptr) env->DeleteWeakGlobalRef(dead->owner);
  Shard& shard = ShardOf(dead->hash);
  if (dead->grains >= shard.unused.size()) return std::free(dead);
  const std::lock_guard lock(shard.mutex);
  dead->next = std::exchange(shard.unused[dead->grains], dead);
}

void Ghosts::Keep(Ghost& ghost, jlong handle) {
  auto* const kept = static_cast<Ghost::Kept*>(std::malloc(sizeof(Ghost::Kept)));
  if (kept == nullptr) return;  // then it is never given back
  const std::lock_guard lock(ShardOf(ghost.hash).mutex);
  *kept = {ghost.kept, handle};
  ghost.kept = kept;
}

GhostChannel* Ghosts::AddChannel(Ghost& ghost, int32_t key) {
  const std::lock_guard lock(ShardOf(ghost.hash).mutex);
  for (GhostChannel* each = ghost.channels; each != nullptr; each = each->next) {
    if (each->key == key) return each;
  }
  auto* const made = static_cast<GhostChannel*>(std::malloc(sizeof(GhostChannel)));
  if (made == nullptr) return nullptr;
  *made = {key, NewChannel(), ghost.channels};
  ghost.channels.store(made, std::memory_order_release);
  return made;
}

void* Ghosts::Allocate(Ghost& ghost, size_t bytes) {
  auto* const memory = static_cast<Ghost::Memory*>(std::calloc(1, sizeof(Ghost::Memory) + bytes));
  if (memory == nullptr) return nullptr;
  const std::lock_guard lock(ShardOf(ghost.hash).mutex);
  memory->next = ghost.memory;
  ghost.memory = memory;
  return memory + 1;
}

ArrayShadow* Ghosts::MakeShadow(Ghost& ghost, int32_t length, int32_t type) {
  auto* const shadow = static_cast<ArrayShadow*>(Allocate(ghost, BytesFor(length)));
  if (shadow != nullptr) Begin(*shadow, length, type);
  return shadow;
}

void Ghosts::Lend(JNIEnv* env, Ghost& to, jobject owner) {
  const jweak weak = env->NewWeakGlobalRef(owner);
  if (weak == nullptr) return env->ExceptionClear();
  jweak before;
  {
    const std::lock_guard lock(ShardOf(to.hash).mutex);
    before = std::exchange(to.owner, weak);
  }
  if (before != nullptr) env->DeleteWeakGlobalRef(before);
}

jobject Ghosts::OwnerOf(JNIEnv* env, Ghost& ghost) {
  const std::lock_guard lock(ShardOf(ghost.hash).mutex);
  return ghost.owner == nullptr ? nullptr : env->NewLocalRef(ghost.owner);
}

}  // namespace raddle::agent

using namespace raddle;
using namespace raddle::agent;

#define RADDLE_NATIVE(type, name) extern "C" JNIEXPORT type JNICALL Java_java_lang_RaddleGhost_##name

namespace {

Ghost& GhostAt(jlong address) {
  return *reinterpret_cast<Ghost*>(address);
}

// Stands for all ghosts for which there was no memory.
Ghost g_lost{};

}  // namespace

RADDLE_NATIVE(jlong, lost0)(JNIEnv*, jclass) {
  return reinterpret_cast<jlong>(&g_lost);
}

RADDLE_NATIVE(jlong, collections0)(JNIEnv*, jclass) {
  return reinterpret_cast<jlong>(g_agent->ghosts.collections());
}

RADDLE_NATIVE(jlong, find0)(JNIEnv* env, jclass, jobject object, jint hash) {
  return reinterpret_cast<jlong>(g_agent->ghosts.Find(env, object, hash));
}

RADDLE_NATIVE(jlong, findOrMake0)(JNIEnv* env, jclass, jobject object, jint hash, jint length, jint type) {
  Ghost* const ghost = g_agent->ghosts.FindOrMake(env, object, hash, length, type);
  return reinterpret_cast<jlong>(ghost != nullptr ? ghost : &g_lost);
}

RADDLE_NATIVE(void, keep0)(JNIEnv*, jclass, jlong ghost, jlong handle) {
  if (&GhostAt(ghost) != &g_lost) g_agent->ghosts.Keep(GhostAt(ghost), handle);
}

RADDLE_NATIVE(jlong, lock0)(JNIEnv* env, jclass, jlong ghost, jobject object) {
  const jlong made = NewLock(env, object);
  jlong there = 0;
  if (GhostAt(ghost).lock.compare_exchange_strong(there, made)) return made;
  Free(made);
  return there;
}

RADDLE_NATIVE(jlong, channel0)(JNIEnv*, jclass, jlong ghost, jint key) {
  const GhostChannel* const channel = g_agent->ghosts.AddChannel(GhostAt(ghost), key);
  return channel == nullptr ? 0 : channel->handle;
}

RADDLE_NATIVE(jlong, memory0)(JNIEnv*, jclass, jlong ghost, jlong bytes) {
  return reinterpret_cast<jlong>(g_agent->ghosts.Allocate(GhostAt(ghost), static_cast<size_t>(bytes)));
}

RADDLE_NATIVE(jlong, shadow0)(JNIEnv*, jclass, jlong ghost, jint length, jint type) {
  return reinterpret_cast<jlong>(g_agent->ghosts.MakeShadow(GhostAt(ghost), length, type));
}

RADDLE_NATIVE(void, lend0)(JNIEnv* env, jclass, jlong ghost, jobject owner) {
  g_agent->ghosts.Lend(env, GhostAt(ghost), owner);
}

RADDLE_NATIVE(jobject, owner0)(JNIEnv* env, jclass, jlong ghost) {
  return g_agent->ghosts.OwnerOf(env, GhostAt(ghost));
}
