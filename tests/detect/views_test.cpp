// Views and their conflicts: the examples of the paper as scripts, and the definition against a slow, obvious one.
#include <gtest/gtest.h>

#include <random>

#include "detect/views/view_set.h"
#include "script.h"

namespace raddle::detect {
namespace {

// "ta{x,y} tb{x}{y}": whose view is the whole, whose are the parts.
class Program {
 public:
  explicit Program(bool strict) : engine_({.hb = false, .racer = false, .views = true, .strict = strict}, collector_) {}

  // A section of a thread that touches variables under a lock, in a method: 0 is none that anybody knows.
  void Section(uint32_t thread, std::string_view variables, uint32_t method = 0, uint32_t lock = 1) {
    Enter(thread, lock);
    Touch(thread, variables);
    Leave(thread, method, lock);
  }
  void Enter(uint32_t thread, uint32_t lock = 1, event::LockMode mode = event::LockMode::kWrite) {
    replayer_.Apply(event::Acquire{ThreadId(thread), LockId(lock), mode});
  }
  void Touch(uint32_t thread, std::string_view variables, event::AccessKind kind = event::AccessKind::kWrite,
             uint64_t object = 0, SiteId site = {}) {
    for (char each : variables) {
      replayer_.Apply(event::Access{ThreadId(thread), kind, {VariableId(static_cast<uint32_t>(each)), object}, site});
    }
  }
  void Leave(uint32_t thread, uint32_t method = 0, uint32_t lock = 1, event::LockMode mode = event::LockMode::kWrite) {
    collector_.method = method == 0 ? MethodId() : MethodId(method);
    if (method != 0) collector_.here = SiteId(method);
    replayer_.Apply(event::Release{ThreadId(thread), LockId(lock), mode});
    collector_.method = {}, collector_.here = {};
  }
  // Somebody makes the object, and then the others run.
  void Construct(std::string_view variables, uint32_t threads) {
    Touch(0, variables);
    for (uint32_t child = 1; child <= threads; ++child) replayer_.Apply(event::Fork{ThreadId(0), ThreadId(child)});
  }
  void Apply(const event::Event& event) { replayer_.Apply(event); }
  void ConstructorIs(SiteId site) { collector_.constructor = site; }
  void ElementsAre(char name) { collector_.elements = VariableId(static_cast<uint32_t>(name)); }

  // "2{xy} 3{x}{y}" for each conflict: the whole, then the parts.
  std::vector<std::string> Conflicts() const {
    std::vector<std::string> texts;
    for (const ViewConflict& conflict : collector_.views) {
      auto print = [](const ViewSection& section) {
        std::string text = "{";
        for (VariableId each : section.view) text += static_cast<char>(each.value());
        std::sort(text.begin() + 1, text.end());
        return text + "}";
      };
      std::string text = std::to_string(conflict.whole.thread.value()) + print(conflict.whole) + " " +
                         std::to_string(conflict.parts[0].thread.value());
      std::set<std::string> parts;
      for (const ViewSection& part : conflict.parts) parts.insert(print(part));
      for (const std::string& part : parts) text += part;
      texts.push_back(text);
    }
    std::ranges::sort(texts);
    return texts;
  }

