#include "report/sarif.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "report/frames.h"
#include "report/json_parts.h"
#include "report/utf8.h"
#include "report/words.h"

namespace raddle::report {
namespace {

struct Rule {
  Kind kind;
  std::string_view text;
};

constexpr std::array kRules = {
    Rule{Kind::kDataRace, "Two threads access a variable, one of them writes, and nothing orders them."},
    Rule{Kind::kObjectRace, "Threads use an object that is not thread-safe without a lock in common."},
    Rule{Kind::kHighLevelRace, "Variables that belong together are accessed together here and one by one there."},
    Rule{Kind::kAtomicityViolation, "A thread interferes between accesses that only make sense together."},
    Rule{Kind::kDeadlock, "Threads take locks in orders that can make them wait for each other for ever."},
};

std::string_view LevelOf(Grade grade) {
  switch (grade) {
    case Grade::kObserved:
      return "error";
    case Grade::kPredicted:
      return "warning";
    case Grade::kSuspected:
      break;
  }
  return "note";
}

OrderedJson Text(std::string_view text) {
  return {{"text", CleanUtf8(text)}};
}

// What may not stand in a URI as it is, in bytes.
std::string UriOf(std::string_view path) {
  std::string uri;
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (plain || std::string_view("/._-~$").find(c) != std::string_view::npos) {
      uri += c;
    } else {
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return uri;
}

OrderedJson PhysicalLocation(std::string_view package, std::string_view file, uint32_t line) {
  std::string path(package);
  std::ranges::replace(path, '.', '/');
  if (!path.empty()) path += '/';
  OrderedJson place = {
      {"artifactLocation", {{"uri", UriOf(CleanUtf8(path + std::string(file)))}, {"uriBaseId", "%SRCROOT%"}}}};
  if (line > 0) place["region"] = {{"startLine", line}};
  return place;
}

OrderedJson LogicalLocation(std::string_view name) {
  return OrderedJson::array({{{"fullyQualifiedName", CleanUtf8(name)}, {"kind", "function"}}});
}

std::string Describe(const Finding& finding, const Access& access) {
  const std::string holding = Holding(finding, access);
  return fmt::format("{} by {}{}{}", NameOf(access.op), ThreadName(access), holding.empty() ? "" : ", ", holding);
}

OrderedJson LocationOf(const Finding& finding, const Access& access) {
  OrderedJson location = OrderedJson::object();
  const std::string name = fmt::format("{}.{}", access.class_name, access.method);
  if (!access.file.empty()) location["physicalLocation"] = PhysicalLocation(PackageOf(name), access.file, access.line);
  if (!access.class_name.empty()) location["logicalLocations"] = LogicalLocation(name);
  location["message"] = Text(Describe(finding, access));
  return location;
}

// "com.acme.Bank.transfer(Bank.java:31)"; a frame may also say "(Native Method)" or "(Unknown Source)".
OrderedJson FrameOf(std::string_view frame) {
  frame = WithoutModule(frame);
  const std::string_view name = frame.substr(0, frame.find('('));
  OrderedJson location = OrderedJson::object();
  if (name.size() + 1 < frame.size() && frame.ends_with(')')) {
    const std::string_view place = frame.substr(name.size() + 1, frame.size() - name.size() - 2);
    const size_t colon = place.rfind(':');
    uint32_t line = 0;
    if (colon != std::string_view::npos) std::from_chars(place.data() + colon + 1, place.data() + place.size(), line);
    if (line > 0) location["physicalLocation"] = PhysicalLocation(PackageOf(frame), place.substr(0, colon), line);
  }
  location["logicalLocations"] = LogicalLocation(name);
  return {{"location", std::move(location)}};
}

OrderedJson StackOf(const Finding& finding, const Access& access) {
  OrderedJson frames = OrderedJson::array();
  for (const std::string& frame : access.stack) frames.push_back(FrameOf(frame));
  return {{"message", Text(Describe(finding, access))}, {"frames", std::move(frames)}};
}

OrderedJson PropertiesOf(const Finding& finding) {
  OrderedJson properties = {{"grade", NameOf(finding.grade)},
                            {"detectors", ToJson(finding.detectors)},
                            {"variables", ToJson(finding.variables)},
                            {"count", finding.count}};
  if (!finding.advice.empty()) properties["advice"] = CleanUtf8(finding.advice);
  if (!finding.reproduce.empty()) properties["reproduce"] = CleanUtf8(finding.reproduce);
  return properties;
}

OrderedJson ResultOf(const Finding& finding) {
  const auto rule = std::ranges::find(kRules, finding.kind, &Rule::kind);
  OrderedJson related = OrderedJson::array(), stacks = OrderedJson::array();
  for (size_t i = 0; i < finding.accesses.size(); ++i) {
    if (i > 0) {
      OrderedJson location = LocationOf(finding, finding.accesses[i]);
      location["id"] = i;
      related.push_back(std::move(location));
    }
    // Two callers of one method have the same path, and SARIF wants each stack once.
    if (finding.accesses[i].stack.empty()) continue;
    OrderedJson stack = StackOf(finding, finding.accesses[i]);
    if (std::ranges::find(stacks, stack) == stacks.end()) stacks.push_back(std::move(stack));
  }
  OrderedJson result = {{"ruleId", NameOf(finding.kind)},
                        {"ruleIndex", rule - kRules.begin()},
                        {"level", LevelOf(finding.grade)},
                        {"message", Text(finding.message)},
                        {"locations", OrderedJson::array()}};
  if (!finding.accesses.empty()) result["locations"].push_back(LocationOf(finding, finding.accesses[0]));
  result["relatedLocations"] = std::move(related);
  result["stacks"] = std::move(stacks);
  result["partialFingerprints"] = {{"raddleId/v1", finding.id}};
  result["properties"] = PropertiesOf(finding);
  return result;
}

OrderedJson Rules() {
  OrderedJson rules = OrderedJson::array();
  for (const Rule& rule : kRules) {
    rules.push_back({{"id", NameOf(rule.kind)}, {"shortDescription", Text(rule.text)}});
  }
  return rules;
}

}  // namespace

std::string WriteSarif(const FindingsFile& file) {
  OrderedJson results = OrderedJson::array(), notes = OrderedJson::array();
  for (const Finding& finding : file.findings) results.push_back(ResultOf(finding));
  for (const std::string& note : file.notes) notes.push_back({{"level", "note"}, {"message", Text(note)}});
  OrderedJson driver = {{"name", "Raddle"}, {"version", CleanUtf8(file.raddle)}, {"rules", Rules()}};
  OrderedJson run = {
      {"tool", {{"driver", std::move(driver)}}},
      {"invocations",
       OrderedJson::array({{{"executionSuccessful", true}, {"toolExecutionNotifications", std::move(notes)}}})},
      {"originalUriBaseIds", {{"%SRCROOT%", {{"description", Text("where the packages' folders begin")}}}}},
      {"results", std::move(results)}};
  const OrderedJson whole = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                             {"version", "2.1.0"},
                             {"runs", OrderedJson::array({std::move(run)})}};
  return Dump(whole, 2) + "\n";
}

}  // namespace raddle::report
