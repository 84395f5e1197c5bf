#include "race/guards.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "classfile/descriptor.h"

namespace raddle::race {

using program::Do;
using program::Statement;

namespace {

void CheckField(const PointerAnalysis& analysis, const threads::ThreadModel& threads, const Stages& stages,
                const VariableAccesses& of, const program::Guard& guard, std::set<std::string>& notes) {
  for (const Access& access : of.accesses) {
    if (threads.RootsOf(access.instance).empty() || stages.IsStillLocal(of.variable, access)) continue;
    std::vector<ObjectId> objects = access.objects.ToVector();
    bool is_shared =
        std::any_of(objects.begin(), objects.end(), [&](ObjectId object) { return stages.IsEscaping(object); });
    if (!is_shared || stages.HoldsGuard(of.variable, access, guard)) continue;
    const Place& place = of.places[access.place];
    uint16_t bci = analysis[access.instance].code->statements[place.statement].bci;
    notes.insert(fmt::format("{} is @GuardedBy(\"{}\"), which is not held at {}",
                             NameOf(analysis, of.variable, objects[0]), guard.text,
                             analysis.program().Frame(place.method, bci)));
  }
}

}  // namespace

std::vector<std::string> CheckGuards(const PointerAnalysis& analysis, const threads::ThreadModel& threads,
                                     const Stages& stages) {
  std::set<std::string> notes;
  for (const VariableAccesses& of : stages.variables()) {
    const program::Guard* guard = of.variable.field ? stages.annotations().GuardOf(of.variable.field) : nullptr;
    if (guard != nullptr) CheckField(analysis, threads, stages, of, *guard, notes);
  }
  const auto& types = analysis.program().types();
  for (const pointer::Instance& instance : analysis.instances()) {
    if (types.NameOf(instance.method) == "<init>") continue;
    for (const Statement& s : instance.code->statements) {
      if (s.what != Do::kStore) continue;
      ClassId owner = types[s.Field()].owner;
      if (!stages.annotations().IsImmutable(owner)) continue;
      notes.insert(fmt::format("{} is @Immutable, but its field {} is written at {}",
                               classfile::DottedName(types[owner].name), types.NameOf(s.Field()),
                               analysis.program().Frame(instance.method, s.bci)));
    }
  }
  return {notes.begin(), notes.end()};
}

}  // namespace raddle::race
