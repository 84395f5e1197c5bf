#include <fmt/format.h>

#include "atoms/section.h"

namespace raddle::atoms {
namespace {

std::string Text(const Place& place) {
  std::string text;
  if (place.bci != Place::kNoIndex) text = fmt::format(" {}", place.bci);
  if (place.line != 0) text += fmt::format(" line {}", place.line);
  return text;
}

std::string Text(const Point& point) {
  std::string text = fmt::format("{}{}", NameOf(point.op), Text(point.place));
  if (point.IsCall()) text += fmt::format(" in {}{}", point.callee.ToString(), Text(point.callee_place));
  return text;
}

std::string Text(const Variable& variable) {
  switch (variable.kind) {
    case Variable::Kind::kField:
      return fmt::format("field {}.{}", variable.owner, variable.name);
    case Variable::Kind::kElement:
      return fmt::format("element {}", variable.owner);
    case Variable::Kind::kObject:
      break;
  }
  return fmt::format("object {}{}{}", variable.owner, variable.name.empty() ? "" : " of ", variable.name);
}

std::string Text(const Allowed& allowed) {
  std::string text;
  if (allowed.read) text += " read";
  if (allowed.write) text += " write";
  if (allowed.add) text += " add";
  if (allowed.remove) text += " remove";
  return text.empty() ? text : " allow" + text;
}

}  // namespace

std::string Print(const Section& section) {
  std::string text = fmt::format("section {} {}\n", section.id, NameOf(section.kind));
  text += fmt::format("  on {}\n", Text(section.variable));
  text += fmt::format("  in {}\n", section.scope.ToString());
  text += fmt::format("  entry {}\n", Text(section.entry));
  for (const End& end : section.ends) text += fmt::format("  end {}{}\n", Text(end.point), Text(end.allowed));
  for (const Place& exit : section.exits) text += fmt::format("  exit{}\n", Text(exit));
  return text;
}

std::string Print(const Repository& repository) {
  std::string text = "raddle atoms 1\n";
  if (!repository.classes.empty()) text += "\n";
  for (const ClassStamp& each : repository.classes) text += fmt::format("class {} {:016x}\n", each.name, each.hash);
  for (const Section& section : repository.sections) text += "\n" + Print(section);
  return text;
}

}  // namespace raddle::atoms
