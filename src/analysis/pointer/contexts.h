// Contexts: tell apart the calls of one method, and the objects of one allocation site.
//
// A context is an origin (the place where the running thread was started; 0 for none) and a string of at most k
// allocation sites, innermost first. Insensitive analysis has one context, the empty one. With `kobj:K` a method has a
// context for each string of sites that stands for its receiver (Milanova et al. 2002; Chord §2.2.1): the object's own
// site, then the first K-1 sites of the context in which the object was made. With origins, a call keeps the origin and
// a start of a thread makes a new one, so each thread has methods and objects of its own.
//
// With `kobj:K/N` a method has N contexts; all later ones share one more, which has no sites. So methods with few
// receivers are told apart, methods with hundreds of receivers (which would have hundreds of contexts for hundreds of
// calls) are not, and the number of methods in their contexts is linear in the number of methods.
//
// With `calls` (alone, or after the others: `kobj:2+calls`) a method that makes a collection and returns it (makers.h)
// has a context for each place that calls it, and so have the objects that it makes. Other methods do not pass the
// calling place on.
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
  bool calls = false;

  // "insensitive", "kobj:2", "kobj:2/8", "origin", "origin+kobj:1", "calls", "kobj:2/8+calls"
  static Result<Policy> Parse(std::string_view text);
  std::string ToString() const;
};

class Contexts {
 public:
  explicit Contexts(Policy policy) : policy_(policy) { Intern(0, {}); }

  const Policy& policy() const { return policy_; }
  ContextId Empty() const { return ContextId(0); }
  // The context of a method called on an object that was made at `site` in the context `made_in`.
  ContextId OfReceiver(ContextId caller, SiteId site, ContextId made_in);
  // The context of an object that is made by a method in `context`.
  ContextId OfObject(ContextId context);
  // The context of a method that is told apart by the place of the call, and would otherwise have `context`.
  ContextId OfCall(ContextId context, ContextId caller, SiteId call);
  ContextId WithoutCalls(ContextId context);
  // The same context without sites.
  ContextId Outermost(ContextId context) { return Intern(Origin(context), {}); }
  // The same context with another origin.
  ContextId WithOrigin(ContextId context, SiteId origin);

  const std::vector<uint32_t>& Sites(ContextId id) const { return all_[id.value()]->first.sites; }
  const std::vector<uint32_t>& Calls(ContextId id) const { return all_[id.value()]->first.calls; }
  uint32_t Origin(ContextId id) const { return all_[id.value()]->first.origin; }
  size_t size() const { return all_.size(); }

 private:
  static constexpr size_t kMostCalls = 3;
  static constexpr uint32_t kMadeByCall = 0x80000000;
  struct Key {
    uint32_t origin;
    std::vector<uint32_t> sites;
    std::vector<uint32_t> calls;  // innermost first
    auto operator<=>(const Key&) const = default;
  };
  ContextId Intern(uint32_t origin, std::vector<uint32_t> sites, std::vector<uint32_t> calls = {});
  // The number of a site in a string; it stands for the calls that led to the site, too, if there are any.
  uint32_t Name(SiteId site, ContextId made_in);

  Policy policy_;
  std::map<Key, ContextId> ids_;
  std::map<std::pair<uint32_t, std::vector<uint32_t>>, uint32_t> made_by_calls_;
  std::vector<std::map<Key, ContextId>::const_iterator> all_;
};

}  // namespace raddle::pointer
