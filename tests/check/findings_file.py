#!/usr/bin/env python3
"""Looks at the findings file of check.Bank as FINDINGS.md describes it."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    contents = json.load(file)
assert contents["command"][0] == "check" and "check.Bank" in contents["command"], contents["command"]
assert contents["summary"] == {"observed": 0, "predicted": 0, "suspected": len(contents["findings"]), "suppressed": 0}
assert contents["findings"]
for finding in contents["findings"]:
    assert finding["kind"] == "data-race" and finding["grade"] == "suspected", finding
    assert finding["detectors"] == ["check"] and finding["variable"] == "check.Bank$Account.balance", finding
    assert finding["object"].startswith("check.Bank$Account allocated at Bank.java:"), finding
    assert len(finding["accesses"]) == 2 and finding["id"] and finding["count"] >= 1, finding
    for access in finding["accesses"]:
        assert access["op"] in ("read", "write") and access["line"] > 0 and access["file"] == "Bank.java", access
        assert access["stack"][0].startswith(f'{access["class"]}.{access["method"]}('), access
        root = "check.Bank.main" if access["thread"] == "main" else access["thread"]
        assert access["stack"][-1].startswith(root + "("), access
