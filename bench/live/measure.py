"""Runs the programs of java/kernels plain and under the agent, by turns, and shows what watching costs.

`run` beside this file calls it, with RADDLE and RADDLE_AGENT set; README.md says how it measures and why so.
"""

import argparse
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import show

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


@dataclass(frozen=True)
class Program:
    main: str
    size: int  # so that the plain kernel takes about a second on two cores
    quick: int
    server: bool = False  # the others are the kernels
    package: str = ""  # the Debian package, in corpus/jars.txt, that it measures: not our code, so it may have races


PROGRAMS = {
    "series": Program("Series", 10000, 100),
    "lufact": Program("LuFact", 1700, 60),
    "crypt": Program("Crypt", 18000, 50),
    "sor": Program("Sor", 1000, 40),
    "sparse": Program("Sparse", 300000, 500),
    "moldyn": Program("MolDyn", 14, 6),
    "montecarlo": Program("MonteCarlo", 30000, 100),
    "raytracer": Program("RayTracer", 1300, 32),
    "tsp": Program("Tsp", 14, 8),
    "elevator": Program("Elevator", 5000, 2),
    "h2": Program("H2", 80, 1, server=True, package="libh2-java"),
    "derby": Program("Derby", 20, 1, server=True, package="libderby-java"),
    "http": Program("Http", 20, 1, server=True),
}

# What the agent is told. Any other word with a "=" in it is taken for such options itself.
MODES = {
    "hb": "detectors=hb",
    "racer": "detectors=racer",
    "eraser": "detectors=eraser",
    "object": "detectors=object",
    "views": "detectors=views",
    "deadlock": "detectors=deadlock",
    "atomrace": "detectors=atomrace",
    "hb+racer": "detectors=hb+racer",
    "hb+racer+deadlock": "detectors=hb+racer+deadlock",
    "thorough": "detectors=hb+racer,thorough",
    "all": "detectors=all",
    "facts=none": "detectors=hb+racer,facts=none",
    "facts=safe": "detectors=hb+racer",
    "facts=closed": "detectors=hb+racer,facts=closed",
}
EACH = ["hb", "racer", "hb+racer", "thorough", "eraser", "object", "views", "deadlock", "atomrace", "all", "facts=none", "facts=closed"]

# The README has the reasons.
JAVA_OPTIONS = "-XX:+UseSerialGC -Xmn64m -Xmx2g"


class Failure(Exception):
    pass


@dataclass
class Measured:
    """All runs of one program in one mode."""

    ms: list = field(default_factory=list)
    mb: list = field(default_factory=list)
    before: list = field(default_factory=list)  # ms of the processor, from the start of the JVM until the first measured round
    checksums: set = field(default_factory=set)
    out_dirs: list = field(default_factory=list)
    places: tuple = (None, None)  # watched, not watched because of facts
    failure: str = ""
    warm_ups: int = 0  # rounds, of the first run


def read_arguments():
    parser = argparse.ArgumentParser(prog="bench/live/run", description=__doc__.split("\n")[0])
    parser.add_argument("--programs", nargs="+", default=list(PROGRAMS), metavar="NAME", choices=PROGRAMS,
                        help="default: all: " + " ".join(PROGRAMS))
    parser.add_argument("--modes", nargs="*", default=["hb+racer"], metavar="MODE",
                        help="besides plain: any of %s, or agent options such as detectors=hb,strict; each: every "
                             "detector and level of facts; default: hb+racer" % " ".join(MODES))
    parser.add_argument("--jdk", help="17, 25, or the folder of another; default: 17, or JAVA_HOME's")
    parser.add_argument("--threads", type=int, default=2, help="of each program; default: 2")
    parser.add_argument("--repeat", type=int, default=3, help="runs of each program in each mode; default: 3")
    parser.add_argument("--warm", type=int, default=20, metavar="SECONDS",
                        help="of the processor's time that a plain run uses before it is measured; the others make as many "
                             "rounds as that did; 0: one round; default: 20")
    parser.add_argument("--quick", action="store_true", help="small inputs: times mean nothing, results are compared")
    parser.add_argument("--java-options", default=JAVA_OPTIONS, help="default: %(default)s")
    parser.add_argument("--timeout", type=int, default=300, metavar="SECONDS", help="of one run; default: 300")
    parser.add_argument("--minutes", type=float, default=0,
                        help="no program is begun after that time: what was measured by then is shown; default: no limit")
    parser.add_argument("--allow-findings", action="store_true",
                        help="findings of hb in race-free programs (all but h2, derby) do not fail the run")
    parser.add_argument("--save", type=Path, default=ROOT / "build/bench-results/live", metavar="DIR",
                        help="where table, plot and data go; default: build/bench-results/live")
    arguments = parser.parse_args()
    arguments.modes = [mode for word in arguments.modes for mode in (EACH if word == "each" else [word])]
    for mode in arguments.modes:
        if mode not in MODES and "=" not in mode:
            parser.error(f"unknown mode {mode}: there are {', '.join(MODES)}, and agent options")
    return arguments


