#include "agent/variables.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <memory>

#include "agent/class_hook.h"

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

void* Reserve(size_t bytes) {
  void* at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return at == MAP_FAILED ? nullptr : at;
}

void Variables::Bind(uint32_t site, std::string_view declaring_class, std::string_view field) {
  const uint32_t name = names_.Intern(fmt::format("{}.{}", declaring_class, field));
  __atomic_fetch_or(&of_site_[site], name, __ATOMIC_RELAXED);
}

bool Variables::CarriesObjects(uint32_t site) {
  const uint32_t known = Load(site);
  if ((known & kAsked) != 0) return (known & kCarries) != 0;
  const std::string_view descriptor = Sites()[site].descriptor;
  const bool carries = descriptor.starts_with('L') || descriptor.starts_with('[');
  __atomic_fetch_or(&of_site_[site], kAsked | (carries ? kCarries : 0), __ATOMIC_RELAXED);
  return carries;
}

namespace {

std::string KeyOf(std::string_view class_name, uint64_t loader_key, std::string_view field) {
  return fmt::format("{}/{}.{}", loader_key, class_name, field);
}

}  // namespace

void Variables::DeclareStatic(std::string_view class_name, uint64_t loader_key, uint32_t class_id,
                              const weave::StaticField& field) {
  const std::lock_guard lock(mutex_);
  Static& made = statics_[KeyOf(class_name, loader_key, field.name)];
  made.class_id = class_id;
  made.kind = field.kind;
}

void Variables::DeclareShadows(std::string_view class_name, uint64_t loader_key, std::vector<std::string> names) {
  if (names.empty()) return;
  const std::lock_guard lock(mutex_);
  shadows_[KeyOf(class_name, loader_key, "")] = std::move(names);
}

std::vector<std::string> Variables::ShadowsOf(std::string_view class_name, uint64_t loader_key) const {
  const std::lock_guard lock(mutex_);
  const auto found = shadows_.find(KeyOf(class_name, loader_key, ""));
  return found == shadows_.end() ? std::vector<std::string>() : found->second;
}

Variables::Static* Variables::FindStatic(std::string_view class_name, uint64_t loader_key, std::string_view field) {
  const std::lock_guard lock(mutex_);
  const auto found = statics_.find(KeyOf(class_name, loader_key, field));
  return found == statics_.end() ? nullptr : &found->second;
}

void Variables::DeclareSafe(std::string_view class_name, uint64_t loader_key, const std::vector<std::string>& fields) {
  const std::lock_guard lock(mutex_);
  for (const std::string& field : fields) safe_.insert(KeyOf(class_name, loader_key, field));
}

bool Variables::IsSafe(std::string_view class_name, uint64_t loader_key, std::string_view field) const {
  const std::lock_guard lock(mutex_);
  return safe_.contains(KeyOf(class_name, loader_key, field));
}

void Variables::DeclarePlain(std::string_view class_name, uint64_t loader_key, const std::vector<std::string>& fields) {
  const std::lock_guard lock(mutex_);
  for (const std::string& field : fields) plain_.insert(KeyOf(class_name, loader_key, field));
}

bool Variables::IsPlain(std::string_view class_name, uint64_t loader_key, std::string_view field) const {
  const std::lock_guard lock(mutex_);
  return plain_.contains(KeyOf(class_name, loader_key, field));
}

uint64_t* Variables::ClassWord(std::string_view class_name, uint64_t loader_key) {
  const std::lock_guard lock(mutex_);
  return &class_words_[KeyOf(class_name, loader_key, "")];
}

LockId Variables::NewLock(std::string_view class_name) {
  const std::lock_guard lock(mutex_);
  LocksOfClass& of = locks_of_class_[std::string(class_name)];
  if (!of.free.empty()) {
    const LockId id = of.free.back();
    of.free.pop_back();
    return id;
  }
  locks_.push_back({fmt::format("{}@{}", class_name, ++of.count), &of});
  return LockId(static_cast<uint32_t>(locks_.size() - 1));
}

void Variables::Reuse(LockId id) {
  const std::lock_guard lock(mutex_);
  locks_[id.value()].of->free.push_back(id);
}

std::string Variables::NameOf(LockId id) const {
  const std::lock_guard lock(mutex_);
  return id.value() < locks_.size() ? locks_[id.value()].text : std::string();
}

}  // namespace raddle::agent
