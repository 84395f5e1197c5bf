#include "pointer/contexts.h"

#include <charconv>

#include <fmt/format.h>

namespace raddle::pointer {

Result<Policy> Policy::Parse(std::string_view text) {
  Policy policy;
  Error error = {.reason = fmt::format("'{}' is no kind of context: there are auto, insensitive, kobj:K, kobj:K/N, "
                                       "origin, origin+kobj:K, and calls, alone or after one of them: kobj:K+calls",
                                       text)};
  if (text == "insensitive") return policy;
  if (text == "calls") return Policy{.calls = true};
  if (text.ends_with("+calls")) {
    policy.calls = true;
    text.remove_suffix(6);
  }
  if (text.starts_with("origin")) {
    policy.origins = true;
    text.remove_prefix(6);
    if (text.empty()) return policy;
    if (!text.starts_with('+')) return error;
    text.remove_prefix(1);
  }
  if (!text.starts_with("kobj:")) return error;
  text.remove_prefix(5);
  const char* last = text.data() + text.size();
  auto [end, code] = std::from_chars(text.data(), last, policy.objects);
  if (code != std::errc() || policy.objects == 0 || policy.objects > 5) return error;
  if (end != last && *end == '/') {
    std::from_chars_result most = std::from_chars(end + 1, last, policy.most);
    if (most.ec != std::errc() || policy.most == 0) return error;
    end = most.ptr;
  }
  return end == last ? Result<Policy>(policy) : error;
}

std::string Policy::ToString() const {
  if (objects == 0 && !origins) return calls ? "calls" : "insensitive";
  std::string limit = most == 0 ? "" : fmt::format("/{}", most);
  std::string sites = objects == 0 ? "" : fmt::format("{}kobj:{}{}", origins ? "+" : "", objects, limit);
  return fmt::format("{}{}{}", origins ? "origin" : "", sites, calls ? "+calls" : "");
}

ContextId Contexts::Intern(uint32_t origin, std::vector<uint32_t> sites, std::vector<uint32_t> calls) {
  auto [found, is_new] = ids_.try_emplace({origin, std::move(sites), std::move(calls)},
                                          ContextId(static_cast<uint32_t>(all_.size())));
  if (is_new) all_.push_back(found);
  return found->second;
}

uint32_t Contexts::Name(SiteId site, ContextId made_in) {
  if (Calls(made_in).empty()) return site.value();
  const auto next = static_cast<uint32_t>(made_by_calls_.size()) | kMadeByCall;
  return made_by_calls_.try_emplace({site.value(), Calls(made_in)}, next).first->second;
}

ContextId Contexts::OfReceiver(ContextId caller, SiteId site, ContextId made_in) {
  if (policy_.objects == 0) return WithoutCalls(caller);
  std::vector<uint32_t> sites = {Name(site, made_in)};
  for (uint32_t outer : Sites(made_in)) {
    if (sites.size() < policy_.objects) sites.push_back(outer);
  }
  return Intern(Origin(caller), std::move(sites));
}

ContextId Contexts::OfObject(ContextId context) {
  if (policy_.objects == 0) return context;
  std::vector<uint32_t> sites = Sites(context);
  if (sites.size() > policy_.objects - 1) sites.resize(policy_.objects - 1);
  return Intern(Origin(context), std::move(sites), Calls(context));
}

ContextId Contexts::OfCall(ContextId context, ContextId caller, SiteId call) {
  std::vector<uint32_t> calls = {call.value()};
  for (uint32_t outer : Calls(caller)) {
    if (calls.size() < kMostCalls) calls.push_back(outer);
  }
  return Intern(Origin(context), Sites(context), std::move(calls));
}

ContextId Contexts::WithoutCalls(ContextId context) {
  return Calls(context).empty() ? context : Intern(Origin(context), Sites(context));
}

ContextId Contexts::WithOrigin(ContextId context, SiteId origin) {
  if (!policy_.origins) return context;
  return Intern(origin.value() + 1, Sites(context), Calls(context));
}

}  // namespace raddle::pointer
