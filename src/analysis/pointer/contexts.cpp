#include "pointer/contexts.h"

#include <charconv>

#include <fmt/format.h>

namespace raddle::pointer {

Result<Policy> Policy::Parse(std::string_view text) {
  Policy policy;
  Error error = {.reason = fmt::format("'{}' is no kind of context: there are auto, insensitive, kobj:K, kobj:K/N, "
                                       "origin and origin+kobj:K",
                                       text)};
  if (text == "insensitive") return policy;
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
  if (objects == 0) return origins ? "origin" : "insensitive";
  std::string limit = most == 0 ? "" : fmt::format("/{}", most);
  return fmt::format("{}kobj:{}{}", origins ? "origin+" : "", objects, limit);
}

ContextId Contexts::Intern(uint32_t origin, std::vector<uint32_t> sites) {
  auto [found, is_new] = ids_.try_emplace({origin, std::move(sites)}, ContextId(static_cast<uint32_t>(all_.size())));
  if (is_new) all_.push_back(found);
  return found->second;
}

ContextId Contexts::OfReceiver(ContextId caller, SiteId site, ContextId made_in) {
  if (policy_.objects == 0) return caller;
  std::vector<uint32_t> sites = {site.value()};
  for (uint32_t outer : Sites(made_in)) {
    if (sites.size() < policy_.objects) sites.push_back(outer);
  }
  return Intern(Origin(caller), std::move(sites));
}

ContextId Contexts::OfObject(ContextId context) {
  if (policy_.objects == 0) return context;
  std::vector<uint32_t> sites = Sites(context);
  if (sites.size() > policy_.objects - 1) sites.resize(policy_.objects - 1);
  return Intern(Origin(context), std::move(sites));
}

ContextId Contexts::WithOrigin(ContextId context, SiteId origin) {
  if (!policy_.origins) return context;
  return Intern(origin.value() + 1, Sites(context));
}

}  // namespace raddle::pointer
