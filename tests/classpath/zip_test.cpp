#include "classpath/zip.h"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>

#include "classpath/zip_format.h"
#include "test_support.h"

namespace raddle::classpath {
namespace {

using Buffer = std::vector<uint8_t>;

std::string ReadEntry(const ZipArchive& zip, std::string_view name) {
  const ZipEntry* entry = zip.Find(name);
  if (entry == nullptr) return "(none)";
  Result<FileBytes> file = zip.Read(*entry);
  return file ? AsText(file->bytes) : "error: " + file.error().ToString();
}

std::string Notes(const ZipArchive& zip) {
  std::string all;
  for (const Error& note : zip.notes()) all += note.ToString() + "\n";
  return all;
}

size_t Position(const Buffer& bytes, uint32_t signature, int which = 0) {
  for (size_t at = 0; at + 4 <= bytes.size(); ++at) {
    if (zip::U4(bytes, at) == signature && which-- == 0) return at;
  }
  ADD_FAILURE() << "no such record";
  return 0;
}

void Put(Buffer& bytes, size_t at, uint64_t value, size_t size) {
  std::memcpy(bytes.data() + at, &value, size);
}

const std::string kLong(5000, 'x');

TEST(Zip, ReadsBackWhatWasWritten) {
  Buffer bytes;
  ZipWriter writer(bytes);
  ASSERT_TRUE(writer.Add("dir/", ""));
  ASSERT_TRUE(writer.Add("dir/a.txt", "short"));
  ASSERT_TRUE(writer.Add("b.txt", kLong));
  ASSERT_TRUE(writer.Add("c.txt", kLong, ZipMethod::kStored));
  ASSERT_TRUE(writer.Add("\xC3\xA4.txt", "umlaut"));
  ASSERT_TRUE(writer.Finish("a comment"));
  Result<ZipArchive> zip = ZipArchive::Open(bytes);
  ASSERT_TRUE(zip) << zip.error().ToString();
  EXPECT_EQ(zip->entries().size(), 5u);
  EXPECT_TRUE(zip->entries()[0].IsDirectory());
  EXPECT_EQ(ReadEntry(*zip, "dir/a.txt"), "short");
  EXPECT_EQ(ReadEntry(*zip, "b.txt"), kLong);
  EXPECT_EQ(ReadEntry(*zip, "c.txt"), kLong);
  EXPECT_EQ(ReadEntry(*zip, "\xC3\xA4.txt"), "umlaut");
  EXPECT_EQ(ReadEntry(*zip, "d.txt"), "(none)");
  EXPECT_LT(zip->Find("b.txt")->compressed_size, 100u);
  EXPECT_EQ(Notes(*zip), "");
  for (const ZipEntry& entry : zip->entries()) EXPECT_TRUE(ChecksumMatches(entry, zip->Read(entry)->bytes));
}

TEST(Zip, StoredEntriesAreNotCopied) {
  Buffer bytes = MakeZip({{"a", "content"}}, ZipMethod::kStored);
  Result<ZipArchive> zip = ZipArchive::Open(bytes);
  Result<FileBytes> file = zip->Read(*zip->Find("a"));
  EXPECT_EQ(file->owner, nullptr);
  EXPECT_GE(file->bytes.data(), bytes.data());
  EXPECT_LT(file->bytes.data(), bytes.data() + bytes.size());
}

TEST(Zip, WritingIsDeterministic) {
  EXPECT_EQ(MakeZip({{"a", "x"}, {"b", kLong}}), MakeZip({{"a", "x"}, {"b", kLong}}));
}

TEST(Zip, EmptyArchive) {
  Buffer bytes = MakeZip({});
  Result<ZipArchive> zip = ZipArchive::Open(bytes);
  ASSERT_TRUE(zip);
  EXPECT_EQ(zip->Find("a"), nullptr);
}

TEST(Zip, BytesInFrontDoNoHarm) {
  std::string script = "#!/bin/sh\nexec java -jar \"$0\"\n";
  for (bool offsets_count_them : {false, true}) {
    Buffer bytes(script.begin(), script.end());
    ZipWriter writer(
        [&](Bytes part) -> Result<void> { return bytes.insert(bytes.end(), part.begin(), part.end()), Result<void>(); },
        offsets_count_them ? script.size() : 0);
    ASSERT_TRUE(writer.Add("a", kLong));
    ASSERT_TRUE(writer.Add("b", "two"));
    ASSERT_TRUE(writer.Finish());
    Result<ZipArchive> zip = ZipArchive::Open(bytes);
    ASSERT_TRUE(zip) << zip.error().ToString();
    EXPECT_EQ(ReadEntry(*zip, "a"), kLong);
    EXPECT_EQ(ReadEntry(*zip, "b"), "two");
  }
}

TEST(Zip, BytesBehindDoNoHarm) {
  Buffer bytes = MakeZip({{"a", "one"}});
  bytes.insert(bytes.end(), 100, 0);
  EXPECT_EQ(ReadEntry(*ZipArchive::Open(bytes), "a"), "one");
}

TEST(Zip, ACommentMayLookLikeAnEnd) {
  Buffer bytes;
  ZipWriter writer(bytes);
  ASSERT_TRUE(writer.Add("a", "one"));
  ASSERT_TRUE(writer.Finish(std::string("PK\5\6") + std::string(40, 'c')));
  EXPECT_EQ(ReadEntry(*ZipArchive::Open(bytes), "a"), "one");
}

TEST(Zip, ManyEntriesNeedZip64) {
  Buffer bytes;
  ZipWriter writer(bytes);
  for (int i = 0; i < 70'000; ++i) ASSERT_TRUE(writer.Add("n" + std::to_string(i), "", ZipMethod::kStored));
  ASSERT_TRUE(writer.Finish());
  EXPECT_NO_FATAL_FAILURE(Position(bytes, zip::kEnd64Signature));
  Result<ZipArchive> zip = ZipArchive::Open(bytes);
  ASSERT_TRUE(zip) << zip.error().ToString();
  EXPECT_EQ(zip->entries().size(), 70'000u);
  EXPECT_EQ(ReadEntry(*zip, "n69999"), "");
  EXPECT_EQ(Notes(*zip), "");
}

// No test can afford five gigabytes of file, but a directory that says it begins behind them is cheap.
TEST(Zip, FarOffsetsAreWrittenAsZip64) {
  Buffer bytes;
  uint64_t begin = uint64_t{5} << 30;
  ZipWriter writer(
      [&](Bytes part) -> Result<void> { return bytes.insert(bytes.end(), part.begin(), part.end()), Result<void>(); },
      begin);
  ASSERT_TRUE(writer.Add("a", "one"));
  ASSERT_TRUE(writer.Finish());
  size_t central = Position(bytes, zip::kCentralSignature);
  EXPECT_EQ(zip::U4(bytes, central + 42), zip::kFull4);
  EXPECT_EQ(zip::U2(bytes, central + 30), 12);
  EXPECT_EQ(zip::U8(bytes, central + zip::kCentralSize + 1 + 4), begin);
  Result<ZipArchive> zip = ZipArchive::Open(bytes);
  ASSERT_FALSE(zip);
  EXPECT_EQ(zip.error().reason, "central directory begins after its end");
}

TEST(Zip, Zip64SizesAreRead) {
  Buffer bytes = MakeZip({{"a", "one"}}, ZipMethod::kStored);
  // The central record's two sizes go into an extra field.
  size_t central = Position(bytes, zip::kCentralSignature);
  Put(bytes, central + 20, zip::kFull4, 4);
  Put(bytes, central + 24, zip::kFull4, 4);
  Put(bytes, central + 30, 20, 2);
  Buffer extra(20, 0);
  Put(extra, 0, zip::kZip64Extra, 2);
  Put(extra, 2, 16, 2);
  Put(extra, 4, 3, 8);
  Put(extra, 12, 3, 8);
  bytes.insert(bytes.begin() + central + zip::kCentralSize + 1, extra.begin(), extra.end());
  size_t end = Position(bytes, zip::kEndSignature);
  Put(bytes, end + 12, zip::kCentralSize + 1 + 20, 4);
  Result<ZipArchive> zip = ZipArchive::Open(bytes);
  ASSERT_TRUE(zip) << zip.error().ToString();
  EXPECT_EQ(ReadEntry(*zip, "a"), "one");
}

TEST(Zip, OfTwoEntriesWithOneNameTheLastCountsAsInTheJvm) {
  Buffer bytes = MakeZip({{"a", "first"}, {"b", "other"}, {"a", "second"}});
  Result<ZipArchive> zip = ZipArchive::Open(bytes);
  EXPECT_EQ(ReadEntry(*zip, "a"), "second");
  EXPECT_EQ(Notes(*zip), "a: offset 124: a later entry has the same name, and hides this one\n");
}

TEST(Zip, NamesThatLeaveTheArchiveAreNotFound) {
  for (std::string name : {"../a", "x/../../a", "/etc/passwd", "x/..", "..", "..\\a", ""}) {
    Buffer bytes = MakeZip({{name, "evil"}, {"good", "fine"}});
    Result<ZipArchive> zip = ZipArchive::Open(bytes);
    ASSERT_TRUE(zip) << name;
    EXPECT_EQ(zip->Find(name), nullptr) << name;
    EXPECT_FALSE(zip->Read(zip->entries()[0])) << name;
    EXPECT_EQ(ReadEntry(*zip, "good"), "fine");
    EXPECT_EQ(zip->notes().size(), 1u) << name;
  }
  Buffer bytes = MakeZip({{"a..b/c..", "fine"}});
  EXPECT_EQ(ReadEntry(*ZipArchive::Open(bytes), "a..b/c.."), "fine");
}

TEST(Zip, NotesAreFew) {
  Files files;
  for (int i = 0; i < 1000; ++i) files.push_back({"/x", ""});
  Buffer bytes = MakeZip(files);
  Result<ZipArchive> zip = ZipArchive::Open(bytes);
  EXPECT_EQ(zip->notes().size(), ZipArchive::kMaxNotes + 1);
  EXPECT_EQ(zip->notes().back().reason, "950 more entries with problems");
}

// Damage done to a good archive of "a" (deflated) and "b" (stored), and what reading "a" says then.
struct Damage {
  const char* name;
  std::function<void(Buffer&)> damage;
  const char* error;  // part of the error of Open() or of reading "a"
};

void PrintTo(const Damage& damage, std::ostream* out) {
  *out << damage.name;
}

size_t Central(const Buffer& b) {
  return Position(b, zip::kCentralSignature);
}
size_t End(const Buffer& b) {
  return Position(b, zip::kEndSignature);
}

const Damage kDamages[] = {
    {"empty", [](Buffer& b) { b.clear(); }, "too short for a ZIP"},
    {"end_cut", [](Buffer& b) { b.resize(b.size() - 1); }, "no end-of-central-directory record"},
    {"only_half", [](Buffer& b) { b.resize(b.size() / 2); }, "no end-of-central-directory record"},
    {"several_disks", [](Buffer& b) { Put(b, End(b) + 4, 1, 2); }, "one part of several"},
    {"directory_too_large", [](Buffer& b) { Put(b, End(b) + 12, 0x7fffffff, 4); }, "larger than what comes before"},
    {"directory_too_far", [](Buffer& b) { Put(b, End(b) + 16, 0x7fffffff, 4); }, "begins after its end"},
    {"directory_short", [](Buffer& b) { Put(b, End(b) + 12, 30, 4); }, "ends within a record"},
    {"directory_elsewhere", [](Buffer& b) { Put(b, End(b) + 12, 60, 4); }, "no central directory record"},
    {"record_signature", [](Buffer& b) { b[Central(b)] = 'Q'; }, "no central directory record where one should be"},
    {"name_too_long", [](Buffer& b) { Put(b, Central(b) + 28, 0xffff, 2); }, "ends within a record"},
    {"extra_too_long", [](Buffer& b) { Put(b, Central(b) + 30, 0xffff, 2); }, "ends within a record"},
    {"local_offset_outside", [](Buffer& b) { Put(b, Central(b) + 42, 0x7fffffff, 4); }, "lies outside the archive"},
    {"local_offset_in_directory", [](Buffer& b) { Put(b, Central(b) + 42, Central(b) - 10, 4); }, "lies outside"},
    {"local_signature", [](Buffer& b) { b[0] = 'Q'; }, "no local header"},
    {"compressed_outside", [](Buffer& b) { Put(b, Central(b) + 20, 0x7fffffff, 4); }, "lies outside the archive"},
    {"compressed_overlaps", [](Buffer& b) { Put(b, Central(b) + 20, 57, 4); }, "overlaps another"},
    {"same_place_twice", [](Buffer& b) { Put(b, Position(b, zip::kCentralSignature, 1) + 42, 0, 4); },
     "overlaps another"},
    {"bomb_size", [](Buffer& b) { Put(b, Central(b) + 24, 0x7fffffff, 4); }, "larger than the limit"},
    {"impossible_size", [](Buffer& b) { Put(b, Central(b) + 24, 200'000'000, 4); }, "sizes contradict"},
    {"size_too_small", [](Buffer& b) { Put(b, Central(b) + 24, 4999, 4); }, "inflates to more"},
    {"size_too_large", [](Buffer& b) { Put(b, Central(b) + 24, 5001, 4); }, "inflates to less"},
    {"size_full_without_zip64", [](Buffer& b) { Put(b, Central(b) + 24, 0xffffffff, 4); }, "larger than the limit"},
    {"encrypted", [](Buffer& b) { b[Central(b) + 8] |= 1; }, "encrypted"},
    {"method_unknown", [](Buffer& b) { Put(b, Central(b) + 10, 12, 2); }, "neither stored nor deflated"},
    {"method_differs", [](Buffer& b) { Put(b, 8, 0, 2); }, "another method"},
    {"stored_sizes_differ", [](Buffer& b) { Put(b, Central(b) + 10, 0, 2); }, "sizes contradict"},
    {"local_name_differs", [](Buffer& b) { b[30] = 'z'; }, "another name"},
    {"local_name_runs_on", [](Buffer& b) { Put(b, 26, 0xffff, 2); }, "runs into what comes after"},
    {"local_extra_runs_on", [](Buffer& b) { Put(b, 28, 8, 2); }, "runs into what comes after"},
    {"data_damaged", [](Buffer& b) { b[31] = 0xff; }, "deflated data is damaged"},
    {"zip64_leads_nowhere",
     [](Buffer& b) {
       size_t end = End(b);
       Put(b, end + 16, zip::kFull4, 4);
       Buffer locator(zip::kLocator64Size, 0xee);
       Put(locator, 0, zip::kLocator64Signature, 4);
       b.insert(b.begin() + end, locator.begin(), locator.end());
     },
     "zip64 locator leads nowhere"},
};

class DamagedZip : public testing::TestWithParam<Damage> {};

TEST_P(DamagedZip, IsAnError) {
  Buffer whole;
  ZipWriter writer(whole);
  ASSERT_TRUE(writer.Add("a", kLong));
  ASSERT_TRUE(writer.Add("b", "stored", ZipMethod::kStored));
  ASSERT_TRUE(writer.Finish());
  GetParam().damage(whole);
  Result<ZipArchive> zip = ZipArchive::Open(whole);
  std::string error = zip ? ReadEntry(*zip, "a") : zip.error().ToString();
  EXPECT_NE(error.find(GetParam().error), error.npos) << error;
  EXPECT_NE(error.find("offset "), error.npos) << error;
}

INSTANTIATE_TEST_SUITE_P(Zip, DamagedZip, testing::ValuesIn(kDamages),
                         [](const auto& it) { return std::string(it.param.name); });

// Every byte of an archive changed in turn, and every shorter part of it: whatever comes out, nothing is read outside
// (the sanitizers watch) and no size is believed.
TEST(Zip, NoChangedByteOrMissingEndDoesHarm) {
  Buffer good;
  ZipWriter writer(good);
  ASSERT_TRUE(writer.Add("a", kLong));
  ASSERT_TRUE(writer.Add("b", "stored", ZipMethod::kStored));
  ASSERT_TRUE(writer.Finish("comment"));
  auto read_all = [](Bytes bytes) {
    Result<ZipArchive> zip = ZipArchive::Open(bytes);
    if (!zip) return;
    for (const ZipEntry& entry : zip->entries()) {
      Result<FileBytes> file = zip->Read(entry);
      EXPECT_LT(file ? file->bytes.size() : 0, 100'000u);
    }
  };
  for (size_t at = 0; at < good.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      Buffer bad = good;
      bad[at] ^= static_cast<uint8_t>(1 << bit);
      read_all(bad);
    }
    for (uint8_t value : {0x00, 0xff}) {
      Buffer bad = good;
      bad[at] = value;
      read_all(bad);
    }
  }
  for (size_t size = 0; size < good.size(); ++size) read_all(Bytes(good).first(size));
}

TEST(Zip, EntriesAreCopiedWithoutInflating) {
  Buffer from_bytes = MakeZip({{"a", kLong}, {"b", "two"}});
  Result<ZipArchive> from = ZipArchive::Open(from_bytes);
  Buffer to_bytes;
  ZipWriter writer(to_bytes);
  for (const ZipEntry& entry : from->entries()) ASSERT_TRUE(writer.Copy(*from, entry));
  ASSERT_TRUE(writer.Finish());
  EXPECT_EQ(to_bytes, from_bytes);
}

// The JDK's own tool reads what we write.
class ZipFiles : public TemporaryFiles {};

TEST_F(ZipFiles, JarReadsThem) {
  std::string jar =
      WriteJar("x.jar", {{"META-INF/MANIFEST.MF", "Manifest-Version: 1.0\r\n"}, {"a", kLong}, {"b/c", "two"}});
  Result<Captured> listing = RunAndCapture({JdkHome() + "/bin/jar", "tf", jar});
  ASSERT_TRUE(listing) << listing.error().ToString();
  EXPECT_EQ(listing->output, "META-INF/MANIFEST.MF\na\nb/c\n");
}

}  // namespace
}  // namespace raddle::classpath