 private:
  Collector collector_;
  Engine engine_;
  Replayer replayer_{engine_, true};
};

using Texts = std::vector<std::string>;
using Views = std::vector<std::vector<std::string>>;  // of each thread, from 1 on

Texts ConflictsOf(const Views& threads, bool strict) {
  Program p(strict);
  p.Construct("xyz", static_cast<uint32_t>(threads.size()));
  uint32_t method = 0;  // each has its own
  for (uint32_t thread = 1; thread <= threads.size(); ++thread) {
    for (const std::string& view : threads[thread - 1]) p.Section(thread, view, ++method);
  }
  return p.Conflicts();
}

void Expect(const Views& threads, const Texts& conflicts) {
  for (bool strict : {true, false}) EXPECT_EQ(ConflictsOf(threads, strict), conflicts) << (strict ? "strict" : "");
}

TEST(Table1, Example1NobodyTreatsThePairAsOne) {
  Expect({{"x", "y"}, {"x", "y"}}, {});
}
TEST(Table1, Example2OneDoesAndTheOtherDoesNot) {
  Expect({{"xy"}, {"x", "y"}}, {"1{xy} 2{x}{y}"});
}
TEST(Table1, Example3PartsOfItsOwnChangeNothing) {
  Expect({{"xy", "x", "y"}, {"x", "y"}}, {"1{xy} 2{x}{y}"});
}
TEST(Table1, Example4AChainOfPartsIsCompatible) {
  Expect({{"xyz"}, {"xy", "x"}}, {});
}
TEST(Table2, Example5TheThirdThreadTakesThePairApart) {
  Expect({{"xy"}, {"x"}, {"x", "y"}}, {"1{xy} 3{x}{y}"});
}
TEST(Table2, Example6EachTakesOnePart) {
  Expect({{"xy"}, {"x"}, {"y"}}, {});
}
TEST(Table2, Example7ACircleOfPairsThatOverlapInOneField) {
  Expect({{"xy", "x", "y"}, {"yz", "y", "z"}, {"zx", "z", "x"}}, {});
}
// The table lists the first. By the definition of §3.2 there is a second: {x,y} and {y,z} of tc meet te's maximal view
// {z,x} in {x} and in {z}, which are no chain.
TEST(Table2, Example8OneOfTheThreeHasTwoPairs) {
  Expect({{"xy", "x", "yz"}, {"yz", "y", "z"}, {"zx", "z", "x"}}, {"1{yz} 2{y}{z}", "3{xz} 1{xy}{x}{yz}"});
}

TEST(Figure4, ThreadThreeConflictsWithOneAndFour) {
  Expect({{"xy"}, {"x"}, {"x", "y"}, {"x", "xy"}}, {"1{xy} 3{x}{y}", "4{xy} 3{x}{y}"});
}

// a: achieved, v: value, s: the system's state.
TEST(Figure2, TheTaskSetsValueAndFlagInTwoSectionsAndTheDaemonReadsThemInOne) {
  for (bool strict : {true, false}) {
    Program p(strict);
    p.Construct("vas", 2);
    p.Section(1, "v", 1);
    p.Section(1, "a", 2);
    p.Section(2, "avs", 3);
    EXPECT_EQ(p.Conflicts(), (Texts{"2{asv} 1{a}{v}"})) << strict;
  }
}

// Fig. 7: read, change and write back in two sections is another kind of error.
TEST(Figure7, OneVariableIsConsistent) {
  Expect({{"x", "x"}, {"x", "x"}}, {});
}

TEST(Views, SectionsOfAnInnerLockDoNotConflictWithTheOuterOneAroundThem) {
  for (bool strict : {true, false}) {
    Program p(strict);
    p.Construct("xy", 2);
    for (uint32_t thread : {1, 2}) {
      p.Enter(thread, 1);
      p.Section(thread, "x", 0, 2);
      p.Section(thread, "y", 0, 2);
      p.Leave(thread, 0, 1);
    }
    EXPECT_EQ(p.Conflicts().size(), strict ? 2u : 0u);
  }
}

TEST(Views, AnInnerLockThatAnotherThreadHoldsThroughoutIsAConflict) {
  Program p(false);
  p.Construct("xy", 2);
  p.Enter(1, 1);
  p.Section(1, "x", 0, 2);
  p.Section(1, "y", 0, 2);
  p.Leave(1, 0, 1);
  p.Section(2, "xy", 0, 2);
  EXPECT_EQ(p.Conflicts(), (Texts{"2{xy} 1{x}{y}"}));
}

// §5: {1,3}, {3}, {2,3} of one lift against {1,2,3} of another that took the branch.
TEST(Elevator, ABranchNotTakenIsNoConflict) {
  for (bool strict : {true, false}) {
    Program p(strict);
    p.Construct("123", 2);
    p.Section(1, "13", 10);
    p.Section(1, "3", 11);
    p.Section(1, "23", 12);
    p.Section(2, "123", 12);
    EXPECT_EQ(p.Conflicts(), strict ? Texts{"2{123} 1{13}{23}"} : Texts{});
  }
}

TEST(Elevator, TheSameViewsInAnotherMethodAreOne) {
  Program p(false);
  p.Construct("123", 2);
  p.Section(1, "13", 10);
  p.Section(1, "23", 12);
  p.Section(2, "123", 13);
  EXPECT_EQ(p.Conflicts(), (Texts{"2{123} 1{13}{23}"}));
}

TEST(Views, ConstantsAreLeftOutUntilSomebodyWritesThem) {
  Program p(false);
  p.Construct("xy", 2);
  auto read = [&](uint32_t thread, std::string_view variables) {
    p.Enter(thread);
    p.Touch(thread, variables, event::AccessKind::kRead);
    p.Leave(thread);
  };
  read(1, "xy");
  read(2, "x");
  read(2, "y");
  EXPECT_EQ(p.Conflicts(), Texts{});
  p.Section(2, "x");
  EXPECT_EQ(p.Conflicts(), Texts{});
  p.Section(2, "y");
  EXPECT_EQ(p.Conflicts(), (Texts{"1{xy} 2{x}{y}"}));
}

TEST(Views, WhichElementsASectionTouchesIsAMatterOfData) {
  for (bool strict : {true, false}) {
    Program p(strict);
    p.ElementsAre('a');
    auto section = [&](uint32_t thread, std::string_view others, std::initializer_list<uint64_t> elements) {
      p.Enter(thread);
      for (uint64_t each : elements) p.Touch(thread, "a", event::AccessKind::kWrite, each);
      p.Touch(thread, others);
      p.Leave(thread);
    };
    p.Construct("x", 2);
    section(1, "x", {1, 2});
    section(2, "x", {1});
    section(2, "x", {2});
    EXPECT_EQ(p.Conflicts().empty(), !strict);
    // Elements and something else are still two things.
    Program q(strict);
    q.ElementsAre('a');
    q.Construct("xa", 2);
    q.Section(1, "xa", 1);
    q.Section(2, "x", 2);
    q.Section(2, "a", 3);
    EXPECT_EQ(q.Conflicts(), Texts{"1{ax} 2{a}{x}"});
  }
}

TEST(Views, TheSameConflictOfManyObjectsIsOneReport) {
  for (bool strict : {true, false}) {
    Program p(strict);
    p.Construct("", 2);
    for (uint32_t object = 1; object <= 10; ++object) {
      p.Touch(0, "xy", event::AccessKind::kWrite, object);
      auto section = [&](uint32_t thread, std::string_view variables) {
        p.Enter(thread, object);
        p.Touch(thread, variables, event::AccessKind::kWrite, object);
        p.Leave(thread, 0, object);
      };
      section(1, "xy");
      section(2, "x");
      section(2, "y");
    }
    EXPECT_EQ(p.Conflicts().size(), strict ? 10u : 1u);
  }
}

// Under a lock each, so that no section excuses another.
TEST(Views, OfTheSameMethodsAFewAreEnoughAndAnotherOneIsStillHeardOf) {
  Program p(false);
  p.Construct("abcdefghijklmnopqr", 2);
  const std::string_view names = "abcdefghijklmnop";
  for (uint32_t i = 0; i < names.size() / 2; ++i) {
    const std::string_view pair = names.substr(2 * i, 2);
    p.Section(1, pair, 1, i + 1);
    p.Section(2, pair.substr(0, 1), 2, i + 1);
    p.Section(2, pair.substr(1), 3, i + 1);
  }
  EXPECT_EQ(p.Conflicts(), (Texts{"1{ab} 2{a}{b}", "1{cd} 2{c}{d}", "1{ef} 2{e}{f}", "1{gh} 2{g}{h}"}));
  p.Section(1, "qr", 1, 9);
  p.Section(2, "q", 2, 9);
  p.Section(2, "r", 4, 9);
  EXPECT_EQ(p.Conflicts().back(), "1{qr} 2{q}{r}");
}

TEST(Views, WhatMainDidInPartsBeforeItStartedTheOthersIsNoConflict) {
  for (bool strict : {true, false}) {
    Program p(strict);
    p.Section(9, "xy");  // somebody unrelated has touched them
    p.Section(0, "x");
    p.Section(0, "y");
    p.Apply(event::Fork{ThreadId(0), ThreadId(1)});
    p.Section(1, "xy");
    Texts with_the_unrelated = {"9{xy} 0{x}{y}"};
    EXPECT_EQ(p.Conflicts(), strict ? (Texts{"1{xy} 0{x}{y}", "9{xy} 0{x}{y}"}) : with_the_unrelated);
  }
  Program again(false);
  again.Section(0, "x");
  again.Section(0, "y");
  again.Apply(event::Fork{ThreadId(0), ThreadId(1)});
  again.Section(1, "xy");
  EXPECT_EQ(again.Conflicts(), Texts{});
  again.Section(0, "x");
  again.Section(0, "y");
  EXPECT_EQ(again.Conflicts(), (Texts{"1{xy} 0{x}{y}"}));
}

TEST(Views, AWaitEndsTheSection) {
  Program p(false);
  p.Construct("xy", 2);
  p.Enter(1);
  p.Touch(1, "x");
  p.Apply(event::Wait{ThreadId(1), LockId(1)});
  p.Apply(event::Woken{ThreadId(1), LockId(1)});
  p.Touch(1, "y");
  p.Leave(1);
  p.Section(2, "xy");
  EXPECT_EQ(p.Conflicts(), (Texts{"2{xy} 1{x}{y}"}));
}

TEST(Views, AnAccessInAnEarlierSectionDoesNotHideTheNext) {
  Program p(false);
  p.Construct("xy", 2);
  for (int round = 0; round < 3; ++round) p.Section(1, "xy"), p.Section(1, "x");
  p.Touch(2, "x");  // no lock: no section
  p.Section(2, "x");
  p.Section(2, "y");
  EXPECT_EQ(p.Conflicts(), (Texts{"1{xy} 2{x}{y}"}));
}

// §3.2 word by word, over the finished sets of views: which threads' maximal views others are incompatible with.
using Sets = std::vector<std::set<std::set<uint32_t>>>;

std::set<std::pair<uint32_t, uint32_t>> Incompatible(const Sets& v) {
  auto within = [](const std::set<uint32_t>& a, const std::set<uint32_t>& b) { return std::ranges::includes(b, a); };
  std::set<std::pair<uint32_t, uint32_t>> pairs;
  for (uint32_t t1 = 0; t1 < v.size(); ++t1) {
    for (const auto& m : v[t1]) {
      bool maximal = std::ranges::all_of(v[t1], [&](const auto& other) { return !within(m, other) || m == other; });
      for (uint32_t t2 = 0; maximal && t2 < v.size(); ++t2) {
        std::vector<std::set<uint32_t>> overlap;
        for (const auto& view : v[t2]) {
          std::set<uint32_t> both;
          std::ranges::set_intersection(m, view, std::inserter(both, both.end()));
          if (!both.empty()) overlap.push_back(both);
        }
        for (const auto& a : overlap) {
          for (const auto& b : overlap) {
            if (t1 != t2 && !within(a, b) && !within(b, a)) pairs.insert({t1, t2});
          }
        }
      }
    }
  }
  return pairs;
}

TEST(ViewSet, AgreesWithTheDefinitionOnRandomViews) {
  size_t consistent = 0, inconsistent = 0;
  for (uint32_t seed = 1; seed <= 5000; ++seed) {
    std::mt19937 random(seed);
    const uint32_t threads = 2 + random() % 3, variables = 2 + random() % 5;
    Sets sets(threads);
    ViewSet views;
    std::set<std::pair<uint32_t, uint32_t>> found;
    for (uint32_t count = 2 + random() % 8; count > 0; --count) {
      const uint32_t thread = random() % threads;
      std::set<uint32_t> chosen;
      for (uint32_t v = 1; v <= variables; ++v) {
        if (random() % 2 == 0) chosen.insert(v);
      }
      if (chosen.empty()) continue;
      sets[thread].insert(chosen);
      Section* section = views.Note(ThreadId(thread), View(chosen.begin(), chosen.end()), {}, {});
      views.Check(*section, {}, [&](const Divergence& conflict) {
        found.insert({conflict.whole->thread.value(), conflict.parts[0]->thread.value()});
      });
    }
    const auto expected = Incompatible(sets);
    ASSERT_EQ(found, expected) << "seed " << seed;
    ++(expected.empty() ? consistent : inconsistent);
    std::set<std::pair<uint32_t, uint32_t>> at_the_end;
    views.CheckAll({}, [&](const Divergence& conflict) {
      at_the_end.insert({conflict.whole->thread.value(), conflict.parts[0]->thread.value()});
    });
    ASSERT_EQ(at_the_end, expected) << "seed " << seed;
  }
  EXPECT_GT(consistent, 1000u);
  EXPECT_GT(inconsistent, 1000u);
}

// Sections that are told when they are over, of an object that thread 0 made.
class ToldSections {
 public:
  using Fate = detect::Views::Fate;

