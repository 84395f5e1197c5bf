#include "atoms/match.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "atoms/calls.h"
#include "classfile/attributes.h"
#include "classfile/code.h"
#include "classfile/descriptor.h"

namespace raddle::atoms {
namespace {

using classfile::ClassFile;
using classfile::Instruction;
using classfile::Op;
using AccessOp = atoms::Op;

std::string Internal(std::string name) {
  std::replace(name.begin(), name.end(), '.', '/');
  return name;
}

bool IsArrayAccess(Op op, AccessOp how) {
  return how == AccessOp::kRead ? op >= Op::iaload && op <= Op::saload : op >= Op::iastore && op <= Op::sastore;
}

bool IsCallOnObject(const Instruction& it) {
  return it.op == Op::invokevirtual || it.op == Op::invokeinterface;
}

std::optional<CallAccess> CallOn(const ClassFile& file, const Instruction& it) {
  if (!IsCallOnObject(it)) return std::nullopt;
  const classfile::MemberRef member = file.pool.Member(it.index);
  return AccessOfCall(member.owner, member.name, member.descriptor);
}

// Whether the instruction is such an access of the variable, as far as it tells: a field may be named by a subclass.
bool IsAccess(const ClassFile& file, const Instruction& it, const Variable& variable, AccessOp op) {
  switch (variable.kind) {
    case Variable::Kind::kElement:
      return IsArrayAccess(it.op, op);
    case Variable::Kind::kField: {
      const bool reads = it.op == Op::getfield || it.op == Op::getstatic;
      const bool writes = it.op == Op::putfield || it.op == Op::putstatic;
      if (!(op == AccessOp::kRead ? reads : writes)) return false;
      return file.pool.Member(it.index).name == variable.name;
    }
    case Variable::Kind::kObject:
      break;
  }
  const std::optional<CallAccess> access = CallOn(file, it);
  return access && access->op() == op;
}

size_t IndexFrom(Op first, Op op) {
  return static_cast<size_t>(op) - static_cast<size_t>(first);
}

// "int[]" -> 0, as iaload is the first; "byte[]" and "boolean[]" are one, and so are all of references.
constexpr size_t kReferences = 4, kBytes = 5;
size_t ElementKind(std::string_view array) {
  constexpr std::string_view kKinds[] = {"int", "long", "float", "double", "", "byte", "char", "short"};
  const std::string_view element = array.substr(0, array.rfind('['));
  if (element == "boolean") return kBytes;
  const auto* const found = std::find(std::begin(kKinds), std::end(kKinds), element);
  return found == std::end(kKinds) ? kReferences : static_cast<size_t>(found - std::begin(kKinds));
}

bool IsCall(const Instruction& it) {
  return it.op >= Op::invokevirtual && it.op <= Op::invokedynamic;
}

// The methods of one class decoded as they are needed.
class Methods {
 public:
  explicit Methods(const ClassFile& file) : file_(file) {}

  std::vector<uint16_t> Named(const MethodName& name) const {
    std::vector<uint16_t> found;
    for (uint16_t i = 0; i < file_.methods.size(); ++i) {
      const classfile::Member& member = file_.methods[i];
      const bool fits = file_.NameOf(member) == name.name &&
                        (name.descriptor.empty() || file_.DescriptorOf(member) == name.descriptor);
      if (fits) found.push_back(i);
    }
    return found;
  }

  // The instructions of a method that a place means and that fit.
  template <typename Fits>
  std::vector<uint16_t> At(uint16_t method, const Place& place, Fits&& fits) {
    const Decoded& decoded = Decode(method);
    std::vector<uint16_t> found;
    for (const Instruction& it : decoded.code.instructions) {
      const bool here = place.bci != Place::kNoIndex ? it.offset == place.bci : decoded.LineOf(it.offset) == place.line;
      if (here && fits(it)) found.push_back(it.offset);
    }
    return found;
  }

 private:
  struct Decoded {
    classfile::Code code;
    std::vector<classfile::LineNumber> lines;

    uint32_t LineOf(uint16_t offset) const {
      const auto after = std::upper_bound(lines.begin(), lines.end(), offset,
                                          [](uint16_t at, const classfile::LineNumber& each) { return at < each.pc; });
      return after == lines.begin() ? 0 : std::prev(after)->line;
    }
  };

