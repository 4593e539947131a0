#!/usr/bin/env python3
"""Prints the share of lines of each stage that tests run, and of all.

The argument is the folder of a build with `swift test --enable-code-coverage`, whose tests ran that build's own command
as well. Processes that a signal ends do not count.
"""

import collections
import json
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def export(folder):
    """The summaries of all files, of the tests and of the command that they ran."""
    # Another LLVM on the path may not know the format of the compiler's.
    tools = pathlib.Path(shutil.which("swift")).resolve().parent
    codecov = folder / "codecov"
    data, names = codecov / "all.profdata", codecov / "names"
    raw = sorted(codecov.glob("*.profraw"))
    names.write_text("".join(f"{path}\n" for path in raw))
    # A process that a signal ended may have left a part of its file.
    subprocess.run(
        [tools / "llvm-profdata", "merge", "-sparse", "-failure-mode=all", "-f", names, "-o", data], check=True)
    # Each process has written some megabytes.
    for path in raw:
        path.unlink()
    tests, *_ = folder.glob("*PackageTests.xctest")
    exported = subprocess.run(
        [tools / "llvm-cov", "export", "-summary-only", f"-instr-profile={data}", tests, "-object", folder / "galley"],
        check=True, stdout=subprocess.PIPE)
    return json.loads(exported.stdout)["data"][0]["files"]


def main():
    stages = collections.defaultdict(lambda: [0, 0])
    for file in export(pathlib.Path(sys.argv[1])):
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
