#include "atomicity/infer.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "atomicity/shared.h"
#include "atomicity/summaries.h"
#include "classfile/descriptor.h"

namespace raddle::atomicity {
namespace {

using atoms::Section;
using VariableKind = atoms::Variable::Kind;

struct MethodWork {
  MethodWork(const Code& code, const Body& body, Summaries& summaries)
      : touches(code, body, summaries), held(code, touches) {}
  Touches touches;
  Held held;
};

// "[[Lcom/acme/A;" -> "com.acme.A[][]"
std::string ArrayName(std::string_view descriptor) {
  const size_t depth = std::min(descriptor.find_first_not_of('['), descriptor.size());
  std::string name = classfile::Readable({descriptor.substr(depth)});
  for (size_t i = 0; i < depth; ++i) name += "[]";
  return name;
}

class Writer {
 public:
  explicit Writer(const Code& code) : code_(code) {}

  Section Make(const MethodWork& work, const Found& found) const {
    const Body& body = work.touches.body();
    Section section;
    section.kind = found.kind;
    section.variable = VariableOf(*found.entry);
    section.scope = NameOf(body);
    section.entry = PointOf(body, *found.entry);
    for (const Found::Stop& end : found.ends) section.ends.push_back({PointOf(body, *end.touch), end.allowed});
    for (const uint32_t at : found.exits) {
      const atoms::Place exit = PlaceOf(body, body.ir.instructions[at].bci);
      if (section.exits.empty() || !(section.exits.back() == exit)) section.exits.push_back(exit);
    }
    return section;
  }

  bool IsWritable(const Section& section) const {
    std::vector<std::string_view> names = {section.variable.owner, section.scope.class_name, section.scope.name};
    if (!section.variable.name.empty()) names.push_back(section.variable.name);
    const auto add = [&](const atoms::Point& point) {
      if (!point.IsCall()) return;
      names.push_back(point.callee.class_name);
      names.push_back(point.callee.name);
    };
    add(section.entry);
    for (const atoms::End& end : section.ends) add(end.point);
    return std::all_of(names.begin(), names.end(), atoms::IsWritable);
  }

 private:
  atoms::MethodName NameOf(const Body& body) const {
    return {.class_name = code_.ClassName(body.owner->id),
            .name = std::string(body.ir.name),
            .descriptor = std::string(body.ir.signature->descriptor)};
  }
  static atoms::Place PlaceOf(const Body& body, uint16_t bci) {
    return {.bci = bci, .line = static_cast<uint32_t>(body.ir.Line(bci))};
  }
  std::string FieldName(FieldId id) const {
    return fmt::format("{}.{}", code_.ClassName(code_.types()[id].owner), code_.types().NameOf(id));
  }

  atoms::Variable VariableOf(const Touch& touch) const {
    switch (touch.kind) {
      case VariableKind::kField:
        return {.owner = code_.ClassName(code_.types()[touch.field].owner),
                .name = std::string(code_.types().NameOf(touch.field))};
      case VariableKind::kElement:
        return {.kind = touch.kind, .owner = ArrayName(touch.type), .name = {}};
      case VariableKind::kObject:
        break;
    }
    return {.kind = touch.kind, .owner = classfile::DottedName(touch.type), .name = FieldName(touch.base.LastField())};
  }

  atoms::Point PointOf(const Body& body, const Touch& touch) const {
    atoms::Point point;
    point.op = touch.op();
    point.place = PlaceOf(body, body.ir.instructions[touch.at].bci);
    if (touch.callee != nullptr) {
      point.callee = NameOf(*touch.callee);
      point.callee_place = PlaceOf(*touch.callee, touch.callee_bci);
    }
    return point;
  }

