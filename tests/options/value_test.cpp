#include "options/value.h"

#include <gtest/gtest.h>

namespace raddle::options {
namespace {

TEST(Value, NumbersAreDecimalAndFitTheirType) {
  uint32_t value = 0;
  EXPECT_TRUE(Assign(value, "4294967295"));
  EXPECT_EQ(value, 4294967295u);
  EXPECT_EQ(Assign(value, "4294967296").error().reason, "is too large");
  for (const char* text : {"", "-1", "+1", "0x10", "3 ", " 3", "3k", "many"}) {
    EXPECT_EQ(Assign(value, text).error().reason, "is not a number") << text;
  }
}

TEST(Value, TimesAndSizesHaveUnits) {
  Seconds time;
  for (auto [text, seconds] : {std::pair{"90", 90u}, {"60s", 60u}, {"5m", 300u}, {"1h", 3600u}, {"0", 0u}}) {
    EXPECT_TRUE(Assign(time, text)) << text;
    EXPECT_EQ(time.value, seconds) << text;
  }
  Mebibytes size;
  for (auto [text, mebibytes] : {std::pair{"512", 512u}, {"512M", 512u}, {"4G", 4096u}}) {
    EXPECT_TRUE(Assign(size, text)) << text;
    EXPECT_EQ(size.value, mebibytes) << text;
  }
  for (const char* text : {"", "-1s", "1 m", "s", "1.5h", "4T"}) {
    EXPECT_EQ(Assign(time, text).error().reason, "is not like 60s, 5m or 1h") << text;
    EXPECT_EQ(Assign(size, text).error().reason, "is not like 4G or 512M") << text;
  }
  EXPECT_EQ(Assign(time, "2000000h").error().reason, "is too large");
  EXPECT_EQ(Show(Seconds{60}), "60s");
  EXPECT_EQ(Show(Mebibytes{4096}), "4G");
}

TEST(Value, APathListIsSplitAtColonsAndGrowsWhenGivenTwice) {
  PathList paths;
  EXPECT_TRUE(Assign(paths, "a.jar:classes"));
  EXPECT_TRUE(Assign(paths, "b.jar"));
  EXPECT_EQ(paths.entries, (std::vector<std::string>{"a.jar", "classes", "b.jar"}));
  EXPECT_EQ(Show(paths), "a.jar:classes:b.jar");
}

TEST(Value, EmptyEntriesOfAPathListAreLeftOut) {
  PathList paths;
  EXPECT_TRUE(Assign(paths, "::a::b:"));
  EXPECT_EQ(paths.entries, (std::vector<std::string>{"a", "b"}));
  EXPECT_FALSE(Assign(paths, ":"));
  EXPECT_FALSE(Assign(paths, ""));
}

TEST(Value, FilesMayHaveAnyCharacterAndGrowWhenGivenTwice) {
  Files files;
  EXPECT_TRUE(Assign(files, "a:b,c d"));
  EXPECT_TRUE(Assign(files, "e"));
  EXPECT_EQ(files.entries, (std::vector<std::string>{"a:b,c d", "e"}));
  EXPECT_FALSE(Assign(files, ""));
}

TEST(Value, PackagesAreSplitAtCommasOrPlusesAndGrowWhenGivenTwice) {
  Packages packages;
  EXPECT_TRUE(Assign(packages, "com.acme,org.x"));
  EXPECT_TRUE(Assign(packages, "net+edu"));
  EXPECT_EQ(Show(packages), "com.acme,org.x,net,edu");
  for (const char* text : {"", ",", "com.*", "a b"}) EXPECT_FALSE(Assign(packages, text)) << text;
}

TEST(Value, DetectorsAreThoseNamedAndNoOthers) {
  Detectors detectors;
  EXPECT_EQ(Show(detectors), "hb,racer");
  EXPECT_TRUE(Assign(detectors, "eraser,hb"));
  EXPECT_EQ(Show(detectors), "hb,eraser");
  EXPECT_TRUE(Assign(detectors, "all"));
  EXPECT_EQ(Show(detectors), "hb,racer,deadlock,views,object,atomrace");
  EXPECT_TRUE(Assign(detectors, "all,eraser"));
  EXPECT_EQ(Show(detectors), "hb,racer,eraser,deadlock,views,object,atomrace");
  EXPECT_TRUE(Assign(detectors, "eraser,hb"));
  EXPECT_EQ(Assign(detectors, "hb,psychic").error().reason,
            "has an unknown detector, psychic: there are hb, racer, eraser, deadlock, views, object, atomrace, and all");
  EXPECT_EQ(Assign(detectors, ",").error().reason, "names none of hb, racer, eraser, deadlock, views, object, atomrace");
  EXPECT_EQ(Show(detectors), "hb,eraser");
}

TEST(Value, AFlagIsTrueByItsNameAlone) {
  bool flag = false;
  EXPECT_TRUE(Assign(flag, ""));
  EXPECT_TRUE(flag);
  EXPECT_TRUE(Assign(flag, "false"));
  EXPECT_FALSE(flag);
  EXPECT_FALSE(Assign(flag, "yes"));
}

TEST(Value, DefaultsThatGoWithoutSayingAreNotShown) {
  EXPECT_EQ(Show(false), "");
  EXPECT_EQ(Show(MaybeText()), "");
  EXPECT_EQ(Show(PathList()), "");
  EXPECT_EQ(Show(uint32_t{0}), "0");
}

}  // namespace
}  // namespace raddle::options
