// Traces as bytes: what was written is read, what a kill leaves behind is read as far as it goes, what is damaged is
// refused with its place.
#include <gtest/gtest.h>

#include "scratch_file.h"
#include "trace/reader.h"
#include "trace/writer.h"

namespace raddle::trace {
namespace {

// A thread that writes a variable and starts another.
std::string Small() {
  ScratchFile file;
  {
    Writer writer = *Writer::Create(file.path());
    const auto text = [&](std::string_view each) { writer.Text(each); };
    writer.Start(Tag::kVariable), writer.Id(VariableId(7)), text("a.B.c"), writer.End();
    writer.Start(Tag::kStack), writer.Id(StackId(0)), writer.Number(2), text("a.B.m(B.java:3)"),
        text("a.B.n(B.java:9)"), writer.End();
    writer.Start(Tag::kSite), writer.Id(SiteId(4)), text("a.B"), text("m"), text("()V"), text("B.java"),
        writer.Number(3), writer.End();
    writer.Start(Tag::kThread), writer.Id(ThreadId(1)), writer.Number(300), text("main"), text(""),
        writer.Id(StackId()), writer.End();
    writer.Start(Tag::kLock), writer.Id(LockId(0)), text("a.B@1"), writer.End();
    writer.Start(Tag::kSwitch), writer.Id(ThreadId(1)), writer.End();
    writer.Start(Tag::kWriteObject), writer.Number(1000), writer.Id(VariableId(7)), writer.Id(SiteId(4)),
        writer.Id(StackId(0)), writer.End();
    writer.Flush();
    writer.Start(Tag::kFork), writer.Id(ThreadId(2)), writer.End();
    writer.Start(Tag::kFinished), writer.End();
  }
  return file.Bytes();
}

std::string Shown(std::string_view bytes) {
  Result<Reader> reader = Reader::Open(bytes);
  if (!reader) return reader.error().ToString();
  std::string shown;
  while (true) {
    auto next = reader->Next();
    if (!next) return shown + next.error().ToString();
    if (!*next) break;
    const auto* entry = std::get_if<Entry>(&**next);
    shown += (entry != nullptr ? event::ToString(entry->event) : "object") + "\n";
  }
  return shown + (reader->finished() ? "finished" : reader->torn() ? "torn" : "cut");
}

TEST(TraceReader, GivesBackWhatWasWritten) {
  const std::string bytes = Small();
  EXPECT_EQ(Shown(bytes), "T1 writes V7@1000\nT1 forks T2\nfinished");
  Reader reader = *Reader::Open(bytes);
  const auto first = *reader.Next();
  EXPECT_TRUE(std::get<event::Access>(std::get<Entry>(*first).event).carries_objects);
  EXPECT_EQ(reader.Of(VariableId(7)), "a.B.c");
  EXPECT_EQ(reader.Of(SiteId(4)), (event::SiteName{"a.B", "m", "()V", "B.java", 3}));
  EXPECT_EQ(reader.Of(StackId(0)), (std::vector<std::string>{"a.B.m(B.java:3)", "a.B.n(B.java:9)"}));
  EXPECT_EQ(reader.Of(ThreadId(1)).name, "main");
  EXPECT_EQ(reader.Of(ThreadId(1)).number, 300);
  EXPECT_EQ(reader.Of(LockId(0)), "a.B@1");
  EXPECT_EQ(reader.Of(VariableId(8)), "");
}

TEST(TraceReader, ReadsWhatAKillLeavesAsFarAsItGoes) {
  const std::string bytes = Small();
  size_t whole_blocks = 0, torn = 0;
  for (size_t size = kMagic.size(); size < bytes.size(); ++size) {
    const std::string shown = Shown(std::string_view(bytes).substr(0, size));
    EXPECT_TRUE(shown.ends_with("torn") || shown.ends_with("cut")) << shown;
    (shown.ends_with("cut") ? whole_blocks : torn) += 1;
    EXPECT_EQ(shown.find("forks"), std::string::npos);
  }
  EXPECT_EQ(whole_blocks, 2u);  // with no block, and with one
  EXPECT_GT(torn, 0u);
}

TEST(TraceReader, RefusesEveryChangedByteOfABlockWithItsPlace) {
  const std::string bytes = Small();
  for (size_t at = kMagic.size() + 4; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] ^= 1;
    const std::string shown = Shown(damaged);
    EXPECT_TRUE(shown.find("offset ") != std::string::npos || shown.ends_with("torn")) << at << ": " << shown;
  }
}

TEST(TraceReader, RefusesWhatIsNoTrace) {
  EXPECT_EQ(Shown(""), "offset 0: this is no trace of this version");
  EXPECT_EQ(Shown("raddle trace 2\n"), "offset 0: this is no trace of this version");
  EXPECT_EQ(Shown("PK\3\4"), "offset 0: this is no trace of this version");
}

// A block that is in order around entries that are not.
std::string Block(std::string_view payload) {
  std::string bytes(kMagic);
  for (const uint32_t number : {static_cast<uint32_t>(payload.size()), Checksum(payload)}) {
    for (int i = 0; i < 4; ++i) bytes.push_back(static_cast<char>(number >> 8 * i));
  }
  return bytes.append(payload);
}

std::string Entries(std::initializer_list<int> bytes) {
  std::string payload;
  for (const int byte : bytes) payload.push_back(static_cast<char>(byte));
  return Block(payload);
}

TEST(TraceReader, RefusesEntriesThatAreNone) {
  constexpr int kSwitch = static_cast<int>(Tag::kSwitch), kJoin = static_cast<int>(Tag::kJoin),
                kFinished = static_cast<int>(Tag::kFinished), kLock = static_cast<int>(Tag::kLock);
  EXPECT_EQ(Shown(Entries({0})), "offset 23: 0 is no kind of entry");
  EXPECT_EQ(Shown(Entries({200})), "offset 23: 200 is no kind of entry");
  EXPECT_EQ(Shown(Entries({kJoin, 1})), "offset 24: an event of no thread");
  EXPECT_EQ(Shown(Entries({kSwitch, 1, kJoin})), "offset 26: a number without an end");
  EXPECT_EQ(Shown(Entries({kSwitch, 0x80, 0x80})), "offset 26: a number without an end");
  EXPECT_EQ(Shown(Entries({kSwitch, 0xff, 0xff, 0xff, 0xff, 0x7f})), "offset 29: an id that is too large");
  EXPECT_EQ(Shown(Entries({kLock, 1, 9, 'a'})), "offset 26: a text without an end");
  EXPECT_EQ(Shown(Entries({kFinished, kSwitch, 1})), "offset 24: something follows the end of the trace");
}

TEST(TraceWriter, DoesNotWriteOverAFile) {
  ScratchFile file;
  EXPECT_TRUE(Writer::Create(file.path()).ok());
  EXPECT_FALSE(Writer::Create(file.path()).ok());
}

}  // namespace
}  // namespace raddle::trace
