"""generate.py FOLDER FIRST COUNT: Java sources of random programs, and races.json, what is known of each.

Program N is the same wherever it is made: it depends on nothing but its number.
"""

import json
import pathlib
import random
import sys

from needles import Haystack
from program import Program


def main(folder, first, count):
    races = {}
    for number in range(int(first), int(first) + int(count)):
        kind = Haystack if number % 2 else Program
        program = kind(number, random.Random(number))
        for name, text in program.sources().items():
            file = pathlib.Path(folder, name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        races[number] = program.races()
    pathlib.Path(folder, "races.json").write_text(json.dumps(races, indent=1))


main(*sys.argv[1:])
