#include "program/program.h"

#include <algorithm>

#include <fmt/format.h>

#include "classfile/attributes.h"

namespace raddle::program {

using classpath::ClassState;

Program::Program(const classpath::ClassPath& class_path)
    : class_path_(class_path), types_(class_path), model_(LibraryModel::BuiltIn()) {
  types_.Load("java/lang/Object");
}

Program::Side Program::Judge(ClassId id) {
  const classpath::ClassInfo& info = types_[id];
  if (info.state == ClassState::kMissing && !info.IsArray()) {
    Note(fmt::format("class {} is not on the class path: what it does is not known", classfile::DottedName(info.name)));
  }
  if (info.state == ClassState::kBroken)
    Note(fmt::format("class {}: {}", classfile::DottedName(info.name), info.problem));
  if (info.state != ClassState::kLoaded || info.IsArray()) return Side::kLibrary;
  for (const std::string& prefix : prefixes_) {
    if (info.name.starts_with(prefix)) return Side::kAnalysed;
  }
  auto location = class_path_.Locate(info.name);
  bool own = location && class_path_.KindOf(location->entry) != classpath::EntryKind::kJdk;
  return own ? Side::kAnalysed : Side::kLibrary;
}

bool Program::IsAnalysed(ClassId id) {
  if (sides_.size() <= id.value()) sides_.resize(types_.class_count());
  if (sides_[id.value()] == Side::kUnknown) {
    Side side = Judge(id);
    sides_[id.value()] = side;
  }
  return sides_[id.value()] == Side::kAnalysed;
}

Program::Source* Program::SourceOf(ClassId id) {
  auto [found, is_new] = sources_.try_emplace(id);
  if (!is_new) return found->second.get();
  std::string name(types_[id].name);
  auto bytes = class_path_.Find(name);
  if (!bytes || !*bytes) return nullptr;  // the hierarchy has said so
  auto source = std::make_unique<Source>();
  source->bytes = std::move(**bytes);
  Result<classfile::ClassFile> file = classfile::ReadClass(source->bytes.bytes());
  if (!file) return nullptr;
  source->file = *std::move(file);
  auto context = ir::ClassContext::Create(source->file);
  if (!context) {
    Note(context.error().In(classfile::DottedName(name)).ToString());
    return nullptr;
  }
  source->context = *std::move(context);
  return (found->second = std::move(source)).get();
}

const MethodCode* Program::CodeOf(MethodId id) {
  auto found = code_.find(id);
  if (found != code_.end()) return found->second.get();
  std::unique_ptr<MethodCode> code;
  const classpath::MethodInfo& info = types_[id];
  Source* source = IsAnalysed(id) && !info.Has(classfile::kAbstract) && !info.Has(classfile::kNative)
                       ? SourceOf(info.owner)
                       : nullptr;
  if (source != nullptr) {
    Arena arena;
    Result<ir::Method> method = builder_.Build(*source->context, source->file.methods[info.index], arena);
    if (method) {
      code = std::make_unique<MethodCode>(MakeCode(*this, id, *method));
    } else {
      std::string name = fmt::format("{}.{}", classfile::DottedName(types_[info.owner].name), types_.NameOf(id));
      Note(fmt::format("{}; the method is taken to do nothing", method.error().In(name).ToString()));
    }
  }
  return (code_[id] = std::move(code)).get();
}

const MethodCode& Program::ReferenceTo(MethodId id) {
  auto found = references_.find(id);
  return found != references_.end() ? found->second : references_.emplace(id, MakeReference(*this, id)).first->second;
}

const MethodCode* Program::BodyOf(MethodId id) {
  auto found = references_.find(id);
  return found != references_.end() ? &found->second : CodeOf(id);
}

ir::Method Program::Build(MethodId id, Arena& arena) {
  Source* source = SourceOf(types_[id].owner);
  Result<ir::Method> method = builder_.Build(*source->context, source->file.methods[types_[id].index], arena);
  return *std::move(method);
}

ClassId Program::LoadType(classfile::TypeDescriptor type) {
  return type.IsReference() ? types_.Load(type.ClassName()) : ClassId();
}

std::string Program::SourceFile(ClassId id) {
  auto [known, is_new] = files_.try_emplace(id);
  if (is_new) known->second = ReadSourceFile(id);
  return known->second;
}

std::string Program::ReadSourceFile(ClassId id) {
  Source* source = SourceOf(id);
  if (source == nullptr) return {};
  const classfile::Attribute* attribute =
      classfile::Find(source->file.attributes, classfile::AttributeKind::kSourceFile);
  if (attribute == nullptr) return {};
  Arena arena;
  auto value = classfile::DecodeAttribute(*attribute, source->file.pool, arena);
  if (!value) return {};
  const auto* index = std::get_if<classfile::OneIndex>(&*value);
  return index == nullptr ? std::string() : classfile::Printable(source->file.pool.Utf8(index->index));
}

int Program::Line(MethodId id, uint16_t bci) {
  if (CodeOf(id) == nullptr) return 0;
  auto [known, is_new] = lines_.try_emplace(uint64_t{id.value()} << 16 | bci, 0);
  if (is_new) {
    Arena arena;
    known->second = Build(id, arena).Line(bci);
  }
  return known->second;
}

std::string Program::Frame(MethodId id, uint16_t bci) {
  ClassId owner = types_[id].owner;
  std::string place = SourceFile(owner);
  if (place.empty()) {
    place = "Unknown Source";
  } else if (int line = Line(id, bci); line != 0) {
    place += fmt::format(":{}", line);
  }
  return fmt::format("{}.{}({})", classfile::DottedName(types_[owner].name), types_.NameOf(id), place);
}

std::vector<std::string> Program::Notes() const {
  std::vector<std::string> notes = notes_;
  std::sort(notes.begin(), notes.end());
  notes.erase(std::unique(notes.begin(), notes.end()), notes.end());
  return notes;
}

}  // namespace raddle::program