  const Decoded& Decode(uint16_t method) {
    const auto [found, is_new] = decoded_.try_emplace(method);
    if (!is_new) return found->second;
    Decoded& decoded = found->second;
    const classfile::Attribute* code =
        classfile::Find(file_.methods[method].attributes, classfile::AttributeKind::kCode);
    if (code == nullptr) return decoded;
    Result<classfile::Code> read = classfile::DecodeCode(*code, file_.pool, arena_);
    if (!read) return decoded;  // nothing fits then
    decoded.code = *std::move(read);
    for (const classfile::Attribute& each : decoded.code.attributes) {
      if (each.kind != classfile::AttributeKind::kLineNumberTable) continue;
      Result<classfile::AttributeValue> data = classfile::DecodeAttribute(each, file_.pool, arena_);
      const auto* table = data ? std::get_if<classfile::LineNumberTable>(&*data) : nullptr;
      if (table != nullptr) decoded.lines.insert(decoded.lines.end(), table->lines.begin(), table->lines.end());
    }
    std::sort(decoded.lines.begin(), decoded.lines.end(), [](const auto& a, const auto& b) { return a.pc < b.pc; });
    return decoded;
  }

  const ClassFile& file_;
  Arena arena_;
  std::map<uint16_t, Decoded> decoded_;
};

// The marks of one section in one class; false if something of it should be there and is not.
class SectionMatch {
 public:
  SectionMatch(Methods& methods, const ClassFile& file, const std::string& class_name, const Section& section,
               uint32_t number)
      : methods_(methods), file_(file), class_name_(class_name), section_(section), number_(number) {}

  bool Run(std::vector<Mark>& marks) {
    Add(section_.entry, Mark::Role::kEntry, 0);
    for (uint32_t i = 0; i < section_.ends.size(); ++i) Add(section_.ends[i].point, Mark::Role::kEnd, i);
    for (const Place& exit : section_.exits) {
      if (section_.scope.class_name == class_name_) {
        AddAt(section_.scope, exit, Mark::Role::kExit, 0, Mark::What::kNothing,
              [](const Instruction&) { return true; });
      }
    }
    if (all_) marks.insert(marks.end(), made_.begin(), made_.end());
    return all_;
  }

 private:
  void Add(const Point& point, Mark::Role role, uint32_t end) {
    const auto accesses = [&](const Instruction& it) { return IsAccess(file_, it, section_.variable, point.op); };
    if (section_.scope.class_name == class_name_) {
      if (point.IsCall()) {
        AddAt(section_.scope, point.place, role, end, Mark::What::kCall, IsCall);
      } else {
        AddAt(section_.scope, point.place, role, end, Mark::What::kAccess, accesses);
      }
    }
    if (point.IsCall() && point.callee.class_name == class_name_) {
      AddAt(point.callee, point.callee_place, role, end, Mark::What::kBelow, accesses);
    }
  }

  template <typename Fits>
  void AddAt(const MethodName& name, const Place& place, Mark::Role role, uint32_t end, Mark::What what, Fits&& fits) {
    bool any = false;
    for (const uint16_t method : methods_.Named(name)) {
      for (const uint16_t bci : methods_.At(method, place, fits)) {
        any = true;
        made_.push_back({number_, role, end, what, method, bci});
        if (role == Mark::Role::kExit && place.bci == Place::kNoIndex) break;  // the first of the line is enough
      }
    }
    all_ = all_ && any;
  }

