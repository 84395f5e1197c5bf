#include "weave/site_table.h"

namespace raddle::weave {

const SiteMethod* SiteTable::AddMethod(SiteMethod method) {
  const std::lock_guard lock(mutex_);
  return &methods_.emplace_back(std::move(method));
}

std::string_view SiteTable::Keep(std::string_view text) {
  if (text.empty()) return text;
  const auto known = texts_.find(text);
  return known != texts_.end() ? *known : *texts_.emplace(text).first;
}

uint32_t SiteTable::Add(Site site) {
  const std::lock_guard lock(mutex_);
  site.owner = Keep(site.owner);
  site.name = Keep(site.name);
  site.descriptor = Keep(site.descriptor);
  sites_.push_back(site);
  return static_cast<uint32_t>(sites_.size());
}

const Site& SiteTable::operator[](uint32_t number) const {
  const std::lock_guard lock(mutex_);
  return sites_[number - 1];
}

std::vector<uint32_t> SiteTable::OfClass(uint32_t class_id, uint32_t behind) const {
  const std::lock_guard lock(mutex_);
  std::vector<uint32_t> found;
  for (size_t i = behind; i < sites_.size(); ++i) {
    if (sites_[i].method->class_id == class_id) found.push_back(static_cast<uint32_t>(i + 1));
  }
  return found;
}

uint32_t SiteTable::size() const {
  const std::lock_guard lock(mutex_);
  return static_cast<uint32_t>(sites_.size());
}

}  // namespace raddle::weave
