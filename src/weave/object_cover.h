// Which uses of objects are told. A use is not told if, on every path, an at least equally strong use of the same
// reference comes before it, since the last change of locks. Also, which uses of `this` are told at the method's entry.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "weave/object_hoist.h"

namespace raddle::weave {

// Fills in at_entry and entry_write: what of `this` can be used before any lock is taken or given up.
void TellAtEntry(const ir::Method& method, const ObjectCandidates& candidates, const std::vector<bool>& changes_locks,
                 bool strict, ObjectMethod& out);

// The covered ones become Tell::kNot. A method that is too large for it is told in full.
void DropCovered(const ir::Method& method, ObjectCandidates& candidates, const std::vector<bool>& changes_locks,
                 const std::map<uint32_t, HoistedUse>& hoisted, const ObjectPlaces& places, const ObjectMethod& out);

}  // namespace raddle::weave
