// What calls on which classes of the JDK do to the object as a whole.
#include <gtest/gtest.h>

#include "atoms/calls.h"

namespace raddle::atoms {
namespace {

constexpr std::string_view kKey = "(Ljava/lang/Object;)Ljava/lang/Object;";

TEST(AccessOfCall, KnowsCollectionsThreadSafeOrNot) {
  EXPECT_EQ(AccessOfCall("java/util/Map", "containsKey", kKey), (CallAccess{Effect::kRead, true}));
  EXPECT_EQ(AccessOfCall("java/util/concurrent/ConcurrentHashMap", "put", kKey), (CallAccess{Effect::kAdd, true}));
  EXPECT_EQ(AccessOfCall("java/util/Vector", "isEmpty", "()Z"), (CallAccess{Effect::kRead}));
  EXPECT_EQ(AccessOfCall("java/util/concurrent/LinkedBlockingDeque", "take", "()V"), (CallAccess{Effect::kRemove}));
  EXPECT_EQ(AccessOfCall("java/util/concurrent/atomic/AtomicInteger", "get", "()I"), (CallAccess{Effect::kRead}));
  EXPECT_EQ(AccessOfCall("java/util/concurrent/atomic/AtomicReference", "lazySet", kKey)->op(), Op::kWrite);
}

TEST(AccessOfCall, KnowsBuildersOfTexts) {
  EXPECT_EQ(AccessOfCall("java/lang/StringBuilder", "length", "()I"), (CallAccess{Effect::kRead}));
  EXPECT_EQ(AccessOfCall("java/lang/StringBuffer", "append", kKey), (CallAccess{Effect::kAdd}));
  EXPECT_EQ(AccessOfCall("java/lang/String", "length", "()I"), std::nullopt);
}

TEST(AccessOfCall, TakesNoIndexForAKey) {
  EXPECT_EQ(AccessOfCall("java/util/List", "get", "(I)Ljava/lang/Object;"), (CallAccess{Effect::kRead, false}));
  EXPECT_EQ(AccessOfCall("java/util/List", "remove", kKey), (CallAccess{Effect::kRemove, true}));
  EXPECT_EQ(AccessOfCall("java/util/List", "remove", "(I)V"), (CallAccess{Effect::kRemove, false}));
  EXPECT_EQ(AccessOfCall("java/util/Queue", "remove", "()Ljava/lang/Object;"), (CallAccess{Effect::kRemove, false}));
}

TEST(AccessOfCall, KnowsTheWritesThatLookAgain) {
  EXPECT_TRUE(AccessOfCall("java/util/Map", "putIfAbsent", kKey)->checks_again);
  EXPECT_TRUE(AccessOfCall("java/util/concurrent/atomic/AtomicLong", "compareAndSet", "(JJ)Z")->checks_again);
  EXPECT_FALSE(AccessOfCall("java/util/Map", "put", kKey)->checks_again);
  EXPECT_FALSE(AccessOfCall("java/util/concurrent/atomic/AtomicLong", "incrementAndGet", "()J")->checks_again);
}

TEST(AccessOfCall, IsNothingForOtherClassesAndOtherMethods) {
  EXPECT_EQ(AccessOfCall("java/util/Map$Entry", "getValue", "()V"), std::nullopt);
  EXPECT_EQ(AccessOfCall("java/util/Optional", "get", "()V"), std::nullopt);
  EXPECT_EQ(AccessOfCall("java/util/stream/Map", "get", "()V"), std::nullopt);
  EXPECT_EQ(AccessOfCall("java/util/concurrent/Future", "get", "()V"), std::nullopt);
  EXPECT_EQ(AccessOfCall("java/util/concurrent/atomic/AtomicIntegerArray", "get", "(I)I"), std::nullopt);
  EXPECT_EQ(AccessOfCall("a/MyMap", "get", kKey), std::nullopt);
  EXPECT_EQ(AccessOfCall("java/util/Map", "hashCode", "()I"), std::nullopt);
}

}  // namespace
}  // namespace raddle::atoms
