// Hooks, run: java/hooked/Hooked.java is hooked by the contracts below and run in a JVM, under the full verifier, with
// a shim that prints what it is told. Each method of it prints a line.
#include "weave/hooks.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <span>
#include <sstream>

#include "base/mapped_file.h"
#include "base/subprocess.h"

namespace raddle::weave {
namespace {

namespace fs = std::filesystem;

struct Case {
  std::string_view method;
  std::string_view contract;  // lines; empty: none of its own
  std::string_view said;      // between the bars: one call each
};

constexpr Case kHooked[] = {
    {"nothing", "", "body"},
    // When.
    {"before", "before(): publish this", "publish(this) body"},
    {"after", "after(): receive this", "body receive(this)"},
    {"turned", "turned(): before receive this, after publish this", "receive(this) body publish(this)"},
    {"both", "both(): publish this, receive this", "publish(this) body receive(this)"},
    {"twoReturns", "twoReturns(int): receive this", "first receive(this) second receive(this)"},
    {"<init>", "<init>(): before publish this", "constructed publish(this)"},
    // The other verbs; a tag is told as its key.
    {"tagged",
     "tagged(): acquire shared this:x, release shared this, fork this, join this, end this, notify this, "
     "speculate this, validate this",
     "release-shared(this) fork(this) notify(this) body acquire-shared(this[120]) join(this) end(this) "
     "speculate(this) validate(this)"},
    // Conditions.
    {"whenTrue", "whenTrue(boolean): acquire this if true", "acquire(this) |"},
    {"whenFalse", "whenFalse(boolean): acquire this if false", "| acquire(this)"},
    {"whenLong", "whenLong(long): acquire this if true", "acquire(this) |"},
    {"whenFound", "whenFound(Object): receive this if found", "receive(this) |"},
    {"theResult", "theResult(Object): receive result if found", "receive(it) |"},
    {"resultAside", "resultAside(double): receive this", "receive(this)"},
    // Throws.
    {"throwsUntold", "throwsUntold(): publish this, receive this", "publish(this) thrown"},
    {"throwsAlways", "throwsAlways(): receive this always, acquire this", "receive(this) thrown"},
    // Leaves.
    {"leaf", "leaf leaf(): publish this, receive this", "publish(this) enter body leave receive(this)"},
    {"leafThrows", "leaf leafThrows(): receive this", "enter leave thrown"},
    {"leafCatches", "leaf leafCatches(): nothing", "enter caught leave"},
    {"waits", "waits(): wait this", "wait(this) body endWait"},
    {"waitsThrows", "waitsThrows(): wait this", "wait(this) endWait thrown"},
    // Subjects, as they were when the method began.
    {"itsField", "itsField(): publish this.part", "publish(part) body"},
    {"itsChangedField", "itsChangedField(): receive this.part", "receive(part)"},
    {"argument", "argument(long, Object): publish arg2", "publish(given) body"},
    {"changedArgument", "changedArgument(Object): receive arg1", "other receive(given)"},
    {"argumentsField", "argumentsField(Object): publish arg1.x", "publish(given.x) body"},
    {"indexed", "indexed(long, int): publish this[arg2]", "publish(this[5]) body 77"},
    {"longIndexed", "longIndexed(long): publish this[arg1]", "publish(this[6]) body"},
    {"keyed", "keyed(Object): publish this[arg1], receive this[arg1]", "publish(this[4]) body receive(this[4])"},
    {"current", "current(): receive thread", "body receive(Thread[main,5,main])"},
    {"by", "by(Object): publish arg1 by this, receive arg1 by this",
     "publish(given by this) body receive(given by this)"},
    {"ofClass", "ofClass(Object): publish arg1", "publish(given) body"},
    {"unlessJdk", "unlessJdk(): publish this unless jdk", "publish(this)-unless-jdk body"},
    {"anyway", "anyway(): publish this anyway", "publish(this)-anyway body"},
    // Calls that the class makes, and fields that it reads.
    {"callsRun", "call run(): before receive it, after publish this",
     "receive(runnable)-anyway suspend running resume publish(this)-anyway"},
    {"callsCall", "call call(): nothing", "suspend called resume"},
    {"readsNumber", "field number: publish, receive, written", "publish(this) receive(this)"},
    {"writesNumber", "", "publish(this)"},
    {"writesWide", "field wide: written", ""},  // two words are above the object on the stack
    {"keeps", "field state: keep\nleaf keeps(): receive kept", "enter keep(state0) kept-already leave receive(state0)"},
};

constexpr Case kMonitors[] = {
    {"synchronizedMethod", "monitors", "acquire(monitor) body notify(monitor) release(monitor)"},
    {"synchronizedThrows", "", "acquire(monitor) notify(monitor) release(monitor) thrown"},
    {"block", "", "acquire(monitor) body notify(monitor) release(monitor)"},
    {"waitsAndNotifies", "", "acquire(monitor) notify(monitor) wait(monitor) endWait notify(monitor) release(monitor)"},
};

std::string Text(std::span<const Case> cases) {
  std::string text;
  for (const Case& each : cases) text += std::string(each.contract) + "\n";
  return text;
}

// What each method of the hooked program printed.
std::map<std::string, std::string> RunHooked(const HookTable& hooks) {
  std::map<std::string, std::string> said;
  Result<TemporaryDirectory> directory = TemporaryDirectory::Create();
  EXPECT_TRUE(directory);
  for (const auto& entry : fs::directory_iterator(RADDLE_CLASSES "/hooked")) {
    const Result<MappedFile> file = MappedFile::Open(entry.path().string());
    const Result<Woven> woven = hooks.Hook(file->bytes());
    EXPECT_TRUE(woven) << entry.path() << ": " << woven.error().ToString();
    if (!woven) return said;
    std::ofstream(directory->path() + "/" + entry.path().filename().string(), std::ios::binary)
        .write(reinterpret_cast<const char*>(woven->bytes.data()), static_cast<std::streamsize>(woven->bytes.size()));
  }
  const Result<Captured> ran = RunAndCapture({RADDLE_JAVA, "-Xverify:all", "-XX:-PrintWarnings", "--patch-module",
                                              "java.base=" RADDLE_CLASSES "/shim", "-cp", directory->path(), "Hooked"});
  EXPECT_TRUE(ran && ran->status == 0);
  std::istringstream lines(ran ? ran->output : "");
  for (std::string line; std::getline(lines, line);) {
    const size_t colon = line.find(':');
    said[line.substr(0, colon)] = line.substr(std::min(colon + 2, line.size()));
  }
  return said;
}

TEST(Hooks, SayWhatTheContractsSay) {
  const Result<contracts::Contracts> contracts =
      contracts::Parse("class Hooked\n" + Text(kHooked) + "class Monitors\n" + Text(kMonitors), "test");
  ASSERT_TRUE(contracts) << contracts.error().ToString();
  const std::map<std::string, std::string> said = RunHooked(HookTable(*contracts));
  for (const std::span<const Case> cases : {std::span<const Case>(kHooked), std::span<const Case>(kMonitors)}) {
    for (const Case& each : cases) {
      const auto found = said.find(std::string(each.method));
      ASSERT_NE(found, said.end()) << each.method;
      EXPECT_EQ(found->second, each.said) << each.method << " with " << each.contract;
    }
  }
}

TEST(Hooks, TellOnlyTheLocksOfMonitorsWhereNobodyAsksForTheOrder) {
  const Result<contracts::Contracts> contracts = contracts::Parse("class Monitors\n" + Text(kMonitors), "test");
  ASSERT_TRUE(contracts) << contracts.error().ToString();
  std::map<std::string, std::string> said = RunHooked(HookTable(*contracts, false));
  EXPECT_EQ(said["synchronizedMethod"], "acquire(monitor) body release(monitor)");
  EXPECT_EQ(said["synchronizedThrows"], "acquire(monitor) release(monitor) thrown");
  EXPECT_EQ(said["block"], "acquire(monitor) body release(monitor)");
  EXPECT_EQ(said["waitsAndNotifies"], "acquire(monitor) release(monitor)");
}

TEST(Hooks, LeaveAClassWithoutContractsAlone) {
  const HookTable hooks(*contracts::Parse("class Other\n  m(): publish this\n", "test"));
  EXPECT_TRUE(hooks.Has("Other"));
  EXPECT_FALSE(hooks.Has("Hooked"));
  EXPECT_FALSE(hooks.Has("Other$Nested"));
}

TEST(Hooks, LookForFieldsInNestedClassesToo) {
  const HookTable hooks(*contracts::Parse("class a.Other\n  field f: receive\n", "test"));
  EXPECT_TRUE(hooks.Has("a/Other"));
  EXPECT_TRUE(hooks.Has("a/Other$Nested$Deeper"));
  EXPECT_FALSE(hooks.Has("a/Others"));
}

TEST(Hooks, KnowTheFieldsOfANestedClass) {
  const HookTable hooks(*contracts::Parse("class a.Other$Nested\n  field f: receive\n", "test"));
  EXPECT_TRUE(hooks.Has("a/Other$Nested"));
  EXPECT_TRUE(hooks.Has("a/Other$Nested$Deeper"));
  EXPECT_FALSE(hooks.Has("a/Other"));
  EXPECT_FALSE(hooks.Has("a/Other$Nest"));
}

TEST(Hooks, DoNotConcernReadsAndWrites) {  // which are told at the call
  EXPECT_FALSE(HookTable(*contracts::Parse("class Hooked\n  before(): read this\n", "test")).Has("Hooked"));
  EXPECT_FALSE(HookTable(*contracts::Parse("class Hooked\n  before(): nothing\n", "test")).Has("Hooked"));
  EXPECT_TRUE(HookTable(*contracts::Parse("class Hooked\n  leaf before(): read this\n", "test")).Has("Hooked"));
}

TEST(Hooks, AddUpForAClassThatIsNamedTwice) {
  const HookTable hooks(*contracts::Parse(
      "class Hooked\n  before(): publish this\nclass Other\nclass Hooked\n  before(): receive this\n", "test"));
  EXPECT_EQ(hooks.ClassNames(), std::vector<std::string>{"Hooked"});
  EXPECT_EQ(RunHooked(hooks)["before"], "publish(this) body receive(this)");
}

TEST(Hooks, RefuseWhatTheMethodDoesNotHave) {
  constexpr std::pair<std::string_view, std::string_view> kErrors[] = {
      {"ofClass(Object): publish this", "ofClass(java.lang.Object): a static method has no 'this'"},
      {"before(): publish arg1", "before(): there is no such argument, or it is not an object"},
      {"argument(long, Object): publish arg1",
       "argument(long, java.lang.Object): there is no such argument, or it is not an object"},
      {"argument(..): publish arg2 by arg2",
       "argument(long, java.lang.Object): there is no such argument, or it is no offset"},
      {"keyed(Object): publish this[arg2]", "keyed(java.lang.Object): there is no such argument"},
      {"before(): receive result", "before(): the result is not an object"},
      {"whenTrue(boolean): receive result", "whenTrue(boolean): the result is not an object"},
      {"before(): receive this if true", "before(): there is no result"},
      {"before(): receive this within size", "before(): there is no such limit"},
  };
  const Result<MappedFile> file = MappedFile::Open(RADDLE_CLASSES "/hooked/Hooked.class");
  ASSERT_TRUE(file);
  for (const auto& [contract, error] : kErrors) {
    const HookTable hooks(*contracts::Parse("class Hooked\n" + std::string(contract), "test"));
    const Result<Woven> woven = hooks.Hook(file->bytes());
    ASSERT_FALSE(woven) << contract;
    EXPECT_EQ(woven.error().ToString(), error);
  }
}

}  // namespace
}  // namespace raddle::weave
