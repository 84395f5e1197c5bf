#!/usr/bin/env python3
"""sample.py FINDINGS.json NUMBER SEED: that many findings to be judged by hand, spread over the variables: one of each, in random order,
then a second one of each. The same seed gives the same findings."""
import json
import random
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    findings = json.load(file)["findings"]
number = int(sys.argv[2])
random.seed(int(sys.argv[3]))
groups = {}
for finding in findings:
    groups.setdefault(finding["variable"], []).append(finding)
picked = []
while len(picked) < number and any(groups.values()):
    names = sorted(name for name, group in groups.items() if group)
    random.shuffle(names)
    for name in names[: number - len(picked)]:
        picked.append(groups[name].pop(random.randrange(len(groups[name]))))
for at, finding in enumerate(picked, 1):
    print(at, finding["id"], finding["variable"], "|", finding.get("object", ""))
    for access in finding["accesses"]:
        print("   ", access["op"], access["thread"], access["locks"], " < ".join(access["stack"]))
