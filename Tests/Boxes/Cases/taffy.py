"""Lays out cases by Taffy, through PyPI's `stretchable`."""

import importlib.metadata

from stretchable import Edge, Node, Style
from stretchable.style import (
    AUTO, PCT, AlignContent, AlignItems, AlignSelf, Display, FlexDirection, FlexWrap, JustifyContent, Length, Position,
    Rect, Size)

DISTRIBUTION = {"start": "FLEX_START", "end": "FLEX_END", "center": "CENTER", "stretch": "STRETCH",
                "spaceBetween": "SPACE_BETWEEN", "spaceAround": "SPACE_AROUND", "spaceEvenly": "SPACE_EVENLY"}


def length(value):
    if value == "auto":
        return AUTO
    return float(value[:-1]) * PCT if isinstance(value, str) else float(value)


def rect(values):
    """The sides of a case, top, left, bottom, right, in Taffy's order."""
    top, left, bottom, right = map(length, values)
    return Rect(left=left, top=top, right=right, bottom=bottom)


def style(box, size):
    fields = {"display": Display.FLEX}
    kind = box.get("k", "row")
    fields["flex_direction"] = FlexDirection[kind.upper() + ("_REVERSE" if "rev" in box else "")]
    fields["size"] = Size(length(size.get("w", box.get("w", "auto"))), length(size.get("h", box.get("h", "auto"))))
    fields["min_size"] = Size(length(box.get("minw", "auto")), length(box.get("minh", "auto")))
    fields["max_size"] = Size(length(box.get("maxw", "auto")), length(box.get("maxh", "auto")))
    for key, name in (("m", "margin"), ("p", "padding"), ("bd", "border"), ("in", "inset")):
        if key in box:
            fields[name] = rect(box[key])
    if "gap" in box:
        fields["gap"] = Size(*map(length, box["gap"]))
    if "wrap" in box:
        fields["flex_wrap"] = {"wrap": FlexWrap.WRAP, "reverse": FlexWrap.WRAP_REVERSE}[box["wrap"]]
    if "jc" in box:
        fields["justify_content"] = JustifyContent[DISTRIBUTION[box["jc"]]]
    if "ac" in box:
        fields["align_content"] = AlignContent[DISTRIBUTION[box["ac"]]]
    for key, name, kind in (("ai", "align_items", AlignItems), ("as", "align_self", AlignSelf)):
        if key in box:
            word = {"start": "FLEX_START", "end": "FLEX_END"}.get(box[key], box[key].upper())
            fields[name] = kind[word]
    for key, name in (("g", "flex_grow"), ("s", "flex_shrink"), ("ar", "aspect_ratio")):
        if key in box:
            fields[name] = float(box[key])
    if "b" in box:
        fields["flex_basis"] = length(box["b"])
    if "abs" in box:
        fields["position"] = Position.ABSOLUTE
    return Style(**fields)


class Taffy:
    """Taffy; `FEATURES` are those of the cases that it lays out as CSS says."""

    FEATURES = {"wrap", "baseline", "automargin", "absolute", "percent"}

    def node(self, box, size=None):
        if "size" in box:
            # Fixed content is a box of this size within a leaf, which does not flex.
            width, height = box["size"]
            return Node(style=style(box, {}), measure=lambda node, known, space: self.measured(width, height, known))
        return Node(*[self.node(child) for child in box["c"]], style=style(box, size or {}))

    def measured(self, width, height, known):
        from stretchable.style.geometry.size import SizePoints
        own = [known.width.value, known.height.value]
        return SizePoints(width if own[0] != own[0] else own[0], height if own[1] != own[1] else own[1])

    def rectangles(self, cases):
        for case in cases:
            root = self.node(case["t"], case)
            root.compute_layout(use_rounding=False)
            result = []
            self.collect(root, 0, 0, result)
            yield result

    def collect(self, node, x, y, result):
        box = node.get_box(Edge.BORDER)
        x, y = x + box.x, y + box.y
        result.append([x, y, box.width, box.height])
        for child in node:
            self.collect(child, x, y, result)

    def version(self):
        return "stretchable " + importlib.metadata.version("stretchable")

    def close(self):
        pass
