#!/usr/bin/env python3
"""Writes the seeds of the target `fonts`: small fonts of our own, with squares for glyphs.

Needs fontTools (PyPI). The fonts are committed; this program says how they were made.
"""

import pathlib
import struct
import zlib

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont, newTable
from fontTools.ttLib.tables.DefaultTable import DefaultTable
from fontTools.ttLib.tables._g_l_y_f import Glyph, GlyphComponent
from fontTools.ttLib.tables.sbixGlyph import Glyph as StrikeGlyph
from fontTools.ttLib.tables.sbixStrike import Strike

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


def composed(names):
    """A glyph without a box of its own that consists of other glyphs."""
    glyph = Glyph()
    glyph.numberOfContours, glyph.components = -1, []
    glyph.xMin = glyph.yMin = glyph.xMax = glyph.yMax = 0
    for name in names:
        part = GlyphComponent()
        part.glyphName, part.x, part.y, part.flags = name, 1, 1, 0x206
        glyph.components.append(part)
    return glyph


def composite(depth, width):
    """A font whose `a` is composed of `width` glyphs, each of which is composed of as many, and so on `depth` times.

    The last ones are empty: FreeType bounds points, and not components.
    """
    builder = FontBuilder(1000, isTTF=True)
    order = NAMES + [f"part{n}" for n in range(depth)]
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(CODES)
    builder.font.recalcBBoxes = False
    glyphs = {name: Glyph() for name in order}
    for glyph in glyphs.values():
        glyph.numberOfContours = 0
    for n in range(depth - 1):
        glyphs[f"part{n}"] = composed([f"part{n + 1}"] * width)
    glyphs["a"] = composed(["part0"] * width)
    builder.setupGlyf(glyphs, calcGlyphBounds=False)
    builder.setupHorizontalMetrics({name: (600, 0) for name in order})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Seed", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
    builder.setupPost(keepGlyphNames=False)
    builder.font["maxp"].maxComponentDepth = depth + 2
    builder.font["maxp"].recalc = lambda font: None
    return builder


def wide():
    """A font whose `A` is 31.9 em wide, and whose `B` 32.1."""
    builder = font(is_cff=False, layout=False)
    for name, side in [("A", 31_900), ("B", 32_100)]:
        pen = TTGlyphPen(None)
        pen.moveTo((0, 0))
        for point in [(0, 10), (side, 10), (side, 0)]:
            pen.lineTo(point)
        pen.closePath()
        builder.font["glyf"][name] = pen.glyph()
    return builder


def png(width, height):
    """A picture of one colour."""
    def chunk(tag, data):
        return struct.pack(">I", len(data)) + tag + data + struct.pack(">I", zlib.crc32(tag + data))
    rows = (b"\0" + bytes((width + 7) // 8)) * height
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 3, 0, 0, 0))
        + chunk(b"PLTE", b"\xff\0\0") + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


def strikes():
    """A font with bitmaps for 100 pixels an em: `A` has the largest one that is drawn, `B` one that is too large."""
    builder = font(is_cff=False, layout=False)
    table = newTable("sbix")
    table.version, table.flags, table.numStrikes = 1, 1, 1
    strike = Strike(ppem=100, resolution=72)
    for name, width in [("A", 512), ("B", 513), ("a", 100)]:
        strike.glyphs[name] = StrikeGlyph(
            graphicType="png ", glyphName=name, imageData=png(width, 4), originOffsetX=0,
            originOffsetY=0)
    table.strikes = {100: strike}
    builder.font["sbix"] = table
    return builder


def tall():
    """A font with the largest heights and advances, 2,048 em each."""
    builder = font(is_cff=False)
    builder.font["head"].unitsPerEm = 16
    builder.font["hhea"].ascent, builder.font["hhea"].descent = 32_767, -32_768
    for name in NAMES:
        builder.font["hmtx"][name] = (32_767, 20)
    return builder


def shifted():
    """A font with the largest heights, letters of no width, one of which goes back by 2,048 em, and baselines far apart."""
    builder = font(is_cff=False, layout=False)
    builder.font["head"].unitsPerEm = 16
    builder.font["hhea"].ascent, builder.font["hhea"].descent = 32_767, -32_768
    for name in NAMES:
        builder.font["hmtx"][name] = (4 if name == "space" else 0, 20)
    builder.addOpenTypeFeatures("""
    languagesystem DFLT dflt;
    feature kern { pos b <0 0 -32768 0>; } kern;
    table BASE {
      HorizAxis.BaseTagList romn;
      HorizAxis.BaseScriptList
        DFLT romn -32768, dev2 romn 32767, deva romn 32767, hani romn 32767, latn romn -32768;
    } BASE;
    """)
    return builder


