#include "aspect/path_oracle.h"

namespace raddle::aspect {

const pointcut::ClassFacts* PathOracle::Find(std::string_view internal_name) {
  const std::lock_guard lock(mutex_);
  if (auto known = known_.find(internal_name); known != known_.end()) return known->second.get();
  std::unique_ptr<pointcut::ClassFacts>& facts = known_[std::string(internal_name)];
  Result<std::optional<classpath::ClassBytes>> bytes = path_.Find(internal_name);
  if (!bytes || !*bytes) return nullptr;
  Result<classfile::ClassFile> file = classfile::ReadClass((*bytes)->bytes());
  if (!file) return nullptr;
  Result<pointcut::ClassFacts> read = pointcut::FactsOf(*file);
  if (read) facts = std::make_unique<pointcut::ClassFacts>(*std::move(read));
  return facts.get();
}

}  // namespace raddle::aspect
