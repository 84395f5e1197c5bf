#!/usr/bin/env python3
"""findings_file.py FILE...: says in what a findings file is not as FINDINGS.md (docs/findings.md) promises."""
import json
import re
import sys

GRADES = {
    "observed": {"hb", "atomrace"},
    "predicted": {"eraser", "racer", "object", "views", "deadlock"},
    "suspected": {"check"},
}
KINDS = {"data-race", "object-race", "high-level-race", "atomicity-violation", "deadlock"}
OPS = {"read", "write", "call", "lock", "unlock"}
TEXTS = ("thread", "class", "method", "descriptor", "file")


def access_faults(access, finding):
    for key in TEXTS:
        if not isinstance(access.get(key), str) or not access[key]:
            yield f"{key} is {access.get(key)!r}"
    if access.get("op") not in OPS:
        yield f"op is {access.get('op')!r}"
    if not isinstance(access.get("line"), int) or access["line"] <= 0:
        yield f"line is {access.get('line')!r}"
    if not all(re.fullmatch(r"(class )?[^ @]+@\d+", lock) for lock in access["locks"]):
        yield f"locks are {access['locks']}"
    here = f"{access['class']}.{access['method']}({access['file']}:{access['line']})"
    if here not in access["stack"]:
        yield f"the stack {access['stack']} is not of {here}"
    if access["thread"] != "main" and not (access.get("started") and access.get("starter")):
        yield f"nobody started {access['thread']}"
    if finding["kind"] == "high-level-race" and not isinstance(access.get("view"), list):
        yield "there is no view"


def finding_faults(finding):
    if not re.fullmatch("[0-9a-f]{16}", finding["id"]):
        yield "id"
    if finding["kind"] not in KINDS:
        yield f"kind is {finding['kind']}"
    if not set(finding["detectors"]) & GRADES[finding["grade"]]:
        yield f"{finding['grade']} from {finding['detectors']}"
    if finding["variable"] not in finding["variables"]:
        yield f"{finding['variable']} is not among {finding['variables']}"
    if not finding["message"] or finding["count"] < 1:
        yield "message or count"
    if len(finding["accesses"]) < 2:
        yield "fewer than two accesses"
    if finding["kind"] == "data-race":
        if len({access["thread_id"] for access in finding["accesses"]}) < 2:
            yield "all accesses are of one thread"
        if all(access["op"] == "read" for access in finding["accesses"]):
            yield "no access is a write"
        if not finding["reproduce"].startswith("raddle "):
            yield "reproduce"
    for access in finding["accesses"]:
        yield from access_faults(access, finding)


def file_faults(contents):
    findings = contents["findings"]
    if not isinstance(contents["raddle"], str) or not contents["command"] or not isinstance(contents["notes"], list):
        yield "raddle, command or notes"
    for grade in GRADES:
        if contents["summary"][grade] != sum(finding["grade"] == grade for finding in findings):
            yield f"the summary has {contents['summary'][grade]} {grade}"
    if not isinstance(contents["summary"]["suppressed"], int):
        yield "suppressed"
    keys = [(list(GRADES).index(f["grade"]), f["kind"], f["variable"], f["id"]) for f in findings]
    if keys != sorted(keys) or len({finding["id"] for finding in findings}) != len(findings):
        yield "the findings are not in order, or not different"
    for finding in findings:
        for fault in finding_faults(finding):
            yield f"{finding['kind']} on {finding['variable']}: {fault}"


STATUS = 0
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        for fault in file_faults(json.load(file)):
            print(f"{path}: {fault}")
            STATUS = 1
sys.exit(STATUS)
