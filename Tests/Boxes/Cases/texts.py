"""Records trees of boxes whose leaves are texts, with Chromium's rectangles, for `TextLeafOracleTests`.

    texts.py 300 >texts.jsonl

A text has `text`, `lang`, the size `px` of its font, the height `line` of its lines, and `bold`.
"""

import json
import random
import sys

from chromium import Chromium

WORDS = {
    "en": "a quiet ferry crosses the estuary before breakfast and nobody remembers where yesterday's lighthouse keeper "
          "left his umbrella",
    "ru": "тихий паром идёт через залив до рассвета и смотритель маяка ищет свой зонт под старой лестницей",
    "el": "το ήσυχο πλοίο περνά τον κόλπο πριν το πρωινό και ο φαροφύλακας ψάχνει την ομπρέλα του",
    "zh": "清 晨 的 渡 轮 穿 过 安 静 海 湾 灯 塔 看 守 人 在 旧 楼 梯 下 面 寻 找 他 昨 天 留 雨 伞",
    "ar": "العبارة الهادئة تعبر الخليج قبل الفجر وحارس المنارة يبحث عن مظلته تحت السلم القديم",
    "he": "המעבורת השקטה חוצה את המפרץ לפני הזריחה ושומר המגדלור מחפש מטריה מתחת למדרגות",
    "hi": "शांत नौका सुबह से पहले खाड़ी पार करती है और प्रकाशस्तंभ का रखवाला अपना छाता ढूँढता है",
}


class Texts:
    """Random trees of rows and columns around texts."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def case(self):
        root = self.box(0, None)
        case = {"w": self.random.randint(160, 640), "t": root}
        first = next(self.languages(root), "en")
        if first in ("ar", "he"):
            case["rtl"] = 1
        return case

    def languages(self, box):
        if "text" in box:
            yield box["lang"]
        for child in box.get("c", ()):
            yield from self.languages(child)

    def text(self):
        r = self.random
        language = r.choice(list(WORDS))
        words = WORDS[language].split()
        count = r.choice([1, 2, 3, 5, 8, 13, 21])
        joint = "" if language == "zh" else " "
        px = r.choice([11, 13, 16, 20, 28])
        box = {"text": joint.join(r.choice(words) for _ in range(count)), "lang": language, "px": px,
               "line": round(px * r.choice([1.2, 1.4, 1.6]))}
        if r.random() < 0.25:
            box["bold"] = 1
        return box

    def box(self, depth, parent):
        r = self.random
        if depth > 0 and (depth == 3 or r.random() < 0.6):
            box = self.text()
        else:
            box = {"k": r.choice(["row", "row", "column"])}
            if r.random() < 0.6:
                box["gap"] = [r.randint(0, 16), r.randint(0, 16)]
            if r.random() < 0.5:
                box["p"] = [r.randint(0, 12) for _ in range(4)]
            # A column's items are stretched: a text that wraps beside its own longest line is not like CSS.
            if r.random() < 0.5 and box["k"] == "row":
                box["ai"] = r.choice(["start", "center", "end"])
            if r.random() < 0.4:
                box["jc"] = r.choice(["center", "end", "spaceBetween", "spaceEvenly"])
            if box["k"] == "row" and r.random() < 0.25:
                box["wrap"] = "wrap"
            box["c"] = [self.box(depth + 1, box) for _ in range(r.choice([1, 2, 2, 3, 4]))]
        if depth > 0:
            if r.random() < 0.3:
                box["g"] = r.choice([1, 1, 2])
            if r.random() < 0.15:
                box["s"] = 0
            if r.random() < 0.12 and parent["k"] == "row":
                box["b"] = 0
            if r.random() < 0.12:
                box["w"] = r.choice([r.randint(60, 200), "50%"])
            if r.random() < 0.1:
                box["maxw"] = r.randint(60, 200)
            if r.random() < 0.15 and parent["k"] == "row":
                box["as"] = r.choice(["start", "center", "end", "stretch"])
        return box


def main():
    texts, engine = Texts(21), Chromium()
    cases = [texts.case() for _ in range(int(sys.argv[1]))]
    for case, rectangles in zip(cases, engine.rectangles(cases)):
        case["r"] = [[round(number, 3) for number in rectangle] for rectangle in rectangles]
        print(json.dumps(case, separators=(",", ":"), ensure_ascii=False))
    print(f"{len(cases)} cases by {engine.version()}", file=sys.stderr)
    engine.close()


main()
