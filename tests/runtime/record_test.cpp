#include "runtime/record.h"

#include <gtest/gtest.h>

#include <set>

namespace raddle::runtime {
namespace {

constexpr AccessKind kRead = AccessKind::kRead, kWrite = AccessKind::kWrite;

int parts_alive = 0;

PartLayout CountedPart() {
  return {40, [](void*) { ++parts_alive; }, [](void*) { --parts_alive; }};
}

TEST(RecordPool, GivesOutAndTakesBack) {
  parts_alive = 0;
  {
    RecordPool pool({CountedPart(), {.size = 8}, CountedPart()});
    std::set<Record*> made;
    for (int i = 0; i < 3000; ++i) made.insert(pool.Make());
    EXPECT_EQ(made.size(), 3000u);
    EXPECT_EQ(parts_alive, 6000);
    for (Record* record : made) {
      EXPECT_EQ(reinterpret_cast<uintptr_t>(record) % 64, 0u);
      EXPECT_EQ(Record::FromWord(record->word()), record);
    }
    for (int i = 0; i < 1000; ++i) pool.GiveBack(*made.begin()), made.erase(made.begin());
    EXPECT_EQ(pool.live(), 2000u);
    EXPECT_EQ(parts_alive, 4000);
    for (int i = 0; i < 1000; ++i) EXPECT_FALSE(made.contains(pool.Make()));
  }
  EXPECT_EQ(parts_alive, 0);
}

TEST(RecordPool, ACopyHasTheSamePastAndALifeOfItsOwn) {
  struct Part {
    int value = 0;
  };
  RecordPool pool({{sizeof(Part), [](void* at) { new (at) Part; }, nullptr,
                    [](void* to, const void* from) { *static_cast<Part*>(to) = *static_cast<const Part*>(from); }}});
  auto value_of = [&](Record* record) -> int& { return reinterpret_cast<Part*>(record->part(pool.offset(0)))->value; };
  Record* record = pool.Make();
  value_of(record) = 5;
  record->shares.store(1);
  record->Restamp(Stamp(3, 7), kWrite);
  Record* copy = pool.Copy(record);
  EXPECT_EQ(value_of(copy), 5);
  EXPECT_EQ(copy->shares.load(), 0);
  EXPECT_TRUE(copy->Seen(Stamp(3, 7), kWrite));
  value_of(copy) = 6;
  copy->Restamp(Stamp(4, 1), kWrite);
  EXPECT_EQ(value_of(record), 5);
  EXPECT_TRUE(record->Seen(Stamp(3, 7), kWrite));
}

TEST(RecordPool, MakesCleanRecords) {
  RecordPool pool(std::vector<PartLayout>{{.size = 16}});
  Record* record = pool.Make();
  *record->part(pool.offset(0)) = std::byte{1};
  record->Restamp(Stamp(1, 1), kWrite);
  pool.GiveBack(record);
  Record* again = pool.Make();
  ASSERT_EQ(again, record);
  EXPECT_EQ(*again->part(pool.offset(0)), std::byte{0});
  EXPECT_FALSE(again->Seen(Stamp(1, 1), kRead));
}

class StampsTest : public ::testing::Test {
 protected:
  RecordPool pool{std::vector<PartLayout>()};
  Record& record = *pool.Make();
};

TEST_F(StampsTest, ManyReadersKeepTheirs) {
  record.NoteOthers();
  for (Slot slot = 0; slot < 8; ++slot) record.Restamp(Stamp(slot, 5), kRead);
  for (Slot slot = 0; slot < 8; ++slot) EXPECT_TRUE(record.Seen(Stamp(slot, 5), kRead));
  EXPECT_FALSE(record.Seen(Stamp(0, 5), kWrite));
  EXPECT_FALSE(record.Seen(Stamp(0, 6), kRead));
}

TEST_F(StampsTest, AWriteClearsAllOthers) {
  record.NoteOthers();
  for (Slot slot = 0; slot < 8; ++slot) record.Restamp(Stamp(slot, 5), kRead);
  record.Restamp(Stamp(3, 5), kWrite);
  for (Slot slot = 0; slot < 8; ++slot) EXPECT_EQ(record.Seen(Stamp(slot, 5), kRead), slot == 3);
}

TEST_F(StampsTest, TheFirstReaderAfterAWriteClearsTheWriters) {
  record.Restamp(Stamp(1, 5), kWrite);
  record.Restamp(Stamp(2, 7), kRead);
  EXPECT_FALSE(record.Seen(Stamp(1, 5), kRead));
  record.Restamp(Stamp(1, 5), kRead);
  EXPECT_TRUE(record.Seen(Stamp(2, 7), kRead));
}

TEST_F(StampsTest, SlotsThatShareAStampEvictEachOther) {
  record.NoteOthers();
  record.Restamp(Stamp(1, 5), kRead);
  record.Restamp(Stamp(9, 5), kRead);
  EXPECT_FALSE(record.Seen(Stamp(1, 5), kRead));
  EXPECT_TRUE(record.Seen(Stamp(9, 5), kRead));
}

}  // namespace
}  // namespace raddle::runtime
