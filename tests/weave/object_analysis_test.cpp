// Which uses of objects are told, by the methods of java/objects/Uses.java: a line for each, "entry:write" where `this`
// is told at the entry, then the uses in their order, "CATEGORY:r" or ":w", with a + if the use is told.
#include "weave/object_analysis.h"

#include <gtest/gtest.h>

#include <string>

#include "compiled_class.h"

namespace raddle::weave {
namespace {

const contracts::Contracts& Table() {
  static const contracts::Contracts table = *contracts::Parse(
      "class java.util.ArrayList\n"
      "  size(): read this\n"
      "  iterator(): read this\n"
      "  add(..): write this\n",
      "test.contracts");
  return table;
}

constexpr const char* kCategories[kObjectCategories] = {"final",
                                                        "volatile",
                                                        "static",
                                                        "this",
                                                        "thread-local",
                                                        "object-local",
                                                        "other",
                                                        "array-thread-local",
                                                        "array-object-local",
                                                        "array-references",
                                                        "array-other",
                                                        "call-static",
                                                        "call-this",
                                                        "call-thread-local",
                                                        "call-object-local",
                                                        "call-other"};

class Class {
 public:
  explicit Class(const std::string& name, bool strict = false) : file_("objects/objects/" + name) {
    static const CallContracts calls(Table());
    methods_ = *AnalyseObjects(*file_, {.calls = &calls, .strict = strict});
  }

  const ObjectMethod& Of(std::string_view name, std::string_view descriptor = {}) const {
    for (size_t i = 0; i < methods_.size(); ++i) {
      const classfile::Member& method = file_->methods[i];
      if (file_->NameOf(method) != name) continue;
      if (descriptor.empty() || file_->DescriptorOf(method) == descriptor) return methods_[i];
    }
    ADD_FAILURE() << "no method " << name;
    return methods_[0];
  }

  std::string Told(std::string_view name, std::string_view descriptor = {}) const {
    const ObjectMethod& method = Of(name, descriptor);
    std::string text;
    if (method.at_entry) text += method.entry_write ? "entry:w" : "entry:r";
    for (const ObjectHoist& hoist : method.hoists) text += std::string(" loop:") + (hoist.write ? "w" : "r");
    for (const ObjectUse& use : method.uses) {
      text += std::string(text.empty() ? "" : " ") + kCategories[static_cast<size_t>(use.category)];
      text += use.write ? ":w" : ":r";
      if (use.tell != ObjectUse::Tell::kNot) text += '+';
    }
    return text;
  }

