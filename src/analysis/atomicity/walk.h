// Walks over a method from one touch to the next of the same variable, along all ways, exceptions included.
#pragma once

#include <cstdint>
#include <vector>

#include "atomicity/touches.h"

namespace raddle::atomicity {

// What is met first on the ways from just behind a touch. A place comes up once, though several touches may lie there.
struct Ahead {
  std::vector<uint32_t> stops;  // places of touches that meet it, ascending; its own if a loop leads back
  std::vector<bool> reached;    // by block: its beginning is reached without a stop
  bool leaves = false;          // the method can be left without a stop, by a return
};
Ahead WalkFrom(const Touches& touches, const Touch& touch);
// The same from the beginning of some blocks, and not into the block `barrier`.
Ahead WalkFrom(const Touches& touches, const Touch& touch, std::span<const ir::BlockId> blocks, uint32_t barrier);

// The block that a place lies in.
uint32_t BlockOf(const ir::Method& method, uint32_t at);

// Whether no touch of the same variable must come before it, or after it, within the method.
bool IsFirst(const Touches& touches, const Touch& touch);
bool IsLast(const Touches& touches, const Touch& touch);

}  // namespace raddle::atomicity
