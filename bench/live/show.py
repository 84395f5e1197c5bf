"""What was measured, as text and as a picture."""

import math
import statistics
from html import escape

COLUMNS = "{:<11} {:>9} {:>9} {:>9} {:>6} {:>9} {:>9} {:>7} {:>8} {:>8} {:>5} {:>5}"
COLOURS = ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377"]


def table(rows):
    """One table a mode: medians, then geometric means and the largest."""
    lines = []
    for mode in modes_of(rows):
        lines += ["", mode, COLUMNS.format("program", "plain ms", "woven ms", "slowdown", "start", "plain MB", "woven MB",
                                           "memory", "checked", "dropped", "hb", "all")]
        mine = [row for row in rows if row["mode"] == mode]
        lines += [line_of(row) for row in mine]
        done = [row for row in mine if "slowdown" in row and not row["failure"]]
        groups = {"mean": done, "  kernels": [row for row in done if not row["server"]],
                  "  servers": [row for row in done if row["server"]]}
        for name, group in groups.items():
            if group:
                lines.append(summary(name, group, statistics.geometric_mean))
        if done:
            lines.append(summary("largest", done, max))
    wrong = [row["program"] for row in rows if row["hb_findings"] and row["race_free"]]
    if wrong:
        lines += ["", "These have no data race, what hb found in them is false: " + ", ".join(dict.fromkeys(wrong))]
    return "\n".join(lines)


def line_of(row):
    text = COLUMNS.format(
        row["program"], number(row["plain_ms"]), number(row.get("woven_ms")), ratio(row.get("slowdown")), ratio(row.get("start")),
        number(row["plain_mb"]), number(row.get("woven_mb")), ratio(row.get("memory")),
        blank_none(row.get("watched")), blank_none(row.get("dropped")), blank_none(row["hb_findings"]), blank_none(row["findings"]))
    return text + ("  FAILED: " + row["failure"] if row["failure"] else "")


def summary(name, rows, of):
    def all_of(key):
        values = [row[key] for row in rows if key in row]
        return ratio(of(values)) if values else "-"

    return COLUMNS.format(name, "", "", all_of("slowdown"), all_of("start"), "", "", all_of("memory"), "", "", "", "").rstrip()


def plain_table(measured):
    lines = ["", "{:<11} {:>9} {:>9}".format("program", "plain ms", "plain MB")]
    for name, runs in measured.items():
        ms, mb = statistics.median(runs["ms"]), statistics.median(runs["mb"])
        lines.append("{:<11} {:>9} {:>9}".format(name, number(ms), number(mb)))
    return "\n".join(lines)


def plot(heading, rows):
    """Slowdown left, memory right, a bar a mode; both axes are logarithmic and begin at 1."""
    modes, programs = modes_of(rows), list(dict.fromkeys(row["program"] for row in rows))
    bar, gap, left, panel = 12, 10, 100, 380
    height = 60 + len(programs) * (len(modes) * bar + gap) + 20 + 16 * len(modes)
    width = left + 2 * (panel + 60)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
             'font-family="sans-serif" font-size="11"><rect width="100%" height="100%" fill="white"/>',
             f'<text x="10" y="16">{escape(heading)}</text>']
    for index, key in enumerate(["slowdown", "memory"]):
        x0 = left + index * (panel + 60)
        values = [row[key] for row in rows if key in row]
        top = 2 ** max(1, math.ceil(math.log2(max(values, default=2))))
        scale = panel / math.log2(top)
        for tick in range(int(math.log2(top)) + 1):
            x = x0 + tick * scale
            parts.append(f'<line x1="{x:.1f}" y1="50" x2="{x:.1f}" y2="{height - 16 * len(modes) - 20}" '
                         f'stroke="#ddd"/><text x="{x:.1f}" y="46" text-anchor="middle">{2 ** tick}</text>')
        parts.append(f'<text x="{x0}" y="32" font-weight="bold">{key}, times plain</text>')
        for row in rows:
            if key not in row:
                continue
            y = 55 + programs.index(row["program"]) * (len(modes) * bar + gap) + modes.index(row["mode"]) * bar
            length = max(1, math.log2(max(1, row[key])) * scale)
            parts.append(f'<rect x="{x0}" y="{y}" width="{length:.1f}" height="{bar - 2}" '
                         f'fill="{colour(modes, row["mode"])}"/>'
                         f'<text x="{x0 + length + 3:.1f}" y="{y + 9}">{ratio(row[key])}</text>')
    for place, program in enumerate(programs):
        y = 55 + place * (len(modes) * bar + gap) + len(modes) * bar / 2 + 3
        parts.append(f'<text x="{left - 8}" y="{y:.1f}" text-anchor="end">{program}</text>')
    for place, mode in enumerate(modes):
        y = height - 16 * (len(modes) - place) + 4
        parts.append(f'<rect x="{left}" y="{y - 9}" width="10" height="10" fill="{colour(modes, mode)}"/>'
                     f'<text x="{left + 15}" y="{y}">{escape(mode)}</text>')
    return "\n".join(parts + ["</svg>"]) + "\n"


def modes_of(rows):
    return list(dict.fromkeys(row["mode"] for row in rows))


def colour(modes, mode):
    return COLOURS[modes.index(mode) % len(COLOURS)]


def number(value):
    return "-" if value is None else f"{value:.0f}"


def ratio(value):
    return "-" if value is None else f"{value:.2f}"


def blank_none(value):
    return "-" if value is None else str(value)
