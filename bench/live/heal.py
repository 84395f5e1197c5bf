"""H2 plain and with 20 of its atomic sections healed, by turns: what `raddle heal` costs in production.

`run heal` beside this file calls it, with RADDLE and RADDLE_AGENT set. The sections are those that `raddle atoms` finds
in H2, 20 chosen by chance for each set, all in methods whose class matches the set's pattern. CPU is the whole
process's, the JVM's start and the compilation of classes included; time is that of the measured half.
"""

import argparse
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import measure

SETS = {"any": "", "mvstore": r"org\.h2\.mvstore\.", "engine": r"org\.h2\.engine\."}


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
    """CPU seconds of the process, and the milliseconds that the kernel prints."""
    with open(scratch / "out", "w+") as out:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(process.pid, 0)
        out.seek(0)
        ms = re.search(r"^ms ([0-9.]+)$", out.read(), re.M)
    if status != 0 or not ms:
        raise measure.Failure(f"{command[-3]} failed: see {scratch}/out")
    return usage.ru_utime + usage.ru_stime, float(ms.group(1))


def main():
    parser = argparse.ArgumentParser(prog="bench/live/run heal", description=__doc__.split("\n")[0])
    parser.add_argument("--heal", default="schedule", choices=["schedule", "lock"])
    parser.add_argument("--sections", type=int, default=20, help="in each set; default: 20")
    parser.add_argument("--size", type=int, default=400, help="transfers, in hundreds; default: 400")
    parser.add_argument("--repeat", type=int, default=5, help="runs of each; default: 5")
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
        options = {"plain": []}
        for name, pattern in SETS.items():
            (scratch / name).write_text(choose(found, pattern, arguments.sections, arguments.seed))
            options[name] = [f"-agentpath:{os.environ['RADDLE_AGENT']}=detectors=atomrace,quiet,out={scratch}/found,"
                             f"atoms={scratch}/{name},heal={arguments.heal}"]
        measured = {name: [] for name in options}
        for _ in range(arguments.repeat):
            for name, agent in options.items():
                measured[name].append(run([jdk / "bin/java", *measure.JAVA_OPTIONS.split(), *agent, "-cp",
                                           ":".join([str(scratch / "classes"), *jars]), "kernels.H2",
                                           str(arguments.size), "2"], scratch))
        print(f"H2, {arguments.sections} sections, --heal {arguments.heal}, medians of {arguments.repeat}")
        print(f"{'':8} {'CPU s':>7} {'times':>6} {'ms':>8} {'times':>6}")
        plain = [statistics.median(column) for column in zip(*measured["plain"])]
        for name, runs in measured.items():
            cpu, ms = [statistics.median(column) for column in zip(*runs)]
            print(f"{name:8} {cpu:7.2f} {cpu / plain[0]:6.2f} {ms:8.0f} {ms / plain[1]:6.2f}")


if __name__ == "__main__":
    try:
        main()
    except measure.Failure as failure:
        print(f"bench/live/run heal: {failure}", file=sys.stderr)
        sys.exit(2)
