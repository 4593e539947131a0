#!/usr/bin/env python3
"""Compares Galley's lines and ink with headless Chromium's, with the same font files, sizes and widths.

  truth.py [--count N] [--quick] [--output DIR] [--record]

Paragraphs in 32 languages are sentences of our own, and texts in the host's catalogues of translations, which are read
where they lie. A line is equal if it starts at the same character in both; all lines of a paragraph after a difference
count, and each difference has a name. Ink is compared for each script, black on white at two scales and white on black.
--quick takes a few hundred paragraphs of our own sentences, and no ink. The report and pictures of all scripts go to
DIR; --record writes the tables into the manual. The status is 1 if lines differ for no named reason, or too many.
"""

import argparse
import os
import shutil
import sys
import unicodedata

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "Tests", "Truth"), os.path.join(ROOT, "Tests", "Boxes", "Cases")]
MANUAL = os.path.join(ROOT, "Sources", "Galley", "Galley.docc", "TypographicTruth.md")
SCRIPTS = {
    "Latn": "Latin", "Grek": "Greek", "Cyrl": "Cyrillic", "Geor": "Georgian", "Ethi": "Ethiopic", "Hebr": "Hebrew",
    "Arab": "Arabic", "Deva": "Devanagari", "Beng": "Bengali", "Taml": "Tamil", "Telu": "Telugu", "Sinh": "Sinhala",
    "Mlym": "Malayalam", "Thai": "Thai", "Khmr": "Khmer", "Laoo": "Lao", "Mymr": "Burmese", "Jpan": "Japanese",
    "Kore": "Korean", "Hans": "Simplified Chinese", "Hant": "Traditional Chinese"}
# Chromium has word lists of its own for these, a quarter and a third as long as ICU's: its page gets ICU's words.
OTHER_DICTIONARIES = ("Khmr", "Laoo")
LEAST_EQUAL, LEAST_INK, MOST_WEIGHT = 0.995, {2: 0.95, 1: 0.9}, 0.025

EAST, ALPHABETS = ("ja", "ko", "zh-Hans", "zh-Hant"), ("en", "de", "fr", "es", "pl", "ru", "el", "ar", "he", "hi")
PRESERVED = "white-space: pre-wrap"
# The CSS of an attribute of paragraphs, Galley's options for it, the languages compared, and the least share of equal
# lines. Chromium has no `hanging-punctuation`.
ATTRIBUTES = [
    ("word-break: keep-all", ["--word-break", "keepAll"], EAST, 0.999),
    ("text-autospace: normal", ["--autospace", "normal"], EAST, 0.97),
    ("text-wrap: balance", ["--wrap", "balance"], ALPHABETS + EAST, 0.95),
    ("text-wrap: pretty", ["--wrap", "pretty"], ALPHABETS + EAST, 0.95),
    # Each space is three, all of which hang at a wrap.
    (PRESERVED, [], ALPHABETS + EAST, 0.99),
]

WORDS = "words of another dictionary"
SPACES = "a sign kept beside its space"
BRACKETS = "a bracket at the paragraph's end"
QUOTES = "a quotation mark between Chinese and Latin"
JOINERS = "a space before a joiner"
ROUNDING = "a line of the whole width, within 1/8 unit"
ELEMENTS = "a line that ends with an element"
UNNAMED = "no name"


def is_dictionary_letter(character):
    return "\u0e00" <= character < "\u1100" and not "\u0f00" <= character < "\u1000" or "\u1780" <= character < "\u1800"


def name(paragraph, index):
    """The name of a paragraph's first difference, which is at the start of line `index`."""
    text, end = paragraph.text, len(paragraph.text)
    starts = [lines[index] if index < len(lines) else end for lines in (paragraph.starts, paragraph.their_starts)]
    for start in starts:
        around = text[max(0, start - 1):start + 1]
        if start < end and len(around) == 2 and all(map(is_dictionary_letter, around)):
            return WORDS
    longer = paragraph.widths if starts[0] > starts[1] else paragraph.their_widths
    if index and abs(longer[index - 1] - paragraph.width) < 0.125:
        return ROUNDING
    if starts[0] < starts[1] == end and unicodedata.category(text[-1]) in ("Pe", "Pf"):
        return BRACKETS
    if starts[1] < end and text[starts[1]] in "\u200c\u200d":
        return JOINERS
    if paragraph.language.startswith("zh") and starts[1] < end and (
            text[starts[1]] in "“‘" or text[starts[1] - 1] in "”’"):
        return QUOTES
    # UAX #14, LB13 to LB15: Chromium breaks after each space.
    theirs = starts[1]
    if theirs < end and text[theirs - 1] == " ":
        before, after = text[:theirs].rstrip(" ")[-1:], text[theirs]
        if unicodedata.category(after) in ("Po", "Pe", "Pf") or unicodedata.category(before or " ") in ("Ps", "Pi"):
            return SPACES
    # The runs of fonts are elements of the page.
    ends = [sum(len(run) for _, run in paragraph.runs[:number]) for number in range(1, len(paragraph.runs))]
    if theirs < starts[0] and theirs in ends:
        return ELEMENTS
    return UNNAMED


