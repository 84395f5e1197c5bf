// StackMapTable: every form of entry read, expanded into whole frames, and encoded again in the shortest form.
#include "classfile/stack_map.h"

#include <gtest/gtest.h>

#include "classfile/frame.h"
#include "tests/support/class_maker.h"

namespace raddle::classfile {
namespace {

using Body = std::vector<uint8_t>;

class StackMapTest : public testing::Test {
 protected:
  // A method of 400 bytes: `new` at 0, then nops, then a return. Its frames as Describe() shows them.
  std::string Frames(const Body& entries, std::string_view descriptor = "(IJ)V", uint16_t max_locals = 10) {
    made.file.methods.clear();
    Assembler code;
    code.Byte2(Op::new_, made.pool.AddClass("a/B"));
    while (code.offset() < 399) code.Do(Op::nop);
    code.Do(Op::return_);
    const Member& method = made.Method(
        kStatic, "m", descriptor,
        {.max_stack = 9, .max_locals = max_locals, .code = code.bytes(), .attributes = {{"StackMapTable", entries}}});
    const std::string text = Describe(made.file, method);
    return text.substr(text.rfind("399 return\n") + 11);
  }

  // The entries that FrameEncoder makes of these frames, offsets given; read back from what it wrote.
  Body Encoded(const std::vector<std::pair<uint32_t, Frame>>& frames, const Frame& entry) {
    FrameEncoder encoder(made.pool, entry);
    for (const auto& [offset, frame] : frames) encoder.Add(offset, frame, [](uint32_t at) { return at * 10; });
    ByteWriter writer;
    encoder.Finish(writer);
    return Body(writer.bytes().begin(), writer.bytes().end());
  }

  static Frame Of(std::initializer_list<FrameType> locals, std::initializer_list<FrameType> stack = {}) {
    Frame frame;
    for (const FrameType& type : locals) frame.SetLocal(static_cast<uint32_t>(frame.locals.size()), type);
    for (const FrameType& type : stack) frame.Push(type);
    return frame;
  }

  uint8_t Class(std::string_view name) { return static_cast<uint8_t>(made.pool.AddClass(name)); }