 private:
  const CompiledClass file_;
  std::vector<ObjectMethod> methods_;
};

TEST(ObjectAnalysis, WhatAMethodDoesToItsOwnObjectIsOneAccessAtItsEntry) {
  const Class plain("Plain");
  EXPECT_EQ(plain.Told("writes"), "entry:w this:w");
  EXPECT_EQ(plain.Told("reads"), "entry:r this:r this:r");
  EXPECT_EQ(plain.Told("readsThenWrites"), "entry:w this:r this:w");
  EXPECT_EQ(plain.Told("maybe"), "entry:w this:w");
}

TEST(ObjectAnalysis, StrictlyEveryMethodWrites) {
  EXPECT_EQ(Class("Plain", true).Told("reads"), "entry:w this:r this:r");
  EXPECT_EQ(Class("Plain", true).Told("constants"), "entry:w final:r volatile:r");
  EXPECT_EQ(Class("Plain", true).Told("statics"), "static:r+ static:w+");
  EXPECT_EQ(Class("Made", true).Told("report"), "entry:w this:r this:w");
}

TEST(ObjectAnalysis, FinalAndVolatileFieldsAreNoUses) {
  EXPECT_EQ(Class("Plain").Told("constants"), "final:r volatile:r");
}

TEST(ObjectAnalysis, StaticFieldsAreToldEachTime) {
  EXPECT_EQ(Class("Plain").Told("statics"), "static:r+ static:w+");
}

TEST(ObjectAnalysis, BehindALockTheObjectIsToldAnew) {
  const Class plain("Plain");
  EXPECT_EQ(plain.Told("behindTheLock"), "entry:r this:r this:r+");
  EXPECT_EQ(plain.Told("beforeAndBehind"), "entry:r this:r this:r+ this:r+");
  EXPECT_EQ(plain.Of("beforeAndBehind").locks.size(), 3u);  // in, out, and out by an exception
  EXPECT_EQ(plain.Told("throughALock"), "other:r+ other:r+");
  EXPECT_EQ(plain.Told("afterAwaiting"), "other:r+ call-other:w other:r+");
}

TEST(ObjectAnalysis, AnotherObjectIsToldUntilAsStrongAUseComesBefore) {
  EXPECT_EQ(Class("Plain").Told("ofOther"), "other:r+ other:r other:w+ other:r");
}

TEST(ObjectAnalysis, OnEveryWay) {
  const Class plain("Plain");
  EXPECT_EQ(plain.Told("onOneWay"), "other:r+ other:r+");
  EXPECT_EQ(plain.Told("onBothWays"), "other:r+ other:r+ other:r");
}

TEST(ObjectAnalysis, AHandlerKnowsNothing) {
  EXPECT_EQ(Class("Plain").Told("whenCaught"), "other:r+ other:r+");
}

TEST(ObjectAnalysis, TheSameFieldTwiceMayBeTwoObjectsUnlessItIsFinal) {
  const Class plain("Plain");
  EXPECT_EQ(plain.Told("twoReferences"), "other:r+ other:r+ other:r other:r+");
  EXPECT_EQ(plain.Told("finalReference"), "final:r other:r+ final:r other:r");
}

TEST(ObjectAnalysis, WhatEveryRoundOfALoopUsesIsToldBeforeIt) {
  const Class plain("Plain");
  EXPECT_EQ(plain.Told("loop"), " loop:r other:r");
  EXPECT_EQ(plain.Told("everyRound"), " loop:w other:w");
  EXPECT_EQ(plain.Of("everyRound").hoists[0].from, ObjectHoist::From::kParameter);
  EXPECT_EQ(plain.Of("everyRound").hoists[0].at, 1);
}

TEST(ObjectAnalysis, ButNotWhatSomeRoundsUseOrALockGuardsOrMayNotBeReached) {
  const Class plain("Plain");
  EXPECT_EQ(plain.Told("someRounds"), "other:r+");
  EXPECT_EQ(plain.Told("loopWithLock"), "other:r+");
  EXPECT_EQ(plain.Told("perhapsNoLoop"), "other:r+");
}

TEST(ObjectAnalysis, AnArrayOfItsOwnIsPartOfTheObject) {
  const Class arrays("Arrays");
  EXPECT_EQ(arrays.Told("ownElement"), "entry:r this:r array-object-local:r");
  EXPECT_EQ(arrays.Told("givenElement"), "entry:r this:r array-other:r+");  // the constructor was given it
}

TEST(ObjectAnalysis, ArraysOfPrimitivesAreToldAndOfReferencesNot) {
  const Class arrays("Arrays");
  EXPECT_EQ(arrays.Told("parameter"), "array-other:r+ array-other:r");
  EXPECT_EQ(arrays.Told("references"), "array-references:r");
}

TEST(ObjectAnalysis, WhatGoesNowhereIsNotTold) {
  const Class arrays("Arrays");
  EXPECT_EQ(arrays.Told("local"), "array-thread-local:w array-thread-local:r");
  EXPECT_EQ(arrays.Told("escapes"), "array-other:w+");
  EXPECT_EQ(arrays.Told("localList"), "call-thread-local:w call-thread-local:r");
}

TEST(ObjectAnalysis, ACollectionThatIsHandedOutIsNotPartOfTheObject) {
  const Class arrays("Arrays");
  EXPECT_EQ(arrays.Told("addsName"), "entry:w final:r call-object-local:w");
  EXPECT_EQ(arrays.Told("addsShown"), "entry:r this:r call-other:w+");  // an iterator of it goes out
}

TEST(ObjectAnalysis, CallsAreToldWhereThereIsAContract) {
  const Class arrays("Arrays");
  EXPECT_EQ(arrays.Told("ofList"), "call-other:r+");
  EXPECT_EQ(arrays.Told("calls"), "call-other:w call-static:w");  // its class tells of itself
}

TEST(ObjectAnalysis, CallsOfOneMethodInALoopAreToldOnceForEachReceiver) {
  const Class arrays("Arrays");
  EXPECT_EQ(arrays.Told("ofListInLoop"), "call-other:r+ call-other:r+ call-other:r+ call-other:w+");
  const std::vector<ObjectUse>& uses = arrays.Of("ofListInLoop").uses;
  EXPECT_EQ(uses[0].number, ObjectUse::kNone);  // before the loop
  EXPECT_NE(uses[1].number, ObjectUse::kNone);
  EXPECT_EQ(uses[1].number, uses[2].number);
  EXPECT_NE(uses[1].number, uses[3].number);  // which means something else
}

TEST(ObjectAnalysis, AClassWhoseFieldsAreAllFinalHasNothingOfItsOwn) {
  EXPECT_EQ(Class("Constants").Told("cell"), "final:r array-other:r+");
}

TEST(ObjectAnalysis, AConstructorsObjectIsItsOwnUnlessItLetsItOut) {
  const Class made("Made");
  EXPECT_EQ(made.Told("<init>", "()V"), "this:w");
  EXPECT_FALSE(made.Of("<init>", "()V").leaks_this);
  EXPECT_NE(made.Of("<init>", "()V").super_call, ObjectMethod::kNoCall);
  EXPECT_EQ(made.Told("<init>", "(I)V"), "this:w static:w+");
  EXPECT_TRUE(made.Of("<init>", "(I)V").leaks_this);
  EXPECT_EQ(made.Of("<init>", "(Lobjects/Plain;)V").super_call, ObjectMethod::kNoCall);
}

}  // namespace
}  // namespace raddle::weave
