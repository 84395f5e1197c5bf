#include "report/html.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "report/frames.h"
#include "report/utf8.h"
#include "report/words.h"

namespace raddle::report {
namespace {

constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --line: #8884; --observed: #b3261e; --predicted: #8a5300; --suspected: #566270; }
@media (prefers-color-scheme: dark) { :root { --observed: #ff8a80; --predicted: #ffb74d; --suspected: #9fb0c3; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin: 0; } h3 { font-size: 1rem; font-weight: 400; margin: 0; }
p { margin: .6rem 0; }
article { border: 1px solid var(--line); border-left-width: .4rem; border-radius: .4rem; padding: 1rem; margin: 1rem 0; }
article > :last-child { margin-bottom: 0; } article:target { outline: 2px solid; }
.grade { font-weight: 600; color: var(--grade); } article { border-left-color: var(--grade); }
.observed { --grade: var(--observed); } .predicted { --grade: var(--predicted); } .suspected { --grade: var(--suspected); }
.accesses { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 28rem), 1fr)); gap: 1rem; }
.accesses + .accesses { border-top: 1px solid var(--line); margin-top: 1rem; padding-top: 1rem; }
pre, code { font: 13px/1.45 ui-monospace, monospace; white-space: pre-wrap; } pre { margin: .3rem 0; }
pre span { display: block; padding-left: 2ch; text-indent: -2ch; }
.small, pre span.small { color: color-mix(in srgb, currentColor 65%, transparent); } .small { font-size: .9rem; }
fieldset { border: 1px solid var(--line); border-radius: .4rem; display: flex; flex-wrap: wrap; gap: .2rem 1.2rem;
  margin: .6rem 0; }
nav ol { padding-left: 2.5rem; } nav a { color: inherit; } .copied { user-select: all; }
)";

// Grades and kinds by which findings can be left out: each is a class of what is about it, and has a checkbox. Without
// a script, so that a page works where scripts are refused.
constexpr std::array kGrades = {Grade::kObserved, Grade::kPredicted, Grade::kSuspected};
constexpr std::array kKinds = {Kind::kDataRace, Kind::kObjectRace, Kind::kHighLevelRace, Kind::kAtomicityViolation,
                               Kind::kDeadlock};

