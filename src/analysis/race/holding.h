// What objects hold, and where variables get their values.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "race/access.h"

namespace raddle::race {

// The field that a load or store accesses.
inline pointer::FieldKey FieldKeyOf(const program::Statement& s) {
  const bool is_element = s.what == program::Do::kLoadElement || s.what == program::Do::kStoreElement;
  return is_element ? pointer::kElements : s.target;
}

// Two numbers as a key: an object and a field, say.
inline uint64_t Key(uint32_t high, uint32_t low) {
  return uint64_t{high} << 32 | low;
}

const ObjectSet& HeldIn(const PointerAnalysis& analysis, ObjectId object, pointer::FieldKey field);

// Whether only stores and calls that name the object put anything into it: true of arrays, collections, streams of
// bytes and the like; not of a future.
bool IsFilledByCalls(const PointerAnalysis& analysis, ObjectId bag);

// The variable that an iterator or view came from in this method: `list` for `it` of `it = list.iterator()`.
program::Var Viewed(const PointerAnalysis& analysis, InstanceId id, program::Var var);

// The statements that set each variable of a method; made once for each method.
class Definitions {
 public:
  const std::vector<std::vector<uint32_t>>& Of(const program::MethodCode& code);

 private:
  std::unordered_map<MethodId, std::vector<std::vector<uint32_t>>> known_;
};

}  // namespace raddle::race