  ClassMaker made;
  const FrameType int_{VerificationTag::kInteger}, long_{VerificationTag::kLong}, top_{};
  const FrameType object_{VerificationTag::kObject, 0, 0, "a/B"}, new_{VerificationTag::kUninitialized, 0, 3};
};

TEST_F(StackMapTest, EveryFormExpands) {
  const uint8_t b = Class("a/B");
  EXPECT_EQ(Frames({0, 1, 5}), "frame 5 int long | -\n");                                   // same
  EXPECT_EQ(Frames({0, 1, 64 + 5, 4}), "frame 5 int long | long\n");                        // same, one on the stack
  EXPECT_EQ(Frames({0, 1, 247, 1, 0, 7, 0, b}), "frame 256 int long | a/B\n");              // extended
  EXPECT_EQ(Frames({0, 1, 250, 0, 5}), "frame 5 int | -\n");                                // chop one
  EXPECT_EQ(Frames({0, 1, 249, 0, 5}), "frame 5 - | -\n");                                  // chop two
  EXPECT_EQ(Frames({0, 1, 251, 1, 4}), "frame 260 int long | -\n");                         // same, extended
  EXPECT_EQ(Frames({0, 1, 252, 0, 9, 2}), "frame 9 int long float | -\n");                  // append one
  EXPECT_EQ(Frames({0, 1, 254, 0, 9, 0, 3, 5}), "frame 9 int long top double null | -\n");  // append three
  EXPECT_EQ(Frames({0, 1, 255, 0, 9, 0, 2, 0, 4, 0, 2, 8, 0, 0, 1}), "frame 9 top long | new@0 int\n");  // full
}

TEST_F(StackMapTest, EachFrameBuildsOnTheOneBefore) {
  // append long; chop it, a value of two slots; chop the parameter; same; full; append; the second delta on is one less
  EXPECT_EQ(Frames({0, 6, 252, 0, 3, 4, 250, 0, 0, 250, 0, 9, 0, 255, 0, 1, 0, 1, 1, 0, 0, 252, 0, 0, 1}),
            "frame 3 int long long | -\nframe 4 int long | -\nframe 14 int | -\nframe 15 int | -\n"
            "frame 17 int | -\nframe 18 int int | -\n");
}

TEST_F(StackMapTest, HostileTablesAreErrors) {
  struct {
    Body body;
    const char* reason;
  } const cases[] = {
      {{}, "unexpected end"},
      {{0, 2, 5}, "more frames than bytes"},
      {{255, 255}, "more frames than bytes"},
      {{0, 1, 128}, "reserved frame type 128"},
      {{0, 1, 246}, "reserved frame type 246"},
      {{0, 1, 64, 9}, "unknown verification type 9"},
      {{0, 1, 64, 7, 0, 0}, "constant 0 is not a Class"},
      {{0, 1, 64, 8, 0, 1}, "an uninitialised type that names no `new`"},    // the middle of an instruction
      {{0, 1, 64, 8, 0, 3}, "an uninitialised type that names no `new`"},    // a nop
      {{0, 1, 64, 8, 1, 144}, "an uninitialised type that names no `new`"},  // the end of the code
      {{0, 1, 247, 0}, "unexpected end"},
      {{0, 1, 255, 0, 9, 255, 255, 1}, "more types than bytes"},
      {{0, 1, 255, 0, 9, 0, 1, 1}, "unexpected end"},
      {{0, 1, 5, 5}, "bytes behind the last frame"},
      {{0, 1, 1}, "a frame that stands before no instruction"},
      {{0, 1, 251, 1, 144}, "a frame that stands before no instruction"},
      {{0, 1, 248, 0, 5}, "chop of more locals than there are"},
      {{0, 2, 255, 0, 3, 0, 0, 0, 0, 250, 0, 0}, "chop of more locals than there are"},
      {{0, 1, 255, 0, 3, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, "more locals than max_locals"},
      {{0, 1, 255, 0, 3, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0}, "more locals than max_locals"},
  };
  for (const auto& it : cases) {
    const std::string text = Frames(it.body);
    EXPECT_NE(text.find(it.reason), std::string::npos) << it.reason << " expected, got: " << text;
  }
}

TEST_F(StackMapTest, FramesThatWouldFillTheMemoryAreAnError) {
  // 350 frames of one byte each, all of 20,000 locals.
  Body body = Join({Shorts({350}), {255, 0, 3}, Shorts({20000})});
  body.resize(body.size() + 20000, 1);
  body = Join({body, {0, 0}});
  body.resize(body.size() + 349, 0);
  EXPECT_NE(Frames(body, "()V", 20000).find("too many frames of too many types"), std::string::npos);
}

TEST_F(StackMapTest, TheShortestFormIsChosen) {
  const uint8_t b = Class("a/B");
  const Frame entry = Of({int_, long_});
  auto one = [&](uint32_t offset, const Frame& frame) { return Encoded({{offset, frame}}, entry); };
  EXPECT_EQ(one(63, entry), Body({0, 1, 63}));
  EXPECT_EQ(one(64, entry), Body({0, 1, 251, 0, 64}));
  EXPECT_EQ(one(0, Of({int_, long_}, {long_})), Body({0, 1, 64, 4}));
  EXPECT_EQ(one(63, Of({int_, long_}, {object_})), Body({0, 1, 127, 7, 0, b}));
  EXPECT_EQ(one(64, Of({int_, long_}, {new_})), Body({0, 1, 247, 0, 64, 8, 0, 30}));
  EXPECT_EQ(one(1, Of({int_})), Body({0, 1, 250, 0, 1}));
  EXPECT_EQ(one(1, Of({})), Body({0, 1, 249, 0, 1}));
  EXPECT_EQ(one(1, Of({int_, long_, top_, top_})), Body({0, 1, 1}));  // what holds nothing at the end is not there
  EXPECT_EQ(one(1, Of({int_, long_, top_, int_})), Body({0, 1, 253, 0, 1, 0, 1}));
  EXPECT_EQ(one(1, Of({int_, long_, int_, long_, int_})), Body({0, 1, 254, 0, 1, 1, 4, 1}));
  EXPECT_EQ(one(1, Of({int_, long_, int_, int_, int_, int_})), Body({0, 1, 255, 0, 1, 0, 6, 1, 4, 1, 1, 1, 1, 0, 0}));
  EXPECT_EQ(one(1, Of({int_}, {int_})), Body({0, 1, 255, 0, 1, 0, 1, 1, 0, 1, 1}));
  EXPECT_EQ(one(1, Of({int_, long_}, {int_, int_})), Body({0, 1, 255, 0, 1, 0, 2, 1, 4, 0, 2, 1, 1}));
  EXPECT_EQ(one(1, Of({long_, int_})), Body({0, 1, 255, 0, 1, 0, 2, 4, 1, 0, 0}));
  const Frame four = Of({int_, int_, int_, int_});
  EXPECT_EQ(Encoded({{1, Of({int_})}}, four), Body({0, 1, 248, 0, 1}));
  EXPECT_EQ(Encoded({{1, Of({})}}, four), Body({0, 1, 255, 0, 1, 0, 0, 0, 0}));
}

TEST_F(StackMapTest, OffsetsCountFromTheFrameBeforeAndASecondFrameAtOneIsDropped) {
  const Frame entry = Of({int_});
  EXPECT_EQ(Encoded({{0, entry}, {0, Of({})}, {1, entry}, {66, entry}}, entry), Body({0, 3, 0, 0, 251, 0, 64}));
}

TEST_F(StackMapTest, ClassesOfOneNameAreTheSameWhateverTheirConstant) {
  // A pool read from a file may name a class twice; made here by reading one.
  const Body pool = {0, 4, 1, 0, 3, 'a', '/', 'B', 7, 0, 1, 7, 0, 1};
  ByteReader reader(pool);
  Result<ConstantPool> read = ConstantPool::Read(reader);
  ASSERT_TRUE(read);
  FrameType second = object_, third = object_;
  second.class_index = 2;
  third.class_index = 3;
  FrameEncoder encoder(*read, Of({second}));
  encoder.Add(4, Of({third}), [](uint32_t) { return 0; });
  ByteWriter writer;
  encoder.Finish(writer);
  EXPECT_EQ(Body(writer.bytes().begin(), writer.bytes().end()), Body({0, 1, 4}));
}

}  // namespace
}  // namespace raddle::classfile
