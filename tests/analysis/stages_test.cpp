// The stages on the paper's running example, pair by pair in their contexts; and their counts against a twin that looks
// at every pair of accesses.
#include "race/stages.h"

#include <set>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "cli/jdk_home.h"
#include "escape/thread_escape.h"
#include "harness/harness.h"

namespace raddle::race {
namespace {

class Analysed {
 public:
  Analysed(const std::string& main, const std::vector<std::string>& api, std::string_view contexts)
      : class_path_(Open()),
        program_(class_path_),
        analysis_(program_, *pointer::Policy::Parse(contexts)),
        annotations_(program_) {
    if (main.empty()) {
      EXPECT_TRUE(harness::AddCallers(analysis_, api).ok());
    } else {
      ClassId id = harness::FindClass(program_, main);
      analysis_.AddMain(program_.types().ResolveMethod(id, "main", "([Ljava/lang/String;)V").id, id, {});
    }
    EXPECT_TRUE(analysis_.Run([] { return false; }));
    still_local_ = std::make_unique<escape::StillLocal>(analysis_);  // splits instances, so it comes first
    threads_ = std::make_unique<threads::ThreadModel>(analysis_);
    escaping_ = escape::FindEscaping(analysis_);
    locks_ = std::make_unique<locks::LockState>(analysis_, *threads_, annotations_);
    hand_over_ = std::make_unique<order::HandOver>(analysis_, *threads_);
    stages_ = std::make_unique<Stages>(analysis_, *threads_, *locks_, *hand_over_, *still_local_, escaping_,
                                       annotations_, assumptions_);
    stages_->Run([] { return false; });
  }

  const Stages& stages() const { return *stages_; }

  // Calls body(stage, variable, first access, second access) for each pair that a stage keeps, contexts and all.
  template <typename Body>
  void ForEachPair(Body body) const {
    for (const VariableAccesses& of : stages_->variables()) {
      for (size_t i = 0; i < of.accesses.size(); ++i) {
        for (size_t j = i; j < of.accesses.size(); ++j) {
          const Access& a = of.accesses[i];
          const Access& b = of.accesses[j];
          if (!of.places[a.place].is_write && !of.places[b.place].is_write) continue;
          body(Stage::kOriginal, of, a, b);
          if (stages_->IsBuilding(of.variable, a) || stages_->IsBuilding(of.variable, b)) continue;
          const bool local = stages_->IsStillLocal(of.variable, a) || stages_->IsStillLocal(of.variable, b);
          if (stages_->ParallelRoots(a, b).empty()) continue;
          body(Stage::kReachable, of, a, b);
          bool aliasing = false, escaping = false, unlocked = false;
          for (ObjectId object : ObjectSet::Intersection(a.objects, b.objects).ToVector()) {
            if (!local && stages_->IsEscaping(object) && stages_->AreApart(of.variable, a, b, object)) continue;
            aliasing = true;
            if (local || !stages_->IsEscaping(object)) continue;
            escaping = true;
            unlocked |= !stages_->HaveCommonLock(of.variable, a, b, object);
          }
          if (aliasing) body(Stage::kAliasing, of, a, b);
          if (escaping) body(Stage::kEscaping, of, a, b);
          if (unlocked) body(Stage::kUnlocked, of, a, b);
        }
      }
    }
  }

  // "rd@outside wr@inc": methods, and where their receiver was made.
  std::set<std::string> Pairs(Stage wanted) const {
    std::set<std::string> pairs;
    ForEachPair([&](Stage stage, const VariableAccesses&, const Access& a, const Access& b) {
      if (stage != wanted) return;
      std::string first = Show(a), second = Show(b);
      pairs.insert(std::min(first, second) + " " + std::max(first, second));
    });
    return pairs;
  }

