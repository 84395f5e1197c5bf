// Loading: from class files to linked ClassInfos. Questions are answered in resolution.cpp.
#include "classpath/hierarchy.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "classfile/attributes.h"
#include "classfile/descriptor.h"

namespace raddle::classpath {
namespace {

using classfile::AttributeKind;
using classfile::ClassFile;

// §2.9.3
bool IsSignaturePolymorphic(std::string_view owner, uint16_t access, std::string_view descriptor) {
  constexpr uint16_t kNeeded = classfile::kVarargs | classfile::kNative;
  return (owner == "java/lang/invoke/MethodHandle" || owner == "java/lang/invoke/VarHandle") &&
         (access & kNeeded) == kNeeded && descriptor.starts_with("([Ljava/lang/Object;)");
}

}  // namespace

std::string_view ClassInfo::Package() const {
  size_t slash = name.rfind('/');
  return slash == name.npos ? std::string_view() : name.substr(0, slash);
}

Hierarchy::Hierarchy(Source source) : source_(std::move(source)) {
  object_ = Load("java/lang/Object");
  cloneable_ = Load("java/lang/Cloneable");
  serializable_ = Load("java/io/Serializable");
}

Hierarchy::Hierarchy(const ClassPath& class_path)
    : Hierarchy([&class_path](std::string_view name) { return class_path.Find(name); }) {}

ClassId Hierarchy::Find(std::string_view name) const {
  SymbolId symbol = symbols_.Find(name);
  return symbol && symbol.value() < class_ids_.size() ? class_ids_[symbol.value()] : ClassId();
}

ClassId Hierarchy::Load(std::string_view name) {
  if (ClassId known = Find(name)) return known;
  auto first = static_cast<uint32_t>(classes_.size());
  ClassId id = Declare(name);
  while (!pending_.empty()) {
    ClassId next = pending_.back();
    pending_.pop_back();
    Define(next);
  }
  Link(first);
  return id;
}

ClassId Hierarchy::Declare(std::string_view name) {
  if (ClassId known = Find(name)) return known;
  ClassId id(static_cast<uint32_t>(classes_.size()));
  ClassInfo& info = classes_.emplace_back();
  SymbolId symbol = symbols_.Intern(name);
  info.name = Text(symbol);
  method_tables_.emplace_back();
  field_tables_.emplace_back();
  if (symbol.value() >= class_ids_.size()) class_ids_.resize(symbol.value() + 1);
  class_ids_[symbol.value()] = id;
  pending_.push_back(id);
  return id;
}

void Hierarchy::Define(ClassId id) {
  ClassInfo& info = classes_[id.value()];
  if (info.name.starts_with('[')) return DefineArray(info);
  Result<std::optional<ClassBytes>> found = source_(info.name);
  if (!found) return Break(info, found.error().ToString());
  if (!*found) return;  // stays kMissing
  if (Result<void> defined = DefineClass(id, (**found).bytes()); !defined) Break(info, defined.error().ToString());
}

void Hierarchy::DefineArray(ClassInfo& info) {
  if (Result<void> checked = classfile::CheckFieldDescriptor(info.name); !checked) {
    return Break(info, checked.error().ToString());
  }
  info.state = ClassState::kLoaded;
  info.access = classfile::kPublic | classfile::kFinal | classfile::kAbstract;  // what Class.getModifiers says
  info.super = Declare("java/lang/Object");
  info.interfaces = {Declare("java/lang/Cloneable"), Declare("java/io/Serializable")};
  classfile::TypeDescriptor component = {info.name.substr(1)};
  if (component.IsReference()) info.component = Declare(component.ClassName());
}

Result<void> Hierarchy::DefineClass(ClassId id, Bytes bytes) {
  RADDLE_TRY(ClassFile file, classfile::ReadClass(bytes));
  ClassInfo& info = classes_[id.value()];
  if (file.Name() != info.name) {
    return Error{.reason = fmt::format("the file has class {}", classfile::Printable(file.Name()))};
  }
  if (file.super_class == 0 && info.name != "java/lang/Object") return Error{.reason = "class has no superclass"};
  info.access = file.access;
  if (file.super_class != 0) info.super = Declare(file.SuperName());
  for (classfile::Index index : file.interfaces) info.interfaces.push_back(Declare(file.pool.ClassName(index)));
  RADDLE_CHECK(ReadNest(file, info));

  auto define = [&](const auto& members, auto& infos, auto& range, auto& table) {
    range.first = static_cast<uint32_t>(infos.size());
    range.count = static_cast<uint32_t>(members.size());
    for (size_t i = 0; i < members.size(); ++i) {
      auto& member = infos.emplace_back();
      member.owner = id;
      member.name = symbols_.Intern(file.NameOf(members[i]));
      member.descriptor = symbols_.Intern(file.DescriptorOf(members[i]));
      member.access = members[i].access;
      member.index = static_cast<uint16_t>(i);
      using MemberId = std::remove_cvref_t<decltype(table.front().second)>;
      table.push_back({{member.name, member.descriptor}, MemberId(range.first + static_cast<uint32_t>(i))});
    }
    std::sort(table.begin(), table.end());
  };
  define(file.methods, methods_, info.methods, method_tables_[id.value()]);
  define(file.fields, fields_, info.fields, field_tables_[id.value()]);
  for (MethodId method : info.methods) {
    MethodInfo& it = methods_[method.value()];
    it.is_signature_polymorphic = IsSignaturePolymorphic(info.name, it.access, Text(it.descriptor));
  }
  info.state = ClassState::kLoaded;
  return {};
}

Result<void> Hierarchy::ReadNest(const ClassFile& file, ClassInfo& info) {
  Arena arena(256);
  for (AttributeKind kind : {AttributeKind::kNestHost, AttributeKind::kNestMembers}) {
    const classfile::Attribute* attribute = classfile::Find(file.attributes, kind);
    if (attribute == nullptr) continue;
    RADDLE_TRY(classfile::AttributeValue value, classfile::DecodeAttribute(*attribute, file.pool, arena));
    if (auto* host = std::get_if<classfile::OneIndex>(&value)) {
      info.nest_host = Declare(file.pool.ClassName(host->index));
    } else if (auto* members = std::get_if<classfile::IndexList>(&value)) {
      for (classfile::Index index : members->indices)
        info.nest_members.push_back(symbols_.Intern(file.pool.ClassName(index)));
    }
  }
  return {};
}

void Hierarchy::Break(ClassInfo& info, std::string reason) {
  info.state = ClassState::kBroken;
  info.problem = std::move(reason);
  info.is_complete = false;
  info.super = {};
  info.interfaces.clear();
  info.supertypes.clear();
  info.nest_host = {};
  info.nest_members.clear();
  info.methods = {};
  info.fields = {};
  ClassId id = Find(info.name);
  method_tables_[id.value()].clear();
  field_tables_[id.value()].clear();
}

// Visits the new classes so that supertypes come before their subtypes. Depth-first with a stack of its own: a chain of
// classes can be as long as the class path lets it.
void Hierarchy::Link(uint32_t first) {
  enum class Mark : uint8_t { kNew, kOpen, kDone };
  struct Frame {
    ClassId id;
    size_t next = 0;
    bool is_cyclic = false;
  };
  std::vector<Mark> marks(classes_.size() - first, Mark::kNew);
  std::vector<Frame> stack;
  auto mark = [&](ClassId id) -> Mark& { return marks[id.value() - first]; };
  for (uint32_t root = first; root < classes_.size(); ++root) {
    if (mark(ClassId(root)) != Mark::kNew) continue;
    mark(ClassId(root)) = Mark::kOpen;
    stack.push_back({ClassId(root)});
    while (!stack.empty()) {
      Frame& frame = stack.back();
      const ClassInfo& info = (*this)[frame.id];
      bool has_super = info.super.valid();
      if (frame.next == info.interfaces.size() + has_super) {
        Finish(frame.id, frame.is_cyclic);
        mark(frame.id) = Mark::kDone;
        stack.pop_back();
        continue;
      }
      size_t edge = frame.next++;
      ClassId target = has_super && edge == 0 ? info.super : info.interfaces[edge - has_super];
      if (target.value() < first || mark(target) == Mark::kDone) continue;
      if (mark(target) == Mark::kOpen) {
        for (auto open = stack.rbegin(); open != stack.rend(); ++open) {
          open->is_cyclic = true;
          if (open->id == target) break;
        }
        continue;
      }
      mark(target) = Mark::kOpen;
      stack.push_back({target});
    }
  }
}

// Everything above the class is finished. Says what §5.3.5 says of its supertypes, and gathers theirs.
void Hierarchy::Finish(ClassId id, bool is_cyclic) {
  ClassInfo& info = classes_[id.value()];
  if (info.state != ClassState::kLoaded) return;
  if (is_cyclic) return Break(info, "class is its own supertype");
  auto loaded = [&](ClassId other) { return (*this)[other].state == ClassState::kLoaded; };
  if (info.super && loaded(info.super)) {
    const ClassInfo& super = (*this)[info.super];
    if (super.IsInterface()) return Break(info, fmt::format("superclass {} is an interface", super.name));
    if ((super.access & classfile::kFinal) != 0) return Break(info, fmt::format("superclass {} is final", super.name));
  }
  for (ClassId interface : info.interfaces) {
    if (loaded(interface) && !(*this)[interface].IsInterface()) {
      return Break(info, fmt::format("{} is no interface", (*this)[interface].name));
    }
  }
  info.is_complete = true;
  std::vector<ClassId> merged;
  auto add = [&](ClassId direct) {
    const ClassInfo& above = (*this)[direct];
    info.is_complete &= above.is_complete;
    merged.clear();
    std::set_union(info.supertypes.begin(), info.supertypes.end(), above.supertypes.begin(), above.supertypes.end(),
                   std::back_inserter(merged));
    auto place = std::lower_bound(merged.begin(), merged.end(), direct);
    if (place == merged.end() || *place != direct) merged.insert(place, direct);
    info.supertypes.swap(merged);
    return info.supertypes.size() <= kMaxSupertypes;
  };
  bool fits = !info.super || add(info.super);
  for (size_t i = 0; fits && i < info.interfaces.size(); ++i) fits = add(info.interfaces[i]);
  if (!fits) return Break(info, "class has too many supertypes");
  info.supertypes.shrink_to_fit();
  if (info.IsArray()) return;
  if (info.super) classes_[info.super.value()].subtypes.push_back(id);
  for (ClassId interface : info.interfaces) classes_[interface.value()].subtypes.push_back(id);
}

}  // namespace raddle::classpath
