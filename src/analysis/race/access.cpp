#include "race/access.h"

#include <map>
#include <unordered_map>

#include <fmt/format.h>

#include "classfile/descriptor.h"

namespace raddle::race {

using pointer::Instance;
using program::Do;
using program::Statement;

namespace {

// (array, from, to, ...)
bool IsRange(std::string_view descriptor) {
  const classfile::MethodDescriptor types(descriptor);
  auto type = types.begin();
  return type != types.end() && (*type).IsArray() && ++type != types.end() && (*type).text == "I" &&
         ++type != types.end() && (*type).text == "I";
}

class Collector {
 public:
  Collector(const PointerAnalysis& analysis, program::Annotations& annotations, const Assumptions& assumptions)
      : analysis_(analysis), annotations_(annotations), assumptions_(assumptions) {}

  std::vector<VariableAccesses> Collect() {
    for (uint32_t i = 0; i < analysis_.instances().size(); ++i) {
      const Instance& instance = analysis_.instances()[i];
      for (uint32_t b = 0; b < instance.code->blocks.size(); ++b) {
        if (!analysis_.IsTakenIn(*instance.code, b)) continue;
        const program::CodeBlock& block = instance.code->blocks[b];
        for (uint32_t s = block.first; s < block.end; ++s) {
          if (instance.code->statements[s].IsAccess()) Add(InstanceId(i), instance, s);
        }
      }
    }
    for (const pointer::LibraryAccess& access : analysis_.library_accesses()) AddLibrary(access);
    std::vector<VariableAccesses> all;
    for (auto& [variable, accesses] : variables_) all.push_back(std::move(accesses.all));
    for (VariableAccesses& of : all) {
      if (of.variable.field) continue;
      for (Access& access : of.accesses) DropLocal(access.objects);
      if (of.variable.kind != Variable::kElements) continue;
      for (Access& access : of.accesses) Keep(access.objects, [&](ObjectId id) { return !IsEmptyArray(id); });
    }
    return all;
  }

 private:
  struct Growing {
    VariableAccesses all;
    std::unordered_map<uint64_t, uint32_t> places;    // by method, statement and kind
    std::unordered_map<uint64_t, uint32_t> accesses;  // by instance, statement and kind
  };

  Access& Get(const Variable& variable, InstanceId instance, uint32_t statement, bool is_write) {
    Growing& growing = variables_[variable];
    growing.all.variable = variable;
    MethodId method = analysis_[instance].method;
    uint64_t low = uint64_t{statement} << 1 | is_write;
    auto [place, is_new_place] =
        growing.places.try_emplace(uint64_t{method.value()} << 32 | low, growing.all.places.size());
    if (is_new_place) growing.all.places.push_back({method, statement, is_write});
    auto [access, is_new] =
        growing.accesses.try_emplace(uint64_t{instance.value()} << 32 | low, growing.all.accesses.size());
    if (is_new)
      growing.all.accesses.push_back(
          {.instance = instance, .statement = statement, .place = place->second, .objects = {}});
    return growing.all.accesses[access->second];
  }

  void Add(InstanceId id, const Instance& instance, uint32_t at) {
    const Statement& s = instance.code->statements[at];
    if (s.what == Do::kLoadElement || s.what == Do::kStoreElement) {
      if (s.base == program::kNoVar) return;
      Access& access = Get({Variable::kElements, {}}, id, at, s.IsWrite());
      access.objects = analysis_.PointsTo(id, s.base);
      access.base = s.base;
      access.index = s.number;
      return;
    }
    if (!IsRacy(s.Field())) return;
    bool is_static = s.what == Do::kLoadStatic || s.what == Do::kStoreStatic;
    if (!is_static && s.base == program::kNoVar) return;
    Access& access = Get({is_static ? Variable::kStatic : Variable::kField, s.Field()}, id, at, s.IsWrite());
    if (is_static) {
      access.objects.Insert(kStatics);
    } else {
      access.objects = analysis_.PointsTo(id, s.base);
      access.base = s.base;
    }
  }

  bool IsRacy(FieldId id) {
    const classpath::FieldInfo& field = analysis_.program().types()[id];
    if (field.Has(classfile::kFinal) || field.Has(classfile::kVolatile)) return false;
    return analysis_.program().IsAnalysed(field.owner) && !IsLeftOut(id);
  }

