// The ids that events are made of. Plain numbers given out by whoever makes the events (the agent, a trace, a test).
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

#include "base/ids.h"

namespace raddle {

using ThreadId = Id<struct ThreadTag>;      // a Java thread; never used again for another one
using LockId = Id<struct LockTag>;          // a monitor or a java.util.concurrent lock
using ChannelId = Id<struct ChannelTag>;    // anything else that orders threads: a volatile, a latch, a queue, a class
using VariableId = Id<struct VariableTag>;  // what a variable is called: a declared field, or the type of an array
using SiteId = Id<struct SiteTag>;          // an instruction: class, method, bytecode index
using StackId = Id<struct StackTag>;        // an interned call stack

// One variable: a field of one object, a static field (object 0), an element of one array.
struct VariableKey {
  VariableId name;
  uint64_t object = 0;  // identity of the object, with the index mixed in for an array element

  auto operator<=>(const VariableKey&) const = default;
};

}  // namespace raddle

template <>
struct std::hash<raddle::VariableKey> {
  size_t operator()(const raddle::VariableKey& key) const noexcept {
    return std::hash<raddle::VariableId>()(key.name) ^ (key.object * 0xFF51AFD7ED558CCDu);
  }
};
