"""compare.py RACES FINDINGS...: the findings of the same programs under several settings, the first of them with every access.
A line for each difference, then what was compared; status 1 if there was a difference.

Every setting must observe each race of the model (model.py says which), and nothing that is none. All must find the same,
predictions too. Where one race leads to another a setting may observe it or not. And where a reference is handed over under
a lock, shortcuts may take what was done soon behind for done before, and predict less.
"""

import json
import re
import sys


def found_in(file):
    """Program to variable to grade; and what was not woven, which nothing may be."""
    with open(file, encoding="utf-8") as text:
        content = json.load(text)
    found = {}
    for finding in content["findings"]:
        if finding["kind"] != "data-race":
            continue
        number = re.search(r"\bp(\d+)\.", " ".join(access["class"] + "." for access in finding["accesses"]))
        grades = found.setdefault(int(number[1]), {})
        if grades.get(finding["variable"]) != "observed":
            grades[finding["variable"]] = finding["grade"]
    return found, content.get("notes", [])


def differences(races, settings):
    exact = next(iter(settings))
    for setting, (_, notes) in settings.items():
        yield from (f"{setting}: {note}" for note in notes)
    for number, known in races.items():
        may, must = set(known["may"]), set(known["must"])
        for setting, (found, _) in settings.items():
            grades = found.get(int(number), {})
            seen = {variable for variable, grade in grades.items() if grade == "observed"}
            for variable in set(known["must if exact" if setting == exact else "must"]) - seen:
                yield f"p{number}: {setting} lost the race of {variable}"
            for variable in seen - may:
                yield f"p{number}: {setting} invented a race of {variable}"
            wanted = settings[exact][0].get(int(number), {})
            for variable in (set(grades) | set(wanted)) - (may - must):
                one, other = wanted.get(variable), grades.get(variable)
                if one != other and not (known["hands over"] and (one, other) == ("predicted", None)):
                    yield f"p{number}: {variable} is {one} in {exact}, {other} in {setting}"


def main(races_file, *files):
    with open(races_file, encoding="utf-8") as text:
        races = json.load(text)
    settings = {file: found_in(file) for file in files}
    found = list(differences(races, settings))
    print(*found, sep="\n", end="\n" if found else "")
    silent = sum(not known["may"] for known in races.values())
    racing = sum(len(known["must"]) for known in races.values())
    print(f"{len(races)} programs, {silent} without a race, {racing} races, {len(files)} settings: {len(found)} differences")
    return bool(found)


sys.exit(main(*sys.argv[1:]))
