#include "program/library_model.h"

#include <cassert>
#include <sstream>
#include <utility>

#include <fmt/format.h>

extern "C" const char raddle_library_model[], raddle_library_model_end[];

namespace raddle::program {
namespace {

constexpr std::pair<std::string_view, Role> kWords[] = {
    {"spawn", Role::kSpawn},
    {"after", Role::kAfter},
    {"parallel", Role::kParallel},
    {"inline", Role::kInline},
    {"each", Role::kEach},
    {"join", Role::kJoin},
    {"lock", Role::kLock},
    {"trylock", Role::kTryLock},
    {"unlock", Role::kUnlock},
    {"readlock", Role::kReadLock},
    {"tryreadlock", Role::kTryReadLock},
    {"optimistic", Role::kOptimistic},
    {"readview", Role::kReadView},
    {"readunlock", Role::kReadUnlock},
    {"writeview", Role::kWriteView},
    {"wraps", Role::kWraps},
    {"drops", Role::kDrops},
    {"passes", Role::kPasses},
    {"changes", Role::kChanges},
    {"writes", Role::kWrites},
    {"reorders", Role::kReorders},
    {"runs", Role::kRuns},
    {"makes", Role::kMakes},
    {"tries", Role::kTries},
    {"copies", Role::kCopies},
    {"one", Role::kOne},
    {"hook", Role::kHook},
    {"serial", Role::kSerial},
    {"pool", Role::kPool},
    {"all", Role::kAll},
    {"holds", Role::kHolds},
    {"events", Role::kEvents},
};
constexpr std::pair<std::string_view, Order> kOrderWords[] = {
    {"send", Order::kSend}, {"await", Order::kAwait}, {"sees", Order::kSees},
    {"meet", Order::kMeet}, {"takes", Order::kTakes},
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
      model.roles_.by_class[subject][name] = Role::kStart;
      continue;
    }
    if (word == "calls") {
      while (words >> name) model.called_[subject].push_back(name);
      continue;
    }
    Role role = Role::kNone;
    for (auto [known, its] : kWords) {
      if (known == word) role = its;
    }
    Order order = Order::kNone;
    for (auto [known, its] : kOrderWords) {
      if (known == word) order = its;
    }
    if (role == Role::kNone && order == Order::kNone)
      return Error{.reason = fmt::format("line {}: no such word: {}", number, word)};
    while (words >> name) {
      if (role != Role::kNone) model.roles_.by_class[subject][name] = role;
      if (order != Order::kNone) model.orders_.by_class[subject][name] = order;
    }
  }
  return model;
}

LibraryModel LibraryModel::BuiltIn() {
  auto model = Parse({raddle_library_model, raddle_library_model_end});
  assert(model);
  return *std::move(model);
}

template <typename Word>
Word LibraryModel::Words<Word>::Of(const classpath::Hierarchy& types, ClassId in, std::string_view method) {
  auto [found, is_new] = known.try_emplace({in, std::string(method)}, Word::kNone);
  if (is_new) {
    ForEachType(types, in, [&, name = std::string(method)](std::string_view type) {
      auto methods = by_class.find(std::string(type));
      if (methods == by_class.end()) return false;
      auto word = methods->second.find(name);
      if (word == methods->second.end()) return false;
      found->second = word->second;
      return true;
    });
  }
  return found->second;
}

Role LibraryModel::RoleOf(const classpath::Hierarchy& types, ClassId in, std::string_view method) const {
  return roles_.Of(types, in, method);
}

Order LibraryModel::OrderOf(const classpath::Hierarchy& types, ClassId in, std::string_view method) const {
  return orders_.Of(types, in, method);
}

const std::vector<std::string>& LibraryModel::CalledBy(const classpath::Hierarchy& types, ClassId id) const {
  static const std::vector<std::string> kNone;
  auto [known, is_new] = known_called_.try_emplace(id, &kNone);
  if (is_new) {
    ForEachType(types, id, [&](std::string_view type) {
      auto found = called_.find(std::string(type));
      if (found != called_.end()) known->second = &found->second;
      return found != called_.end();
    });
  }
  return *known->second;
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
  return IsAmong(values_, types, id, known_values_) && !IsUnsafe(types, id);  // a StringBuilder is a CharSequence
}

bool LibraryModel::IsUnsafe(const classpath::Hierarchy& types, ClassId id) const {
  return IsAmong(unsafe_, types, id, known_unsafe_);
}

}  // namespace raddle::program
