#include "agent/watch_facts.h"

#include <fmt/format.h>

#include <algorithm>

#include "atoms/section.h"
#include "base/arena.h"
#include "base/mapped_file.h"
#include "classfile/attributes.h"
#include "classfile/code.h"
#include "facts/confined.h"

namespace raddle::agent {
namespace {

using facts::Argument;
using facts::Fact;
using facts::MethodFacts;

std::string_view TextOf(classfile::Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Calls body(instruction, argument) for each fact.
template <typename Body>
void ForEachInstruction(const classfile::ClassFile& file, const classfile::Member& method, const MethodFacts& facts,
                        Body body) {
  const classfile::Attribute* attribute = Find(method.attributes, classfile::AttributeKind::kCode);
  if (attribute == nullptr) return;
  Arena arena;
  const Result<classfile::Code> code = classfile::DecodeCode(*attribute, file.pool, arena);
  if (!code) return;
  for (const Fact& fact : facts.facts) {
    if (const uint32_t at = code->At(fact.bci); at < code->instructions.size()) body(at, fact.argument);
  }
}

}  // namespace

std::vector<bool> AccessFacts::Watched(const classfile::ClassFile& file, const classfile::Member& method,
                                       std::vector<bool> watched) const {
  const MethodFacts* facts = facts_.Find(file.NameOf(method), file.DescriptorOf(method));
  if (facts == nullptr) return watched;
  ForEachInstruction(file, method, *facts, [&](uint32_t at, Argument argument) {
    if (argument == Argument::kFinal) return;  // the weaver leaves these out itself
    if (at >= watched.size()) watched.resize(at + 1, true);
    watched[at] = false;
  });
  return watched;
}

bool AccessFacts::MayBeShared(const classfile::ClassFile& file, const pointcut::Shadow& shadow) const {
  if (shadow.code == nullptr) return true;
  const MethodFacts* facts = facts_.Find(shadow.code->name, shadow.code->descriptor);
  if (facts == nullptr) return true;
  bool shared = true;
  for (const classfile::Member& method : file.methods) {
    if (file.NameOf(method) != shadow.code->name || file.DescriptorOf(method) != shadow.code->descriptor) continue;
    ForEachInstruction(file, method, *facts, [&](uint32_t at, Argument argument) {
      const bool is_private = argument == Argument::kLocal || argument == Argument::kUnshared;
      if (at == shadow.instruction && is_private) shared = false;
    });
  }
  return shared;
}

Result<void> WatchFacts::Load(facts::Level level, const std::string& file, bool ordered) {
  level_ = level;
  ordered_ = ordered;
  if (level != facts::Level::kClosed || file.empty()) return {};
  RADDLE_TRY(MappedFile mapped, MappedFile::Open(file));
  Result<facts::ProgramFacts> parsed = facts::Parse(TextOf(mapped.bytes()));
  if (!parsed) return parsed.error().In(file);
  closed_ = *std::move(parsed);
  return {};
}

facts::ClassFacts WatchFacts::Known(const classfile::ClassFile& file, classfile::Bytes bytes) const {
  if (!enabled()) return {};
  facts::ClassFacts all = facts::FindConfined(file);
  if (!closed_.Knows(file.Name())) return all;
  const facts::ClassFacts* closed = closed_.Find(file.Name(), atoms::HashOf(TextOf(bytes)));
  if (closed == nullptr) return all;
  // If there are two arguments, the stronger one counts: that which the class itself proves.
  for (const MethodFacts& method : closed->methods) {
    auto same = std::ranges::find_if(all.methods, [&](const MethodFacts& other) {
      return other.name == method.name && other.descriptor == method.descriptor;
    });
    if (same == all.methods.end()) same = all.methods.insert(same, {method.name, method.descriptor, {}});
    for (const Fact& fact : method.facts) {
      if (fact.argument == Argument::kOrdered && !ordered_) continue;
      if (std::ranges::find(same->facts, fact.bci, &Fact::bci) == same->facts.end()) same->facts.push_back(fact);
    }
  }
  return all;
}

AccessFacts WatchFacts::Find(const classfile::ClassFile& file, classfile::Bytes bytes) const {
  return AccessFacts(Known(file, bytes));
}

AccessFacts WatchFacts::Use(const classfile::ClassFile& file, classfile::Bytes bytes, std::vector<std::string>& notes) {
  const std::string_view name = file.Name();
  facts::ClassFacts known = Known(file, bytes);
  for (const MethodFacts& method : known.methods) {
    for (const Fact& fact : method.facts) ++counts_[static_cast<size_t>(fact.argument)];
  }
  if (closed_.Knows(name) && closed_.Find(name, atoms::HashOf(TextOf(bytes))) == nullptr) {
    notes.push_back(
        fmt::format("class {} is not the one that --facts=closed knows, as loaded from elsewhere or "
                    "changed by advice or another agent: it is watched in full",
                    name));
  }
  return AccessFacts(std::move(known));
}

std::string WatchFacts::Statistics() const {
  uint64_t all = 0;
  std::string parts;
  for (size_t i = 0; i < counts_.size(); ++i) {
    all += counts_[i];
    if (counts_[i] > 0)
      parts += fmt::format("{} {} {}", parts.empty() ? ":" : ",", counts_[i].load(), facts::kTexts[i]);
  }
  return fmt::format("facts ({}): {} places not watched{}", facts::kLevels[static_cast<size_t>(level_)], all, parts);
}

}  // namespace raddle::agent
