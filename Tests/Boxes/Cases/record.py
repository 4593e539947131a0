"""Records cases of boxes with the rectangles of Chromium, or of Taffy where both agree.

    record.py 400 >chromium.jsonl
    record.py 100 --seed 2 --features wrap >>chromium.jsonl
    record.py 100 --seed 3 --features ratio >>chromium.jsonl
    record.py 10000 --seed 11 --taffy | gzip -n9 >taffy.jsonl.gz
"""

import argparse
import json
import sys

import generate
from chromium import Chromium

ALL = {"percent", "baseline", "automargin", "absolute", "rtl", "rtlbox", "overlay", "fractions", "freewidth",
       "percentheight", "wrap", "ratio", "whole"}
# Wrapping lines and ratios are recorded apart: with percentages in boxes as wide as their content, they differ more often.
USUAL = ALL - {"wrap", "ratio", "whole"}
# The package for Taffy has no reading direction; its grids and ratios are not those of CSS.
TAFFY = ALL - {"rtl", "rtlbox", "overlay", "ratio"}


def difference(rectangles, others):
    """The largest difference of two lists of rectangles at an edge."""
    return max(max(abs(x - u), abs(y - v), abs(x + width - u - w), abs(y + height - v - h))
               for (x, y, width, height), (u, v, w, h) in zip(rectangles, others))


def common(cases, engine, other):
    """The cases to which both engines give the same rectangles, with those of the second one."""
    pairs = zip(cases, engine.rectangles(cases), other.rectangles(cases))
    return [(case, mine) for case, theirs, mine in pairs if difference(theirs, mine) <= 0.5]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--features")
    parser.add_argument("--taffy", action="store_true", help="keep the cases in which Taffy agrees with Chromium")
    options = parser.parse_args()
    engine, features = Chromium(), TAFFY if options.taffy else USUAL
    if options.features is not None:
        features = set(options.features.split(",")) & ALL
    if options.taffy:
        from taffy import Taffy
        other = Taffy()
    generator = generate.Generator(options.seed, features, depth=3 if options.taffy else 4)
    count = made = 0
    while count < options.count:
        cases = [generator.case() for _ in range(500 if options.taffy else options.count)]
        made += len(cases)
        results = common(cases, engine, other) if options.taffy else list(zip(cases, engine.rectangles(cases)))
        for case, rectangles in results[:options.count - count]:
            case["r"] = [[round(number, 2 if options.taffy else 3) for number in rectangle] for rectangle in rectangles]
            print(json.dumps(case, separators=(",", ":")).replace(".0,", ",").replace(".0]", "]"))
            count += 1
    names = engine.version() + (", " + other.version() if options.taffy else "")
    print(f"{count} cases of {made} trees by {names}", file=sys.stderr)
    engine.close()


main()
