#include "locks/flags.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace raddle::locks {

using program::CodeBlock;
using program::Do;
using program::MethodCode;
using program::Statement;

namespace {

using Place = std::pair<const MethodCode*, uint32_t>;

bool IsOfThis(const MethodCode& code, const Statement& s) {
  return !code.IsStatic() && s.base != program::kNoVar && s.base == code.parameters[0];
}

// A lock that means the same wherever the flag is used: a class's or a constant's for a static one, that of the object
// or of something that it has for good for one of `this`.
std::vector<LockPath> GuardsAt(const pointer::PointerAnalysis& analysis, LockFlow& flow, const Place& place) {
  const auto& types = analysis.program().types();
  auto is_final = [&](FieldId field) { return types[field].Has(classfile::kFinal); };
  const bool of_this = IsOfThis(*place.first, place.first->statements[place.second]);
  std::vector<LockPath> guards;
  for (const Held& held : flow.At(place.first->method, place.second)) {
    if (held.hold == Hold::kShared || held.is_optimistic) continue;
    const LockPath& path = held.path;
    const bool is_constant = path.IsConstant() ||
                             (path.root == LockPath::kStatic && is_final(FieldId(path.number))) ||
                             (of_this && path.root == LockPath::kParameter && path.number == 0);
    if (is_constant && std::all_of(path.fields.begin(), path.fields.end(), is_final)) guards.push_back(path);
  }
  return guards;
}

// Nothing is unlocked between two places under one lock, because it is locked once.
bool LocksOnce(const MethodCode& code) {
  const auto enters = std::count_if(code.statements.begin(), code.statements.end(),
                                    [](const Statement& s) { return s.what == Do::kEnter && !s.in_loop; });
  const bool loops = std::any_of(code.statements.begin(), code.statements.end(),
                                 [](const Statement& s) { return s.what == Do::kEnter && s.in_loop; });
  return !loops && enters + (code.IsSynchronized() ? 1 : 0) == 1;
}

// The store runs only where the field was found unset: where that was looked at.
std::optional<uint32_t> TestFor(const MethodCode& code, uint32_t store, bool of_this) {
  for (uint32_t b = 0; b < code.blocks.size(); ++b) {
    const CodeBlock& block = code.blocks[b];
    if (block.tested == CodeBlock::kNoTest || block.tested_for != 0 || block.if_equal == block.if_not) continue;
    const Statement& test = code.statements[block.tested];
    if (test.what != (of_this ? Do::kLoad : Do::kLoadStatic) || test.Field() != code.statements[store].Field())
      continue;
    if (of_this && !IsOfThis(code, test)) continue;
    const std::vector<bool> others = program::ReachedWithout(code, b, block.if_equal);
    const auto its = std::find_if(code.blocks.begin(), code.blocks.end(),
                                  [&](const CodeBlock& of) { return of.first <= store && store < of.end; });
    if (!others[static_cast<size_t>(its - code.blocks.begin())]) return block.tested;
  }
  return {};
}

void KeepCommon(std::vector<LockPath>& guards, const std::vector<LockPath>& others) {
  std::erase_if(guards,
                [&](const LockPath& guard) { return std::find(others.begin(), others.end(), guard) == others.end(); });
}

}  // namespace

Flags FindFlags(const pointer::PointerAnalysis& analysis, LockFlow& flow) {
  const auto& types = analysis.program().types();
  struct Stores {
    std::vector<Place> sets, unsets;
    bool is_other = false;
  };
  std::unordered_map<FieldId, Stores> fields;
  std::unordered_set<MethodId> seen;
  for (const pointer::Instance& instance : analysis.instances()) {
    const MethodCode& code = *instance.code;
    if (!seen.insert(instance.method).second) continue;
    for (uint32_t at = 0; at < code.statements.size(); ++at) {
      const Statement& s = code.statements[at];
      if ((s.what != Do::kStore && s.what != Do::kStoreStatic) || types.DescriptorOf(s.Field()) != "Z") continue;
      const program::Number& number = code.numbers[s.number];
      const bool of_this = IsOfThis(code, s);
      const bool is_unset = number.is_constant && number.constant == 0;
      if (is_unset && types.NameOf(code.method) == (s.what == Do::kStore ? "<init>" : "<clinit>")) continue;
      Stores& stores = fields[s.Field()];
      if (!number.is_constant || (s.what == Do::kStore && !of_this)) stores.is_other = true;
      (is_unset ? stores.unsets : stores.sets).push_back({&code, at});
    }
  }
  Flags flags;
  for (const auto& [field, stores] : fields) {
    if (stores.is_other || stores.sets.empty()) continue;
    if (stores.unsets.empty()) {
      std::vector<LockPath> guards = GuardsAt(analysis, flow, stores.sets[0]);
      for (const Place& set : stores.sets) KeepCommon(guards, GuardsAt(analysis, flow, set));
      if (!guards.empty()) flags.ends[field] = std::move(guards);
    }
    if (stores.sets.size() != 1) continue;
    const auto& [code, at] = stores.sets[0];
    const auto test = TestFor(*code, at, code->statements[at].what == Do::kStore);
    if (!LocksOnce(*code) || !test) continue;
    std::vector<LockPath> guards = GuardsAt(analysis, flow, stores.sets[0]);
    KeepCommon(guards, GuardsAt(analysis, flow, {code, *test}));
    for (const Place& unset : stores.unsets) KeepCommon(guards, GuardsAt(analysis, flow, unset));
    if (guards.empty()) continue;
    flags.ends.erase(field);
    flags.fields.insert(field);
    flags.taken_by.insert({code->method, at});
  }
  for (const auto& [field, guards] : flags.ends) flags.fields.insert(field);
  return flags;
}

}  // namespace raddle::locks
