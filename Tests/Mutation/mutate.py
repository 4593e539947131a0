#!/usr/bin/env python3
"""Breaks one operator or constant at a time in the deciding values, and reports which tests notice.

A copy of the package has all mutants of the sample at once, each behind a switch: an operator becomes one of its own, which
does as before unless the variable GALLEY_MUTANT has its number (mutant schemata, as in R. Untch and others, Mutation
analysis using mutant schemata, 1993). So the copy is built once and not once for each mutant. The test targets of the stage
then run once for each mutant, and those of later stages, which decide by the values too, for each that is left. A mutant
that no test finds is a survivor: it is either equal in effect, or a test is missing. The sample depends on the seed alone.

    Tests/Mutation/mutate.py --count 60 --seed 1 >listing
    Tests/Mutation/mutate.py --again listing

The second one repeats the survivors of a listing, with the tests of now.
"""

import argparse
import concurrent.futures
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
# The test targets of later stages: simulated scrolls, scrolls, and the live view.
LATER = ["GalleySimulationTests", "GalleyTrialsTests", "GalleyScrollTests"]
# They run the command, which is not built here.
SKIPPED = ["VideoTests", "ScrollCommandTests", "FrameFolderTests"]

# Operators with their mutants, their precedence, and the requirement of their operands.
COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
EQUALITIES = {"==": "!=", "!=": "=="}
CONDITIONS = {"&&": ("||", "LogicalConjunctionPrecedence"), "||": ("&&", "LogicalDisjunctionPrecedence")}
SUMS = {"+": "-", "-": "+"}
ASSIGNMENTS = {"+=": "-=", "-=": "+="}
OPERATORS = [*COMPARISONS, *EQUALITIES, *CONDITIONS, *SUMS, *ASSIGNMENTS]
# What is no operator, and the call that takes its place.
CALLS = [
    (r"(?<![.\w])max\(", "mutantMax({n}, "), (r"(?<![.\w])min\(", "mutantMin({n}, "),
    (r"(?<![.\w])true\b", "mutantPick({n}, true, false)"), (r"(?<![.\w])false\b", "mutantPick({n}, false, true)"),
    (r"(?<=[ (\[])1(?=[ ,)\]]|$)", "mutantPick({n}, 1, 2)"), (r"(?<=[ (\[])0(?=[ ,)\]]|$)", "mutantPick({n}, 0, 1)"),
    (r"\.lowerBound\b(?!:)", ".mutantLowerBound({n})"), (r"\.isEmpty\b", ".mutantIsEmpty({n})"),
]
# Box-drawing and geometric characters are operators of Swift that no source uses.
FIRST_OPERATOR, LAST_OPERATOR = 0x2500, 0x2775

SUPPORT = """import Glibc
/// The number of the mutant that is switched on; 0 for none.
private let mutantNumber = getenv("GALLEY_MUTANT").flatMap { Int(String(cString: $0)) } ?? 0
@inline(never) func isMutant(_ number: Int) -> Bool { mutantNumber == number }
func mutantPick<T>(_ number: Int, _ old: @autoclosure () -> T, _ new: @autoclosure () -> T) -> T {
  isMutant(number) ? new() : old()
}
func mutantMax<T: Comparable>(_ number: Int, _ a: T, _ b: T) -> T { isMutant(number) ? min(a, b) : max(a, b) }
func mutantMax<T: Comparable>(_ number: Int, _ a: T, _ b: T, _ c: T) -> T {
  isMutant(number) ? min(a, b, c) : max(a, b, c)
}
func mutantMin<T: Comparable>(_ number: Int, _ a: T, _ b: T) -> T { isMutant(number) ? max(a, b) : min(a, b) }
func mutantMin<T: Comparable>(_ number: Int, _ a: T, _ b: T, _ c: T) -> T {
  isMutant(number) ? max(a, b, c) : min(a, b, c)
}
extension Range {
  func mutantLowerBound(_ number: Int) -> Bound { isMutant(number) ? upperBound : lowerBound }
}
extension ClosedRange {
  func mutantLowerBound(_ number: Int) -> Bound { isMutant(number) ? upperBound : lowerBound }
}
extension Collection {
  func mutantIsEmpty(_ number: Int) -> Bool { isMutant(number) ? !isEmpty : isEmpty }
}
"""

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


