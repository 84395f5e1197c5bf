#include "options/parse.h"

#include <initializer_list>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace raddle::options {
namespace {

using Words = std::vector<std::string_view>;
using Names = std::vector<std::string>;

template <typename Options>
Options Parsed(const Words& words) {
  Result<Options> parsed = Parse<Options>(words);
  EXPECT_TRUE(parsed) << (parsed ? "" : parsed.error().reason);
  return parsed ? *parsed : Options();
}

template <typename Options>
std::string Refused(const Words& words) {
  Result<Options> parsed = Parse<Options>(words);
  EXPECT_FALSE(parsed);
  return parsed ? "" : parsed.error().reason;
}

TEST(Parse, NothingGivesTheDefaults) {
  auto options = Parsed<SelfcheckOptions>({});
  EXPECT_FALSE(options.edit.given);
  EXPECT_FALSE(options.jdk.given);
  EXPECT_EQ(options.threads, 0u);
  EXPECT_TRUE(options.class_path.empty());
}

TEST(Parse, AValueFollowsOrIsJoinedByAnEqualsSign) {
  EXPECT_EQ(Parsed<SelfcheckOptions>({"--threads", "3"}).threads, 3u);
  EXPECT_EQ(Parsed<SelfcheckOptions>({"--threads=3"}).threads, 3u);
  EXPECT_EQ(Parsed<SelfcheckOptions>({"-cp", "a:b"}).class_path.entries, (Names{"a", "b"}));
  EXPECT_EQ(Parsed<SelfcheckOptions>({"--class-path", "a"}).class_path.entries, (Names{"a"}));
  EXPECT_EQ(Parsed<SelfcheckOptions>({"--class-path=a=b"}).class_path.entries, (Names{"a=b"}));
}

TEST(Parse, OptionsAndOperandsMayBeMixed) {
  auto options = Parsed<DumpOptions>({"A.class", "--ir", "B.class", "-cp", "x.jar", "C"});
  EXPECT_TRUE(options.ir);
  EXPECT_EQ(options.classes, (Names{"A.class", "B.class", "C"}));
  EXPECT_EQ(options.class_path.entries, (Names{"x.jar"}));
}

TEST(Parse, AfterTwoDashesEverythingIsAnOperand) {
  auto options = Parsed<DumpOptions>({"--ir", "--", "--constants", "--", "-"});
  EXPECT_TRUE(options.ir);
  EXPECT_FALSE(options.constants);
  EXPECT_EQ(options.classes, (Names{"--constants", "--", "-"}));
}

TEST(Parse, AnotherCommandsLineEndsTheOptions) {
  auto options = Parsed<RunOptions>({"--strict", "java", "-cp", "x", "--strict=no", "--", "-"});
  EXPECT_TRUE(options.strict);
  EXPECT_EQ(options.command, (Names{"java", "-cp", "x", "--strict=no", "--", "-"}));
  EXPECT_EQ(Parsed<RunOptions>({"--", "-x"}).command, (Names{"-x"}));
}

TEST(Parse, ALoneDashIsAnOperand) {
  EXPECT_EQ(Parsed<DumpOptions>({"-"}).classes, (Names{"-"}));
}

TEST(Parse, AValueThatMayBeLeftOut) {
  auto alone = Parsed<SelfcheckOptions>({"--jdk"});
  EXPECT_TRUE(alone.jdk.given);
  EXPECT_EQ(alone.jdk.text, "");
  EXPECT_EQ(Parsed<SelfcheckOptions>({"--jdk", "/no/such/jdk"}).jdk.text, "/no/such/jdk");
  EXPECT_EQ(Parsed<SelfcheckOptions>({"--jdk=/no/such/jdk"}).jdk.text, "/no/such/jdk");
  auto followed = Parsed<SelfcheckOptions>({"--jdk", "--edit"});
  EXPECT_TRUE(followed.jdk.given);
  EXPECT_EQ(followed.jdk.text, "");
  EXPECT_TRUE(followed.edit.given);
}

TEST(Parse, WhereOperandsMayFollowOnlyADirectoryIsTakenForThatValue) {
  auto name = Parsed<DumpOptions>({"--jdk", "java.lang.String"});
  EXPECT_TRUE(name.jdk.given);
  EXPECT_EQ(name.jdk.text, "");
  EXPECT_EQ(name.classes, (Names{"java.lang.String"}));
  auto directory = Parsed<DumpOptions>({"--jdk", RADDLE_SOURCE_DIR, "java.lang.String"});
  EXPECT_EQ(directory.jdk.text, RADDLE_SOURCE_DIR);
  EXPECT_EQ(directory.classes, (Names{"java.lang.String"}));
}

TEST(Parse, HelpIsGivenEvenWhereSomethingIsMissing) {
  EXPECT_TRUE(Parsed<DumpOptions>({"--help"}).help);
  EXPECT_TRUE(Parsed<DumpOptions>({"-h"}).help);
}

TEST(Parse, ErrorsSayWhatIsWrongAndWhatToDo) {
  EXPECT_EQ(Refused<DumpOptions>({"--irr", "A"}), "unknown option --irr; did you mean --ir?");
  EXPECT_EQ(Refused<DumpOptions>({"--classpath=x", "A"}), "unknown option --classpath; did you mean --class-path?");
  EXPECT_EQ(Refused<DumpOptions>({"-c", "A"}), "unknown option -c; did you mean -cp?");
  EXPECT_EQ(Refused<DumpOptions>({"--colour", "A"}), "unknown option --colour; raddle dump --help lists the options");
  EXPECT_EQ(Refused<DumpOptions>({}), "CLASS... is missing: usage is raddle dump [options] CLASS...");
  EXPECT_EQ(Refused<DumpOptions>({"--ir=perhaps", "A"}), "--ir: 'perhaps' is neither true nor false");
  EXPECT_EQ(Refused<SelfcheckOptions>({"--threads"}), "--threads needs a value: --threads N");
  EXPECT_EQ(Refused<SelfcheckOptions>({"--threads", "--edit"}), "--threads needs a value: --threads N");
  EXPECT_EQ(Refused<SelfcheckOptions>({"--threads="}), "--threads= has nothing after it");
  EXPECT_EQ(Refused<SelfcheckOptions>({"--threads", "two"}), "--threads: 'two' is not a number");
  EXPECT_EQ(Refused<SelfcheckOptions>({"x"}), "unexpected argument x: usage is raddle selfcheck [options]");
  EXPECT_EQ(Refused<HelpOptions>({"a", "b"}), "one argument too many, b: usage is raddle help [options] [COMMAND]");
}

TEST(Parse, UnknownCommandsGetTheNearestOne) {
  EXPECT_EQ(UnknownCommand("dmup").reason, "unknown command dmup; did you mean dump?");
  EXPECT_EQ(UnknownCommand("self").reason, "unknown command self; did you mean selfcheck?");
  EXPECT_EQ(UnknownCommand("frobnicate").reason, "unknown command frobnicate; raddle help lists the commands");
}

// A command of the kind that later issues add, to see that a new line in the table is all it takes.
struct HuntOptions {
  std::string detectors = "hb,racer";
  std::vector<std::string> command;
  bool help = false;
};

TEST(Parse, ACommandLineCanBeAnOperand) {
  CommandSpec spec = CommandBuilder<HuntOptions>("hunt", "")
                         .Operands<&HuntOptions::command>("-- java ...", 1, kNoLimit, "")
                         .Option<&HuntOptions::detectors>("detectors", "", "NAMES", "which")
                         .Done();
  Words words = {"--detectors", "views", "--", "java", "-cp", "x", "--help"};
  Result<HuntOptions> parsed = Parse<HuntOptions>(words, spec);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->detectors, "views");
  EXPECT_EQ(parsed->command, (Names{"java", "-cp", "x", "--help"}));
  EXPECT_FALSE(parsed->help);

  Words typo = {"--detektors", "views", "--", "java"};
  EXPECT_EQ(Parse<HuntOptions>(typo, spec).error().reason, "unknown option --detektors; did you mean --detectors?");
  EXPECT_EQ(spec.options[0].Explanation(), "which (default: hb,racer)");
}

}  // namespace
}  // namespace raddle::options
