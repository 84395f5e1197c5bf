"""compare.py RACES FINDINGS...: the findings of the same programs under several settings, the first of them with all that
the model asks for. A line for each difference; what was compared; status 1 if there was a difference.

Every setting must observe each race of the model, and nothing that is none. All must find the same, predictions too. Where
one race leads to another, which the model marks (model.py), a setting may observe it or not.
"""

import json
import re
import sys


def found_in(file):
    """Program to variable to grade."""
    found = {}
    for finding in json.load(open(file, encoding="utf-8"))["findings"]:
        if finding["kind"] != "data-race":
            continue
        numbers = re.findall(r"\bp(\d+)\.", " ".join(access["class"] + "." for access in finding["accesses"]))
        grades = found.setdefault(int(numbers[0]), {})
        variable = finding["variable"]
        if grades.get(variable) != "observed":
            grades[variable] = finding["grade"]
    return found


def main(races_file, *files):
    races = {int(number): known for number, known in json.load(open(races_file, encoding="utf-8")).items()}
    settings = {file: found_in(file) for file in files}
    differences, observed, ordered = 0, 0, 0

    def say(text):
        nonlocal differences
        differences += 1
        print(text)

    for number, known in races.items():
        must, may = set(known["must"]), set(known["may"])
        observed += len(must)
        ordered += not may
        for file, found in settings.items():
            seen = {variable for variable, grade in found.get(number, {}).items() if grade == "observed"}
            for variable in sorted(must - seen):
                say(f"p{number}: {file} lost the race of {variable}")
            for variable in sorted(seen - may):
                say(f"p{number}: {file} invented a race of {variable}")
        for file in files[1:]:
            one, other = settings[files[0]].get(number, {}), settings[file].get(number, {})
            for variable in sorted(set(one) | set(other)):
                if one.get(variable) != other.get(variable) and (variable in must or variable not in may):
                    say(f"p{number}: {variable} is {one.get(variable)} in {files[0]}, {other.get(variable)} in {file}")
    print(f"{len(races)} programs, {ordered} without a race, {observed} races, {len(files)} settings: {differences} differences")
    return differences > 0


sys.exit(main(*sys.argv[1:]))
