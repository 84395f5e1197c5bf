#include "agent/variables.h"

#include <fmt/format.h>

#include <memory>

namespace raddle::agent {

uint32_t Names::Intern(std::string_view text) {
  const std::lock_guard lock(mutex_);
  if (const auto found = numbers_.find(text); found != numbers_.end()) return found->second;
  const std::string& kept = texts_.emplace_back(text);
  const auto number = static_cast<uint32_t>(texts_.size());
  numbers_.emplace(kept, number);
  return number;
}

std::string Names::Get(uint32_t number) const {
  const std::lock_guard lock(mutex_);
  return number == 0 || number > texts_.size() ? std::string() : texts_[number - 1];
}

void Variables::Bind(uint32_t site, std::string_view declaring_class, std::string_view field) {
  const uint32_t name = names_.Intern(fmt::format("{}.{}", declaring_class, field));
  const std::lock_guard lock(mutex_);
  if (of_site_.size() <= site) of_site_.resize(site + 1);
  of_site_[site] = name;
}

VariableId Variables::OfSite(uint32_t site) const {
  const std::lock_guard lock(mutex_);
  return VariableId(site < of_site_.size() ? of_site_[site] : 0);
}

uint64_t* Variables::StaticWord(std::string_view declaring_class, uint64_t loader_key, std::string_view field) {
  const std::string key = fmt::format("{}/{}.{}", loader_key, declaring_class, field);
  const std::lock_guard lock(mutex_);
  std::unique_ptr<uint64_t>& word = statics_[key];
  if (word == nullptr) word = std::make_unique<uint64_t>(0);
  return word.get();
}

LockId Variables::NewLock(std::string_view class_name) {
  const std::lock_guard lock(mutex_);
  const uint32_t count = ++locks_of_class_[std::string(class_name)];
  locks_.push_back(fmt::format("{}@{}", class_name, count));
  return LockId(static_cast<uint32_t>(locks_.size() - 1));
}

std::string Variables::NameOf(LockId id) const {
  const std::lock_guard lock(mutex_);
  return id.value() < locks_.size() ? locks_[id.value()] : std::string();
}

}  // namespace raddle::agent