  ToldSections() {
    engine_.views()->stale = [&](ThreadId thread, uint32_t group) {
      EXPECT_EQ(group, kGroup);
      stale.push_back(thread.value());
    };
    for (uint32_t child : {1, 2}) replayer_.Apply(event::Fork{ThreadId(0), ThreadId(child)});
    for (uint32_t child : {1, 2}) replayer_.Apply(event::Begin{ThreadId(child)});
  }
  Fate Section(uint32_t thread, std::string_view variables, bool write, bool by_maker = false,
               std::vector<LockId> gates = {}) {
    std::vector<detect::Views::Touched> touched;
    for (char each : variables) touched.push_back({7, VariableId(static_cast<uint32_t>(each)), write, by_maker});
    return engine_.views()->OnSection(replayer_.thread(ThreadId(thread)), kLock, kGroup, std::move(gates), touched, {});
  }
  void LockIsGone() { engine_.views()->OnGone(kLock); }
  size_t conflicts() const { return collector_.views.size(); }

  std::vector<uint32_t> stale;

 private:
  static constexpr LockId kLock{1};
  static constexpr uint32_t kGroup = 5;

  Collector collector_;
  Engine engine_{{.hb = false, .racer = false, .views = true, .sections_told = true}, collector_};
  Replayer replayer_{engine_, true};
};

TEST(ToldSections, WhatAnotherThanItsMakerWritesIsNoConstant) {
  ToldSections p;
  p.Section(1, "xy", true);
  p.Section(2, "x", false);
  p.Section(2, "y", false);
  EXPECT_EQ(p.conflicts(), 1u);
}

TEST(ToldSections, WhatIsOnlyReadIsAConstant) {
  ToldSections p;
  p.Section(1, "xy", false);
  p.Section(2, "x", false);
  p.Section(2, "y", false);
  EXPECT_EQ(p.conflicts(), 0u);
}

TEST(ToldSections, TheMakersWritesCountOnceAnotherHasComeAndItMustTellOfThemAgain) {
  ToldSections p;
  p.Section(1, "xy", true, true);
  EXPECT_TRUE(p.stale.empty());
  p.Section(2, "x", false);
  p.Section(2, "y", false);
  EXPECT_EQ(p.conflicts(), 0u);
  EXPECT_EQ(p.stale, (std::vector<uint32_t>{1, 1, 1})) << "one for the lock, one for each variable";
  p.Section(1, "xy", true, true);
  EXPECT_EQ(p.conflicts(), 1u);
}

TEST(ToldSections, UnderALockOfOneThreadTheyWaitForASecondAndThenCount) {
  ToldSections p;
  EXPECT_EQ(p.Section(1, "x", true), ToldSections::Fate::kWaits);
  EXPECT_EQ(p.Section(1, "y", true), ToldSections::Fate::kWaits);
  EXPECT_EQ(p.Section(1, "y", true), ToldSections::Fate::kWaits);
  EXPECT_TRUE(p.stale.empty());
  EXPECT_EQ(p.Section(2, "xy", true), ToldSections::Fate::kNoted);
  EXPECT_EQ(p.conflicts(), 1u);
  EXPECT_EQ(p.stale, std::vector<uint32_t>{1}) << "what it did long ago may have been forgotten";
  EXPECT_EQ(p.Section(1, "x", true), ToldSections::Fate::kNoted);
}

TEST(ToldSections, OfThoseThatWaitTheLatestAreKept) {
  ToldSections p;
  p.Section(1, "x", true);
  p.Section(1, "y", true);
  for (char each = 'a'; each < 'p'; ++each) p.Section(1, std::string(1, each), true);
  p.Section(2, "xy", true);
  EXPECT_EQ(p.conflicts(), 0u);
  p.Section(1, "x", true);
  EXPECT_EQ(p.conflicts(), 1u) << "told again, as it was asked to";
}

TEST(ToldSections, NothingIsKeptOfALockThatIsGone) {
  ToldSections p;
  p.Section(1, "x", true);
  p.Section(1, "y", true);
  p.LockIsGone();
  EXPECT_EQ(p.Section(2, "xy", true), ToldSections::Fate::kWaits);
  EXPECT_EQ(p.Section(1, "x", true), ToldSections::Fate::kNoted);
  EXPECT_EQ(p.conflicts(), 0u);
}

TEST(ToldSections, WhatLiesInsideAnotherLockIsThatOnesUntilOnceItDoesNot) {
  ToldSections p;
  const LockId gate(2);
  p.Section(1, "xy", true, false, {gate});
  p.Section(2, "x", false, false, {gate});
  p.Section(2, "y", false, false, {gate});
  EXPECT_EQ(p.conflicts(), 0u);
  p.Section(2, "x", false);
  EXPECT_EQ(p.conflicts(), 1u);
}

// Two threads inside another lock: one has both variables in a section, the other takes them apart.
void PairInsideAnotherLock(Program& p, event::LockMode mode, bool again) {
  constexpr uint32_t kOuter = 2;
  p.Construct("xy", 2);
  p.Enter(1, kOuter, mode);
  p.Section(1, "xy", 1);
  p.Leave(1, 1, kOuter, mode);
  p.Enter(2, kOuter, mode);
  p.Section(2, "x", 2);
  if (again) {
    p.Leave(2, 4, kOuter, mode);
    p.Enter(2, kOuter, mode);
  }
  p.Section(2, "y", 3);
  p.Leave(2, 5, kOuter, mode);
}

// One thread writes both, the other reads them apart, and nobody writes after that.
void WrittenThenReadInParts(Program& p, SiteId writer) {
  p.Construct("", 2);
  p.Enter(1);
  p.Touch(1, "xy", event::AccessKind::kWrite, 0, writer);
  p.Leave(1, 1);
  for (std::string_view each : {"x", "y"}) {
    p.Enter(2);
    p.Touch(2, each, event::AccessKind::kRead);
    p.Leave(2, 2 + static_cast<uint32_t>(each == "y"));
  }
}

TEST(Constants, WhatIsWrittenUnderALockIsNone) {
  Program p(false);
  WrittenThenReadInParts(p, SiteId(9));
  EXPECT_EQ(p.Conflicts(), Texts{"1{xy} 2{x}{y}"});
}
TEST(Constants, WhatAConstructorWritesIsUntilSomebodyElseDoes) {
  Program p(false);
  p.ConstructorIs(SiteId(9));
  WrittenThenReadInParts(p, SiteId(9));
  EXPECT_EQ(p.Conflicts(), Texts());
}

TEST(Gate, NobodyComesBetweenSectionsInsideOneOfAnotherLock) {
  Program p(false);
  PairInsideAnotherLock(p, event::LockMode::kWrite, false);
  EXPECT_EQ(p.Conflicts(), Texts());
}
TEST(Gate, TheOtherLockSaysItWhereTheyAreInsideTwoOfIts) {
  Program p(false);
  PairInsideAnotherLock(p, event::LockMode::kWrite, true);
  EXPECT_EQ(p.Conflicts(), Texts{"1{xy} 2{x}{y}"});
}
TEST(Gate, WhoReadsKeepsNoReaderOut) {
  Program p(false);
  PairInsideAnotherLock(p, event::LockMode::kRead, false);
  EXPECT_EQ(p.Conflicts(), Texts{"1{xy} 2{x}{y}"});
}
TEST(Gate, AnyLockThatIsAroundAllIsOne) {
  Program p(false);
  p.Enter(2, 3);
  PairInsideAnotherLock(p, event::LockMode::kWrite, false);
  p.Leave(2, 9, 3);
  EXPECT_EQ(p.Conflicts(), Texts());
}
TEST(Gate, ThePaperHasNone) {
  Program p(true);
  PairInsideAnotherLock(p, event::LockMode::kWrite, false);
  EXPECT_EQ(p.Conflicts(), Texts{"1{xy} 2{x}{y}"});
}

}  // namespace
}  // namespace raddle::detect
