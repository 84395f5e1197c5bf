#include "weave/twins.h"

#include <gtest/gtest.h>

#include <array>

#include "tests/support/class_maker.h"

namespace raddle::weave {
namespace {

using namespace classfile;

class TwinsTest : public testing::Test {
 protected:
  void Add(std::string_view name, Op op, std::vector<uint32_t> sites, std::string_view super = "java/lang/Object") {
    ClassMaker made(name, 52, super);
    made.Method(kStatic, "run", "()I", {.code = Assembler().Do(op).Do(Op::ireturn).bytes()});
    twins.Add(Reread(made.Write()).file(), std::move(sites));
  }

  std::array<uint32_t, 100> table{};
  Twins twins{table.data()};
};

TEST_F(TwinsTest, PlacesOfAClassThatDiffersInNameAloneCountWithTheFirstOnes) {
  Add("made/One", Op::iconst_1, {3, 4, 7});
  Add("made/Two", Op::iconst_1, {11, 12, 13});
  Add("made/Three", Op::iconst_1, {21, 23, 24});
  EXPECT_EQ(table[3], 0);
  EXPECT_EQ(table[12], 4);
  EXPECT_EQ(table[13], 7);
  EXPECT_EQ(table[24], 7);
  EXPECT_EQ(twins.count(), 6u);
}

TEST_F(TwinsTest, OneWithOtherInstructionsIsNone) {
  Add("made/One", Op::iconst_1, {3});
  Add("made/Two", Op::iconst_2, {4});
  EXPECT_EQ(table[4], 0);
  EXPECT_EQ(twins.count(), 0u);
}

TEST_F(TwinsTest, OneOfAnotherPackageOrSuperclassIsNone) {
  Add("made/One", Op::iconst_1, {3});
  Add("other/One", Op::iconst_1, {4});
  Add("made/Two", Op::iconst_1, {5}, "made/Base");
  EXPECT_EQ(table[4], 0);
  EXPECT_EQ(table[5], 0);
}

// Another agent's doing, or facts that hold for one of them alone.
TEST_F(TwinsTest, OneThatHasOtherPlacesIsNone) {
  Add("made/One", Op::iconst_1, {3, 4});
  Add("made/Two", Op::iconst_1, {5});
  EXPECT_EQ(table[5], 0);
}

}  // namespace
}  // namespace raddle::weave
