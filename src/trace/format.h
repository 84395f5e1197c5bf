// The format of a trace, version 1. docs/trace.md explains it; this file has the numbers that writer and reader share.
//
//   file:   "raddle trace 1\n", then blocks
//   block:  length of the payload (4 bytes, little-endian), checksum of the payload (4 bytes), payload
//   payload: entries, one after the other, none split between blocks
//   entry:  a tag (1 byte), then numbers (LEB128, unsigned) and texts (length, bytes)
//
// An id is written as its value plus one, and 0 for none. What an entry refers to was defined by an earlier entry, or
// has no name. Events are made by the thread that the last kSwitch named.
#pragma once

#include <cstdint>
#include <string_view>

namespace raddle::trace {

inline constexpr std::string_view kMagic = "raddle trace 1\n";
inline constexpr size_t kBlockHeader = 8;
inline constexpr uint32_t kMaxBlock = 16u << 20;  // no writer makes larger ones

// X(name): the comment says what follows the tag. clang-format off
#define RADDLE_TRACE_TAGS(X)                                                        \
  X(Thread)     /* id, number, name, starter, stack of the start */                 \
  X(Site)       /* id, class, method, descriptor, file, line */                     \
  X(Variable)   /* id, name */                                                      \
  X(Lock)       /* id, name */                                                      \
  X(Stack)      /* id, count, frames */                                             \
  X(Switch)     /* thread */                                                        \
  X(Read)       /* object, variable, site, stack */                                 \
  X(Write)      /* the same */                                                      \
  X(ReadObject) /* the same, of a variable that holds references */                 \
  X(WriteObject)                                                                    \
  X(Copy)       /* object, new object, variable: the new one has the past of the first, then its own life */ \
  X(Gone)       /* object, variable: it will not be accessed again */               \
  X(Acquire)    /* lock, mode + 2 * manner, site, stack, method */                  \
  X(Release)    /* lock, mode, site, stack, method */                               \
  X(Wait)       /* lock, site, stack, method */                                     \
  X(Woken)      /* lock, site, stack, method */                                     \
  X(Notify)     /* lock */                                                          \
  X(Fork)       /* child */                                                         \
  X(Begin)                                                                          \
  X(End)                                                                            \
  X(Join)       /* the ended thread */                                              \
  X(Publish)    /* channel */                                                       \
  X(Receive)    /* channel */                                                       \
  X(Finished)   /* the program came to its end; nothing follows */
// clang-format on

enum class Tag : uint8_t {
  kNone,
#define X(name) k##name,
  RADDLE_TRACE_TAGS(X)
#undef X
      kCount
};

// The checksum of a block: FNV-1a, folded.
inline uint32_t Checksum(std::string_view bytes) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const char c : bytes) hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3;
  return static_cast<uint32_t>(hash ^ hash >> 32);
}

}  // namespace raddle::trace