  Methods& methods_;
  const ClassFile& file_;
  const std::string& class_name_;
  const Section& section_;
  uint32_t number_;
  bool all_ = true;
  std::vector<Mark> made_;
};

}  // namespace

Matcher::Matcher(Repository repository) : repository_(std::move(repository)) {
  for (uint32_t i = 0; i < repository_.sections.size(); ++i) {
    const Section& section = repository_.sections[i];
    const auto add = [&](const std::string& class_name) {
      std::vector<uint32_t>& of_class = by_class_[Internal(class_name)];
      if (of_class.empty() || of_class.back() != i) of_class.push_back(i);
    };
    const auto note = [&](Unwelcome& unwelcome) {
      for (const End& end : section.ends) {
        unwelcome.reads |= !end.allowed.read;
        unwelcome.writes |= !end.allowed.write;
        unwelcome.calls |= section.entry.IsCall() || end.point.IsCall();
      }
    };
    switch (section.variable.kind) {
      case Variable::Kind::kField:
        note(fields_[section.variable.name][Internal(section.variable.owner)]);
        break;
      case Variable::Kind::kElement:
        note(elements_[ElementKind(section.variable.owner)]);
        break;
      case Variable::Kind::kObject:
        for (const Family family : {Family::kMap, Family::kCollection, Family::kAtomic, Family::kText}) {
          const std::optional<Family> own = FamilyOf(Internal(section.variable.owner));
          if (own ? *own != family : family == Family::kText) continue;  // nobody extends a builder of texts
          for (const Effect effect : {Effect::kRead, Effect::kAdd, Effect::kRemove, Effect::kChange}) {
            bool& unwelcome = calls_[static_cast<size_t>(family)][static_cast<size_t>(effect)];
            for (const End& end : section.ends) unwelcome |= !end.allowed.Permits(effect);
          }
        }
    }
    add(section.scope.class_name);
    if (section.entry.IsCall()) add(section.entry.callee.class_name);
    for (const End& end : section.ends) {
      if (end.point.IsCall()) add(end.point.callee.class_name);
    }
  }
}

namespace {

bool Declares(const ClassFile& file, const classfile::MemberRef& field) {
  return std::any_of(file.fields.begin(), file.fields.end(), [&](const classfile::Member& member) {
    return file.NameOf(member) == field.name && file.DescriptorOf(member) == field.descriptor;
  });
}

}  // namespace

bool Matcher::MayDisturb(const ClassFile& file, const Instruction& it) const {
  if (classfile::IsFieldAccess(it.op)) {
    const classfile::MemberRef field = file.pool.Member(it.index);
    const auto found = fields_.find(field.name);
    if (found == fields_.end()) return false;
    const bool reads = it.op == classfile::Op::getfield || it.op == classfile::Op::getstatic;
    const bool declared_here = field.owner == file.Name() && Declares(file, field);
    return std::any_of(found->second.begin(), found->second.end(), [&](const auto& of_class) {
      return of_class.second.Is(reads ? AccessOp::kRead : AccessOp::kWrite) &&
             (!declared_here || of_class.first == field.owner);
    });
  }
  if (classfile::IsArrayLoad(it.op)) return elements_[IndexFrom(classfile::Op::iaload, it.op)].reads;
  if (classfile::IsArrayStore(it.op)) return elements_[IndexFrom(classfile::Op::iastore, it.op)].writes;
  return IsCallOnObject(it) && IsUnwelcomeCall(file.pool.Member(it.index));
}

bool Matcher::IsUnwelcomeCall(const classfile::MemberRef& method) const {
  const std::optional<CallAccess> call = AccessOfCall(method.owner, method.name, method.descriptor);
  return call && calls_[static_cast<size_t>(*FamilyOf(method.owner))][static_cast<size_t>(call->effect)];
}

bool HoldsReferences(std::string_view array) {
  return ElementKind(array) == kReferences;
}

bool Matcher::HasCallsOn(const Variable& element) const {
  return elements_[ElementKind(element.owner)].calls;
}

bool Matcher::HasCallsOn(classfile::Op access) const {
  using classfile::Op;
  return elements_[IndexFrom(classfile::IsArrayLoad(access) ? Op::iaload : Op::iastore, access)].calls;
}

bool Matcher::Concerns(const ClassFile& file) const {
  const auto unwelcome = [](const Unwelcome& each) { return each.reads || each.writes; };
  if (Mentions(file.Name()) || std::any_of(elements_.begin(), elements_.end(), unwelcome)) return true;
  for (classfile::Index i = 1; i < file.pool.size(); ++i) {
    if (!file.pool.IsMemberRef(i)) continue;
    const classfile::MemberRef member = file.pool.Member(i);
    if (file.pool.Is(i, classfile::Tag::kFieldref)) {
      if (fields_.contains(member.name)) return true;
    } else if (IsUnwelcomeCall(member)) {
      return true;
    }
  }
  return false;
}

std::vector<std::string> Matcher::ClassNames() const {
  std::vector<std::string> names;
  for (const auto& [name, sections] : by_class_) names.push_back(name);
  std::sort(names.begin(), names.end());
  return names;
}

ClassMarks Matcher::Match(const ClassFile& file, std::string_view bytes) const {
  ClassMarks result;
  const auto found = by_class_.find(std::string(file.Name()));
  if (found == by_class_.end()) return result;
  const std::string name = classfile::DottedName(file.Name());
  const uint64_t stamp = repository_.StampOf(name);
  if (stamp != 0 && stamp != HashOf(bytes)) {
    result.problem = fmt::format("class {} has changed since its atomic sections were written: {} left out", name,
                                 found->second.size());
    return result;
  }
  Methods methods(file);
  std::vector<std::string_view> missing;
  for (const uint32_t number : found->second) {
    const Section& section = repository_.sections[number];
    if (!SectionMatch(methods, file, name, section, number).Run(result.marks)) {
      missing.push_back(section.id);
    } else if (section.scope.class_name == name) {
      result.scopes.push_back(number);
    }
  }
  if (!missing.empty()) {
    result.problem = fmt::format("class {} does not have what atomic section {}{} names: left out", name, missing[0],
                                 missing.size() > 1 ? fmt::format(" (and {} more)", missing.size() - 1) : "");
  }
  std::sort(result.marks.begin(), result.marks.end(), [](const Mark& a, const Mark& b) {
    return std::tie(a.method, a.bci, a.section, a.role, a.end) < std::tie(b.method, b.bci, b.section, b.role, b.end);
  });
  return result;
}

}  // namespace raddle::atoms
