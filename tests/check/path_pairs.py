#!/usr/bin/env python3
"""Looks for the six pairs of paths that the paper has for the library of Fig. 2: from insert and delete, from insert
twice, from delete twice, to a read and a write of `used` or to two writes."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    (finding,) = json.load(file)["findings"]
assert finding["variable"] == "check.Database$ConnectionSource.used", finding
pairs = finding["pairs"]
assert pairs[0] == finding["accesses"], pairs[0]


def root(access):
    return access["stack"][-1].split("(")[0].rsplit(".", 1)[1]


kinds = sorted((sorted(a["op"] for a in pair), sorted(root(a) for a in pair)) for pair in pairs)
wanted = sorted(
    (ops, roots)
    for ops in (["read", "write"], ["write", "write"])
    for roots in (["delete", "delete"], ["delete", "insert"], ["insert", "insert"])
)
assert kinds == wanted, kinds
for pair in pairs:
    for access in pair:
        assert len(access["stack"]) == 3 and access["stack"][0].startswith("check.Database$ConnectionSource.getConnection("), access
