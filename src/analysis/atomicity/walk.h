// Walks through a method from one touch to the next touches of the same variable, along all paths, including
// exceptions.
#pragma once

#include <cstdint>
#include <vector>

#include "atomicity/touches.h"

namespace raddle::atomicity {

// What comes first on the paths that begin just after a touch. A place is listed once, though it may have several
// touches.
struct Ahead {
  std::vector<uint32_t> stops;  // places of touches of its variable, ascending; its own if a loop leads back
  std::vector<bool> reached;    // by block: some path reaches its beginning without a stop
  bool leaves = false;          // some path returns without a stop
};
Ahead WalkFrom(const Touches& touches, const Touch& touch);
// The same from the beginning of some blocks; the block `barrier` is not entered.
Ahead WalkFrom(const Touches& touches, const Touch& touch, std::span<const ir::BlockId> blocks, uint32_t barrier);

// The block that a place lies in.
uint32_t BlockOf(const ir::Method& method, uint32_t at);

// Whether it can be the first, or the last, touch of its variable in the method: on some path none comes before it, or
// after it.
bool IsFirst(const Touches& touches, const Touch& touch);
bool IsLast(const Touches& touches, const Touch& touch);

}  // namespace raddle::atomicity
