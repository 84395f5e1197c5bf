// Named pointcuts and the binding of parameters.
#include "pointcut/named.h"

#include <gtest/gtest.h>

#include "pointcut/print.h"

namespace raddle::pointcut {
namespace {

PointcutTable Table(std::vector<std::tuple<std::string, std::vector<Formal>, std::string>> rows) {
  PointcutTable table;
  for (auto& [name, formals, text] : rows) {
    Result<Pointcut> expression = Parse(text, formals);
    EXPECT_TRUE(expression) << text << ": " << expression.error().ToString();
    table[name] = {formals, *std::move(expression)};
  }
  return table;
}

std::string Expanded(std::string_view text, const PointcutTable& table, std::vector<Formal> formals = {}) {
  Result<Pointcut> parsed = Parse(text, formals);
  if (!parsed) return parsed.error().ToString();
  Result<Pointcut> expanded = Expand(*parsed, table);
  return expanded ? Print(*expanded) : expanded.error().ToString();
}

std::string Bindings(std::string_view text, std::vector<Formal> formals) {
  Result<Pointcut> parsed = Parse(text, formals);
  if (!parsed) return parsed.error().ToString();
  Result<void> checked = CheckBindings(*parsed, formals);
  return checked ? "fine" : checked.error().ToString();
}

TEST(Named, StandsForWhatItMeans) {
  PointcutTable table = Table({{"scope", {}, "!within(racer..*)"}, {"writes", {}, "set(* *) && scope()"}});
  EXPECT_EQ(Expanded("writes() && maybeShared()", table), "set(* *) && !within(racer..*) && maybeShared()");
  EXPECT_EQ(Expanded("!writes()", table), "!(set(* *) && !within(racer..*))");
  EXPECT_EQ(Expanded("lock() || writes()", table), "lock() || set(* *) && !within(racer..*)");
}

TEST(Named, QualifiedNamesAreLookedUpAsWritten) {
  PointcutTable table = Table({{"Locking.scope", {}, "within(a..*)"}});
  EXPECT_EQ(Expanded("Locking.scope()", table), "within(a..*)");
}

TEST(Named, AParameterTakesTheCallersName) {
  PointcutTable table = Table({{"locked", {{"l", "Object"}}, "lock() && args(l)"}});
  EXPECT_EQ(Expanded("locked(m)", table, {{"m", "Object"}}), "lock() && args(m)");
}

TEST(Named, AParameterOfAnotherTypeIsTestedForBoth) {
  PointcutTable table = Table({{"locked", {{"l", "a.Queue"}}, "lock() && args(l)"}});
  EXPECT_EQ(Expanded("locked(m)", table, {{"m", "Object"}}), "lock() && args(a.Queue) && args(m)");
  EXPECT_EQ(Expanded("locked(a.Other)", table), "lock() && args(a.Queue) && args(a.Other)");
}

TEST(Named, AnyValueLeavesTheParametersType) {
  PointcutTable table = Table({{"sets", {{"o", "a.B"}, {"v", "int"}}, "set(* *) && target(o) && args(v)"}});
  EXPECT_EQ(Expanded("sets(*, n)", table, {{"n", "int"}}), "set(* *) && target(a.B) && args(n)");
}

TEST(Named, OtherArgumentsAreNotTestedTwice) {
  PointcutTable table = Table({{"p", {{"x", "a.B"}}, "call(* *(..)) && args(int, x, ..)"}});
  EXPECT_EQ(Expanded("p(y)", table, {{"y", "Object"}}), "call(* *(..)) && args(*, a.B, ..) && args(int, y, ..)");
}

TEST(Named, ErrorsPointAtTheCall) {
  PointcutTable table = Table({{"p", {{"x", "a.B"}}, "this(x)"}, {"q", {}, "lock() && gone()"}});
  EXPECT_EQ(Expanded("lock() && excution()", table), "offset 10: no pointcut is named excution");
  EXPECT_EQ(Expanded("p()", table), "offset 0: p takes 1 argument, not 0");
  EXPECT_EQ(Expanded("q()", table), "pointcut q: offset 10: no pointcut is named gone");
}

TEST(Named, RecursionIsFound) {
  PointcutTable table = Table({{"a", {}, "lock() && b()"}, {"b", {}, "!a()"}, {"self", {}, "self()"}});
  EXPECT_EQ(Expanded("self()", table), "pointcut self: offset 0: a pointcut that refers to itself: self -> self");
  EXPECT_EQ(Expanded("a()", table), "pointcut a: pointcut b: offset 1: a pointcut that refers to itself: a -> b -> a");
}

TEST(Named, DoublingDefinitionsEndInAnError) {
  PointcutTable table = Table({{"p0", {}, "lock()"}});
  for (int i = 1; i < 40; ++i) {
    std::string before = "p" + std::to_string(i - 1);
    table["p" + std::to_string(i)] = {{}, *Parse("!" + before + "() && !" + before + "()")};
  }
  EXPECT_NE(Expanded("p39()", table).find("too large"), std::string::npos);
}

TEST(Bindings, EachParameterGetsItsValueOnce) {
  std::vector<Formal> one = {{"x", "a.B"}};
  EXPECT_EQ(Bindings("this(x)", one), "fine");
  EXPECT_EQ(Bindings("lock() && args(x) || unlock() && args(x)", one), "fine");
  EXPECT_EQ(Bindings("lock()", one), "offset 0: x gets no value: bind it with this(x), target(x) or args(x)");
  EXPECT_EQ(Bindings("this(x) && target(x)", one), "offset 18: x is bound twice");
  EXPECT_EQ(Bindings("args(x, x)", one), "offset 8: x is bound twice");
  EXPECT_EQ(Bindings("this(x) || lock()", one), "offset 5: x is bound on one side of '||' only");
  EXPECT_EQ(Bindings("lock() || target(x)", one), "offset 17: x is bound on one side of '||' only");
  EXPECT_EQ(Bindings("lock() && !this(x)", one), "offset 16: x is bound under '!', where it has no value");
}

}  // namespace
}  // namespace raddle::pointcut
