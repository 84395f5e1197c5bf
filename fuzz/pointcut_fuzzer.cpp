// Pointcuts: an error has its offset; what was read comes back from its printed form, and can be expanded, checked and
// matched with anything.
#include <cstdint>
#include <string_view>
#include <vector>

#include "check.h"
#include "pointcut/match.h"
#include "pointcut/named.h"
#include "pointcut/print.h"

using namespace raddle;
using namespace raddle::pointcut;

namespace {

struct Ignorant : TypeOracle {
  const ClassFacts* Find(std::string_view) override { return nullptr; }
};

// One class that is known, with a supertype that is not.
struct Knowing : TypeOracle {
  ClassFacts facts{.name = "a/B",
                   .access = 1,
                   .super = "gone/C",
                   .interfaces = {},
                   .annotations = {"a/A"},
                   .enclosing = {},
                   .fields = {{"x", "[I", 9, {"a/A"}, {}}},
                   .methods = {{"m", "(ILjava/lang/String;)V", 1, {}, {"a/E"}}}};
  const ClassFacts* Find(std::string_view name) override { return name == "a/B" ? &facts : nullptr; }
};

void MatchEverywhere(const Pointcut& pointcut) {
  static Knowing knowing;
  static Ignorant ignorant;
  Scope scope{{"a.*", "java.util.Map"}};
  Shadow shadow;
  shadow.within = &knowing.facts;
  shadow.code = &knowing.facts.methods[0];
  shadow.this_type = "La/B;";
  for (int kind = 0; kind <= static_cast<int>(ShadowKind::kArraySet); ++kind) {
    shadow.kind = static_cast<ShadowKind>(kind);
    bool field = shadow.kind == ShadowKind::kFieldGet || shadow.kind == ShadowKind::kFieldSet;
    shadow.owner = "a/B";
    shadow.name = field ? "x" : "m";
    shadow.descriptor = field ? "[I" : "(ILjava/lang/String;)V";
    shadow.target_type = shadow.kind >= ShadowKind::kArrayGet ? "[[La/B;" : "La/B;";
    shadow.arguments = {"I", "Ljava/lang/String;"};
    Residue known = Match(pointcut, shadow, {scope, knowing});
    Residue guessed = Match(pointcut, shadow, {scope, ignorant});
    FUZZ_CHECK(!Print(known).empty() && !Print(guessed).empty(), "a residue that prints as nothing");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::vector<Formal> formals = {{"l", "java.lang.Object"}, {"n", "int"}, {"b", "a.B[]"}};
  Result<Pointcut> parsed = Parse(text, formals);
  if (!parsed) {
    FUZZ_CHECK(!parsed.error().reason.empty(), "a refusal without a reason");
    FUZZ_CHECK(parsed.error().offset <= size, "an error beyond the end");
    return 0;
  }
  std::string printed = Print(*parsed);
  Result<Pointcut> again = Parse(printed, formals);
  FUZZ_CHECK(again.ok(), "a printed form that is no pointcut");
  FUZZ_CHECK(*again == *parsed, "a printed form that means something else");
  FUZZ_CHECK(Print(*again) == printed, "two printed forms");

  PointcutTable table;
  table["mine"] = {{formals[0]}, *parsed};
  table["other"] = {{}, *Parse("lock() || set(* *)")};
  Result<Pointcut> expanded = Expand(*parsed, table);
  if (!expanded) {
    FUZZ_CHECK(!expanded.error().reason.empty(), "a refusal without a reason");
    return 0;
  }
  (void)CheckBindings(*expanded, formals).ok();
  MatchEverywhere(*expanded);
  return 0;
}
