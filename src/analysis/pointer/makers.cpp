#include "pointer/makers.h"

#include <algorithm>

namespace raddle::pointer {

using program::Call;
using program::Do;
using program::kNoVar;
using program::MethodCode;
using program::Statement;
using program::Var;

namespace {

constexpr int kDeepest = 4;  // copies and calls

}  // namespace

bool Makers::Contains(const MethodCode& code) {
  auto [found, is_new] = known_.try_emplace(code.method, false);
  if (is_new) found->second = Makes(code, 0);
  return found->second;
}

bool Makers::Makes(const MethodCode& code, int depth) {
  return code.IsStatic() && depth < kDeepest &&
         std::any_of(
             code.statements.begin(), code.statements.end(),
             [&](const Statement& s) {
               return s.what == Do::kReturn && s.value != kNoVar && IsMade(code, s.value, depth);
             });
}

bool Makers::IsMade(const MethodCode& code, Var var, int depth) {
  if (depth >= kDeepest) return false;
  return std::any_of(code.statements.begin(), code.statements.end(), [&](const Statement& s) {
    if (s.what == Do::kCall) {
      const Call& call = code.calls[s.target];
      if (call.result != var || call.HasReceiver() || !call.resolved) return false;
      const MethodCode* callee = program_.CodeOf(call.resolved);
      return callee != nullptr && Makes(*callee, depth + 1);
    }
    if (s.result != var) return false;
    if (s.what == Do::kNew) return of_ours_ || program_.types()[s.Class()].IsArray() || !program_.IsAnalysed(s.Class());
    const bool passes = s.what == Do::kCopy || s.what == Do::kCast;
    return passes && s.value != kNoVar && IsMade(code, s.value, depth + 1);
  });
}

}  // namespace raddle::pointer
