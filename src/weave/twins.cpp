#include "weave/twins.h"

#include <string_view>

#include "atoms/section.h"

namespace raddle::weave {

uint64_t Twins::LooksOf(const classfile::ClassFile& file) {
  uint64_t looks = 0;
  auto add = [&](std::string_view text) { looks = looks * 31 + atoms::HashOf(text); };
  add(file.Name().substr(0, file.Name().rfind('/') + 1));
  add(file.SuperName());
  for (const classfile::Member& method : file.methods) {
    add(file.NameOf(method));
    add(file.DescriptorOf(method));
    const classfile::Attribute* code = Find(method.attributes, classfile::AttributeKind::kCode);
    if (code != nullptr) add({reinterpret_cast<const char*>(code->body.data()), code->body.size()});
  }
  return looks;
}

void Twins::Add(const classfile::ClassFile& file, std::vector<uint32_t> sites) {
  const uint64_t looks = LooksOf(file);
  const std::lock_guard lock(mutex_);
  const auto [first, is_first] = sites_.try_emplace(looks, std::move(sites));
  if (is_first || first->second.size() != sites.size()) return;
  for (size_t i = 0; i < sites.size(); ++i) {
    __atomic_store_n(&table_[sites[i]], first->second[i], __ATOMIC_RELAXED);
  }
  count_.fetch_add(static_cast<uint32_t>(sites.size()), std::memory_order_relaxed);
}

}  // namespace raddle::weave
