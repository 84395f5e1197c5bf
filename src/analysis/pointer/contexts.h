// Contexts: what tells apart the calls of one method, and the objects of one allocation site.
//
// A context is an origin (the place where the running thread was started; 0 for none) and a string of at most k
// allocation sites, innermost first. With insensitive analysis there is one context, the empty one. With `kobj:K` a
// method has a context for each string of sites that stands for its receiver (Milanova et al. 2002; Chord §2.2.1): an
// object is its own site and the first K-1 of the context it was made in. With origins, calls hand on the origin and
// a start of a thread makes a new one, so each thread has methods and objects of its own.
//
// With `kobj:K/N` a method has N contexts; those that come after them are one, without sites. So what has few receivers
// is told apart, what has hundreds (and would have hundreds by hundreds of calls) is not, and the number of methods in
// their contexts is linear in that of methods.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "base/result.h"

namespace raddle::pointer {

using ContextId = Id<struct ContextTag>;
using SiteId = Id<struct SiteTag>;  // an allocation or a start of a thread

struct Policy {
  uint32_t objects = 0;  // K
  bool origins = false;
  uint32_t most = 0;  // N; 0 for no limit

  // "insensitive", "kobj:2", "kobj:2/8", "origin", "origin+kobj:1"
  static Result<Policy> Parse(std::string_view text);
  std::string ToString() const;
};

class Contexts {
 public:
  explicit Contexts(Policy policy) : policy_(policy) { Intern(0, {}); }

  const Policy& policy() const { return policy_; }
  ContextId Empty() const { return ContextId(0); }
  // Of a method called on an object that was made at `site` in `made_in`.
  ContextId OfReceiver(ContextId caller, SiteId site, ContextId made_in);
  // Of an object that is made by a method in `context`.
  ContextId OfObject(ContextId context);
  // The same without sites.
  ContextId Outermost(ContextId context) { return Intern(Origin(context), {}); }
  // The same with another origin.
  ContextId WithOrigin(ContextId context, SiteId origin);

  const std::vector<uint32_t>& Sites(ContextId id) const { return all_[id.value()]->first.second; }
  uint32_t Origin(ContextId id) const { return all_[id.value()]->first.first; }
  size_t size() const { return all_.size(); }

 private:
  using Key = std::pair<uint32_t, std::vector<uint32_t>>;
  ContextId Intern(uint32_t origin, std::vector<uint32_t> sites);

  Policy policy_;
  std::map<Key, ContextId> ids_;
  std::vector<std::map<Key, ContextId>::const_iterator> all_;
};

}  // namespace raddle::pointer
