#include "agent/scope.h"

#include "classfile/code.h"
#include "pointcut/match.h"
#include "pointcut/member_lookup.h"
#include "pointcut/named.h"
#include "pointcut/parse.h"
#include "pointcut/shadows.h"

namespace raddle::agent {
namespace {

bool IsAccess(pointcut::ShadowKind kind) {
  return kind == pointcut::ShadowKind::kFieldGet || kind == pointcut::ShadowKind::kFieldSet ||
         kind == pointcut::ShadowKind::kArrayGet || kind == pointcut::ShadowKind::kArraySet;
}

// Whether the access may synchronise: the field is volatile or unknown, or a static of another class, which may have to
// be initialised first.
bool MaySynchronise(const pointcut::Shadow& shadow, const pointcut::Types& types) {
  if (shadow.owner.empty()) return false;  // an array
  if (shadow.kind == pointcut::ShadowKind::kFieldGet && shadow.is_static && shadow.owner != shadow.within->name)
    return true;
  const pointcut::FoundMember found = FindMember(
      {pointcut::MemberName::Kind::kField, shadow.owner, shadow.name, shadow.descriptor, shadow.is_static}, types);
  return found.member == nullptr || (found.member->access & classfile::kVolatile) != 0;
}

}  // namespace

Result<void> WatchScope::Set(std::string_view text, LoadedTypes& types) {
  if (text.empty()) return {};
  RADDLE_TRY(const pointcut::Pointcut parsed, pointcut::Parse(text));
  RADDLE_TRY(pointcut_, pointcut::Expand(parsed, {}));
  types_ = &types;
  return {};
}

bool WatchScope::Covers(std::string_view class_name) const {
  const pointcut::ClassFacts* facts = types_->Find(class_name);
  if (facts == nullptr) return true;
  return pointcut::HoldsIn(*pointcut_, *facts, {names_, *types_}) != pointcut::Truth::kNo;
}

std::vector<bool> WatchScope::Watched(const classfile::ClassFile& file, const classfile::Member& method,
                                      const std::function<bool(const pointcut::Shadow&)>& may_be_shared) const {
  const Result<pointcut::ClassFacts> facts = pointcut::FactsOf(file);
  if (!facts) return {};
  const Result<std::vector<pointcut::Shadow>> shadows = pointcut::ShadowsOf(file, method, *facts);
  if (!shadows) return {};
  std::vector<bool> watched;
  for (const pointcut::Shadow& shadow : *shadows) {
    if (!IsAccess(shadow.kind)) continue;
    const bool holds = pointcut::VerdictOf(pointcut::Match(*pointcut_, shadow, {names_, *types_, may_be_shared})) !=
                       pointcut::Verdict::kNever;
    if (holds || MaySynchronise(shadow, {names_, *types_})) continue;
    if (shadow.instruction >= watched.size()) watched.resize(shadow.instruction + 1, true);
    watched[shadow.instruction] = false;
  }
  return watched;
}

}  // namespace raddle::agent