std::string Escape(std::string_view text) {
  std::string safe;
  for (const char c : ForTerminal(text)) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

std::string Escape(const std::vector<std::string>& texts, std::string_view between) {
  return Escape(fmt::format("{}", fmt::join(texts, between)));
}

std::string StackHtml(const std::vector<std::string>& stack) {
  if (stack.empty()) return "";
  std::string html = "<pre>";
  for (const std::string& line : FoldStack(stack)) {
    html += fmt::format("<span{}>{}</span>", line.starts_with("... ") ? " class=\"small\"" : "", Escape(line));
  }
  return html + "</pre>\n";
}

std::string AccessHtml(const Finding& finding, const Access& access) {
  std::string html = fmt::format("<section>\n<h3><b>{}</b> by <b>{}</b> at <b>{}</b></h3>\n", NameOf(access.op),
                                 Escape(ThreadAndNumber(access)), Escape(PlaceOf(access)));
  const auto add = [&](std::string_view before, const std::string& text) {
    if (!text.empty()) html += fmt::format("<div class=\"small\">{}{}</div>\n", before, Escape(text));
  };
  add("", Holding(finding, access));
  add("used in this section: ", fmt::format("{}", fmt::join(access.view, ", ")));
  html += StackHtml(access.stack);
  if (!access.stack_exact) add("", "(this stack is cut short, or of another time that the thread was there)");
  if (!access.started.empty()) {
    html += fmt::format("<details><summary class=\"small\">started{}</summary>{}</details>\n",
                        access.starter.empty() ? "" : " by " + Escape(access.starter), StackHtml(access.started));
  }
  return html + "</section>\n";
}

std::string AccessesHtml(const Finding& finding, const std::vector<Access>& accesses) {
  std::string html = "<div class=\"accesses\">\n";
  for (const Access& access : accesses) html += AccessHtml(finding, access);
  return html + "</div>\n";
}

std::string PairsHtml(const Finding& finding) {
  if (finding.pairs.size() < 2) return "";
  std::string html =
      fmt::format("<details><summary>{} of paths</summary>\n", Plural(finding.pairs.size() - 1, "more pair"));
  for (size_t i = 1; i < finding.pairs.size(); ++i) html += AccessesHtml(finding, finding.pairs[i]);
  return html + "</details>\n";
}

std::string Title(const Finding& finding) {
  return fmt::format("<span class=\"grade\">{}</span> {} on <code>{}</code>", NameOf(finding.grade),
                     InWords(finding.kind), Escape(Subject(finding)));
}

std::string Classes(const Finding& finding) {
  return fmt::format("{} {}", NameOf(finding.grade), NameOf(finding.kind));
}

std::string FindingHtml(const Finding& finding) {
  std::string html = fmt::format("<article class=\"{}\" id=\"{}\">\n<h2>{}</h2>\n<p>{}</p>\n", Classes(finding),
                                 Escape(finding.id), Title(finding), Escape(finding.message));
  if (!finding.advice.empty()) html += fmt::format("<p><b>Advice:</b> {}</p>\n", Escape(finding.advice));
  html += AccessesHtml(finding, finding.accesses) + PairsHtml(finding);
  const auto add = [&](std::string_view title, const std::string& text) {
    if (!text.empty()) html += fmt::format("<p class=\"small\">{}: {}</p>\n", title, text);
  };
  add("object", Escape(finding.object));
  add("sections", Escape(finding.sections, ", "));
  if (!finding.reproduce.empty()) {
    add("reproduce", fmt::format("<code class=\"copied\">{}</code>", Escape(finding.reproduce)));
  }
  html += fmt::format("<p class=\"small\">{} {} by {}{}; {}</p>\n",
                      finding.grade == Grade::kSuspected ? "found" : "seen", Times(finding.count),
                      Escape(finding.detectors, ", "), finding.is_doubtful ? ", doubtful" : "", Escape(finding.id));
  return html + "</article>\n";
}

std::string IndexHtml(const FindingsFile& file) {
  std::string html = "<nav aria-label=\"All findings\">\n<ol>\n";
  for (const Finding& finding : file.findings) {
    std::vector<std::string> places;
    for (const Access& access : finding.accesses) places.push_back(PlaceOf(access));
    html += fmt::format("<li class=\"{}\"><a href=\"#{}\">{}</a> <span class=\"small\">{}</span></li>\n",
                        Classes(finding), Escape(finding.id), Title(finding), Escape(places, ", "));
  }
  return html + "</ol>\n</nav>\n";
}

template <typename Choice, size_t n>
std::string ChoicesHtml(const FindingsFile& file, const std::array<Choice, n>& choices, Choice Finding::* which,
                        auto words) {
  std::string boxes;
  size_t shown = 0;
  for (const Choice choice : choices) {
    const auto count = std::ranges::count(file.findings, choice, which);
    if (count == 0) continue;
    ++shown;
    boxes +=
        fmt::format("<label><input type=\"checkbox\" id=\"show-{0}\" autocomplete=\"off\" checked> {2} ({1})</label>\n",
                    NameOf(choice), count, words(choice));
  }
  return shown < 2 ? "" : fmt::format("<fieldset>\n{}</fieldset>\n", boxes);
}

std::string ChoiceRules() {
  std::string rules;
  const auto add = [&](auto choice) {
    rules += fmt::format(":root:has(#show-{0}:not(:checked)) .{0} {{ display: none; }}\n", NameOf(choice));
  };
  std::ranges::for_each(kGrades, add);
  std::ranges::for_each(kKinds, add);
  return rules;
}

std::string SummaryHtml(const FindingsFile& file) {
  const size_t count = file.findings.size();
  std::string html = fmt::format("<h1>Raddle: {}</h1>\n", count == 0 ? "no findings" : Plural(count, "finding"));
  html += fmt::format("<p class=\"small\">raddle {}: <code>{}</code></p>\n", Escape(file.raddle),
                      Escape(file.command, " "));
  std::vector<std::string> left_out;
  if (file.summary.suppressed > 0) left_out.push_back(fmt::format("{} suppressed", file.summary.suppressed));
  if (file.summary.known > 0) left_out.push_back(fmt::format("{} known from the baseline", file.summary.known));
  if (!left_out.empty()) html += fmt::format("<p>Not shown: {}</p>\n", fmt::join(left_out, ", "));
  if (count < 2) return html;
  html += ChoicesHtml(file, kGrades, &Finding::grade, [](Grade grade) { return NameOf(grade); });
  html += ChoicesHtml(file, kKinds, &Finding::kind, InWords);
  return html + IndexHtml(file);
}

std::string NotesHtml(const FindingsFile& file) {
  std::string items;
  for (const std::string& note : file.notes) items += fmt::format("<li>{}</li>\n", Escape(note));
  for (const Hidden& hidden : file.suppressions) {
    if (hidden.ids.empty()) continue;
    items += fmt::format("<li>{} suppressed by {} ({})</li>\n", Plural(hidden.ids.size(), "finding"),
                         Escape(hidden.suppression), Escape(hidden.reason));
  }
  return items.empty() ? items : fmt::format("<h2>Notes</h2>\n<ul>\n{}</ul>\n", items);
}

}  // namespace

std::string WriteHtml(const FindingsFile& file) {
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>Raddle: {}</title>\n"
      "<style>{}{}</style>\n</head>\n<body>\n",
      Plural(file.findings.size(), "finding"), kStyle, ChoiceRules());
  html += SummaryHtml(file);
  for (const Finding& finding : file.findings) html += FindingHtml(finding);
  return html + NotesHtml(file) + "</body>\n</html>\n";
}

}  // namespace raddle::report
