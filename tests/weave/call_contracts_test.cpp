#include "weave/call_contracts.h"

#include <gtest/gtest.h>

namespace raddle::weave {
namespace {

using contracts::Verb;

const contracts::Contracts& Table() {
  static const contracts::Contracts table = *contracts::Parse(
      "class a.List\n"
      "  get(int): read this\n"
      "  add(..): write this\n"
      "  lock(): acquire this\n"
      "class a.View\n"
      "  get(int): read this.list\n"
      "class a.Lock\n"
      "  unlock(): release this\n",
      "a.contracts");
  return table;
}

TEST(CallContracts, NumbersMethodsByNameAndType) {
  const CallContracts calls(Table());
  const int32_t get = calls.Find("get", "(I)Ljava/lang/Object;");
  const int32_t add = calls.Find("add", "(Ljava/lang/Object;)Z");
  EXPECT_GE(get, 0);
  EXPECT_GE(add, 0);
  EXPECT_NE(get, add);
  EXPECT_EQ(calls.Find("get", "(I)Ljava/lang/Object;"), get);
  EXPECT_NE(calls.Find("add", "(ILjava/lang/Object;)V"), add);
}

TEST(CallContracts, KnowNothingOfOtherMethods) {
  const CallContracts calls(Table());
  EXPECT_EQ(calls.Find("get", "(J)Ljava/lang/Object;"), -1);
  EXPECT_EQ(calls.Find("size", "()I"), -1);
  EXPECT_EQ(calls.Find("unlock", "()V"), -1);  // of a class whose contracts are all hooks
}

TEST(CallContracts, TellReadsFromWritesByTheObjectsClass) {
  const CallContracts calls(Table());
  const int32_t get = calls.Find("get", "(I)Ljava/lang/Object;");
  const int32_t add = calls.Find("add", "(Ljava/lang/Object;)Z");
  ASSERT_NE(calls.On("a/List", get).effect, nullptr);
  EXPECT_EQ(calls.On("a/List", get).effect->verb, Verb::kRead);
  EXPECT_EQ(calls.On("a/List", get).effect->subject.field, "");
  EXPECT_EQ(calls.On("a/List", add).effect->verb, Verb::kWrite);
  EXPECT_EQ(calls.On("a/View", get).effect->subject.field, "list");
}

TEST(CallContracts, EndTheSearchAtAClassThatIsKnown) {
  const CallContracts calls(Table());
  const int32_t add = calls.Find("add", "(Ljava/lang/Object;)Z");
  EXPECT_TRUE(calls.On("a/View", add).known);
  EXPECT_EQ(calls.On("a/View", add).effect, nullptr);
  EXPECT_FALSE(calls.On("a/SubList", add).known);
  EXPECT_FALSE(calls.On("a/Lock", add).known);
}

TEST(CallContracts, TakeHooksForNoAccess) {
  const CallContracts calls(Table());
  const int32_t lock = calls.Find("lock", "()V");
  ASSERT_GE(lock, 0);
  EXPECT_TRUE(calls.On("a/List", lock).known);
  EXPECT_EQ(calls.On("a/List", lock).effect, nullptr);
}

}  // namespace
}  // namespace raddle::weave
