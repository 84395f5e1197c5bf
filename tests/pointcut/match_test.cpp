// Every pointcut of pointcuts.txt, its printed form and where it holds in the programs: the table matches.txt.
//
// A place is Class:line/kind; behind it, in brackets, what is left to test at run time.
#include "pointcut/match.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "pointcut/print.h"
#include "program.h"

namespace raddle::pointcut {
namespace {

std::string Place(const Shadow& shadow) {
  std::string_view name = shadow.within->name;
  return fmt::format("{}:{}/{}", name.substr(name.rfind('/') + 1), shadow.line, Name(shadow.kind));
}

std::string Matches(const Pointcut& pointcut, const World& world) {
  std::string text, line;
  for (const Shadow& shadow : TheProgram().shadows()) {
    Residue residue = Match(pointcut, shadow, world);
    if (residue.kind == Residue::Kind::kFalse) continue;
    std::string place = Place(shadow);
    if (residue.kind != Residue::Kind::kTrue) place += "[" + Print(residue) + "]";
    if (line.size() + place.size() > 115) {
      text += "   " + line + "\n";
      line.clear();
    }
    line += " " + place;
  }
  return text + "   " + (line.empty() && text.empty() ? " nowhere" : line) + "\n";
}

TEST(Match, EveryPointcutHoldsWhereTheTableSays) {
  PathOracle oracle;
  Scope scope;
  World world{scope, oracle};
  std::string text;
  size_t count = 0;
  for (const Row& row : ReadRows("pointcuts.txt")) {
    Result<Pointcut> pointcut = Parse(row.text, row.formals);
    ASSERT_TRUE(pointcut) << row.text << "\n"
                          << std::string(pointcut.error().offset, ' ') << "^ " << pointcut.error().reason;
    Result<void> bound = CheckBindings(*pointcut, row.formals);
    EXPECT_TRUE(bound) << row.text << ": " << bound.error().ToString();
    text += row.line + "\n";
    std::string printed = Print(*pointcut);
    if (printed != row.text) text += "  = " + printed + "\n";
    text += Matches(*pointcut, world);
    ++count;
  }
  EXPECT_GT(count, 200u);
  ExpectTable("matches.txt", text);
}

TEST(Match, WithAnOracleThatKnowsNothingNoAnswerIsOverturned) {
  struct Ignorant : TypeOracle {
    const ClassFacts* Find(std::string_view) override { return nullptr; }
  } ignorant;
  PathOracle knowing;
  Scope scope;
  size_t maybe = 0;
  for (const Row& row : ReadRows("pointcuts.txt")) {
    // Names with a $ or a . for a nested class, and simple ones, need somebody who knows what exists.
    Pointcut pointcut = *Parse(row.text, row.formals);
    for (const Shadow& shadow : TheProgram().shadows()) {
      Verdict known = VerdictOf(Match(pointcut, shadow, {scope, knowing}));
      Verdict guessed = VerdictOf(Match(pointcut, shadow, {scope, ignorant}));
      maybe += guessed == Verdict::kMaybe && known != Verdict::kMaybe;
      EXPECT_TRUE(guessed == Verdict::kMaybe || guessed == known)
          << row.text << " at " << Place(shadow) << " " << Print(shadow) << ": " << static_cast<int>(known)
          << " but without knowledge " << static_cast<int>(guessed);
    }
  }
  EXPECT_GT(maybe, 0u);
}

TEST(Match, MaybeSharedAsksWhoeverKnowsAndOnlyAboutAccesses) {
  PathOracle oracle;
  Scope scope;
  std::set<std::string> asked;
  World world{scope, oracle, [&asked](const Shadow& shadow) {
                asked.insert(Print(shadow));
                return shadow.name == "balance";
              }};
  Pointcut pointcut = *Parse("within(shop.Account) && set(* *) && maybeShared()");
  size_t matched = 0;
  for (const Shadow& shadow : TheProgram().shadows()) {
    if (VerdictOf(Match(pointcut, shadow, world)) != Verdict::kAlways) continue;
    ++matched;
    EXPECT_EQ(Print(shadow), "field-set(int shop.Account.balance)");
  }
  EXPECT_EQ(matched, 1u);
  for (const std::string& shadow : asked) EXPECT_TRUE(shadow.starts_with("field-set(")) << shadow;
}

}  // namespace
}  // namespace raddle::pointcut
