"""Records cases of boxes with Chromium's rectangles.

    record.py 400 >chromium.jsonl
    record.py 100 --seed 2 --features wrap >>chromium.jsonl
    record.py 100 --seed 3 --features ratio >>chromium.jsonl
"""

import argparse
import json
import sys

import generate
from chromium import Chromium

ALL = {"percent", "baseline", "automargin", "absolute", "rtl", "rtlbox", "overlay", "fractions", "freewidth",
       "percentheight", "wrap", "ratio"}
# Wrapping lines and ratios are recorded apart: with percentages in boxes as wide as their content, they differ more often.
USUAL = ALL - {"wrap", "ratio"}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--features")
    options = parser.parse_args()
    engine, features = Chromium(), USUAL
    if options.features is not None:
        features = set(options.features.split(",")) & ALL
    generator = generate.Generator(options.seed, features)
    cases = [generator.case() for _ in range(options.count)]
    for case, rectangles in zip(cases, engine.rectangles(cases)):
        case["r"] = [[round(number, 3) for number in rectangle] for rectangle in rectangles]
        print(json.dumps(case, separators=(",", ":")))
    print(f"{len(cases)} cases by {engine.version()}", file=sys.stderr)
    engine.close()


main()