  const Code& code_;
};

bool IsIn(std::string_view class_name, const std::vector<std::string>& packages) {
  return std::any_of(packages.begin(), packages.end(), [&](const std::string& package) {
    return class_name.starts_with(package) && (class_name.size() == package.size() ||
                                               class_name[package.size()] == '.' || class_name[package.size()] == '$');
  });
}

// What stays the same when lines move: no bytecode index is part of it.
std::string Identity(const Section& section) {
  std::string text =
      fmt::format("{}\n{}\n{}\n", atoms::NameOf(section.kind), section.variable.ToString(), section.scope.ToString());
  const auto add = [&](const atoms::Point& point) {
    text += fmt::format("{} {}\n", atoms::NameOf(point.op), point.callee.ToString());
  };
  add(section.entry);
  for (const atoms::End& end : section.ends) add(end.point);
  return text;
}

void SortAndName(std::vector<Section>& sections) {
  const auto order = [](const Section& s) {
    const atoms::Point& e = s.entry;
    return std::tie(s.scope.class_name, s.scope.name, s.scope.descriptor, e.place.bci, e.callee.class_name,
                    e.callee.name, e.callee.descriptor, e.callee_place.bci);
  };
  std::sort(sections.begin(), sections.end(), [&](const Section& a, const Section& b) { return order(a) < order(b); });
  std::map<std::string, int> seen;
  for (Section& section : sections) {
    section.id = fmt::format("{:012x}", atoms::HashOf(Identity(section)) >> 16);
    if (const int count = ++seen[section.id]; count > 1) section.id += fmt::format("-{}", count);
  }
}

std::vector<atoms::ClassStamp> Stamps(const std::vector<Section>& sections, const Code& code) {
  std::set<std::string> names;
  for (const Section& section : sections) {
    names.insert(section.scope.class_name);
    if (section.entry.IsCall()) names.insert(section.entry.callee.class_name);
    for (const atoms::End& end : section.ends) {
      if (end.point.IsCall()) names.insert(end.point.callee.class_name);
    }
  }
  std::vector<atoms::ClassStamp> stamps;
  for (const std::string& name : names) {
    std::string internal = name;
    std::replace(internal.begin(), internal.end(), '.', '/');
    const ClassCode* source = code.ClassOf(code.types().Find(internal));
    if (source == nullptr) continue;
    const auto bytes = source->bytes.bytes();
    stamps.push_back({name, atoms::HashOf({reinterpret_cast<const char*>(bytes.data()), bytes.size()})});
  }
  return stamps;
}

}  // namespace

Result<Outcome> Infer(const classpath::ClassPath& class_path, const Settings& settings) {
  Code code(class_path);
  Summaries summaries(code);
  std::deque<MethodWork> all;
  Facts facts;
  for (const Body& body : code.bodies()) {
    const MethodWork& work = all.emplace_back(code, body, summaries);
    facts.Add(code, work.touches, work.held);
    if (work.touches.all().size() < 2) all.pop_back();
  }
  Outcome outcome{.repository = {}, .notes = std::move(code.notes())};
  std::vector<Section>& sections = outcome.repository.sections;
  const Writer writer(code);
  for (const MethodWork& work : all) {
    const Body& body = work.touches.body();
    if (body.ir.name == "<clinit>") continue;
    const std::string name = code.ClassName(body.owner->id);
    if ((!settings.include.empty() && !IsIn(name, settings.include)) || IsIn(name, settings.exclude)) continue;
    for (const Found& found : FindSections(work.touches, work.held, facts, settings.kinds)) {
      Section section = writer.Make(work, found);
      if (writer.IsWritable(section)) sections.push_back(std::move(section));
    }
  }
  if (!settings.main.empty()) {
    RADDLE_TRY(const Shared shared, Shared::Find(class_path, settings.main));
    std::erase_if(sections, [&](const Section& section) { return !shared.MayBeViolated(section); });
    if (!shared.is_complete()) outcome.notes.push_back("--main took too long: all sections are listed");
  }
  SortAndName(sections);
  outcome.repository.classes = Stamps(sections, code);
  std::sort(outcome.notes.begin(), outcome.notes.end());
  return outcome;
}

}  // namespace raddle::atomicity
