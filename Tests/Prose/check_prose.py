#!/usr/bin/env python3
"""Counts unclear turns of phrase in the project's prose, and refuses new ones.

    Tests/Prose/check_prose.py             # compares the counts with allowed.txt; part of make lint
    Tests/Prose/check_prose.py --list      # prints all turns, as file:line: turn
    Tests/Prose/check_prose.py --record    # writes lower counts to allowed.txt, never higher ones

Prose is comments, names of tests, messages and help texts of the command, the manual and the other
documents. allowed.txt has a count for each folder or document that still has such turns. The exit
status is 1 if a count differs: remove new turns, and record a count that has become lower.
"""

import bisect
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ALLOWED = pathlib.Path(__file__).resolve().parent / "allowed.txt"

# Nouns after which "who" is an ordinary relative pronoun.
PERSONS = r"(?:author|caller|client|contributor|developer|person|people|reader|user|writer)s?"
LAID_OUT = r"(?:cards?|cells?|items?|lines?|paragraphs?|rows?|texts?)"
THE = r"(?:(?:a|an|all|each|every|its|one|some|the|their|these|this|those) )?"

# The name of a turn, and its pattern in prose whose white space is single spaces.
TURNS = [
    ("nobody", r"\bnobody\b"),
    ("somebody", r"\bsomebody\b"),
    ("anybody", r"\banybody\b"),
    ("someone", r"\bsomeone\b"),
    ("no one", r"\bno one\b"),
    ("whoever", r"\bwhoever\b|\bwhomever\b"),
    ("whom", r"\bwhom\b"),
    ("who, as a noun", r"\bwho\b"),
    ("what, as a subject",
     r"\bwhat (?:there )?(?:is|was|are|were|came|comes|lies|lay|stands|stood|goes|went)\b"),
    ("set, for laid out", rf"\b(?:sets|setting) {THE}{LAID_OUT}\b(?!['’]|s['’])(?! (?:to|height|width))"),
    ("set, for laid out",
     rf"\b{LAID_OUT} (?:that )?(?:is|are|was|were) set\b(?! (?:to|as|up|from|of|on|apart))"),
    ("none is", r"\bwhere none (?:is|are|was|were)\b|\bnone (?:is|are|was|were)[.,;:]"),
    ("of them all", r"\bof them all\b"),
    ("tell of", r"\b(?:tell|tells|told) of\b"),
    ("where one is not", r"\bwhere (?:one|it|they) (?:is|are|does|do) not\b"),
]
TURNS = [(name, re.compile(pattern, re.IGNORECASE)) for name, pattern in TURNS]
AFTER_PERSON = re.compile(rf"\b{PERSONS},? (?:and )?$", re.IGNORECASE)

STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
CODE = re.compile(r"``[^`]*``|`[^`]*`|\\\([^)]*\)")


def swift_blocks(lines, is_test):
    """Yields prose as lists of (line number, text): comments, and strings that are sentences."""
    block = []
    is_text = names_follow = False
    for number, line in enumerate(lines, 1):
        stripped = line.strip()
        if not is_text and stripped.startswith("//"):
            block.append((number, stripped.lstrip("/").strip()))
            continue
        if is_text and not is_test and '"""' not in line:
            block.append((number, stripped))
            continue
        if block:
            yield block
            block = []
        if line.count('"""') % 2 == 1:
            is_text = not is_text
        strings = [text for text in STRING.findall(line) if " " in text]
        comment = re.search(r"//+ ?(.*)$", STRING.sub('""', line))
        if comment and not is_text:
            yield [(number, comment.group(1))]
        is_name = names_follow or re.search(r"@(?:Test|Suite)\(", stripped) is not None
        names_follow = stripped in ("@Test(", "@Suite(")
        if strings and is_test and is_name:
            yield [(number, strings[0])]
        elif strings and not is_test:
            yield [(number, " ".join(strings))]
    if block:
        yield block


def markdown_blocks(lines):
    """Yields paragraphs without code."""
    block = []
    is_code = False
    for number, line in enumerate(lines, 1):
        if line.lstrip().startswith("```"):
            is_code = not is_code
        if is_code or not line.strip() or line.lstrip().startswith(("```", "#", "|", "- ")):
            if block:
                yield block
            block = []
        if not is_code and line.strip() and not line.lstrip().startswith("```"):
            block.append((number, line.strip()))
    if block:
        yield block


def script_blocks(lines):
    """Yields the comments of a script, and its first text in triple quotation marks."""
    is_text = False
    for number, line in enumerate(lines, 1):
        if line.count('"""') == 1:
            is_text = not is_text
        comment = re.search(r"(?:^|\s)#+ (.*)$", line)
        if is_text or '"""' in line:
            yield [(number, line.strip())]
        elif comment:
            yield [(number, comment.group(1))]


def turns(block):
    """Yields the line and the words of each turn in a block."""
    text, starts, numbers = "", [], []
    for number, line in block:
        starts.append(len(text))
        numbers.append(number)
        text += CODE.sub(lambda code: "`" + "_" * (len(code.group()) - 2) + "`", line) + " "
    for name, pattern in TURNS:
        for found in pattern.finditer(text):
            if name == "who, as a noun" and AFTER_PERSON.search(text[: found.start()]):
                continue
            yield numbers[bisect.bisect_right(starts, found.start()) - 1], found.group(), name


def folder(path):
    parts = path.relative_to(ROOT).parts
    return parts[0] if len(parts) < 3 else "/".join(parts[:2])


def prose():
    """Yields each file that has prose, with its blocks."""
    for top in ("Sources", "Tests"):
        for path in sorted((ROOT / top).rglob("*.swift")):
            yield path, swift_blocks(path.read_text().splitlines(), top == "Tests")
    documents = [*ROOT.glob("*.md"), *(ROOT / "Sources").rglob("*.md")]
    for path in sorted(documents):
        yield path, markdown_blocks(path.read_text().splitlines())
    for path in sorted((ROOT / "Benchmarks").glob("*.py")):
        yield path, script_blocks(path.read_text().splitlines())


def main():
    found = {}
    for path, blocks in prose():
        place = folder(path)
        for block in blocks:
            for line, words, name in turns(block):
                found.setdefault(place, []).append((path.relative_to(ROOT), line, words, name))
    if "--list" in sys.argv:
        for places in found.values():
            for path, line, words, name in places:
                print(f"{path}:{line}: {words} ({name})")
        return 0
    allowed = {}
    for line in ALLOWED.read_text().splitlines() if ALLOWED.exists() else []:
        place, count = line.split()
        allowed[place] = int(count)
    higher = [place for place in found if len(found[place]) > allowed.get(place, 0)]
    lower = [place for place in allowed if len(found.get(place, [])) < allowed[place]]
    if "--record" in sys.argv and (not higher or not ALLOWED.exists()):
        counts = sorted((place, len(places)) for place, places in found.items())
        ALLOWED.write_text("".join(f"{place} {count}\n" for place, count in counts))
        return 0
    for place in higher:
        for path, line, words, name in found[place]:
            print(f"{path}:{line}: {words} ({name})", file=sys.stderr)
        print(
            f"{place}: {len(found[place])} unclear turns, {allowed.get(place, 0)} allowed: say it plainly",
            file=sys.stderr)
    for place in lower:
        print(
            f"{place}: {len(found.get(place, []))} unclear turns, {allowed[place]} recorded: "
            "run Tests/Prose/check_prose.py --record",
            file=sys.stderr)
    return 1 if higher or lower else 0


if __name__ == "__main__":
    sys.exit(main())
