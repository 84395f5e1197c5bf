#include "classpath/symbol_table.h"

#include "classpath/name_hash.h"

namespace raddle::classpath {
namespace {

constexpr size_t kFirstSlots = 1 << 12;

uint32_t Upper(uint64_t hash) {
  return static_cast<uint32_t>(hash >> 32);
}

}  // namespace

SymbolTable::SymbolTable() : slots_(kFirstSlots) {}

// The slot that has the text, or the empty one where it belongs.
size_t SymbolTable::Probe(std::string_view text, uint64_t hash) const {
  size_t mask = slots_.size() - 1;
  for (size_t at = hash & mask;; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (!slot.id || (slot.hash == Upper(hash) && texts_[slot.id.value()] == text)) return at;
  }
}

SymbolId SymbolTable::Find(std::string_view text) const {
  return slots_[Probe(text, HashName(text))].id;
}

SymbolId SymbolTable::Intern(std::string_view text) {
  uint64_t hash = HashName(text);
  size_t at = Probe(text, hash);
  if (slots_[at].id) return slots_[at].id;
  SymbolId id(static_cast<uint32_t>(texts_.size()));
  slots_[at] = {id, Upper(hash)};
  texts_.push_back(arena_.Copy(text));
  if (texts_.size() * 2 > slots_.size()) Grow();
  return id;
}

void SymbolTable::Grow() {
  slots_.assign(slots_.size() * 2, {});
  size_t mask = slots_.size() - 1;
  for (size_t i = 0; i < texts_.size(); ++i) {
    uint64_t hash = HashName(texts_[i]);
    size_t at = hash & mask;
    while (slots_[at].id) at = (at + 1) & mask;
    slots_[at] = {SymbolId(static_cast<uint32_t>(i)), Upper(hash)};
  }
}

}  // namespace raddle::classpath