def empty_strike():
    """A font with bitmaps for 32,768 pixels an em, which FreeType takes for 0."""
    builder = font(is_cff=False, layout=False)
    table = DefaultTable("sbix")
    table.data = struct.pack(">HHIIHH", 1, 1, 1, 12, 32_768, 72) + bytes(4 * len(NAMES) + 4)
    builder.font["sbix"] = table
    return builder


def compound(depth):
    """A font with a bitmap that is composed of two bitmaps, each of which is composed of two, and so on (format 9)."""
    builder = composite(depth=depth, width=1)
    for name in builder.font.getGlyphOrder():
        builder.font["glyf"][name] = Glyph()
        builder.font["glyf"][name].numberOfContours = 0
    first = NAMES.index("a")
    metrics = bytes([1, 1, 0, 1, 1, 0, 0, 1])
    data, places = bytearray(struct.pack(">HH", 3, 0)), []
    for level in range(depth):
        part = struct.pack(">Hbb", first + level + 1, 0, 0) * 2
        places.append((first + level, 9, len(data), len(metrics) + 2 + len(part)))
        data += metrics + struct.pack(">H", 2) + part
    places.append((first + depth, 6, len(data), len(metrics) + 4))
    data += metrics + bytes(4)
    array, tables = b"", b""
    for glyph, form, start, length in places:
        array += struct.pack(">HHI", glyph, glyph, 8 * len(places) + len(tables))
        tables += struct.pack(">HHIII", 1, form, start, 0, length)
    lines = struct.pack(">bbBbbbbbbbbb", 20, 0, 20, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    size = struct.pack(">IIII", 56, len(array + tables), len(places), 0) + lines * 2
    size += struct.pack(">HHBBBb", first, first + depth, 20, 20, 32, 1)
    for tag, content in [("CBDT", data), ("CBLC", struct.pack(">HHI", 3, 0, 1) + size + array + tables)]:
        table = DefaultTable(tag)
        table.data = bytes(content)
        builder.font[tag] = table
    return builder


def doubled(name, tag):
    """The bytes of a font with one of its tables twice."""
    font = (FOLDER / name).read_bytes()
    count = int.from_bytes(font[4:6], "big")
    # The record takes the place of one that is not needed.
    records = [font[12 + 16 * n:28 + 16 * n] for n in range(count)]
    own = next(record for record in records if record[:4] == tag)
    records = [own if record[:4] == b"name" else record for record in records]
    return font[:12] + b"".join(records) + font[12 + 16 * count:]


def instances(count):
    """A variable font of `count` named instances in which all characters are one glyph."""
    builder = font(is_cff=False, layout=False)
    names = [("wght", 100, 400, 900, "Weight")]
    places = [{"location": {"wght": 401 + n % 400}, "stylename": "I"} for n in range(count)]
    builder.setupFvar(names, places)
    from fontTools.ttLib.tables.TupleVariation import TupleVariation
    builder.setupGvar({"A": [TupleVariation({"wght": (0, 1, 1)}, [(0, 60)] * 8)]})
    table = DefaultTable("cmap")
    group = struct.pack(">III", 1, 0x10FFFF, 1)
    table.data = struct.pack(">HHHHIHHIII", 0, 1, 3, 10, 12, 13, 0, 28, 0, 1) + group
    builder.font["cmap"] = table
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
    composite(depth=6, width=20).save(FOLDER / "components")
    composite(depth=32, width=1).save(FOLDER / "deep")
    composite(depth=33, width=1).save(FOLDER / "too-deep")
    collection.fonts = [TTFont(FOLDER / "glyf"), TTFont(FOLDER / "too-deep")]
    collection.save(FOLDER / "too-deep-face")
    compound(depth=60).save(FOLDER / "compound")
    (FOLDER / "doubled").write_bytes(doubled("glyf", b"glyf"))
    wide().save(FOLDER / "wide")
    strikes().save(FOLDER / "strikes")
    tall().save(FOLDER / "tall")
    shifted().save(FOLDER / "shifted")
    empty_strike().save(FOLDER / "empty-strike")
    instances(50).save(FOLDER / "instances")


main()
