#include "agent/array_holders.h"

#include <algorithm>

#include "agent/class_hook.h"
#include "atoms/match.h"

namespace raddle::agent {
namespace {

constexpr std::string_view kBrackets = "[]";

// "com/acme/Bank" for a section on elements of "com.acme.Bank[]"; empty for any other section.
std::string ElementOf(const atoms::Section& section) {
  const bool of_references =
      section.variable.kind == atoms::Variable::Kind::kElement && atoms::HoldsReferences(section.variable.owner);
  if (!of_references) return {};
  std::string name = section.variable.owner.substr(0, section.variable.owner.size() - kBrackets.size());
  std::replace(name.begin(), name.end(), '.', '/');
  return name;
}

}  // namespace

bool ArrayHolders::Concern(const atoms::Repository& repository) {
  return std::ranges::any_of(repository.sections, [](const auto& section) { return !ElementOf(section).empty(); });
}

void ArrayHolders::Add(const std::string& name, pointcut::TypeOracle& types) {
  if (any_ || !elements_.insert(name).second || IsJdkClass(name)) return;
  const pointcut::ClassFacts* const facts = types.Find(name);
  any_ |= facts == nullptr;
  if (any_) return;
  if (!facts->super.empty()) Add(facts->super, types);
  for (const std::string& each : facts->interfaces) Add(each, types);
}

void ArrayHolders::Find(const atoms::Repository& repository, pointcut::TypeOracle& types) {
  elements_.insert("java/lang/Object");
  for (const atoms::Section& section : repository.sections) {
    const std::string element = ElementOf(section);
    any_ |= element.ends_with(kBrackets);
    if (!element.empty()) Add(element, types);
  }
}

bool ArrayHolders::MayBe(std::string_view array, const atoms::Repository& repository, pointcut::TypeOracle& types) {
  std::call_once(found_, [&] { Find(repository, types); });
  if (any_ || !array.starts_with('[')) return true;
  if (array.starts_with("[[")) return false;
  const std::string_view element = array.substr(2, array.size() - 3);
  return elements_.contains(element) || (IsJdkClass(element) && element != "java/lang/String");
}

}  // namespace raddle::agent
