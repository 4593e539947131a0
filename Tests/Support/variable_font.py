#!/usr/bin/env python3
"""Writes a variable font with an axis of weights: variable_font.py PATH [--named].

Its A is a square of half an em in weight 400, and twice as wide, with a longer advance, in weight 900. --named gives it
named instances of weight 300 and 700. It needs fontTools.
"""

import sys

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables.TupleVariation import TupleVariation


def square():
    pen = TTGlyphPen(None)
    for draw, point in ((pen.moveTo, (50, 0)), (pen.lineTo, (50, 500)), (pen.lineTo, (550, 500)), (pen.lineTo, (550, 0))):
        draw(point)
    pen.closePath()
    return pen.glyph()


def main():
    is_named = "--named" in sys.argv
    family = "Axis Named" if is_named else "Axis Test"
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", "space", "A"])
    builder.setupCharacterMap({0x20: "space", 0x41: "A"})
    glyph = square()
    builder.setupGlyf({".notdef": TTGlyphPen(None).glyph(), "space": TTGlyphPen(None).glyph(), "A": glyph})
    builder.setupHorizontalMetrics({".notdef": (500, 0), "space": (300, 0), "A": (600, 50)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({
        "familyName": family, "styleName": "Regular", "psName": family.replace(" ", "") + "-Regular"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200, usWeightClass=400)
    builder.setupPost()
    instances = [
        {"location": {"wght": 300}, "stylename": "Light"}, {"location": {"wght": 700}, "stylename": "Bold"}]
    builder.setupFvar([("wght", 100, 400, 900, "Weight")], instances if is_named else [])
    # The last four points are the origin, the advance, and the two of vertical lines.
    deltas = [(500, 0) if x > 50 else (0, 0) for x, _ in glyph.coordinates] + [(0, 0), (500, 0), (0, 0), (0, 0)]
    builder.setupGvar({"A": [TupleVariation({"wght": (0, 1, 1)}, deltas)]})
    builder.save(sys.argv[1])


if __name__ == "__main__":
    main()
