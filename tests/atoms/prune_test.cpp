// Sections taken out of a text: they go, the rest stays as it was, letter by letter.
#include <gtest/gtest.h>

#include "atoms/prune.h"
#include "atoms/section.h"

namespace raddle::atoms {
namespace {

constexpr std::string_view kText =
    "# ours\n"
    "raddle atoms 1\n"
    "class a.A 0000000000000001\n"
    "\n"
    "# about one\n"
    "section one user\n"
    "  on field a.A.x\n"
    "  # inside\n"
    "  in a.A.m\n"
    "  entry read 1\n"
    "  end   write 2 # so it is\n"
    "\n"
    "# about two\n"
    "section\ttwo user # why\n"
    "  on field a.A.y\n"
    "  in a.A.m\n"
    "  entry read 3\n"
    "  end write 4";

TEST(Without, NothingIsEverything) {
  EXPECT_EQ(Without(kText, {}), kText);
  EXPECT_EQ(Without(kText, {"three"}), kText);
  EXPECT_EQ(Without("", {"one"}), "");
}

TEST(Without, ASectionGoesAndTheCommentsAroundItStay) {
  const std::string left = Without(kText, {"one"});
  EXPECT_EQ(left,
            "# ours\nraddle atoms 1\nclass a.A 0000000000000001\n\n# about one\n\n# about two\n"
            "section\ttwo user # why\n  on field a.A.y\n  in a.A.m\n  entry read 3\n  end write 4");
  EXPECT_EQ(Parse(left, "")->sections.size(), 1u);
}

TEST(Without, TheLastOneGoesToo) {
  const std::string left = Without(kText, {"two"});
  EXPECT_TRUE(left.ends_with("so it is\n\n# about two\n"));
  EXPECT_TRUE(Parse(Without(kText, {"one", "two"}), "")->sections.empty());
}

}  // namespace
}  // namespace raddle::atoms
