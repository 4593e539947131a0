#!/usr/bin/env python3
"""Writes the seeds of the target `fonts`: four small fonts of our own, with squares for glyphs.

Needs fontTools (PyPI). The fonts are committed; this program says how they were made.
"""

import pathlib

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont

FOLDER = pathlib.Path(__file__).parent / "Corpus/fonts"
NAMES = [".notdef", "A", "B", "a", "b", "f", "i", "fi", "acute", "space"]
CODES = {65: "A", 66: "B", 97: "a", 98: "b", 102: "f", 105: "i", 0x301: "acute", 32: "space"}
FEATURES = """
languagesystem DFLT dflt;
feature liga { sub f i by fi; } liga;
feature kern { pos A B -80; } kern;
markClass acute <anchor 100 500> @TOP;
feature mark { pos base a <anchor 150 400> mark @TOP; } mark;
"""


def square(pen, side):
    pen.moveTo((20, 0))
    for point in [(20, side), (side, side), (side, 0)]:
        pen.lineTo(point)
    pen.closePath()
    return pen


def font(is_cff, layout=True):
    """A font of ten glyphs; with ligatures, kerning and marks if `layout` is true."""
    builder = FontBuilder(1000, isTTF=not is_cff)
    builder.setupGlyphOrder(NAMES)
    builder.setupCharacterMap(CODES)
    sides = {name: 0 if name == "space" else 200 + 40 * n for n, name in enumerate(NAMES)}
    if is_cff:
        strings = {n: square(T2CharStringPen(600, None), sides[n]).getCharString() for n in NAMES}
        builder.setupCFF("Seed", {"FullName": "Seed"}, strings, {})
    else:
        builder.setupGlyf({n: square(TTGlyphPen(None), sides[n]).glyph() for n in NAMES})
    builder.setupHorizontalMetrics({name: (600, 20) for name in NAMES})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Seed", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
    builder.setupPost()
    if layout:
        builder.addOpenTypeFeatures(FEATURES)
    return builder


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    font(is_cff=False).save(FOLDER / "glyf")
    font(is_cff=True).save(FOLDER / "cff")
    variable = font(is_cff=False, layout=False)
    variable.setupFvar([("wght", 100, 400, 900, "Weight")], [])
    deltas = [(0, 0), (0, 60), (60, 60), (60, 0), (0, 0), (60, 0), (0, 0), (0, 0)]
    from fontTools.ttLib.tables.TupleVariation import TupleVariation
    variable.setupGvar(
        {name: [TupleVariation({"wght": (0, 1, 1)}, deltas)] for name in NAMES if name != "space"})
    variable.save(FOLDER / "variable")
    colour = font(is_cff=False, layout=False)
    colour.setupCOLR({"A": [("B", 0), ("a", 1)]})
    colour.setupCPAL([[(1, 0, 0, 1), (0, 0, 1, 0.5)]])
    colour.save(FOLDER / "colour")
    collection = TTCollection()
    collection.fonts = [TTFont(FOLDER / "glyf"), TTFont(FOLDER / "colour")]
    collection.save(FOLDER / "collection")


main()