def find_jdk(name):
    if name:
        home = os.environ.get("RADDLE_JDK" + name, name)
    else:
        home = os.environ.get("RADDLE_JDK17") or os.environ.get("JAVA_HOME", "")
    if not Path(home, "bin/javac").exists():
        raise Failure(f"no JDK {name or 17}: set RADDLE_JDK{name or 17}, or give --jdk a folder")
    return Path(home)


def compile_programs(jdk, classes):
    sources = [str(source) for source in sorted((HERE / "java/kernels").glob("*.java"))]
    subprocess.run([jdk / "bin/javac", "-g", "--release", "17", "-Xlint:all", "-Werror", "-d", classes, *sources],
                   check=True)


def fetch_jars(package):
    """The jars of a package, as corpus/jars.txt names them."""
    lines = [line for line in (ROOT / "corpus/jars.txt").read_text().splitlines() if line.split()[:1] == [package]]
    fetched = subprocess.run([ROOT / "corpus/fetch-jars", "/dev/stdin"], input="\n".join(lines) + "\n", text=True,
                             stdout=subprocess.PIPE)
    if fetched.returncode != 0:
        raise Failure(f"{package} cannot be had")
    return fetched.stdout.split()


def run_once(command, measured, timeout, scratch):
    """One run; its time is what it prints, its memory the peak that the kernel counted for the process."""
    with open(scratch / "out", "w+") as out, open(scratch / "err", "w+") as err:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        signal.signal(signal.SIGALRM, lambda *_: process.kill())
        signal.alarm(timeout)
        try:
            _, status, usage = os.wait4(process.pid, 0)
        except KeyboardInterrupt:
            process.kill()
            os.wait4(process.pid, 0)
            raise
        left = signal.alarm(0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        printed, said = out.read(), err.read()
    watched = re.search(r"(\d+) places watched", said)
    dropped = re.search(r"(\d+) places not watched", said)
    if watched:
        measured.places = int(watched.group(1)), int(dropped.group(1)) if dropped else 0
    ms = [float(each) for each in re.findall(r"^ms ([0-9.]+)$", printed, re.M)]
    checksum = re.search(r"^checksum (\w+)$", printed, re.M)
    rounds = re.search(r"^rounds (\d+)$", printed, re.M)
    before = re.search(r"^before ([0-9.]+)$", printed, re.M)
    if left == 0:
        measured.failure = f"not done after {timeout} s"
    elif process.returncode != 0 or not ms or not checksum:
        # The JVM itself complains on its standard output.
        reason = re.search(r"^.*(?:Exception|Error|error|# ).*$", said + printed, re.M)
        measured.failure = f"status {process.returncode}: {reason.group() if reason else said[-200:].strip()}"
    else:
        measured.ms.append(statistics.median(ms))
        measured.mb.append(usage.ru_maxrss / 1024)
        measured.checksums.add(checksum.group(1))
        measured.before += [float(before.group(1))] if before else []
        measured.warm_ups = measured.warm_ups or int(rounds.group(1) if rounds else 0)


def measure_program(name, arguments, jdk, classes, scratch):
    """Plain and every mode by turns, so that whatever else the machine does hurts all alike."""
    program = PROGRAMS[name]
    class_path = [str(classes)] + (fetch_jars(program.package) if program.package else [])
    size = program.quick if arguments.quick else program.size
    tail = ["-cp", ":".join(class_path), "kernels." + program.main, str(size), str(arguments.threads)]
    results = {mode: Measured() for mode in ["plain", *arguments.modes]}
    for turn in range(arguments.repeat):
        for mode, measured in results.items():
            if measured.failure:
                continue
            command = [jdk / "bin/java", *arguments.java_options.split()]
            if mode != "plain":
                out_dir = Path(tempfile.mkdtemp(dir=scratch))
                measured.out_dirs.append(out_dir)
                options = MODES.get(mode, mode) + closed_facts(mode, class_path, program, jdk, scratch)
                # With its statistics the detector of object races counts each use, which is what it saves otherwise.
                stats = "" if re.search(r"\b(object|all)\b", options) else ",stats"
                command.append(f"-agentpath:{os.environ['RADDLE_AGENT']}={options}{stats},out={out_dir}")
            rounds = []
            if arguments.warm and not arguments.quick:
                rounds = [str(results["plain"].warm_ups or f"{arguments.warm}s"), "4s"]
            progress(f"{name}, {mode}, {turn + 1} of {arguments.repeat}")
            run_once(command + tail + rounds, measured, arguments.timeout, scratch)
    if results["plain"].failure:
        raise Failure(f"{name}, plain: {results['plain'].failure}")
    return results


def closed_facts(mode, class_path, program, jdk, scratch):
    """The option with the file of facts, for modes that need one: as raddle run makes it, in at most 5 s, or none."""
    if "facts=closed" not in MODES.get(mode, mode):
        return ""
    made = subprocess.run([os.environ["RADDLE"], "facts", "-cp", ":".join(class_path), "--main", "kernels." + program.main,
                           "--jdk", jdk], env={**os.environ, "XDG_CACHE_HOME": str(scratch / "cache")},
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return f",facts-file={made.stdout.strip()}" if made.returncode == 0 else ""


def progress(text):
    if sys.stderr.isatty():
        print("\r\033[K" + text, end="", file=sys.stderr, flush=True)


def count_findings(measured, scratch):
    """Of all runs together: those that hb made, and all."""
    path = scratch / "findings.json"
    report = subprocess.run([os.environ["RADDLE"], "report", "--fail-on", "never", "--json", path,
                             *measured.out_dirs], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if report.returncode != 0:
        measured.failure = measured.failure or report.stderr.strip()
        return None, None
    findings = json.loads(path.read_text())["findings"]
    return sum("hb" in finding["detectors"] for finding in findings), len(findings)


def make_row(name, mode, results, scratch):
    """What the table and the plot show of one program in one mode."""
    plain, woven = results["plain"], results[mode]
    row = {"program": name, "mode": mode, "server": PROGRAMS[name].server,
           "race_free": not PROGRAMS[name].package,
           "plain_ms": statistics.median(plain.ms), "plain_mb": statistics.median(plain.mb)}
    row["hb_findings"], row["findings"] = count_findings(woven, scratch)
    row["watched"], row["dropped"] = woven.places
    if not woven.failure and woven.checksums | plain.checksums != plain.checksums:
        woven.failure = f"wrong result: {woven.checksums}, plain {plain.checksums}"
    row["failure"] = woven.failure
    if woven.ms:
        row["woven_ms"], row["woven_mb"] = statistics.median(woven.ms), statistics.median(woven.mb)
        row["slowdown"] = row["woven_ms"] / row["plain_ms"]
        row["memory"] = row["woven_mb"] / row["plain_mb"]
    if woven.before and plain.before:
        row["start"] = statistics.median(woven.before) / statistics.median(plain.before)
    row["runs"] = {"ms": woven.ms, "mb": woven.mb}
    return row


def measure_all(arguments, scratch):
    """Yields heading, rows and plain figures as far as they are there, after each program."""
    begun = time.monotonic()
    jdk = find_jdk(arguments.jdk)
    classes = scratch / "classes"
    compile_programs(jdk, classes)
    release = re.search(r'JAVA_RUNTIME_VERSION="(.*)"', (jdk / "release").read_text())
    heading = (f"JDK {release.group(1) if release else jdk}, {arguments.java_options}, {arguments.threads} threads, "
               f"{os.cpu_count()} cores, median of {arguments.repeat}" + (", QUICK" if arguments.quick else ""))
    print(heading)
    rows, plain = [], {}
    for name in arguments.programs:
        if arguments.minutes and time.monotonic() - begun > 60 * arguments.minutes:
            print(f"no time left for {name} and what comes behind it", file=sys.stderr)
            break
        results = measure_program(name, arguments, jdk, classes, scratch)
        if len(results["plain"].checksums) != 1:
            raise Failure(f"{name}: plain runs gave different results")
        plain[name] = {"ms": results["plain"].ms, "mb": results["plain"].mb}
        rows += [make_row(name, mode, results, scratch) for mode in arguments.modes]
        for directory in [d for measured in results.values() for d in measured.out_dirs]:
            shutil.rmtree(directory)
        yield heading, rows, plain
    progress("")


def save(arguments, heading, rows, plain):
    text = show.table(rows) if rows else show.plain_table(plain)
    arguments.save.mkdir(parents=True, exist_ok=True)
    (arguments.save / "table.txt").write_text(heading + "\n" + text + "\n")
    (arguments.save / "data.json").write_text(json.dumps({"heading": heading, "plain": plain, "rows": rows}) + "\n")
    if rows:
        (arguments.save / "plot.svg").write_text(show.plot(heading, rows))
    return text


def keep(arguments, command, results, save):
    """Saves each result as it comes, so that what was measured is kept when something fails or is stopped. Prints the last,
    and gives it with the exit status so far."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    text, last, status = "", None, 0
    try:
        for last in results:
            text = save(last)
    except Failure as failure:
        print(f"\n{command}: {failure}", file=sys.stderr)
        status = 2
    except KeyboardInterrupt:
        print(f"\n{command}: stopped", file=sys.stderr)
        status = 130
    if text:
        print(text)
        print(f"saved in {arguments.save}")
    return last, status


def main():
    arguments = read_arguments()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as directory:
        last, status = keep(arguments, "bench/live/run", measure_all(arguments, Path(directory)),
                            lambda result: save(arguments, *result))
    rows = last[1] if last else []
    failed = any(row["failure"] for row in rows)
    false_alarms = any(row["hb_findings"] and row["race_free"] for row in rows) and not arguments.allow_findings
    return status or (1 if failed or false_alarms else 0)


if __name__ == "__main__":
    sys.exit(main())