class Tally:
    """The equal lines of some paragraphs, and the names of the others."""

    def __init__(self):
        self.lines = self.different = 0
        self.names, self.examples, self.farthest = {}, [], 0.0

    def add(self, paragraph):
        theirs = set(paragraph.their_starts)
        missing = sum(start not in theirs for start in paragraph.starts)
        self.lines += len(paragraph.starts)
        self.different += missing
        if paragraph.starts == paragraph.their_starts:
            pairs = zip(paragraph.widths, paragraph.their_widths)
            self.farthest = max([self.farthest] + [abs(one - other) for one, other in pairs])
            return
        index = next((i for i, (one, other) in enumerate(zip(paragraph.starts, paragraph.their_starts))
                      if one != other), min(len(paragraph.starts), len(paragraph.their_starts)))
        kind = name(paragraph, index)
        self.names[kind] = self.names.get(kind, 0) + max(1, missing)
        first = paragraph.starts[index - 1]
        ends = [lines[index] if index < len(lines) else None for lines in (paragraph.starts, paragraph.their_starts)]
        self.examples.append((kind, paragraph.language, paragraph.width, *(paragraph.text[first:end] for end in ends)))

    @property
    def share(self):
        return 1 - self.different / max(1, self.lines)


def compare_lines(browser, options):
    from corpus import paragraphs
    from icu import BreakIterator
    from lines import WIDTHS, chromium_lines, galley_paragraphs
    texts = paragraphs(options.count, installed=not options.quick)
    compared = galley_paragraphs(texts, widths=WIDTHS[1:2] if options.quick else WIDTHS)
    others = [paragraph for paragraph in compared if paragraph.script in OTHER_DICTIONARIES]
    chromium_lines(browser, others)
    own = Tally()
    for paragraph in others:
        own.add(paragraph)
    chromium_lines(browser, others, iterator=BreakIterator())
    rest = [paragraph for paragraph in compared if paragraph.script not in OTHER_DICTIONARIES]
    for start in range(0, len(rest), 400):
        chromium_lines(browser, rest[start:start + 400])
    return compared, own


def line_report(compared, own):
    """The tables of lines, and whether they are as equal as they must be.

    `own` has the lines of Khmer and Lao by Chromium's own words.
    """
    total, languages = Tally(), {}
    for paragraph in compared:
        for tally in (total, languages.setdefault(paragraph.language, Tally())):
            tally.add(paragraph)
    rows = ["| language | lines | equal | names of the others |", "|---|---|---|---|"]
    for language, tally in languages.items():
        names = ", ".join(f"{kind}: {count}" for kind, count in sorted(tally.names.items())) or "–"
        rows.append(f"| `{language}` | {tally.lines} | {100 * tally.share:.2f} % | {names} |")
    installed = sum(paragraph.source == "installed" for paragraph in compared)
    summary = (f"{total.lines - total.different} of {total.lines} lines of {len(compared)} paragraphs are equal: "
               f"{100 * total.share:.2f} %. By Chromium's own words of Khmer and Lao, {100 * own.share:.2f} % of the "
               f"{own.lines} lines of these are. {installed} paragraphs are texts of the host. The widths of equal lines "
               f"differ by at most {total.farthest:.2f} units.")
    is_true = total.share >= LEAST_EQUAL and UNNAMED not in total.names
    return [summary, "", *rows], is_true, total


def attribute_report(browser, count=1600):
    """The table of lines with attributes of paragraphs, and whether they are as equal as they must be."""
    from corpus import paragraphs
    from lines import chromium_lines, galley_paragraphs
    rows, is_true = ["| attribute | lines | equal |", "|---|---|---|"], True
    for css, options, languages, least in ATTRIBUTES:
        texts = [text for text in paragraphs(count, installed=False) if text[0] in languages]
        if css == PRESERVED:
            texts = [(*kind, text.replace(" ", "   ")) for *kind, text in texts]
        compared, tally = galley_paragraphs(texts, options), Tally()
        chromium_lines(browser, compared, f"p{{{css}}}")
        for paragraph in compared:
            tally.add(paragraph)
        is_true = is_true and tally.share >= least
        rows.append(f"| `{css}` | {tally.lines} | {100 * tally.share:.2f} % |")
    return rows, is_true


