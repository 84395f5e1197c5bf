#include "options/suggest.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace raddle::options {
namespace {

TEST(Suggest, DistanceCountsSingleMistakes) {
  EXPECT_EQ(EditDistance("", ""), 0u);
  EXPECT_EQ(EditDistance("", "abc"), 3u);
  EXPECT_EQ(EditDistance("detectors", "detectors"), 0u);
  EXPECT_EQ(EditDistance("detektors", "detectors"), 1u);
  EXPECT_EQ(EditDistance("detctors", "detectors"), 1u);
  EXPECT_EQ(EditDistance("dectetors", "detectors"), 2u);
  EXPECT_EQ(EditDistance("dmup", "dump"), 1u);  // neighbours swapped
  EXPECT_EQ(EditDistance("dump", "jdk"), 4u);
}

TEST(Suggest, NearestIsWhatWasProbablyMeant) {
  const std::vector<std::string> names = {"--detectors", "--class-path", "-cp", "--jdk", "--json", "--threads"};
  EXPECT_EQ(Nearest("--detektors", names), "--detectors");
  EXPECT_EQ(Nearest("--classpath", names), "--class-path");
  EXPECT_EQ(Nearest("--jkd", names), "--jdk");
  EXPECT_EQ(Nearest("--thread", names), "--threads");
  EXPECT_EQ(Nearest("--det", names), "--detectors");  // cut short
  EXPECT_EQ(Nearest("-pc", names), "-cp");
}

TEST(Suggest, NothingIsBetterThanAGuess) {
  const std::vector<std::string> names = {"--detectors", "--jdk"};
  EXPECT_EQ(Nearest("--colour", names), "");
  EXPECT_EQ(Nearest("-x", names), "");
  EXPECT_EQ(Nearest("--jdk", {}), "");
}

}  // namespace
}  // namespace raddle::options
