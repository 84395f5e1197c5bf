// Patterns: the sections of one method.
//
// A section begins at a read (an invariant: at any touch). It ends at the touches of the same variable that come first
// after that on each path. So sections overlap only at their ends, as the paper asks (§3.2), and a chain of them covers
// a longer stretch:
//
//   if (balance >= n)      // read 1: tested, and below it read 2: test-use, 1 to 2
//     balance -= n;        // read 2 and a write that depends on it: load-store, 2 to 3
//
// load-store: the write depends on the value that was read, through locals, arithmetic, calls and constructors.
//
// test-use: a branch depends on the value, and the touch lies on one side of the branch. Two touches do not count as a
// use: a read whose value is itself tested (double-checked locking), and a write that checks the value itself
// (compareAndSet, putIfAbsent).
#pragma once

#include <cstdint>
#include <vector>

#include "atomicity/facts.h"
#include "atomicity/touches.h"

namespace raddle::atomicity {

struct Kinds {
  bool load_store = true, test_use = true, invariant = false;
};

struct Found {
  struct Stop {
    const Touch* touch;
    atoms::Allowed allowed;
  };
  atoms::Kind kind = atoms::Kind::kLoadStore;
  const Touch* entry = nullptr;
  std::vector<Stop> ends = {};       // by place
  std::vector<uint32_t> exits = {};  // places, ascending
};

// The pointers in the result point into `touches`.
std::vector<Found> FindSections(const Touches& touches, const Held& held, const Facts& facts, const Kinds& kinds);

}  // namespace raddle::atomicity
