#include "pointer/unset_fields.h"

#include <algorithm>

#include "base/arena.h"
#include "classfile/attributes.h"
#include "classfile/code.h"

namespace raddle::pointer {

using classfile::AttributeKind;
using classfile::Op;
using program::CodeBlock;
using program::Do;
using program::MethodCode;
using program::Statement;

FieldId UnsetFields::MissingFor(const MethodCode& code, uint32_t block) {
  if (!is_on_) return {};
  const OfBlocks& needed = NeededBy(code);
  if (needed.empty()) return {};
  auto missing = std::find_if(needed[block].begin(), needed[block].end(), [&](FieldId field) {
    return !set_.contains(field) && !made_elsewhere_.contains(program_.types()[field].owner);
  });
  return missing == needed[block].end() ? FieldId() : *missing;
}

void UnsetFields::SetBy(const MethodCode& code, const Statement& store, std::vector<Part>& ready) {
  const program::Number& number = code.numbers[store.number];
  if (!number.is_constant || number.constant != 0) Set(store.Field(), ready);
}

void UnsetFields::Overridden(MethodId method, std::vector<Part>& ready) {
  auto getter = getters_.find(method);
  if (getter != getters_.end() && getter->second) Set(getter->second, ready);
}

void UnsetFields::Set(FieldId field, std::vector<Part>& ready) {
  if (DisablesAssertions(field)) return;  // what waits for that waits for good
  if (!set_.insert(field).second) return;
  auto waiting = waiting_.extract(field);
  if (waiting) ready.insert(ready.end(), waiting.mapped().begin(), waiting.mapped().end());
}

void UnsetFields::SetAllOf(ClassId type, std::vector<Part>& ready) {
  for (; type && program_.IsAnalysed(type) && made_elsewhere_.insert(type).second;
       type = program_.types()[type].super) {
    for (FieldId field : program_.types()[type].fields) Set(field, ready);
  }
}

// By block; empty if none needs any.
const UnsetFields::OfBlocks& UnsetFields::NeededBy(const MethodCode& code) {
  auto [found, is_new] = needed_.try_emplace(code.method);
  OfBlocks& needed = found->second;
  if (!is_new) return needed;
  for (uint32_t b = 0; b < code.blocks.size(); ++b) {
    const CodeBlock& block = code.blocks[b];
    if (block.tested == CodeBlock::kNoTest || block.tested_for != 0 || block.if_equal == block.if_not) continue;
    const FieldId tested = TestedBy(code, block);
    if (!tested) continue;
    const bool asserts = DisablesAssertions(tested);
    if (!asserts && !IsWatched(tested)) continue;
    const std::vector<bool> others = program::ReachedWithout(code, b, asserts ? block.if_equal : block.if_not);
    needed.resize(code.blocks.size());
    for (uint32_t guarded = 0; guarded < code.blocks.size(); ++guarded) {
      if (!others[guarded]) needed[guarded].push_back(tested);
    }
  }
  return needed;
}

FieldId UnsetFields::TestedBy(const MethodCode& code, const CodeBlock& block) {
  const Statement& test = code.statements[block.tested];
  if (test.what == Do::kLoad || test.what == Do::kLoadStatic) return test.Field();
  const MethodId called = test.what == Do::kCall ? code.calls[test.target].resolved : MethodId();
  return called ? GotBy(called) : FieldId();
}

// `return this.field;` and nothing else.
FieldId UnsetFields::GotBy(MethodId getter) {
  auto [found, is_new] = getters_.try_emplace(getter);
  if (!is_new) return found->second;
  const MethodCode* code = program_.CodeOf(getter);
  const bool may_be = code != nullptr && !code->IsStatic() && !code->statements.empty();
  if (!may_be || code->statements[0].what != Do::kLoad || code->statements[0].base != code->parameters[0]) return {};
  const classfile::ClassFile& file = *program_.FileOf(code->owner);
  const auto& attributes = file.methods[program_.types()[getter].index].attributes;
  Arena arena;
  auto bytes = classfile::DecodeCode(*classfile::Find(attributes, AttributeKind::kCode), file.pool, arena);
  if (!bytes || bytes->instructions.size() != 3) return {};
  const Op last = bytes->instructions[2].op;
  const bool gets = bytes->instructions[0].op == Op::aload_0 && bytes->instructions[1].op == Op::getfield &&
                    (last == Op::ireturn || last == Op::areturn);
  return found->second = gets ? code->statements[0].Field() : FieldId();
}

// What compilers make of `assert`: static final boolean $assertionsDisabled = !X.class.desiredAssertionStatus();
bool UnsetFields::DisablesAssertions(FieldId field) const {
  const auto& types = program_.types();
  return types[field].Has(classfile::kStatic) && types[field].Has(classfile::kSynthetic) &&
         types.NameOf(field) == "$assertionsDisabled";
}

bool UnsetFields::IsWatched(FieldId field) {
  auto [found, is_new] = watched_.try_emplace(field, false);
  if (!is_new) return found->second;
  const auto& types = program_.types();
  const ClassId owner = types[field].owner;
  const bool is_open = types[field].Has(classfile::kPublic) ||
                       (types[field].Has(classfile::kStatic) && !types[field].Has(classfile::kPrivate));
  if (is_open || types[field].Has(classfile::kVolatile)) return false;
  const classfile::ClassFile* file = program_.FileOf(owner);
  if (file == nullptr) return false;
  const auto& attributes = file->fields[types[field].index].attributes;
  const bool is_annotated = classfile::Find(attributes, AttributeKind::kRuntimeVisibleAnnotations) != nullptr ||
                            classfile::Find(attributes, AttributeKind::kRuntimeInvisibleAnnotations) != nullptr;
  const ClassId serializable = program_.Load("java/io/Serializable");
  const bool is_read_back = !types[field].Has(classfile::kTransient) && !types[field].Has(classfile::kStatic) &&
                            types.IsSubtype(owner, serializable) != classpath::Truth::kNo;
  bool has_native = false;
  for (MethodId method : types[owner].methods) has_native |= types[method].Has(classfile::kNative);
  return watched_[field] = !is_annotated && !is_read_back && !has_native;
}

}  // namespace raddle::pointer
