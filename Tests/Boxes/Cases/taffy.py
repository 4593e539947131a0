"""Lays out cases by Taffy, through the package `stretchable`."""

from importlib import metadata

from stretchable import Node, taffylib
from stretchable.context import taffy as engine
from stretchable.node import _node_refs
from stretchable.style import (AlignContent, AlignItems, AlignSelf, Display, FlexDirection, FlexWrap, JustifyContent,
                               PCT, Position, AUTO)
from stretchable.style.geometry.length import MAX_CONTENT
from stretchable.style.geometry.size import SizeAvailableSpace, SizePoints

DISTRIBUTION = {"start": "FLEX_START", "end": "FLEX_END", "center": "CENTER", "stretch": "STRETCH",
                "spaceBetween": "SPACE_BETWEEN", "spaceAround": "SPACE_AROUND", "spaceEvenly": "SPACE_EVENLY"}
ALIGNMENT = {"start": "FLEX_START", "end": "FLEX_END", "center": "CENTER", "stretch": "STRETCH",
             "baseline": "BASELINE"}


def length(value):
    if value == "auto":
        return AUTO
    return float(value[:-1]) * PCT if isinstance(value, str) else float(value)


def sides(values):
    """Top, right, bottom and left of the values of a box that reads from left to right."""
    top, left, bottom, right = values
    return tuple(map(length, (top, right, bottom, left)))


def style(box):
    """The properties of a box, by Taffy's names."""
    rules = {"display": Display.FLEX}
    if "k" in box:
        rules["flex_direction"] = FlexDirection[box["k"].upper() + ("_REVERSE" if "rev" in box else "")]
    for name, width, height in (("size", "w", "h"), ("min_size", "minw", "minh"), ("max_size", "maxw", "maxh")):
        rules[name] = tuple(length(box.get(key, "auto")) for key in (width, height))
    for key, name in (("m", "margin"), ("p", "padding"), ("bd", "border"), ("in", "inset")):
        if key in box:
            rules[name] = sides(box[key])
    if "gap" in box:
        rules["gap"] = tuple(map(length, box["gap"]))
    if "wrap" in box:
        rules["flex_wrap"] = {"wrap": FlexWrap.WRAP, "reverse": FlexWrap.WRAP_REVERSE}[box["wrap"]]
    for key, name, kind, words in (("jc", "justify_content", JustifyContent, DISTRIBUTION),
                                   ("ac", "align_content", AlignContent, DISTRIBUTION),
                                   ("ai", "align_items", AlignItems, ALIGNMENT),
                                   ("as", "align_self", AlignSelf, ALIGNMENT)):
        if key in box:
            rules[name] = kind[words[box[key]]]
    for key, name in (("g", "flex_grow"), ("s", "flex_shrink"), ("ar", "aspect_ratio")):
        if key in box:
            rules[name] = float(box[key])
    if "b" in box:
        rules["flex_basis"] = length(box["b"])
    if "abs" in box:
        rules["position"] = Position.ABSOLUTE
    return rules


def node(box, extra=None):
    rules = style(box) | (extra or {})
    if "size" in box:
        width, height = map(float, box["size"])
        return Node(**rules, measure=lambda *_: SizePoints(width, height))
    return Node(*[node(child) for child in box["c"]], **rules)


def collect(item, x, y, rectangles):
    """Appends the rectangles of a node and of its descendants, from the root's corner."""
    layout = taffylib.PyLayout()
    taffylib.node_get_layout(engine._ptr, item._node_id, layout)
    x, y = x + layout.x, y + layout.y
    rectangles.append([x, y, layout.width, layout.height])
    for child in item:
        collect(child, x, y, rectangles)


class Taffy:
    """Taffy by the interface of `chromium.Chromium`."""

    def rectangles(self, cases):
        result = [self.layout(case) for case in cases]
        # The package keeps all nodes otherwise.
        taffylib.node_drop_all(engine._ptr)
        _node_refs.clear()
        return result

    def layout(self, case):
        size = tuple(length(case.get(key, "auto")) for key in ("w", "h"))
        root = node(case["t"], {"size": size})
        root.compute_layout(SizeAvailableSpace(*(float(case[key]) if key in case else MAX_CONTENT for key in ("w", "h"))))
        result = []
        collect(root, 0, 0, result)
        return result

    def version(self):
        return "stretchable " + metadata.version("stretchable")

    def close(self):
        pass
