// Ghosts: what Raddle knows of an object that has no room for it: the word of a collection as a whole, the elements of
// an array, the lock that an object is used as, and the native records that its words point to.
//
// A ghost is native memory, so the program's collector neither copies nor counts it. It holds its object by a JNI weak
// reference, which every collection clears. (A Java reference in the old generation would keep its object alive until
// the old generation is collected, together with everything that the object leads to.) The shim finds ghosts through
// RaddleGhost, a small Java object with the ghost's address; there are only as many of these as its cache has lines.
//
// Nothing of a ghost is given back while its object lives, so whoever has the object may read the ghost without a lock.
// Dead ghosts are looked for after a collection, once enough new ghosts have been made to pay for the search.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "agent/jvm.h"

namespace raddle::agent {

// A channel that something was published to. The shim walks along them.
struct GhostChannel {
  int64_t key;
  jlong handle;
  GhostChannel* next;
};

// The elements of an array: java/lang/RaddleArray, whose code this is the memory of. What is behind it is the words of
// a small array, or the ends and states of a large one's runs.
struct ArrayShadow {
  uint64_t* words;  // one for each element; null while there are runs, and where there are classes
  int32_t changes;  // odd while somebody changes runs, or words of records
  int32_t runs;
  uint64_t* steps;  // that are remembered; null: none yet
  int32_t oldest;
  int32_t step_words;  // how many words the steps take
  ArrayShadow** classes;
  int32_t class_count;
  int32_t length;
  int32_t type;

  static constexpr int32_t kMostRuns = 28, kStep = 5;
  uint64_t* states() { return reinterpret_cast<uint64_t*>(this + 1); }
  int32_t* ends() { return reinterpret_cast<int32_t*>(states() + kMostRuns); }
};

struct Ghost {
  uint64_t word;   // of the object as a whole
  uint64_t whole;  // its word for object races, if it has none itself
  std::atomic<jlong> lock;
  std::atomic<GhostChannel*> channels;
  int32_t frozen;  // a final field leads here
  int32_t hash;    // the object's identity hash code

  // The rest is ours. The lists change under the shard's lock.
  struct Kept {
    Kept* next;
    jlong handle;
  };
  struct Memory {
    Memory* next;
    uint64_t unused;  // what follows is aligned
  };
  Ghost* next;
  jweak object;
  jweak owner;  // whose channels it has too
  Kept* kept;
  Memory* memory;
  uint32_t grains;  // of memory
  bool is_array;

  ArrayShadow& array() { return *reinterpret_cast<ArrayShadow*>(this + 1); }
};
static_assert(sizeof(ArrayShadow) == 56 && sizeof(Ghost) == 88);

class Ghosts {
 public:
  // Null where there is none, or no memory for one. A length below 0 is of an object that is no array.
  Ghost* Find(JNIEnv* env, jobject object, int32_t hash);
  Ghost* FindOrMake(JNIEnv* env, jobject object, int32_t hash, int32_t length, int32_t type);

  // Given back with the object.
  void Keep(Ghost& ghost, jlong handle);
  GhostChannel* AddChannel(Ghost& ghost, int32_t key);
  void* Allocate(Ghost& ghost, size_t bytes);  // zeroed; null where there is no memory
  ArrayShadow* MakeShadow(Ghost& ghost, int32_t length, int32_t type);

  // What is published to the owner is received from the other, too.
  void Lend(JNIEnv* env, Ghost& to, jobject owner);
  jobject OwnerOf(JNIEnv* env, Ghost& ghost);  // null: nobody, or dead

  // There may be dead ones now. In the collector's own event.
  void Collected() { collections_.fetch_add(1, std::memory_order_relaxed); }
  const std::atomic<uint32_t>* collections() const { return &collections_; }

 private:
  struct Shard {
    std::mutex mutex;
    std::vector<Ghost*> buckets;  // a power of two
    size_t count = 0;
    size_t made = 0;                  // since it was swept
    uint32_t swept_at = 0;            // collections by then
    std::array<Ghost*, 16> unused{};  // by size: most are small, and one goes for each that comes
  };
  static constexpr int kShardBits = 6;
  static constexpr size_t kGrain = 32;  // bytes

  Shard& ShardOf(int32_t hash) { return shards_[static_cast<uint32_t>(hash) & ((1u << kShardBits) - 1)]; }
  static Ghost*& BucketOf(Shard& shard, int32_t hash);
  static Ghost* Look(JNIEnv* env, Shard& shard, jobject object, int32_t hash);
  Ghost* Sweep(JNIEnv* env, Shard& shard);
  static void Grow(Shard& shard);
  static Ghost* NewGhost(Shard& shard, size_t bytes);  // zeroed; null where there is no memory
  void End(JNIEnv* env, Ghost* dead);

  std::array<Shard, 1u << kShardBits> shards_;
  std::atomic<uint32_t> collections_{0};
};

}  // namespace raddle::agent