class Mutant:
    """A place in a file, and what it becomes."""

    def __init__(self, stage, path, line, span, old, call):
        self.stage, self.path, self.line, self.span, self.old, self.call = stage, path, line, span, old, call
        self.number = 0

    def replacement(self):
        return self.call.format(n=self.number) if self.call else chr(FIRST_OPERATOR + self.number - 1)

    def words(self):
        """The place, the line, and what is broken in it."""
        line = (ROOT / self.path).read_text().split("\n")[self.line].strip()
        return f"{self.path}:{self.line + 1}:{self.span[0] + 1}: `{self.old.strip()}` in {line}"

    def declaration(self):
        """The operator that takes the place of an old one; empty for a call."""
        old, name = self.old, chr(FIRST_OPERATOR + self.number - 1)
        if self.call:
            return ""
        if old in CONDITIONS:
            new, precedence = CONDITIONS[old]
            return (f"infix operator {name} : {precedence}\n"
                    f"func {name} (a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool {{\n"
                    f"  isMutant({self.number}) ? try a {new} b() : try a {old} b()\n}}\n")
        if old in ASSIGNMENTS:
            return (f"infix operator {name} : AssignmentPrecedence\n"
                    f"func {name} <T: AdditiveArithmetic>(a: inout T, b: T) {{\n"
                    f"  if isMutant({self.number}) {{ a {ASSIGNMENTS[old]} b }} else {{ a {old} b }}\n}}\n")
        kinds = {**{each: (COMPARISONS[each], "Comparison", "Comparable", "Bool") for each in COMPARISONS},
                 **{each: (EQUALITIES[each], "Comparison", "Equatable", "Bool") for each in EQUALITIES},
                 **{each: (SUMS[each], "Addition", "AdditiveArithmetic", "T") for each in SUMS}}
        new, precedence, requirement, result = kinds[old]
        return (f"infix operator {name} : {precedence}Precedence\n"
                f"func {name} <T: {requirement}>(a: T, b: T) -> {result} {{\n"
                f"  isMutant({self.number}) ? a {new} b : a {old} b\n}}\n")


def mutants(stages):
    """All mutants of the stages."""
    found = []
    operator = re.compile(r"(?<= )(" + "|".join(re.escape(each) for each in OPERATORS) + r")(?= )")
    for stage in stages:
        for path in sorted((ROOT / "Sources" / stage).rglob("*.swift")):
            checks = False
            for index, line in enumerate(path.read_text().splitlines()):
                code = line.split("//")[0]
                # Checks of invariants are compiled for `make invariants` alone.
                checks = code.strip() == "#if GALLEY_INVARIANTS" or checks and code.strip() != "#endif"
                # Messages and attributes decide nothing; a precondition's text and a reserved capacity neither. A loop without
                # an end does not compile as another one, and the fault is said to be at the end of its function.
                if checks or "reserveCapacity" in code or "keepingCapacity" in code or "while true" in code or not code.strip() or '"' in code or code.strip().startswith(("@", "import", "precondition", "#")):
                    continue
                # The declaration of an operator, and constraints of types.
                if re.search(r"\bfunc [^\w\s(]+ *[(<]|\bwhere \w+(\.\w+)* ==", code):
                    continue
                name = path.relative_to(ROOT)
                for match in operator.finditer(code):
                    found.append(Mutant(stage, name, index, match.span(), match.group(), None))
                for pattern, call in CALLS:
                    for match in re.finditer(pattern, code):
                        found.append(Mutant(stage, name, index, match.span(), match.group(), call))
    return found


def without_line(words):
    """The words of a mutant without the number of its line, which changes with the lines before it."""
    return re.sub(r"(\.swift):\d+:", r"\1:", words)


def write_if_changed(path, content):
    """Writes a file, which is compiled again only if its content changes."""
    if not path.exists() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def copy(targets, stages):
    """Copies the package, but the sources of the stages, with a manifest of the targets and what they need."""
    planted = {path.relative_to(ROOT) for stage in stages for path in (ROOT / "Sources" / stage).rglob("*.swift")}
    kept = set(planted)
    for folder in ["Sources", "Tests", "Fuzz", "Samples"]:
        for path in (ROOT / folder).rglob("*"):
            name = path.relative_to(ROOT)
            if path.is_file() and not any(part.startswith(".build") for part in name.parts):
                kept.add(name)
                if name not in planted:
                    write_if_changed(COPY / name, path.read_bytes())
        for path in [*(COPY / folder).rglob("*")]:
            if path.is_file() and path.relative_to(COPY) not in kept:
                path.unlink()
    if (ROOT / "Package.resolved").exists():
        shutil.copy2(ROOT / "Package.resolved", COPY)
    manifest = (ROOT / "Package.swift").read_text() + TRIM.replace("TARGETS", " ".join(targets))
    write_if_changed(COPY / "Package.swift", manifest.encode())


