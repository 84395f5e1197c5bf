// Uses of objects in loops that are told once, before the loop: uses that every round makes, of a reference that is
// there from the start, in a loop that is certain to be reached. Only for methods in which no lock is taken or
// released.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "ir/method_ir.h"
#include "weave/object_analysis.h"
#include "weave/object_places.h"

namespace raddle::weave {

// An instruction that uses an object, before it is known whether it must be told. A method has one for each instruction
// of its IR; those that use nothing have no object.
struct ObjectCandidate {
  ObjectUse use;
  ir::Reg object = ir::kNoReg;
};
using ObjectCandidates = std::vector<ObjectCandidate>;

struct HoistedUse {
  ObjectHoist hoist;
  bool at_entry = false;
};

// By register.
std::map<uint32_t, HoistedUse> HoistUses(const ir::Method& method, const ObjectCandidates& candidates,
                                         const ObjectPlaces& places);

}  // namespace raddle::weave
