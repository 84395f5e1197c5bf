#include "agent/object_stats.h"

#include <fmt/format.h>

#include <array>
#include <iterator>

#include "weave/object_analysis.h"

namespace raddle::agent {
namespace {

using Category = weave::ObjectCategory;

struct Row {
  Category category;
  const char* name;
  bool instrumented;
};
constexpr std::array kRows = {
    Row{Category::kFieldFinal, "field   final", false},
    Row{Category::kFieldVolatile, "field   volatile", false},
    Row{Category::kFieldStatic, "field   static", true},
    Row{Category::kFieldThis, "field   this", false},
    Row{Category::kFieldThreadLocal, "field   thread-local", false},
    Row{Category::kFieldObjectLocal, "field   object-local", false},
    Row{Category::kFieldOther, "field   other", true},
    Row{Category::kArrayThreadLocal, "array   thread-local", false},
    Row{Category::kArrayObjectLocal, "array   object-local", false},
    Row{Category::kArrayReferences, "array   other reftype", false},
    Row{Category::kArrayOther, "array   other primtype", true},
    Row{Category::kCallStatic, "method  static", false},
    Row{Category::kCallThis, "method  this", false},
    Row{Category::kCallThreadLocal, "method  thread-local", false},
    Row{Category::kCallObjectLocal, "method  object-local", false},
    Row{Category::kCallOther, "method  other", true},
};
static_assert(kRows.size() == weave::kObjectCategories);

}  // namespace

uint64_t* ObjectAccessCounts() {
  static uint64_t counts[weave::kObjectCategories];
  return counts;
}

std::string ObjectStatistics(const detect::Object::Counts& counts) {
  std::string text = "uses of objects, in per cent of all\n";
  auto out = std::back_inserter(text);
  const uint64_t* uses = ObjectAccessCounts();
  double total = 0, instrumented = 0;
  for (size_t i = 0; i < weave::kObjectCategories; ++i) total += static_cast<double>(uses[i]);
  const double percent = total > 0 ? 100 / total : 0;
  for (const Row& row : kRows) {
    const double share = static_cast<double>(uses[static_cast<size_t>(row.category)]) * percent;
    if (row.instrumented) instrumented += share;
    fmt::format_to(out, "  {:<24}{:6.1f}\n", row.name, share);
  }
  fmt::format_to(out, "  {:<24}{:6.1f}\n", "total instrumented", instrumented);
  fmt::format_to(out, "incidents\n");
  auto line = [&](const char* name, uint64_t count) { fmt::format_to(out, "  {:<24}{:8}\n", name, count); };
  line("lockset", counts.locksets);
  line("inherit", counts.inherited);
  line("overlapping", counts.overlapping);
  line("empty lockset", counts.empty_lockset);
  fmt::format_to(out, "objects that came to be\n");
  line("exclusive2", counts.exclusive2);
  line("shared", counts.shared_read);
  line("shared modified", counts.shared_modified);
  line("conflict", counts.conflict);
  return text;
}

}  // namespace raddle::agent
