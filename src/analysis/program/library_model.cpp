#include "program/library_model.h"

#include <cassert>
#include <sstream>
#include <utility>

#include <fmt/format.h>

extern "C" const char raddle_library_model[], raddle_library_model_end[];

namespace raddle::program {
namespace {

constexpr std::pair<std::string_view, Role> kWords[] = {
    {"spawn", Role::kSpawn},         {"parallel", Role::kParallel}, {"inline", Role::kInline},
    {"join", Role::kJoin},           {"lock", Role::kLock},         {"trylock", Role::kTryLock},
    {"unlock", Role::kUnlock},       {"readlock", Role::kReadLock}, {"readunlock", Role::kReadUnlock},
    {"readview", Role::kReadView},   {"wraps", Role::kWraps},       {"drops", Role::kDrops},
    {"writeview", Role::kWriteView},
};

// The facts about a class and those about its supertypes, first come first served.
template <typename Found>
void ForEachType(const classpath::Hierarchy& types, ClassId id, Found found) {
  if (found(types[id].name)) return;
  for (ClassId super : types[id].supertypes) {
    if (found(types[super].name)) return;
  }
}

}  // namespace

Result<LibraryModel> LibraryModel::Parse(std::string_view text) {
  LibraryModel model;
  std::istringstream lines{std::string(text)};
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    std::istringstream words(line);
    std::string word, subject, name;
    if (!(words >> word) || word.starts_with('#')) continue;
    Names* names = word == "value"    ? &model.values_
                   : word == "unsafe" ? &model.unsafe_
                   : word == "reads"  ? &model.reads_
                                      : nullptr;
    if (names != nullptr) {
      while (words >> name) names->insert(name);
      continue;
    }
    words >> subject;
    if (word == "start") {
      words >> name >> model.started_[subject];
      model.roles_[subject][name] = Role::kStart;
      continue;
    }
    Role role = Role::kNone;
    for (auto [known, its] : kWords) {
      if (known == word) role = its;
    }
    if (role == Role::kNone) return Error{.reason = fmt::format("line {}: no such word: {}", number, word)};
    while (words >> name) model.roles_[subject][name] = role;
  }
  return model;
}

LibraryModel LibraryModel::BuiltIn() {
  auto model = Parse({raddle_library_model, raddle_library_model_end});
  assert(model);
  return *std::move(model);
}

Role LibraryModel::RoleOf(const classpath::Hierarchy& types, ClassId in, std::string_view method) const {
  auto [known, is_new] = known_roles_.try_emplace({in, std::string(method)}, Role::kNone);
  if (is_new) {
    ForEachType(types, in, [&, name = std::string(method)](std::string_view type) {
      auto methods = roles_.find(std::string(type));
      if (methods == roles_.end()) return false;
      auto role = methods->second.find(name);
      if (role == methods->second.end()) return false;
      known->second = role->second;
      return true;
    });
  }
  return known->second;
}

std::string_view LibraryModel::Started(const classpath::Hierarchy& types, ClassId in) const {
  std::string_view started;
  ForEachType(types, in, [&](std::string_view type) {
    auto found = started_.find(std::string(type));
    if (found != started_.end()) started = found->second;
    return found != started_.end();
  });
  return started;
}

bool LibraryModel::IsAmong(const Names& names, const classpath::Hierarchy& types, ClassId id,
                           std::unordered_map<ClassId, bool>& known) const {
  auto [found, is_new] = known.try_emplace(id, false);
  if (is_new) {
    ForEachType(types, id, [&](std::string_view type) { return found->second = names.contains(std::string(type)); });
  }
  return found->second;
}

bool LibraryModel::IsValue(const classpath::Hierarchy& types, ClassId id) const {
  return IsAmong(values_, types, id, known_values_);
}

bool LibraryModel::IsUnsafe(const classpath::Hierarchy& types, ClassId id) const {
  return IsAmong(unsafe_, types, id, known_unsafe_);
}

}  // namespace raddle::program
