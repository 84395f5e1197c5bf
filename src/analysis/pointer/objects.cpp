// PointerAnalysis: the objects, by what made them, and what they are called.
#include "pointer/pointer_analysis.h"

#include <algorithm>

#include <fmt/format.h>

#include "classfile/descriptor.h"

namespace raddle::pointer {

SiteId PointerAnalysis::SiteOf(MethodId method, uint32_t statement, ClassId type) {
  Quad key = {method.value(), statement, type.value(), 0};
  auto [found, is_new] = site_ids_.try_emplace(key, SiteId(static_cast<uint32_t>(sites_.size())));
  if (is_new) sites_.push_back({method, statement, type});
  return found->second;
}

ObjectId PointerAnalysis::NewObject(ObjectKind kind, ClassId type, SiteId site, ContextId context, uint32_t tag,
                                    ObjectId root) {
  Quad key = {site.value(), context.value(), tag | (root == kNoNode ? 0 : 0x80000000),
              root == kNoNode ? type.value() : root};
  auto [found, is_new] = object_ids_.try_emplace(key, static_cast<ObjectId>(objects_.size()));
  if (is_new) {
    objects_.push_back(
        {.kind = kind, .type = type, .site = site, .context = context, .root = root == kNoNode ? found->second : root});
    made_by_.emplace_back();
    if (kind == ObjectKind::kLibrary) unset_fields_.SetAllOf(type, ready_);
  }
  return found->second;
}

ObjectId PointerAnalysis::Allocate(InstanceId by, uint32_t statement, ObjectKind kind, ClassId type) {
  const Instance& instance = instances_[by.value()];
  ObjectId object =
      NewObject(kind, type, SiteOf(instance.method, statement, type), contexts_.OfObject(instance.context));
  Made(object, by, statement);
  return object;
}

void PointerAnalysis::Made(ObjectId object, InstanceId by, uint32_t statement) {
  auto& makers = made_by_[object];
  std::pair<InstanceId, uint32_t> maker = {by, statement};
  if (std::find(makers.begin(), makers.end(), maker) == makers.end()) makers.push_back(maker);
}

ObjectId PointerAnalysis::ValueObject(ClassId type) {
  return NewObject(ObjectKind::kValue, type, SiteOf({}, 0, type), contexts_.Empty(), 1);
}

ObjectId PointerAnalysis::ClassObject(ClassId type) {
  return NewObject(ObjectKind::kClass, type, SiteOf({}, 0, type), contexts_.Empty(), 2);
}

std::string PointerAnalysis::Describe(ObjectId id) const {
  const Object& object = objects_[id];
  const Site& made = sites_[object.site.value()];
  std::string name = classfile::DottedName(program_.types()[object.type].name);
  if (object.kind == ObjectKind::kClass) return "class " + name;
  if (object.kind == ObjectKind::kLambda) name = "a lambda";
  if (!made.HasPlace()) return object.root == id ? name : name + " of " + Describe(object.root);
  std::string place = program_.SourceFile(program_.types()[made.method].owner);
  const MethodCode* code = program_.CodeOf(made.method);
  if (place.empty() || code == nullptr || made.statement >= code->statements.size()) return name;
  return fmt::format("{} allocated at {}:{}", name, place,
                     program_.Line(made.method, code->statements[made.statement].bci));
}

}  // namespace raddle::pointer
