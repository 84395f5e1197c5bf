#include "report/journal_reader.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "report/files.h"
#include "report/fingerprint.h"
#include "report/json_parts.h"
#include "report/merge.h"
#include "report/run_directory.h"
#include "report/words.h"

namespace raddle::report {
namespace {

// `["0123456789abcdef",` RECORD `]`
constexpr size_t kChecksumAt = 2;
constexpr size_t kChecksumSize = 16;
constexpr size_t kRecordAt = kChecksumAt + kChecksumSize + 2;

// The text of the record, where line and checksum agree.
std::optional<std::string_view> RecordIn(std::string_view line) {
  if (line.size() <= kRecordAt || !line.starts_with("[\"") || !line.ends_with(']')) return std::nullopt;
  std::string_view record = line.substr(kRecordAt, line.size() - kRecordAt - 1);
  if (line.substr(kChecksumAt, kChecksumSize) != HexDigits(Hash(record))) return std::nullopt;
  return record;
}

std::string TextOf(const Json& record, const char* key) {
  auto found = record.find(key);
  return found != record.end() && found->is_string() ? *found->get_ptr<const std::string*>() : "";
}

uint64_t NumberOf(const Json& record, const char* key) {
  auto found = record.find(key);
  return found != record.end() && found->is_number_unsigned() ? found->get<uint64_t>() : 0;
}

std::vector<std::string> TextsOf(const Json& record, const char* key) {
  std::vector<std::string> texts;
  auto found = record.find(key);
  if (found == record.end() || !found->is_array()) return texts;
  for (const Json& element : *found) {
    if (element.is_string()) texts.push_back(*element.get_ptr<const std::string*>());
  }
  return texts;
}

class JournalParser {
 public:
  JournalContents Parse(std::string_view text) {
    while (!text.empty()) {
      size_t end = std::min(text.find('\n'), text.size());
      contents_.torn = end == text.size();
      Line(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    std::vector<Finding> findings;
    for (auto& [key, finding] : findings_) findings.push_back(std::move(finding));
    contents_.findings = Merge(std::move(findings), Counts::kLargest);
    return std::move(contents_);
  }

 private:
  // Two detectors count apart, even where they found the same.
  using Key = std::pair<std::string, std::vector<std::string>>;

  void Line(std::string_view line) {
    if (line.empty()) return;
    std::optional<std::string_view> text = RecordIn(line);
    if (!text) {
      if (!contents_.torn) ++contents_.damaged;
      return;
    }
    contents_.torn = false;  // only the line feed is missing
    Result<Json> record = ParseJson(*text);
    if (!record || !record->is_object()) {
      ++contents_.damaged;
      return;
    }
    ++contents_.records;
    if (!Use(*record)) ++contents_.unknown;
  }

  bool Use(const Json& record) {
    const std::string type = TextOf(record, "record");
    if (type == "start") return Start(record);
    if (type == "finding") return Found(record);
    if (type == "update") return Update(record);
    if (type == "note") contents_.notes.push_back(TextOf(record, "text"));
    if (type == "watched") contents_.watched = true;
    if (type == "end") contents_.ended = true;
    return type == "note" || type == "watched" || type == "end";
  }

  bool Start(const Json& record) {
    contents_.started = true;
    contents_.pid = NumberOf(record, "pid");
    contents_.start.raddle = TextOf(record, "raddle");
    contents_.start.command = TextsOf(record, "command");
    contents_.start.role = TextOf(record, "role") == "command" ? Role::kCommand : Role::kJvm;
    return true;
  }

  bool Found(const Json& record) {
    auto found = record.find("finding");
    if (found == record.end()) return false;
    Result<Finding> finding = FindingFromJson(*found, "finding");
    if (!finding) return false;
    // Updates name the id that the writer computed; a version that computes another would not find it again.
    auto [place, is_new] = findings_.try_emplace(Key(TextOf(*found, "id"), finding->detectors));
    if (is_new) {
      place->second = *std::move(finding);
    } else {
      MergeInto(place->second, *std::move(finding), Counts::kLargest);
    }
    return true;
  }

  bool Update(const Json& record) {
    auto place = findings_.find(Key(TextOf(record, "id"), TextsOf(record, "detectors")));
    if (place == findings_.end()) return false;
    Finding update = place->second;
    update.count = NumberOf(record, "count");
    auto statistics = record.find("statistics");
    if (statistics != record.end()) {
      Result<Statistics> read = StatisticsFromJson(*statistics, "statistics");
      if (!read) return false;
      update.statistics = *std::move(read);
    }
    MergeInto(place->second, std::move(update), Counts::kLargest);
    return true;
  }

  JournalContents contents_;
  std::map<Key, Finding> findings_;
};

void NoteImperfections(const JournalContents& contents, const std::string& name, std::vector<std::string>& notes) {
  if (contents.damaged > 0) {
    notes.push_back(fmt::format("{}: {} damaged and left out", name, Plural(contents.damaged, "line")));
  }
  if (contents.unknown > 0) {
    notes.push_back(fmt::format("{}: {} left out that Raddle {} wrote and this version does not know", name,
                                Plural(contents.unknown, "record"), contents.start.raddle));
  }
  if (!contents.ended && contents.start.role == Role::kJvm) {
    notes.push_back(fmt::format("JVM {} was killed, crashed, or still runs: what it found until then is here{}",
                                contents.pid, contents.torn ? ", except for a last record that is torn" : ""));
  }
}

}  // namespace

JournalContents ParseJournal(std::string_view text) {
  return JournalParser().Parse(text);
}

Result<FindingsFile> ReadRun(const std::string& run) {
  FindingsFile result;
  std::vector<FindingsFile> parts;
  std::vector<std::string> notes;
  bool has_command = false;
  for (const std::string& path : JournalsIn(run)) {
    std::string name = std::filesystem::path(path).filename().string();
    Result<std::string> text = ReadWholeFile(path);
    if (!text) {
      notes.push_back(text.error().ToString());
      continue;
    }
    JournalContents contents = ParseJournal(*text);
    if (!contents.started) {
      notes.push_back(fmt::format("{} is not a journal, and was left out", name));
      continue;
    }
    NoteImperfections(contents, name, notes);
    bool is_command = contents.start.role == Role::kCommand;
    if (parts.empty() || (is_command && !has_command)) {
      result.raddle = contents.start.raddle;
      result.command = contents.start.command;
    }
    has_command |= is_command;
    parts.push_back({.notes = std::move(contents.notes), .findings = std::move(contents.findings)});
  }
  if (parts.empty()) return Error{.reason = "there is no journal of a run here", .place = run};
  parts.push_back({.notes = std::move(notes)});
  FindingsFile merged = MergeFiles(std::move(parts));
  merged.raddle = std::move(result.raddle);
  merged.command = std::move(result.command);
  return merged;
}

bool AnyClassWatched(const std::string& run) {
  const std::vector<std::string> journals = JournalsIn(run);
  return std::ranges::any_of(journals, [](const std::string& path) {
    const Result<std::string> text = ReadWholeFile(path);
    return text && ParseJournal(*text).watched;
  });
}

}  // namespace raddle::report
