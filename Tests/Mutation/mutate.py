#!/usr/bin/env python3
"""Breaks one operator or constant at a time in the deciding values, and reports which tests notice.

A copy of the package is changed, built with the named test targets alone, and tested. A mutant that no test
finds is a survivor: it is either equal in effect, or a test is missing. The sample depends on the seed alone.

    Tests/Mutation/mutate.py --count 60 --seed 1
"""

import argparse
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
COPY = ROOT / ".build-mutation/package"

# Folders of deciding values, and the test targets that must notice a fault in them.
STAGES = {
    "Compositing": ["GalleyCompositingTests"],
    "RowHeights": ["GalleyRowHeightsTests"],
    "Workers": ["GalleyWorkersTests"],
    "Frames": ["GalleyFramesTests"],
    "Table": ["GalleyTableTests"],
}

# A pattern, and what replaces it.
MUTATIONS = [
    (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "), (r" == ", " != "),
    (r" != ", " == "), (r" && ", " || "), (r" \|\| ", " && "), (r" \+ ", " - "), (r" - ", " + "),
    (r" \+= ", " -= "), (r" -= ", " += "), (r"\btrue\b", "false"), (r"\bfalse\b", "true"),
    (r"\bmax\(", "min("), (r"\bmin\(", "max("), (r"(?<=[ (\[])1(?=[ ,)\]])", "2"),
    (r"(?<=[ (\[])0(?=[ ,)\]])", "1"), (r"\blowerBound\b", "upperBound"), (r"\.isEmpty\b", ".isEmpty == false"),
]

TRIM = """
do {
  let only = Set("TARGETS".split(separator: " ").map(String.init))
  var keep = only
  var before = 0
  while keep.count != before {
    before = keep.count
    for target in package.targets where keep.contains(target.name) {
      for dependency in target.dependencies {
        switch dependency {
        case .targetItem(let name, _), .byNameItem(let name, _): keep.insert(name)
        default: break
        }
      }
    }
  }
  package.targets.removeAll { !keep.contains($0.name) }
  package.products.removeAll()
}
"""


def mutants(stages):
    """All mutants of the stages: the file, the line's index, the column's range and the replacement."""
    found = []
    for stage in stages:
        for path in sorted((ROOT / "Sources" / stage).glob("*.swift")):
            for index, line in enumerate(path.read_text().splitlines()):
                code = line.split("//")[0]
                # Messages and attributes decide nothing; a precondition's text neither.
                if not code.strip() or '"' in code or code.strip().startswith(("@", "import", "precondition")):
                    continue
                if re.match(r"\s*(public |package |private |static )*(func|case|struct|init)\b.*\bOperator", code):
                    continue
                for pattern, replacement in MUTATIONS:
                    for match in re.finditer(pattern, code):
                        found.append((stage, path.relative_to(ROOT), index, match.span(), replacement))
    return found


def copy(targets):
    """Copies the package, with a manifest of the targets and what they need."""
    COPY.mkdir(parents=True, exist_ok=True)
    for name in ["Sources", "Tests", "Fuzz", "Package.swift", "Package.resolved"]:
        if not (ROOT / name).exists():
            continue
        subprocess.run(["rsync", "-a", "--delete", str(ROOT / name), str(COPY)], check=True) \
            if shutil.which("rsync") else copy_tree(name)
    manifest = (ROOT / "Package.swift").read_text() + TRIM.replace("TARGETS", " ".join(targets))
    (COPY / "Package.swift").write_text(manifest)


def copy_tree(name):
    source, target = ROOT / name, COPY / name
    if source.is_dir():
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(source, target)
    else:
        shutil.copy2(source, target)


def run(command, seconds):
    """The status of a command; a negative number for one that takes too long."""
    environment = dict(os.environ, SWIFT_BACKTRACE="enable=no")
    try:
        return subprocess.run(
            command, cwd=COPY, env=environment, timeout=seconds, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL).returncode
    except subprocess.TimeoutExpired:
        return -1


def judge(seconds, targets):
    """Builds the copy and runs the tests of the targets: "invalid", "found" or "survived"."""
    if run(["swift", "build", "--build-tests"], 1800) != 0:
        return "invalid"
    bundle = next((COPY / ".build/debug").glob("*PackageTests.xctest"))
    filters = [word for target in targets for word in ("--filter", target)]
    status = run([str(bundle), "--testing-library", "swift-testing", *filters], seconds)
    return "survived" if status == 0 else "found"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=60, help="the number of mutants that compile")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=300, help="the longest run of the tests")
    parser.add_argument("stages", nargs="*", help=f"of {', '.join(STAGES)}; all without any")
    options = parser.parse_args()
    stages = options.stages or list(STAGES)
    sample = mutants(stages)
    random.Random(options.seed).shuffle(sample)
    copy([target for stage in stages for target in STAGES[stage]])
    if judge(options.seconds, [target for stage in stages for target in STAGES[stage]]) != "survived":
        sys.exit("the tests fail without a mutant")
    counts = {"found": 0, "survived": 0, "invalid": 0}
    for stage, path, index, (start, end), replacement in sample:
        if counts["found"] + counts["survived"] >= options.count:
            break
        lines = (ROOT / path).read_text().split("\n")
        old = lines[index]
        lines[index] = old[:start] + replacement + old[end:]
        (COPY / path).write_text("\n".join(lines))
        result = judge(options.seconds, STAGES[stage])
        (COPY / path).write_text((ROOT / path).read_text())
        counts[result] += 1
        if result != "invalid":
            print(f"{result:8} {path}:{index + 1}: {lines[index].strip()}", flush=True)
    judged = counts["found"] + counts["survived"]
    print(f"{counts['found']} of {judged} found, {counts['survived']} survived; "
          f"{counts['invalid']} did not compile")


main()
