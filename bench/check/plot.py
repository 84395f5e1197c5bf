#!/usr/bin/env python3
"""Reads growth.tsv (see table) and writes growth.svg: seconds against methods, both logarithmic, a line for each kind of
contexts, and a dotted one that grows in proportion."""
import math
import pathlib

here = pathlib.Path(__file__).parent
series = {}
for line in (here / "growth.tsv").read_text().splitlines():
    name, contexts, methods, seconds, _ = line.split("\t")
    if methods:
        series.setdefault(contexts, []).append((int(methods), max(float(seconds), 0.01), name))

WIDTH, HEIGHT, LEFT, BOTTOM = 720, 440, 70, 50
points = [point for line in series.values() for point in line]
x_range = (math.floor(math.log10(min(p[0] for p in points))), math.ceil(math.log10(max(p[0] for p in points))))
y_range = (math.floor(math.log10(min(p[1] for p in points))), math.ceil(math.log10(max(p[1] for p in points))))


def place(methods, seconds):
    x = (math.log10(methods) - x_range[0]) / (x_range[1] - x_range[0])
    y = (math.log10(seconds) - y_range[0]) / (y_range[1] - y_range[0])
    return LEFT + x * (WIDTH - LEFT - 20), HEIGHT - BOTTOM - y * (HEIGHT - BOTTOM - 20)


out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="11">',
       f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>']
for e in range(x_range[0], x_range[1] + 1):
    x, y = place(10**e, 10 ** y_range[0])
    out.append(f'<line x1="{x}" y1="20" x2="{x}" y2="{y}" stroke="#ddd"/><text x="{x}" y="{y + 16}" text-anchor="middle">{10**e:,}</text>')
for e in range(y_range[0], y_range[1] + 1):
    x, y = place(10 ** x_range[0], 10.0**e)
    out.append(f'<line x1="{x}" y1="{y}" x2="{WIDTH - 20}" y2="{y}" stroke="#ddd"/><text x="{x - 6}" y="{y + 4}" text-anchor="end">{10.0**e:g} s</text>')
out.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 12}" text-anchor="middle">methods reached</text>')
middle = sorted(points)[len(points) // 2]
(x1, y1), (x2, y2) = [place(m, middle[1] * m / middle[0]) for m in (10 ** x_range[0], 10 ** x_range[1])]
out.append(f'<clipPath id="in"><rect x="{LEFT}" y="20" width="{WIDTH - LEFT - 20}" height="{HEIGHT - BOTTOM - 20}"/></clipPath>')
out.append(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#888" stroke-dasharray="2 4" clip-path="url(#in)"/>')
for color, (contexts, line) in zip(("#1b6ca8", "#c0392b", "#2e8b57", "#8e44ad"), series.items()):
    line.sort()
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(m, s) for m, s, _ in line))
    out.append(f'<polyline points="{path}" fill="none" stroke="{color}"/>')
    for methods, seconds, name in line:
        x, y = place(methods, seconds)
        out.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{color}"><title>{name}: {seconds} s</title></circle>')
    x, y = place(*line[-1][:2])
    out.append(f'<text x="{x:.1f}" y="{y - 8:.1f}" text-anchor="end" fill="{color}">{contexts}</text>')
out.append("</svg>")
(here / "growth.svg").write_text("\n".join(out) + "\n")
