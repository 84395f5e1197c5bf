// What a budget that is used up leaves.
#include "check/checker.h"

#include <string>

#include <gtest/gtest.h>

#include "cli/jdk_home.h"

namespace raddle::check {
namespace {

Result<Outcome> CheckWithin(std::chrono::nanoseconds budget) {
  classpath::ClassPathOptions options;
  options.jdk_home = *cli::FindJdkHome({});
  classpath::ClassPath path = *classpath::ClassPath::Open(RADDLE_BINARY_DIR "/java/check_programs.jar", options);
  Settings settings;
  settings.main = "check.Unguarded";
  settings.budget = budget;
  return Check(path, settings);
}

TEST(Checker, CutsTheWeakestContextsShortAndSaysSo) {
  Result<Outcome> outcome = CheckWithin(std::chrono::nanoseconds(1));
  ASSERT_TRUE(outcome.ok());
  ASSERT_FALSE(outcome->notes.empty());
  EXPECT_TRUE(outcome->notes[0].starts_with("the points-to analysis took 4 times the budget and was cut short"));
}

TEST(Checker, HasTimeWithoutABudget) {
  Result<Outcome> outcome = CheckWithin(std::chrono::nanoseconds(0));
  ASSERT_TRUE(outcome.ok());
  EXPECT_FALSE(outcome->findings.empty());
  for (const std::string& note : outcome->notes) EXPECT_EQ(note.find("cut short"), std::string::npos) << note;
}

}  // namespace
}  // namespace raddle::check
