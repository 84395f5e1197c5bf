#include "cli/findings_output.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/terminal.h"
#include "cli/output.h"
#include "report/files.h"
#include "report/html.h"
#include "report/json.h"
#include "report/sarif.h"
#include "report/text.h"

namespace raddle::cli {
namespace {

using report::Grade;
using report::Suppression;

Result<std::optional<Grade>> ReadGrade(const std::string& name) {
  if (name == "never") return std::optional<Grade>();
  std::optional<Grade> grade = report::GradeNamed(name);
  if (!grade)
    return Error{.reason = fmt::format("--fail-on {}: there are observed, predicted, suspected, never", name)};
  return grade;
}

Result<std::vector<Suppression>> ReadSuppressions(const options::PathList& paths) {
  std::vector<Suppression> all;
  for (const std::string& path : paths.entries) {
    RADDLE_TRY(std::string text, report::ReadWholeFile(path));
    Result<std::vector<Suppression>> parsed = report::ParseSuppressions(text);
    if (!parsed) return std::move(parsed).error().In(path);
    for (Suppression& suppression : *parsed) {
      suppression.source = path;
      all.push_back(std::move(suppression));
    }
  }
  return all;
}

}  // namespace

Result<FindingsOutput> ReadFindingsOutput(const options::PathList& suppress, const std::string& json,
                                          const std::string& fail_on) {
  RADDLE_TRY(std::optional<Grade> grade, ReadGrade(fail_on));
  RADDLE_TRY(std::vector<Suppression> suppressions, ReadSuppressions(suppress));
  return FindingsOutput{.suppressions = std::move(suppressions), .json = json, .fail_on = grade};
}

int Deliver(std::string_view command, const report::FindingsFile& file, const FindingsOutput& output,
            std::FILE* stream) {
  const std::tuple<std::string, std::string (*)(const report::FindingsFile&)> files[] = {
      {output.json, report::WriteJson}, {output.sarif, report::WriteSarif}, {output.html, report::WriteHtml}};
  const bool printed = std::ranges::any_of(files, [](const auto& each) { return std::get<0>(each) == "-"; });
  if (!printed || stream != stdout) {
    std::string text = report::WriteText(file, Style::For(stream));
    std::fwrite(text.data(), 1, text.size(), stream);
  }
  for (const auto& [path, write] : files) {
    if (path.empty()) continue;
    Result<void> written = report::WriteWholeFile(path, write(file));
    if (!written) return Complain(command, written.error(), kFailed);
  }
  bool fails = output.fail_on && report::AtLeast(file, *output.fail_on) > 0;
  return fails ? kFindings : kOk;
}

}  // namespace raddle::cli
