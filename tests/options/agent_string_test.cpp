#include "options/agent_string.h"

#include <gtest/gtest.h>

namespace raddle::options {
namespace {

using Names = std::vector<std::string>;

AgentOptions Parsed(std::string_view text) {
  Result<AgentOptions> parsed = ParseAgentString(text);
  EXPECT_TRUE(parsed) << text << ": " << (parsed ? "" : parsed.error().reason);
  return parsed ? *parsed : AgentOptions();
}

std::string Refused(std::string_view text) {
  Result<AgentOptions> parsed = ParseAgentString(text);
  EXPECT_FALSE(parsed) << text;
  return parsed ? "" : parsed.error().reason;
}

TEST(AgentString, NothingGivesTheDefaults) {
  AgentOptions options = Parsed("");
  EXPECT_TRUE(options.detectors.hb && options.detectors.racer && !options.detectors.eraser);
  EXPECT_EQ(options.out, ".raddle");
  EXPECT_EQ(AgentString(options), "");
}

TEST(AgentString, ListsAreSeparatedByPlusOrByComma) {
  for (const char* text : {"detectors=hb+eraser,strict", "detectors=hb,eraser,strict", "strict,detectors=hb,,eraser"}) {
    AgentOptions options = Parsed(text);
    EXPECT_TRUE(options.detectors.hb && !options.detectors.racer && options.detectors.eraser) << text;
    EXPECT_TRUE(options.strict) << text;
  }
  EXPECT_EQ(Parsed("include=com.acme,org.x,include=net,weave-jdk").include.names, (Names{"com.acme", "org.x", "net"}));
}

TEST(AgentString, OfTwoValuesTheLastHolds) {
  EXPECT_EQ(Parsed("out=a,out=b").out, "b");
  AgentOptions options = Parsed("detectors=eraser,detectors=hb");
  EXPECT_TRUE(options.detectors.hb && !options.detectors.eraser);
}

TEST(AgentString, ACommaOfAValueIsWrittenTwice) {
  EXPECT_EQ(Parsed("out=/a,,b=c,strict").out, "/a,b=c");
  EXPECT_EQ(Parsed("out=,,,strict").out, ",");
}

TEST(AgentString, AnythingThatCanBeGivenComesBack) {
  AgentOptions options;
  options.detectors = {.hb = false, .racer = true, .eraser = true};
  options.strict = options.quiet = true;
  options.include.names = {"com.acme", "org.x"};
  options.contracts.entries = {"/a b/c,d=e:f", "/second,,", ",third"};
  options.run = "/run/,of,/it's \"odd\"";
  const std::string text = AgentString(options);
  AgentOptions again = Parsed(text);
  EXPECT_EQ(Show(again.detectors), "racer,eraser");
  EXPECT_TRUE(again.strict && again.quiet && !again.weave_jdk);
  EXPECT_EQ(again.include.names, options.include.names);
  EXPECT_EQ(again.contracts.entries, options.contracts.entries);
  EXPECT_EQ(again.run, options.run);
  EXPECT_EQ(AgentString(again), text);
}

TEST(AgentString, NonsenseIsRefusedInOneLine) {
  EXPECT_EQ(Refused("detectors=hb,foo"),
            "detectors: 'hb,foo' has an unknown detector, foo: there are hb, racer, eraser, deadlock, views, object, atomrace, and all");
  EXPECT_EQ(Refused("detectors=hb,strikt"), "unknown option strikt; did you mean strict?");
  EXPECT_EQ(Refused("otu=x"), "unknown option otu; did you mean out?");
  EXPECT_EQ(Refused("frobnicate"), "unknown option frobnicate; raddle agent --help lists them");
  EXPECT_EQ(Refused("help"), "unknown option help; raddle agent --help lists them");
  EXPECT_EQ(Refused("out"), "out needs a value: out=DIR");
  EXPECT_EQ(Refused("out="), "out: '' is empty");
  EXPECT_EQ(Refused("strict=maybe"), "strict: 'maybe' is neither true nor false");
  EXPECT_EQ(Refused("include=com.*"), "include: 'com.*' is not a package: com.acme stands for itself and all below it");
}

}  // namespace
}  // namespace raddle::options