  void ExpectCountsOfTwin() const {
    std::set<std::tuple<const VariableAccesses*, uint32_t, uint32_t>> places[kStages];
    ForEachPair([&](Stage stage, const VariableAccesses& of, const Access& a, const Access& b) {
      places[static_cast<size_t>(stage)].insert({&of, std::min(a.place, b.place), std::max(a.place, b.place)});
    });
    for (size_t i = 0; i < kStages; ++i) {
      EXPECT_EQ(stages_->Count(static_cast<Stage>(i)), places[i].size()) << "stage " << i;
    }
  }

 private:
  static classpath::ClassPath Open() {
    classpath::ClassPathOptions options;
    options.jdk_home = *cli::FindJdkHome({});
    return *classpath::ClassPath::Open(RADDLE_BINARY_DIR "/java/check_programs.jar", options);
  }

  std::string Show(const Access& access) const {
    const pointer::Instance& instance = analysis_[access.instance];
    const auto& types = program_.types();
    const auto& sites = analysis_.contexts().Sites(instance.context);
    std::string where = "nowhere";
    if (!sites.empty()) {
      const pointer::Site& site = analysis_.site(pointer::SiteId(sites[0]));
      where = site.HasPlace() ? std::string(types.NameOf(site.method)) : "outside";
    }
    return fmt::format("{}@{}", types.NameOf(instance.method), where);
  }

  classpath::ClassPath class_path_;
  program::Program program_;
  pointer::PointerAnalysis analysis_;
  program::Annotations annotations_;
  Assumptions assumptions_;
  ObjectSet escaping_;
  std::unique_ptr<threads::ThreadModel> threads_;
  std::unique_ptr<escape::StillLocal> still_local_;
  std::unique_ptr<locks::LockState> locks_;
  std::unique_ptr<order::HandOver> hand_over_;
  std::unique_ptr<Stages> stages_;
};

using Set = std::set<std::string>;

TEST(Stages, OfTheRunningExampleAreThePapers) {
  Analysed fig4("", {"check.Fig4"}, "kobj:1");
  EXPECT_EQ(fig4.Pairs(Stage::kReachable), (Set{"rd@outside wr@outside", "rd@outside wr@inc", "wr@outside wr@outside",
                                                "wr@inc wr@outside", "wr@inc wr@inc"}));
  EXPECT_EQ(fig4.Pairs(Stage::kAliasing), (Set{"rd@outside wr@outside", "wr@outside wr@outside", "wr@inc wr@inc"}));
  EXPECT_EQ(fig4.Pairs(Stage::kEscaping), (Set{"rd@outside wr@outside", "wr@outside wr@outside"}));
  EXPECT_EQ(fig4.Pairs(Stage::kUnlocked), (Set{"rd@outside wr@outside"}));
  fig4.ExpectCountsOfTwin();
}

// Read and write of `used` in one method, which both insert and delete reach: the read against the write and the write
// against itself, from three pairs of callers each, make the paper's six pairs of paths.
TEST(Stages, LeaveTheTwoPairsOfTheLibraryOfFig2) {
  Analysed database("", {"check.Database"}, "kobj:1");
  EXPECT_EQ(database.stages().Count(Stage::kUnlocked), 2u);
  database.ExpectCountsOfTwin();
}

class EveryProgram : public testing::TestWithParam<const char*> {};

TEST_P(EveryProgram, HasTheCountsOfItsTwinInAllContexts) {
  for (std::string_view contexts : {"insensitive", "kobj:1", "kobj:2", "origin", "origin+kobj:1"}) {
    Analysed(std::string("check.") + GetParam(), {}, contexts).ExpectCountsOfTwin();
  }
}

INSTANTIATE_TEST_SUITE_P(Stages, EveryProgram,
                         testing::Values("WorkerArray", "ReentrantGuard", "ExecutorTasks", "ContainedObject",
                                         "SharedMap", "StartJoin", "Factory", "ParallelStream", "ReadWriteModes",
                                         "LatchHandOver", "QueueHandOver", "Slices", "OwnHelper", "StageChain"));

}  // namespace
}  // namespace raddle::race
