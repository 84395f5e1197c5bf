#include "report/load.h"

#include <filesystem>
#include <utility>
#include <vector>

#include "report/files.h"
#include "report/journal_reader.h"
#include "report/json.h"
#include "report/merge.h"
#include "report/run_directory.h"

namespace raddle::report {

Result<FindingsFile> Load(const std::string& path, bool all_runs) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    RADDLE_TRY(std::vector<std::string> runs, FindRuns(path, all_runs));
    std::vector<FindingsFile> files;
    for (const std::string& run : runs) {
      RADDLE_TRY(FindingsFile file, ReadRun(run));
      files.push_back(std::move(file));
    }
    return MergeFiles(std::move(files));
  }
  RADDLE_TRY(std::string text, ReadWholeFile(path));
  JournalContents journal;
  if (text.starts_with("[\"")) journal = ParseJournal(text);
  if (journal.started) {
    FindingsFile file{.raddle = std::move(journal.start.raddle),
                      .command = std::move(journal.start.command),
                      .notes = std::move(journal.notes),
                      .findings = std::move(journal.findings)};
    Tally(file);
    return file;
  }
  Result<FindingsFile> file = ParseFindings(text);
  if (!file) return std::move(file).error().In(path);
  return file;
}

}  // namespace raddle::report
