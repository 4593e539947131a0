"""Makes random trees of boxes: the cases that other engines lay out for `BoxOracleTests`.

A case is one line of JSON: `w` and `h` are the root's size (missing: by its content), `rtl` makes it read right to
left, `t` is the tree, and `r` has the rectangle [x, y, width, height] of each box, containers before children.
The fields of a box are read by `RecordedCase.swift`.
"""

import random

DISTRIBUTIONS = ["start", "center", "end", "spaceBetween", "spaceAround", "spaceEvenly"]
ALIGNMENTS = ["start", "center", "end", "stretch", "baseline"]


class Generator:
    """Random trees; `features` limits what they use to what an engine does as CSS says.

    Trees are at most `depth` boxes deep. The feature `whole` makes all lengths whole numbers.
    """

    def __init__(self, seed, features, depth=4):
        self.random = random.Random(seed)
        self.features = features
        self.depth = depth

    def chance(self, share):
        return self.random.random() < share

    def has(self, feature, share):
        return self.chance(share) and feature in self.features

    def number(self, least, most):
        number = self.random.uniform(least, most)
        return round(number) if "whole" in self.features else round(number * 4) / 4

    def length(self, least, most, percent=0.25):
        if self.has("percent", percent):
            return f"{self.random.choice([10, 20, 25, 33, 50, 75, 100])}%"
        return self.number(least, most)

    def edges(self, most, auto=0.0):
        def edge():
            if self.chance(auto):
                return "auto"
            return self.number(0, most) if self.chance(0.6) else 0
        return [edge() for _ in range(4)]

    def case(self):
        case = {}
        if "freewidth" not in self.features or self.chance(0.8):
            case["w"] = self.number(60, 500)
        if self.chance(0.4):
            case["h"] = self.number(60, 500)
        if self.has("rtl", 0.25):
            case["rtl"] = 1
        root = self.box(0, None)
        for key in ("w", "h", "minw", "minh", "maxw", "maxh", "ar", "m", "g", "s", "b", "as", "js", "abs", "in", "rtl"):
            root.pop(key, None)
        if "size" in root:
            del root["size"]
            root["c"] = []
        case["t"] = root
        return case

    def box(self, depth, parent):
        r = self.random
        box = {}
        is_leaf = depth > 0 and self.chance(0.3 + 0.2 * depth) or depth == self.depth
        if is_leaf:
            box["size"] = [self.number(0, 90), self.number(0, 60)]
        else:
            self.container(box)
        if self.has("rtlbox", 0.05):
            box["rtl"] = self.chance(0.5)
        if depth > 0:
            self.item(box, parent)
        # In CSS, the ratio of a box without a size is that of its smallest size, padding and border included.
        if self.chance(0.3) and "ar" not in box:
            box["p"] = self.edges(14)
        if self.chance(0.15) and "ar" not in box:
            box["bd"] = [self.random.randint(0, 5) for _ in range(4)]
        if not is_leaf:
            count = r.choice([0, 1, 2, 2, 3, 3, 4, 5, 7])
            box["c"] = [self.box(depth + 1, box) for _ in range(count)]
        return box

    def container(self, box):
        r = self.random
        box["k"] = r.choice(["row", "row", "column", "column", "overlay"] if "overlay" in self.features else ["row", "column"])
        if self.chance(0.4):
            box["gap"] = [self.number(0, 12), self.number(0, 12)]
        if self.chance(0.6):
            box["ai"] = r.choice(self.alignments(box))
        if box["k"] == "overlay":
            if self.chance(0.6):
                box["ji"] = r.choice(["start", "center", "end", "stretch"])
            return
        if self.chance(0.2):
            box["rev"] = 1
        if self.has("wrap", 0.3):
            box["wrap"] = r.choice(["wrap", "wrap", "reverse"])
            if self.chance(0.6):
                box["ac"] = r.choice(DISTRIBUTIONS + ["stretch"])
        if self.chance(0.5):
            box["jc"] = r.choice(DISTRIBUTIONS)

    def alignments(self, container):
        """The alignments in a container; Chromium aligns boxes of a column along x by made-up baselines."""
        return ALIGNMENTS if "baseline" in self.features and container["k"] == "row" else ALIGNMENTS[:4]

    def item(self, box, parent):
        r = self.random
        if self.chance(0.35):
            box["w"] = self.length(0, 220)
        if self.chance(0.3):
            box["h"] = self.length(0, 160, 0.25 if "percentheight" in self.features else 0)
        for key, share in (("minw", 0.08), ("minh", 0.08), ("maxw", 0.12), ("maxh", 0.1)):
            if self.chance(share):
                box[key] = self.number(0, 180) if not key.startswith("max") else self.number(20, 220)
        if parent["k"] == "overlay":
            # In a CSS grid, a minimum replaces the width of the smallest content.
            box.pop("minw", None)
        if self.has("ratio", 0.08) and parent["k"] != "overlay":
            box["ar"] = r.choice([0.5, 1, 1.5, 1.7778, 2])
            # In CSS, content makes a box larger than its ratio says, unless it has a minimum.
            box["minw"] = box["minh"] = 0
            box.pop("maxw", None)
            box.pop("maxh", None)
        if self.chance(0.3):
            box["m"] = self.edges(16, auto=0.1 if "automargin" in self.features else 0)
        if self.has("absolute", 0.08):
            box["abs"] = 1
            box["in"] = [self.length(0, 40) if self.chance(0.5) else "auto" for _ in range(4)]
        if self.chance(0.4):
            box["g"] = r.choice([1, 1, 2, 3, 0.5, 0.25] if "fractions" in self.features else [1, 1, 2, 3])
        if self.chance(0.3):
            box["s"] = r.choice([0, 1, 2, 0.5] if "fractions" in self.features else [0, 1, 2])
        if self.chance(0.2):
            box["b"] = self.length(0, 150)
        if self.chance(0.25):
            box["as"] = r.choice(self.alignments(parent))
        if parent["k"] == "overlay" and self.chance(0.3):
            box["js"] = r.choice(["start", "center", "end", "stretch"])
        if "abs" in box:
            # In a CSS grid, an absolute box without insets is in the padding box.
            if parent["k"] == "overlay":
                box["in"] = [0 if inset == "auto" and side < 2 else inset for side, inset in enumerate(box["in"])]
            # In CSS, an absolute box with an alignment of its own is not stretched between insets.
            box.pop("as", None)
            box.pop("js", None)
