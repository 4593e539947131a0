#!/usr/bin/env python3
"""Compares CONTRIBUTING's paths and its tables of unsafe escapes and caches with the sources.

    Tests/Lint/check_tables.py             # part of make lint
    Tests/Lint/check_tables.py --record    # writes the table of escapes

An unsafe escape turns a check of the compiler off. Its file has a comment that begins with
"Invariant:" and says why the code is correct; its first sentence is in the table, which --record
writes. The version of the program is that of the changelog and of README. The table of caches is written by hand: each row has a file of Sources, and the limits that
this file contains. Each file that makes a cache is in the table.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DOCUMENT = ROOT / "CONTRIBUTING.md"

ESCAPE = re.compile(r"@unchecked Sendable|nonisolated\(unsafe\)|@exclusivity\(unchecked\)")
CACHE = re.compile(r"\b(?:BoundedCache|PieceCache)(?:<.*>)?\(\w+: ")


def comments(lines):
    """Yields each comment as one text, with the number of the line after it."""
    block = []
    for number, line in enumerate([*lines, ""]):
        stripped = line.strip()
        if stripped.startswith("//"):
            block.append(stripped.lstrip("/").strip())
        elif block:
            yield " ".join(block), number
            block = []


def sentence(text):
    """The first sentence of a text."""
    return re.split(r"(?<=[.:])\s+(?=[A-Z])", text.strip())[0].rstrip(".:")


def sources():
    for path in sorted((ROOT / "Sources").rglob("*.swift")):
        yield path.relative_to(ROOT / "Sources"), path.read_text()


def escapes():
    """Yields the rows of the table of escapes, and complaints."""
    for path, text in sources():
        lines = text.splitlines()
        found = {}
        for line in lines:
            code = line.split("//")[0]
            for escape in ESCAPE.findall(code):
                found[escape] = found.get(escape, 0) + 1
        if not found:
            continue
        invariants = [
            sentence(part)
            for comment, _ in comments(lines) for part in comment.split("Invariant:")[1:]]
        if not invariants:
            yield None, f"Sources/{path}: unsafe, without a comment that begins with 'Invariant:'"
            continue
        names = ", ".join(
            f"`{name}`" + (f" × {count}" if count > 1 else "") for name, count in found.items())
        yield f"| `{path}` | {names} | {'; '.join(invariants)} |", None


def caches(document):
    """Yields complaints about paths, and about the table of caches with cache, limit and file."""
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \| `(\w+/[\w/+.]+\.swift)` \|$", document, re.MULTILINE)
    listed = {path for _, _, path in rows}
    files = {str(path): text for path, text in sources()}
    for name, limits, path in rows:
        if path not in files:
            yield f"the table of caches names {path}, which does not exist"
            continue
        for limit in re.findall(r"`([^`]+)`", limits):
            if limit not in files[path]:
                yield f"{path} has no {limit}, the limit of {name} in the table of caches"
    for path in re.findall(r"`(Sources/[\w/+.]+)`", document):
        if not (ROOT / path).exists():
            yield f"CONTRIBUTING.md names {path}, which does not exist"
    for path, text in files.items():
        code = re.sub(r"//.*", "", text)
        if path not in listed and path.split("/")[0] not in ("Lab", "Command") and CACHE.search(code):
            yield f"the table of caches lacks {path}"


def versions():
    """Yields a complaint about each place with another version than the program's."""
    source = (ROOT / "Sources/Primitives/RecordSchema.swift").read_text()
    version = re.search(r'enum ProgramVersion \{.*?text = "([^"]+)"', source, re.DOTALL).group(1)
    released = re.search(r"^## \[(\d[^]]*)\] - \d{4}-\d\d-\d\d$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    places = [("CHANGELOG.md", released.group(1) if released else "no release with a date")]
    for path in [ROOT / "README.md", *sorted((ROOT / "Sources/Galley/Galley.docc").rglob("*.md"))]:
        for found in re.findall(r'from: "(\d[^"]*)"', path.read_text()):
            places.append((path.relative_to(ROOT), found))
    for path, found in places:
        if found != version:
            yield f"{path} has version {found}, and ProgramVersion {version}"


def main():
    document = DOCUMENT.read_text()
    rows = list(escapes())
    complaints = [complaint for _, complaint in rows if complaint] + list(caches(document))
    complaints += versions()
    table = "".join(f"{row}\n" for row, _ in rows if row)
    pattern = re.compile(r"(\| file \| escapes \| invariant \|\n\|.*\n)(?:\|.*\n)*")
    if not pattern.search(document):
        sys.exit("CONTRIBUTING.md has no table of unsafe escapes")
    changed = pattern.sub(lambda found: found.group(1) + table, document)
    if "--record" in sys.argv:
        DOCUMENT.write_text(changed)
    elif changed != document:
        complaints.append(
            "the table of unsafe escapes in CONTRIBUTING.md is out of date: "
            "run Tests/Lint/check_tables.py --record")
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
