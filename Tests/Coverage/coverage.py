#!/usr/bin/env python3
"""Prints the share of lines of each stage that tests run, and of all.

Reads what `swift test --enable-code-coverage` wrote: the path of its JSON is the only argument.
"""

import collections
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def main():
    files = json.load(open(sys.argv[1]))["data"][0]["files"]
    stages = collections.defaultdict(lambda: [0, 0])
    for file in files:
        path = pathlib.Path(file["filename"])
        if ROOT / "Sources" not in path.parents:
            continue
        stage = path.relative_to(ROOT / "Sources").parts[0]
        lines = file["summary"]["lines"]
        for key in (stage, "all"):
            stages[key][0] += lines["covered"]
            stages[key][1] += lines["count"]
    for stage, (covered, count) in sorted(stages.items(), key=lambda item: item[0] == "all"):
        print(f"{stage:16} {covered:6} of {count:6} lines  {100 * covered / max(1, count):5.1f} %")


main()
