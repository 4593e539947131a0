"""Records cases of boxes with the rectangles of another engine.

    record.py chromium 300 >chromium.jsonl
    record.py taffy 10000 >taffy.jsonl          (needs PyPI's `stretchable`)
"""

import argparse
import json
import sys

import generate

ALL = {"wrap", "percent", "baseline", "automargin", "absolute", "ratio", "rtl", "rtlbox", "overlay", "fractions",
       "freewidth", "percentheight"}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", choices=["chromium", "taffy"])
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--features")
    options = parser.parse_args()
    if options.engine == "chromium":
        from chromium import Chromium
        engine, features = Chromium(), ALL
    else:
        from taffy import Taffy
        engine, features = Taffy(), Taffy.FEATURES
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
