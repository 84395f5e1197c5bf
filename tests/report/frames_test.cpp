#include "report/frames.h"

#include <gtest/gtest.h>

namespace raddle::report {
namespace {

using Lines = std::vector<std::string>;

TEST(Frames, ModulesAndLoadersAreLeftOut) {
  EXPECT_EQ(WithoutModule("java.base/java.util.HashMap.put(HashMap.java:610)"),
            "java.util.HashMap.put(HashMap.java:610)");
  EXPECT_EQ(WithoutModule("app//com.acme.Bank.run(Bank.java:1)"), "com.acme.Bank.run(Bank.java:1)");
  EXPECT_EQ(WithoutModule("a.B$$Lambda/0x00c03000.run(Unknown Source)"), "a.B$$Lambda/0x00c03000.run(Unknown Source)");
  EXPECT_EQ(WithoutModule("m/a.B$$Lambda/0x0c.run(x)"), "a.B$$Lambda/0x0c.run(x)");
  EXPECT_EQ(WithoutModule("a.B.c(d/e.java:1)"), "a.B.c(d/e.java:1)");
  EXPECT_EQ(WithoutModule("/0x"), "/0x");
}

TEST(Frames, PackagesAreThoseOfTheClass) {
  EXPECT_EQ(PackageOf("java.base/java.util.HashMap.put(HashMap.java:610)"), "java.util");
  EXPECT_EQ(PackageOf("a.b.B$$Lambda/0x0c.run(Unknown Source)"), "a.b");
  EXPECT_EQ(PackageOf("Main.main(Main.java:3)"), "");
  EXPECT_EQ(PackageOf("main"), "");
  EXPECT_EQ(PackageOf(""), "");
  EXPECT_TRUE(IsJdkFrame("java.base/jdk.internal.X.m(X.java)"));
  EXPECT_TRUE(IsJdkFrame("sun.misc.X.m(X.java)"));
  EXPECT_FALSE(IsJdkFrame("javassist.X.m(X.java)"));
}

TEST(FoldStack, RunsOfJdkFramesBecomeOneLine) {
  const Lines stack = {
      "com.acme.Bank.transfer(Bank.java:31)",
      "java.base/java.util.concurrent.FutureTask.run(FutureTask.java:264)",
      "java.base/java.util.concurrent.ThreadPoolExecutor.runWorker(ThreadPoolExecutor.java:1136)",
      "java.base/java.util.concurrent.ThreadPoolExecutor$Worker.run(ThreadPoolExecutor.java:635)",
      "com.acme.Wrapper.run(Wrapper.java:5)",
      "java.base/java.lang.Thread.run(Thread.java:840)",
  };
  EXPECT_EQ(FoldStack(stack), (Lines{"com.acme.Bank.transfer(Bank.java:31)", "... 3 frames of java.util.concurrent",
                                     "com.acme.Wrapper.run(Wrapper.java:5)", "java.lang.Thread.run(Thread.java:840)"}));
}

TEST(FoldStack, TheInnermostFrameIsAlwaysShown) {
  const Lines stack = {"java.util.HashMap.put(HashMap.java:610)", "java.util.HashSet.add(HashSet.java:1)",
                       "java.lang.Iterable.forEach(Iterable.java:75)", "a.A.run(A.java:1)"};
  EXPECT_EQ(FoldStack(stack), (Lines{"java.util.HashMap.put(HashMap.java:610)", "... 2 frames of java.util, java.lang",
                                     "a.A.run(A.java:1)"}));
  EXPECT_EQ(FoldStack(Lines{}), Lines{});
}

TEST(FoldStack, EndlessRecursionIsCutShort) {
  Lines stack(1000, "a.A.again(A.java:1)");
  Lines lines = FoldStack(stack);
  ASSERT_EQ(lines.size(), 24u);
  EXPECT_EQ(lines.back(), "... 977 more frames");
  stack.resize(24);
  EXPECT_EQ(FoldStack(stack).size(), 24u);
  EXPECT_EQ(FoldStack(stack).back(), "a.A.again(A.java:1)");
}

}  // namespace
}  // namespace raddle::report
