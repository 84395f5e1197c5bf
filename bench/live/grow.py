"""How the cost of watching grows: slowdown and memory over the number of threads, and over the size of the heap.

`run grow` beside this file calls it. Programs and ways to measure are those of measure.py.
"""

import argparse
import json
import math
import sys
import tempfile
from html import escape
from pathlib import Path

import measure
import show

THREADS = [1, 2, 4, 8, 64]
HEAPS = [10, 100, 1000, 4000]  # thousands of nodes
PROGRAMS = ["lufact", "moldyn", "raytracer", "tsp", "elevator", "http"]


def read_arguments():
    parser = argparse.ArgumentParser(prog="bench/live/run grow", description=__doc__.split("\n")[0])
    parser.add_argument("--programs", nargs="+", default=PROGRAMS, metavar="NAME", choices=measure.PROGRAMS,
                        help="over which the number of threads grows; default: " + " ".join(PROGRAMS))
    parser.add_argument("--threads", nargs="+", type=int, default=THREADS, help="default: 1 2 4 8 64")
    parser.add_argument("--heaps", nargs="*", type=int, default=HEAPS,
                        help="thousands of nodes of the kernel Heap; default: 10 100 1000 4000")
    parser.add_argument("--mode", default="hb+racer", choices=measure.MODES, help="default: hb+racer")
    parser.add_argument("--jdk", help="as in bench/live/run")
    parser.add_argument("--warm", type=int, default=10, metavar="SECONDS",
                        help="of the processor's time that each run uses before it is measured; default: 10")
    parser.add_argument("--quick", action="store_true", help="small inputs: times mean nothing")
    parser.add_argument("--repeat", type=int, default=1, help="runs of each; default: 1")
    parser.add_argument("--timeout", type=int, default=120, metavar="SECONDS", help="of one run; default: 120")
    parser.add_argument("--save", type=Path, default=measure.ROOT / "build/bench-results/growth", metavar="DIR",
                        help="where table, plot and data go; default: build/bench-results/growth")
    arguments = parser.parse_args()
    arguments.modes, arguments.java_options = [arguments.mode], measure.JAVA_OPTIONS
    return arguments


def measure_point(name, x, arguments, jdk, scratch):
    row = measure.make_row(name, arguments.mode, measure.measure_program(name, arguments, jdk, scratch / "classes",
                                                                         scratch), scratch)
    return {"program": name, "x": x, "slowdown": row.get("slowdown"), "memory": row.get("memory"),
            "plain_ms": row["plain_ms"], "failure": row["failure"]}


def measure_curves(arguments, scratch):
    """Both series of points, over threads and over heaps, as far as they are there: after each point."""
    jdk = measure.find_jdk(arguments.jdk)
    measure.compile_programs(jdk, scratch / "classes")
    over_threads, over_heaps = [], []
    curves = {"threads": over_threads, "thousands of nodes": over_heaps}
    for name in arguments.programs:
        for arguments.threads in arguments.counts:
            over_threads.append(measure_point(name, arguments.threads, arguments, jdk, scratch))
            yield curves
    arguments.threads = 2
    for size in arguments.heaps:
        measure.PROGRAMS["heap"] = measure.Program("Heap", size, size)
        over_heaps.append(measure_point("heap", size, arguments, jdk, scratch))
        yield curves
    measure.progress("")


def table(curves):
    lines = []
    for axis, points in curves.items():
        xs = sorted({point["x"] for point in points})
        for key in ["slowdown", "memory"]:
            lines += ["", f"{key} over {axis}", "{:<11}".format("program") + "".join(f"{x:>9}" for x in xs)]
            for name in dict.fromkeys(point["program"] for point in points):
                mine = {point["x"]: point for point in points if point["program"] == name}
                cells = [("failed" if mine[x]["failure"] else show.ratio(mine[x][key])) if x in mine else "" for x in xs]
                lines.append(f"{name:<11}" + "".join(f"{cell:>9}" for cell in cells))
    return "\n".join(lines)


def plot(heading, curves):
    """A panel for each measure and axis, both logarithmic; a line for each program."""
    width, height, left, top = 330, 220, 50, 60
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{2 * (width + 2 * left)}" '
             f'height="{len(curves) * (height + top + 30)}" font-family="sans-serif" font-size="11">'
             f'<rect width="100%" height="100%" fill="white"/><text x="10" y="16">{escape(heading)}</text>']
    for row, (axis, points) in enumerate(curves.items()):
        names = list(dict.fromkeys(point["program"] for point in points))
        xs = sorted({point["x"] for point in points})
        for column, key in enumerate(["slowdown", "memory"]):
            good = [point for point in points if point[key] and not point["failure"]]
            if not good or len(xs) < 2:
                continue
            x0, y0 = left + column * (width + 2 * left), top + row * (height + top + 30)
            most = 2 ** max(1, math.ceil(math.log2(max(point[key] for point in good))))
            at_x = lambda x: x0 + width * math.log(x / xs[0]) / math.log(xs[-1] / xs[0])
            at_y = lambda y: y0 + height * (1 - math.log2(max(1, y)) / math.log2(most))
            parts.append(f'<text x="{x0}" y="{y0 - 12}" font-weight="bold">{key}, times plain, over {axis}</text>')
            for tick in range(int(math.log2(most)) + 1):
                y = at_y(2 ** tick)
                parts.append(f'<line x1="{x0}" y1="{y:.1f}" x2="{x0 + width}" y2="{y:.1f}" stroke="#ddd"/>'
                             f'<text x="{x0 - 6}" y="{y + 4:.1f}" text-anchor="end">{2 ** tick}</text>')
            for x in xs:
                parts.append(f'<text x="{at_x(x):.1f}" y="{y0 + height + 14}" text-anchor="middle">{x}</text>')
            for name in names:
                line = [(at_x(point["x"]), at_y(point[key])) for point in good if point["program"] == name]
                if not line:
                    continue
                colour = show.colour(names, name)
                path = " ".join(f"{x:.1f},{y:.1f}" for x, y in line)
                parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
                parts.append(f'<text x="{line[-1][0] + 4:.1f}" y="{line[-1][1] + 4:.1f}" fill="{colour}">{name}</text>')
    return "\n".join(parts + ["</svg>"]) + "\n"


def save(arguments, heading, curves):
    text = heading + "\n" + table(curves)
    arguments.save.mkdir(parents=True, exist_ok=True)
    (arguments.save / "table.txt").write_text(text + "\n")
    (arguments.save / "data.json").write_text(json.dumps(curves) + "\n")
    (arguments.save / "plot.svg").write_text(plot(heading, curves))
    return text


def main():
    arguments = read_arguments()
    arguments.counts = arguments.threads
    heading = f"{arguments.mode}, {measure.os.cpu_count()} cores, median of {arguments.repeat}"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as directory:
        curves, status = measure.keep(arguments, "bench/live/run grow", measure_curves(arguments, Path(directory)),
                                      lambda curves: save(arguments, heading, curves))
    curves = curves or {}
    failures = [point for points in curves.values() for point in points if point["failure"]]
    for point in failures:
        print(f"{point['program']} at {point['x']}: {point['failure']}", file=sys.stderr)
    return status or (1 if failures else 0)


if __name__ == "__main__":
    sys.exit(main())
