// The detector by script: who comes to which variable, who stays, who goes; compared with a slow twin that keeps a
// list.
#include "detect/atomrace/marks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <thread>

namespace raddle::detect::atomrace {
namespace {

// Objects are numbers here; the hash of some is the same, as it may be with Java's.
const void* Object(uintptr_t number) {
  return reinterpret_cast<const void*>(number);
}

Variable FieldOf(uintptr_t object, uint64_t field) {
  return {.object = Object(object), .hash = static_cast<uint32_t>(object % 3), .field = field, .index = -1};
}

Access By(uint64_t thread, const Variable& variable, bool write) {
  return {.variable = variable, .thread = thread, .site = static_cast<uint32_t>(thread * 10), .write = write};
}

class MarksTest : public testing::Test {
 protected:
  // How many conflicts a thread meets that comes and goes on.
  int Passes(const Access& access) {
    int met = 0;
    marks_.Look(access, [&](const Mark&) { ++met; });
    return met;
  }
  int Stays(const Access& access) {
    int met = 0;
    staying_.push_back(std::make_unique<Mark>(Mark{.access = access}));
    marks_.Enter(*staying_.back(), [&](const Mark&) { ++met; });
    return met;
  }
  void Goes(uint64_t thread) {
    for (auto& mark : staying_) {
      if (mark != nullptr && mark->access.thread == thread) {
        marks_.Leave(*mark);
        mark.reset();
      }
    }
    std::erase(staying_, nullptr);
  }

  Marks marks_{[](const void* kept, const void* asked) { return kept == asked; }};
  std::vector<std::unique_ptr<Mark>> staying_;
};

TEST_F(MarksTest, AWriteAtAVariableWhereAnotherThreadIsIsARace) {
  const Variable x = FieldOf(1, 100);
  EXPECT_EQ(Stays(By(1, x, false)), 0);
  EXPECT_EQ(Passes(By(2, x, true)), 1);
}

TEST_F(MarksTest, TwoReadsAreNone) {
  const Variable x = FieldOf(1, 100);
  Stays(By(1, x, false));
  EXPECT_EQ(Passes(By(2, x, false)), 0);
  EXPECT_TRUE(staying_[0]->met) << "but they met";
}

TEST_F(MarksTest, AReadWhereAnotherThreadWritesIs) {
  const Variable x = FieldOf(1, 100);
  Stays(By(1, x, true));
  EXPECT_EQ(Passes(By(2, x, false)), 1);
}

TEST_F(MarksTest, AThreadDoesNotMeetItself) {
  const Variable x = FieldOf(1, 100);
  Stays(By(1, x, true));
  EXPECT_EQ(Passes(By(1, x, true)), 0);
}

TEST_F(MarksTest, NobodyMeetsWhoHasGone) {
  const Variable x = FieldOf(1, 100);
  Stays(By(1, x, true));
  Goes(1);
  EXPECT_EQ(Passes(By(2, x, true)), 0);
}

TEST_F(MarksTest, ObjectsWithTheSameHashAreNotTheSame) {
  Stays(By(1, FieldOf(1, 100), true));
  EXPECT_EQ(Passes(By(2, FieldOf(4, 100), true)), 0);
  EXPECT_EQ(Passes(By(2, FieldOf(1, 101), true)), 0) << "nor are two fields of one object";
}

TEST_F(MarksTest, AWaitEndsWhenAPartnerComes) {
  const Variable x = FieldOf(1, 100);
  Stays(By(1, x, true));
  std::thread partner([&] { Passes(By(2, x, true)); });
  marks_.Hold(*staying_[0], std::chrono::hours(1), true);
  partner.join();
  EXPECT_TRUE(staying_[0]->met);
}

TEST_F(MarksTest, AWaitCanBeCutShort) {
  Stays(By(1, FieldOf(1, 100), true));
  std::thread other([&] { marks_.CutShort([](const Mark& mark) { return mark.access.thread == 1; }); });
  marks_.Hold(*staying_[0], std::chrono::hours(1), false);
  other.join();
  EXPECT_TRUE(staying_[0]->cut);
}

// All that may happen, a thousand steps at random; the twin looks at every pair.
TEST_F(MarksTest, AgreesWithASlowTwin) {
  std::mt19937 random(1);
  std::vector<Access> there;
  for (int step = 0; step < 20'000; ++step) {
    const uint64_t thread = random() % 5 + 1;
    const Access access = By(thread, FieldOf(random() % 6 + 1, random() % 2), random() % 2 == 0);
    int expected = 0;
    for (const Access& other : there) {
      const bool same =
          other.variable.object == access.variable.object && other.variable.field == access.variable.field;
      expected += same && other.thread != thread && (other.write || access.write) ? 1 : 0;
    }
    const bool already = std::any_of(there.begin(), there.end(), [&](const Access& a) { return a.thread == thread; });
    switch (random() % 3) {
      case 0:
        ASSERT_EQ(Passes(access), expected);
        break;
      case 1:
        if (already) break;  // a thread is in one place at a time
        ASSERT_EQ(Stays(access), expected);
        there.push_back(access);
        break;
      default:
        Goes(thread);
        std::erase_if(there, [&](const Access& a) { return a.thread == thread; });
    }
  }
  for (uint64_t thread = 1; thread <= 5; ++thread) Goes(thread);
}

}  // namespace
}  // namespace raddle::detect::atomrace
