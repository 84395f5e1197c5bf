#include "report/html.h"

#include <string_view>

#include <fmt/format.h>

#include "report/frames.h"
#include "report/utf8.h"
#include "report/words.h"

namespace raddle::report {
namespace {

constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --line: #8884; --observed: #c62828; --predicted: #b26a00; --suspected: #5f6b7a; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin: 0; overflow-wrap: anywhere; }
article { border: 1px solid var(--line); border-left-width: .4rem; border-radius: .4rem; padding: 1rem; margin: 1rem 0; }
article.observed { border-left-color: var(--observed); } article.predicted { border-left-color: var(--predicted); }
article.suspected { border-left-color: var(--suspected); }
.grade { font-weight: 600; } .observed .grade { color: var(--observed); } .predicted .grade { color: var(--predicted); }
.accesses { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 1rem; }
pre, code { font: 13px/1.45 ui-monospace, monospace; } pre { overflow-x: auto; margin: .3rem 0; }
.small { color: color-mix(in srgb, currentColor 65%, transparent); font-size: .9rem; overflow-wrap: anywhere; }
)";

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

std::string Lines(const std::vector<std::string>& stack) {
  std::string lines;
  for (const std::string& line : stack) lines += Escape(line) + "\n";
  return lines;
}

std::string AccessHtml(const Finding& finding, const Access& access) {
  std::string html =
      fmt::format("<section>\n<b>{}</b> by <b>{}</b><br>\n", NameOf(access.op), Escape(ThreadName(access)));
  html += fmt::format("<span class=\"small\">{}</span>\n", Escape(Holding(finding, access)));
  if (!access.view.empty())
    html += fmt::format("<br><span class=\"small\">with {}</span>\n", Escape(access.view, ", "));
  html += fmt::format("<pre>{}</pre>\n", Lines(FoldStack(access.stack)));
  if (!access.started.empty()) {
    html += fmt::format("<details><summary class=\"small\">started by {}</summary><pre>{}</pre></details>\n",
                        Escape(access.starter), Lines(FoldStack(access.started)));
  }
  return html + "</section>\n";
}

std::string FindingHtml(const Finding& finding) {
  std::string html = fmt::format(
      "<article class=\"{0}\" id=\"{1}\">\n<h2><span class=\"grade\">{0}</span> {2} on "
      "<code>{3}</code></h2>\n<p>{4}</p>\n",
      NameOf(finding.grade), Escape(finding.id), InWords(finding.kind), Escape(finding.variable),
      Escape(finding.message));
  if (!finding.advice.empty()) html += fmt::format("<p><b>Advice:</b> {}</p>\n", Escape(finding.advice));
  html += "<div class=\"accesses\">\n";
  for (const Access& access : finding.accesses) html += AccessHtml(finding, access);
  html += "</div>\n";
  if (!finding.object.empty()) html += fmt::format("<p class=\"small\">object: {}</p>\n", Escape(finding.object));
  if (!finding.reproduce.empty()) {
    html += fmt::format("<p class=\"small\">reproduce: <code>{}</code></p>\n", Escape(finding.reproduce));
  }
  html += fmt::format("<p class=\"small\">seen {} by {}; {}</p>\n", Times(finding.count),
                      Escape(finding.detectors, ", "), Escape(finding.id));
  return html + "</article>\n";
}

std::string SummaryHtml(const FindingsFile& file) {
  const Summary& summary = file.summary;
  std::string html = fmt::format("<p>{} observed, {} predicted, {} suspected, {} suppressed", summary.observed,
                                 summary.predicted, summary.suspected, summary.suppressed);
  if (summary.known > 0) html += fmt::format(", {} known from the baseline", summary.known);
  return html + fmt::format("</p>\n<p class=\"small\">raddle {}: <code>{}</code></p>\n", Escape(file.raddle),
                            Escape(file.command, " "));
}

std::string NotesHtml(const FindingsFile& file) {
  std::string items;
  for (const std::string& note : file.notes) items += fmt::format("<li>{}</li>\n", Escape(note));
  for (const Hidden& hidden : file.suppressions) {
    items += fmt::format("<li>{} hidden by {}: {}</li>\n", hidden.ids.size(), Escape(hidden.suppression),
                         Escape(hidden.reason));
  }
  return items.empty() ? items : fmt::format("<h2>Notes</h2>\n<ul>\n{}</ul>\n", items);
}

}  // namespace

std::string WriteHtml(const FindingsFile& file) {
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>Raddle: {}</title>\n"
      "<style>{}</style>\n</head>\n<body>\n<h1>Raddle's findings</h1>\n",
      Plural(file.findings.size(), "finding"), kStyle);
  html += SummaryHtml(file);
  for (const Finding& finding : file.findings) html += FindingHtml(finding);
  return html + NotesHtml(file) + "</body>\n</html>\n";
}

}  // namespace raddle::report