def ink_report(browser, folder):
    """The table of ink, and whether it overlaps as it must."""
    import ink
    from corpus import read_sentences
    from PIL import Image
    rows = ["| script | overlap at scale 2 | at scale 1 | white on black, scale 2 | Chromium's ink at scale 2 | "
            "white on black |", "|---|---|---|---|---|---|"]
    low, done, uneven = {2: [], 1: []}, set(), []
    for language, (script, sentences) in read_sentences()[0].items():
        if script in done:
            continue
        done.add(script)
        black, one, white = (ink.compare(browser, sentences, language, scale, folder, colors) for scale, colors in (
            (2, ("#000000", "#ffffff")), (1, ("#000000", "#ffffff")), (2, ("#ffffff", "#000000"))))
        if max(abs(black[1] - 1), abs(white[1] - 1)) > MOST_WEIGHT:
            uneven.append(SCRIPTS[script])
        for scale, result in ((2, black), (1, one)):
            if result[0] < LEAST_INK[scale]:
                low[scale].append(SCRIPTS[script])
            width, height = result[2].size
            both = Image.new("RGB", (2 * width + 8, height), "#c0c0c0")
            both.paste(result[2], (0, 0))
            both.paste(result[3], (width + 8, 0))
            both.save(os.path.join(folder, f"{script}-{scale}.png"))
        rows.append(f"| {SCRIPTS[script]} | {black[0]:.3f} | {one[0]:.3f} | {white[0]:.3f} | {100 * black[1]:.1f} % | "
                    f"{100 * white[1]:.1f} % |")
    summary = "; ".join(f"at scale {scale}, {len(done) - len(low[scale])} of {len(done)} scripts overlap by "
                        f"{LEAST_INK[scale]} or more" + (f" (not {', '.join(low[scale])})" if low[scale] else "")
                        for scale in (2, 1))
    summary += f"; the ink of all scripts is equal within {100 * MOST_WEIGHT:g} %" if not uneven else (
        f"; the ink differs by more than {100 * MOST_WEIGHT:g} % in {', '.join(uneven)}")
    return [summary[0].upper() + summary[1:] + ".", "", *rows], len(low[2]) <= 2 and len(low[1]) <= 2 and not uneven


def record(name_of_table, lines):
    """Writes a table between its marks in the manual."""
    with open(MANUAL, encoding="utf-8") as file:
        text = file.read()
    first, last = f"<!-- {name_of_table} -->\n", f"\n<!-- end of {name_of_table} -->"
    start, end = text.index(first) + len(first), text.index(last)
    with open(MANUAL, "w", encoding="utf-8") as file:
        file.write(text[:start] + "\n".join(lines) + text[end:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=3200)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--output", default=os.path.join(ROOT, "out", "truth"))
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    if not shutil.which("chromium"):
        print("truth: Chromium is not here: apt-get install chromium", file=sys.stderr)
        return 69
    if options.quick:
        options.count = min(options.count, 256)
    from chromium import Chromium
    browser = Chromium()
    try:
        lines, is_true, total = line_report(*compare_lines(browser, options))
        print("\n".join(lines))
        for kind, language, width, own, theirs in total.examples:
            if kind == UNNAMED:
                print(f"{language}, {width}: Galley …{own[-30:]!r}, Chromium …{theirs[-30:]!r}")
        if not options.quick:
            os.makedirs(options.output, exist_ok=True)
            table, overlaps = ink_report(browser, options.output)
            print("\n" + "\n".join(table))
            is_true = is_true and overlaps
            attributes, are_equal = attribute_report(browser)
            print("\n" + "\n".join(attributes))
            is_true = is_true and are_equal
            with open(os.path.join(options.output, "report.md"), "w", encoding="utf-8") as file:
                examples = [f"- {kind}: `{language}`, {width}: {own!r}, in Chromium {theirs!r}"
                            for kind, language, width, own, theirs in total.examples]
                file.write("\n".join([f"# {browser.version()}", "", *lines, "", *attributes, "", *table, "", *examples, ""]))
            if options.record:
                record("lines of make truth", [f"{browser.version()}. {lines[0]}", *lines[1:]])
                record("attributes of make truth", attributes)
                record("ink of make truth", table)
    finally:
        browser.close()
    return 0 if is_true else 1


if __name__ == "__main__":
    sys.exit(main())
