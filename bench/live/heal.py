"""H2 plain and with 20 of its atomic sections healed, by turns: what `raddle heal` costs in production.

`run heal` beside this file calls it, with RADDLE and RADDLE_AGENT set. The sections are those that `raddle atoms` finds
in H2, 20 chosen by chance for each set: of all, of those in a package, of those in methods that this very work makes so
often that the JVM compiles them.

A JVM makes the same work again and again. What counts is what a server does all day, rounds behind those that warm it
up: processor time of the process and time, the mean of those in the middle. Beside it stands all processor time until
then: the JVM's start, loading and weaving, compilation, the first rounds. Each figure is compared with plain's of the
same turn.
"""

import argparse
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import measure

SETS = {"any": "", "mvstore": r"org\.h2\.mvstore\.", "engine": r"org\.h2\.engine\.", "hot": None}
COLUMNS = ["CPU ms", "ms", "start CPU ms"]


def compiled(command):
    """A pattern for the methods that the JVM compiles while it does this work."""
    printed = subprocess.run([*command[:1], "-XX:+PrintCompilation", *command[1:]], stdin=subprocess.DEVNULL,
                             capture_output=True, text=True, check=True).stdout
    methods = {".".join(found) for found in re.findall(r"(org\.h2\.[\w.$]+)::([\w$<>]+)", printed)}
    return "(?:" + "|".join(re.escape(method) for method in sorted(methods)) + r")\("


def choose(text, pattern, count, seed):
    """A repository with some of its sections, and all the lines that are about classes."""
    blocks, head = [], []
    for line in text.splitlines():
        if line.startswith("section"):
            blocks.append([line])
        elif line.startswith("  "):
            blocks[-1].append(line)
        elif line.strip():
            head.append(line)
    fits = [block for block in blocks if any(re.match("  in " + pattern, line) for line in block)]
    chosen = random.Random(seed).sample(fits, min(count, len(fits)))
    return "\n".join(head + [line for block in chosen for line in block]) + "\n"


def run(command, scratch):
    """Of one JVM, in milliseconds: processor time of a round, its time, processor time before the measured rounds."""
    with open(scratch / "out", "w+") as out:
        status = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT).returncode
        out.seek(0)
        printed = out.read()
    found = [[float(value) for value in re.findall(rf"^{word} ([0-9.]+)$", printed, re.M)]
             for word in ("cpu", "ms", "before")]
    if status != 0 or not all(found):
        raise measure.Failure(f"kernels.H2 failed with status {status}:\n{printed[-500:]}")
    return [middle(values) for values in found]


def middle(values):
    """The mean without a quarter on each side: finer than the median where the clock has ticks."""
    cut = len(values) // 4
    return statistics.mean(sorted(values)[cut:len(values) - cut])


def ratio(healed, plain, seed=1):
    """The median of what the turns say, and between what 90 % of them lie if turns are drawn again."""
    chance = random.Random(seed)
    turns = [each / base for each, base in zip(healed, plain)]
    drawn = sorted(statistics.median(chance.choices(turns, k=len(turns))) for _ in range(2000))
    return statistics.median(turns), drawn[100], drawn[-100]


def table(measured):
    """A row a set, a column a figure."""
    lines = [" " * 8 + "".join(f"{name:>14} {'times plain':>24}" for name in COLUMNS)]
    plain = list(zip(*measured["plain"]))
    for name, runs in measured.items():
        line = f"{name:8}"
        for healed, base in zip(zip(*runs), plain):
            times = "{:.3f} ({:.3f} .. {:.3f})".format(*ratio(healed, base)) if name != "plain" else spread(base)
            line += f"{statistics.median(healed):14.0f} {times:>24}"
        lines.append(line)
    return "\n".join(lines)


def spread(values):
    """Of plain itself: the quarter in the middle on each side, against the median."""
    if len(values) < 2:
        return ""
    low, middle, high = statistics.quantiles(values, n=4)
    return f"quartiles {low / middle:.2f}, {high / middle:.2f}"


def main():
    parser = argparse.ArgumentParser(prog="bench/live/run heal", description=__doc__.split("\n")[0])
    parser.add_argument("--heal", default="schedule", choices=["schedule", "lock"])
    parser.add_argument("--sections", type=int, default=20, help="in each set; default: 20")
    parser.add_argument("--sets", nargs="+", default=list(SETS), choices=SETS, help="default: all")
    parser.add_argument("--size", type=int, default=300, help="transfers of a round, in hundreds; default: 300")
    parser.add_argument("--warm-up", type=int, default=12, help="rounds that are not measured; default: 12")
    parser.add_argument("--rounds", type=int, default=8, help="measured rounds of a JVM; default: 8")
    parser.add_argument("--repeat", type=int, default=10, help="JVMs of each set, by turns; default: 10")
    parser.add_argument("--seed", type=int, default=1, help="of the choice; default: 1")
    parser.add_argument("--jdk", help="17, 25, or the folder of another; default: 17, or JAVA_HOME's")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        jdk = measure.find_jdk(arguments.jdk)
        measure.compile_programs(jdk, scratch / "classes")
        jars = measure.fetch_jars("libh2-java")
        subprocess.run([os.environ["RADDLE"], "atoms", "-cp", ":".join(jars), "-o", scratch / "all.atoms"], check=True,
                       stderr=subprocess.DEVNULL)
        found = (scratch / "all.atoms").read_text()
        command = [*measure.JAVA_OPTIONS.split(), "-cp", ":".join([str(scratch / "classes"), *jars]), "kernels.H2",
                   str(arguments.size), "2"]
        options = {"plain": []}
        for name in arguments.sets:
            pattern = SETS[name] if SETS[name] is not None else compiled([str(jdk / "bin/java"), *command])
            (scratch / name).write_text(choose(found, pattern, arguments.sections, arguments.seed))
            options[name] = [f"-agentpath:{os.environ['RADDLE_AGENT']}=detectors=atomrace,quiet,out={scratch}/found,"
                             f"atoms={scratch}/{name},heal={arguments.heal}"]
        measured = {name: [] for name in options}
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            for turn in range(arguments.repeat):
                for name, agent in random.Random(turn).sample(list(options.items()), len(options)):
                    measure.progress(f"{name}, {turn + 1} of {arguments.repeat}")
                    measured[name].append(run([jdk / "bin/java", *agent, *command, str(arguments.warm_up),
                                               str(arguments.rounds)], scratch))
        except KeyboardInterrupt:
            print("stopped: what follows is of the turns that were done", file=sys.stderr)
        measure.progress("")
        turns = min(len(runs) for runs in measured.values())
        print(f"H2, {arguments.sections} sections, --heal {arguments.heal}: medians of {turns} JVMs, each the middle "
              f"of {arguments.rounds} rounds behind {arguments.warm_up}; in brackets what 90 % lie between")
        if turns > 0:
            print(table({name: runs[:turns] for name, runs in measured.items()}))


if __name__ == "__main__":
    try:
        main()
    except measure.Failure as failure:
        print(f"bench/live/run heal: {failure}", file=sys.stderr)
        sys.exit(2)