  static Variable VariableOf(const pointer::LibraryAccess& access) {
    if (!access.field) return {access.is_array ? Variable::kElements : Variable::kContents, {}};
    return {access.object == pointer::kNoNode ? Variable::kStatic : Variable::kField, access.field};
  }

  void AddLibrary(const pointer::LibraryAccess& access) {
    if (access.field && !IsRacy(access.field)) return;
    const Variable variable = VariableOf(access);
    const bool is_write = access.is_write || (access.reorders && analysis_.object(access.object).is_reordered);
    Access& added = Get(variable, access.instance, access.statement, is_write);
    if (variable.kind == Variable::kStatic) {
      added.objects.Insert(kStatics);
      return;
    }
    const bool is_first = added.objects.empty();
    const program::MethodCode& code = *analysis_[access.instance].code;
    program::Var base = program::kNoVar;
    if (access.argument != pointer::LibraryAccess::kNoArgument) {
      const program::Call& call = code.calls[code.statements[access.statement].target];
      base = call.arguments[access.argument];
      if (access.is_array && IsRange(call.descriptor)) {
        added.index = call.numbers[1];
        added.end = call.numbers[2];
      }
    }
    added.base = is_first || added.base == base ? base : program::kNoVar;
    added.lock = is_first || added.lock == access.lock ? access.lock : pointer::kNoNode;
    added.objects.Insert(access.object);
  }

  bool IsLeftOut(FieldId id) {
    auto [known, is_new] = left_out_.try_emplace(id, false);
    if (!is_new) return known->second;
    const auto& types = analysis_.program().types();
    ClassId owner = types[id].owner;
    std::string type = classfile::DottedName(types[owner].name);
    bool is_local = assumptions_.HasLocal() &&
                    (assumptions_.IsLocal(type) || assumptions_.IsLocal(fmt::format("{}.{}", type, types.NameOf(id))));
    return known->second = is_local || annotations_.IsImmutable(owner);
  }

  // Arrays and library objects by their class.
  void DropLocal(ObjectSet& objects) {
    if (!assumptions_.HasLocal()) return;
    Keep(objects, [&](ObjectId id) {
      ClassId type = analysis_.object(id).type;
      return !assumptions_.IsLocal(classfile::DottedName(analysis_.program().types()[type].name));
    });
  }

  // new byte[0]: there is nothing in it to race on, and it is shared everywhere.
  bool IsEmptyArray(ObjectId id) {
    auto [known, is_new] = empty_.try_emplace(id, false);
    const pointer::Object& object = analysis_.object(id);
    const pointer::Site& site = analysis_.site(object.site);
    if (!is_new || object.kind != pointer::ObjectKind::kNew || !site.HasPlace()) return known->second;
    const program::MethodCode& code = *analysis_.program().CodeOf(site.method);
    const Statement& made = code.statements[site.statement];
    const program::Number& length = code.numbers[made.number];
    return known->second = made.what == Do::kNew && length.is_constant && length.constant == 0;
  }

  template <typename Wanted>
  static void Keep(ObjectSet& objects, Wanted wanted) {
    ObjectSet kept;
    objects.ForEach([&](ObjectId id) {
      if (wanted(id)) kept.Insert(id);
    });
    objects = std::move(kept);
  }

  const PointerAnalysis& analysis_;
  program::Annotations& annotations_;
  const Assumptions& assumptions_;
  std::unordered_map<FieldId, bool> left_out_;
  std::unordered_map<ObjectId, bool> empty_;  // arrays
  std::map<Variable, Growing> variables_;
};

}  // namespace

std::vector<VariableAccesses> CollectAccesses(const PointerAnalysis& analysis, program::Annotations& annotations,
                                              const Assumptions& assumptions) {
  return Collector(analysis, annotations, assumptions).Collect();
}

std::string NameOf(const PointerAnalysis& analysis, const Variable& variable, ObjectId object) {
  const auto& types = analysis.program().types();
  if (variable.kind == Variable::kField || variable.kind == Variable::kStatic) {
    ClassId owner = types[variable.field].owner;
    return fmt::format("{}.{}", classfile::DottedName(types[owner].name), types.NameOf(variable.field));
  }
  return classfile::DottedName(types[analysis.object(object).type].name);
}

}  // namespace raddle::race