def plant(sample, stages):
    """Writes the sources with the mutants of the sample."""
    for stage in stages:
        mine = [each for each in sample if each.stage == stage]
        support = SUPPORT + "".join(each.declaration() for each in mine)
        write_if_changed(COPY / "Sources" / stage / "MutantSwitch.swift", support.encode())
        for path in sorted((ROOT / "Sources" / stage).rglob("*.swift")):
            name = path.relative_to(ROOT)
            lines = path.read_text().split("\n")
            here = [each for each in mine if each.path == name]
            # From the end of each line, so that the columns of the others hold.
            for each in sorted(here, key=lambda each: each.span, reverse=True):
                line = lines[each.line]
                lines[each.line] = line[:each.span[0]] + each.replacement() + line[each.span[1]:]
            write_if_changed(COPY / name, "\n".join(lines).encode())


def build(sample, stages):
    """Builds the copy, without the mutants that do not compile.

    Returns the others, and the number of those that do not.
    """
    invalid = 0
    while True:
        plant(sample, stages)
        built = subprocess.run(
            ["swift", "build", "--build-tests"], cwd=COPY, capture_output=True, text=True, check=False)
        if built.returncode == 0:
            return sample, invalid
        broken = {(match[1], int(match[2]) - 1)
                  for match in re.finditer(r"(Sources/[^:\s]*\.swift):(\d+):\d+: error", built.stdout + built.stderr)}
        rest = [each for each in sample if (str(each.path), each.line) not in broken]
        if len(rest) == len(sample):
            sys.exit(built.stdout[-4000:] + built.stderr[-4000:])
        invalid += len(sample) - len(rest)
        sample = rest


def judge(number, seconds, targets):
    """Runs the tests of the targets with a mutant, or with none: tells whether they find it."""
    bundle = next((COPY / ".build/debug").glob("*PackageTests.xctest"))
    filters = [word for target in targets for word in ("--filter", target)]
    filters += [word for suite in SKIPPED for word in ("--skip", suite)]
    environment = dict(
        os.environ, SWIFT_BACKTRACE="enable=no", GALLEY_MUTANT=str(number),
        SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH="8")
    try:
        status = subprocess.run(
            [str(bundle), "--testing-library", "swift-testing", *filters], cwd=COPY, env=environment, timeout=seconds,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode
    except subprocess.TimeoutExpired:
        return True
    return status != 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=60, help="the number of mutants that compile")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", type=pathlib.Path, help="a listing, whose survivors are the sample")
    parser.add_argument("--seconds", type=int, default=300, help="the longest run of the tests")
    parser.add_argument("stages", nargs="*", help=f"of {', '.join(STAGES)}; all without any")
    options = parser.parse_args()
    stages = options.stages or list(STAGES)
    sample = mutants(stages)
    if options.again:
        listing = options.again.read_text().splitlines()
        survivors = {without_line(line.split(maxsplit=1)[1]) for line in listing if line.startswith("survived ")}
        sample = [each for each in sample if without_line(each.words()) in survivors]
    random.Random(options.seed).shuffle(sample)
    # Some do not compile; a few more are built, so that enough remain.
    sample = sample[:min(options.count * 4 // 3 + 8, LAST_OPERATOR - FIRST_OPERATOR + 1)]
    for number, each in enumerate(sample):
        each.number = number + 1
    targets = [target for stage in stages for target in STAGES[stage]] + LATER
    copy(targets, stages)
    sample, invalid = build(sample, stages)
    if judge(0, options.seconds, targets):
        sys.exit("the tests fail without a mutant")
    sample = sample[:options.count]

    def result(mutant):
        if judge(mutant.number, options.seconds, STAGES[mutant.stage]):
            return "found"
        return "later" if judge(mutant.number, options.seconds, LATER) else "survived"

    results = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for each, word in zip(sample, pool.map(result, sample)):
            print(f"{word:8} {each.words()}", flush=True)
            results.append(word)
    counts = {word: results.count(word) for word in ("found", "later", "survived")}
    print(f"{counts['found'] + counts['later']} of {len(sample)} found, {counts['later']} of them by tests of later stages; "
          f"{counts['survived']} survived; {invalid} did not compile")


main()
