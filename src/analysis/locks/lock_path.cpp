#include "locks/lock_path.h"

#include <algorithm>

namespace raddle::locks {

using program::Do;
using program::kNoVar;
using program::Role;
using program::Statement;
using program::Var;

std::optional<std::vector<FieldId>> LockPath::After(const LockPath& start) const {
  if (root != start.root || number != start.number || fields.size() < start.fields.size()) return std::nullopt;
  if (!std::equal(start.fields.begin(), start.fields.end(), fields.begin())) return std::nullopt;
  return std::vector<FieldId>(fields.begin() + static_cast<ptrdiff_t>(start.fields.size()), fields.end());
}

// Statements are in reverse post order and SSA, so a variable's definition comes before its uses but for phis, which
// are locals anyway.
Paths::Paths(const program::Program& program, const program::MethodCode& code, const Gives& gives)
    : paths_(code.var_count), read_views_(code.var_count) {
  for (Var var = 0; var < code.var_count; ++var) paths_[var].number = var;
  for (uint32_t i = 0; i < code.parameters.size(); ++i) {
    if (code.parameters[i] != kNoVar) paths_[code.parameters[i]] = {LockPath::kParameter, i, {}};
  }
  for (const Statement& statement : code.statements) {
    if (statement.what == Do::kEnter && statement.target != 0) {
      paths_[statement.base] = {LockPath::kText, statement.target, {}};
    }
    if (statement.result == kNoVar) continue;
    LockPath& path = paths_[statement.result];
    switch (statement.what) {
      case Do::kCast:
        if (statement.value == kNoVar) break;
        path = paths_[statement.value];
        read_views_[statement.result] = read_views_[statement.value];
        break;
      case Do::kLoad:
        if (statement.base == kNoVar || paths_[statement.base].fields.size() >= LockPath::kLongest) break;
        path = paths_[statement.base];
        path.fields.push_back(statement.Field());
        break;
      case Do::kLoadStatic:
        path = {LockPath::kStatic, statement.target, {}};
        break;
      case Do::kClassConstant:
        path = {LockPath::kClass, statement.target, {}};
        break;
      case Do::kCall: {
        const program::Call& call = code.calls[statement.target];
        const bool on_object = call.HasReceiver() && call.arguments[0] != kNoVar;
        Role role = on_object ? program.model().RoleOf(program.types(), call.named, call.name) : Role::kNone;
        if (role != Role::kReadView && role != Role::kWriteView) {
          const Given* given = gives(call);
          auto here = given != nullptr ? InCaller(given->path, call) : std::nullopt;
          if (!here || here->fields.size() > LockPath::kLongest) break;
          path = *std::move(here);
          read_views_[statement.result] = given->is_read_view;
          break;
        }
        path = paths_[call.arguments[0]];
        read_views_[statement.result] = role == Role::kReadView;
        break;
      }
      default:
        break;
    }
  }
}

std::optional<LockPath> Paths::InCaller(const LockPath& of_callee, const program::Call& call) const {
  if (of_callee.IsGlobal()) return of_callee;
  if (of_callee.root != LockPath::kParameter || of_callee.number >= call.arguments.size()) return std::nullopt;
  const Var argument = call.arguments[of_callee.number];
  if (argument == kNoVar) return std::nullopt;
  LockPath here = paths_[argument];
  here.fields.insert(here.fields.end(), of_callee.fields.begin(), of_callee.fields.end());
  return here;
}

}  // namespace raddle::locks
