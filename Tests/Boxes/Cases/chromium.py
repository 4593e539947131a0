"""Lays out cases by headless Chromium, through its DevTools pipe."""

import html as markup
import json
import os
import shutil
import subprocess
import tempfile
import time

CSS_DISTRIBUTION = {"start": "flex-start", "end": "flex-end", "center": "center", "stretch": "stretch",
                    "spaceBetween": "space-between", "spaceAround": "space-around", "spaceEvenly": "space-evenly"}
CSS_ALIGNMENT = {"start": "flex-start", "end": "flex-end", "center": "center", "stretch": "stretch",
                 "baseline": "baseline"}
SIDES = ("block-start", "inline-start", "block-end", "inline-end")
# Debian's files, which Galley finds through fontconfig; a collection stands for its first font.
FONTS = "/usr/share/fonts/truetype/noto/NotoSans{}-{}.ttf"
HAN = "/usr/share/fonts/opentype/noto/NotoSansCJK-{}.ttc"
SCRIPTS = ("", "Arabic", "Hebrew", "Devanagari")


def css_length(value):
    return value if isinstance(value, str) else f"{value}px"


def style(box, parent):
    """The CSS declarations of a box."""
    rules = ["box-sizing:border-box", "position:relative", "min-width:auto", "min-height:auto"]
    kind = box.get("k")
    if kind == "overlay":
        rules += ["display:grid", "grid-template:100%/100%"]
    elif kind:
        rules += ["display:flex", "flex-direction:" + kind + ("-reverse" if "rev" in box else "")]
    else:
        rules.append("display:block")
    names = {"w": "width", "h": "height", "minw": "min-width", "minh": "min-height", "maxw": "max-width",
             "maxh": "max-height", "b": "flex-basis"}
    rules += [f"{css}:{css_length(box[key])}" for key, css in names.items() if key in box]
    for key, css in (("m", "margin-{}"), ("p", "padding-{}"), ("in", "inset-{}")):
        if key in box:
            rules += [f"{css.format(side)}:{css_length(value)}" for side, value in zip(SIDES, box[key])]
    if "bd" in box:
        rules += [f"border-{side}:{value}px solid" for side, value in zip(SIDES, box["bd"])]
    if "gap" in box:
        rules.append(f"column-gap:{css_length(box['gap'][0])};row-gap:{css_length(box['gap'][1])}")
    if "wrap" in box:
        rules.append("flex-wrap:" + {"wrap": "wrap", "reverse": "wrap-reverse"}[box["wrap"]])
    for key, css, words in (("jc", "justify-content", CSS_DISTRIBUTION), ("ac", "align-content", CSS_DISTRIBUTION),
                            ("ai", "align-items", CSS_ALIGNMENT), ("as", "align-self", CSS_ALIGNMENT),
                            ("ji", "justify-items", CSS_ALIGNMENT), ("js", "justify-self", CSS_ALIGNMENT)):
        if key in box:
            rules.append(f"{css}:{words[box[key]]}")
    for key, css in (("g", "flex-grow"), ("s", "flex-shrink"), ("ar", "aspect-ratio")):
        if key in box:
            rules.append(f"{css}:{box[key]}")
    if "abs" in box:
        rules.append("position:absolute")
    elif parent and parent.get("k") == "overlay":
        rules.append("grid-area:1/1")
    if "rtl" in box:
        rules.append("direction:" + ("rtl" if box["rtl"] else "ltr"))
    return rules


def html(box, parent=None, extra=()):
    declarations = ";".join(style(box, parent) + list(extra))
    if "size" in box:
        width, height = box["size"]
        inner = f'<p style="width:{width}px;height:{height}px"></p>'
    elif "text" in box:
        rules = f"font-size:{box['px']}px;line-height:{box['line']}px;font-weight:{700 if 'bold' in box else 400}"
        inner = f'<p dir="auto" lang="{box["lang"]}" style="{rules}">{markup.escape(box["text"])}</p>'
    else:
        inner = "".join(html(child, box) for child in box["c"])
    return f'<div style="{declarations}">{inner}</div>'


def page(case):
    extra = [f"width:{case['w']}px" if "w" in case else "width:max-content"]
    if "h" in case:
        extra.append(f"height:{case['h']}px")
    if "rtl" in case:
        extra.append("direction:rtl")
    return f'<section>{html(case["t"], None, extra)}</section>'


def font_faces():
    """Rules for the fonts of texts, from files."""
    rules = []
    for weight, name in ((400, "Regular"), (700, "Bold")):
        files = [FONTS.format(script, name) for script in SCRIPTS] + [HAN.format(name)]
        rules += [f"@font-face{{font-family:f{number};font-weight:{weight};src:url(file://{path})}}"
                  for number, path in enumerate(files)]
    families = [f"f{number}" for number in range(len(SCRIPTS) + 1)]
    # Galley takes spaces from the font of the words around them, and breaks a word that is wider than its box.
    rules.append(f"p{{font-family:{','.join(families)};text-rendering:geometricPrecision;overflow-wrap:break-word}}")
    for language, number in (("ar", 1), ("he", 2), ("hi", 3)):
        rules.append(f"p:lang({language}){{font-family:{','.join([families[number], *families])}}}")
    return "".join(rules)


SCRIPT = """(async () => {
  const cases = %s, results = [];
  document.documentElement.innerHTML = '<head><style>' + %s +
    'p{margin:0}section{position:absolute;left:0;top:0}</style></head><body></body>';
  await Promise.all([...document.fonts].map(font => font.load()));
  for (const text of cases) {
    document.body.innerHTML = text;
    const root = document.body.querySelector('div'), base = root.getBoundingClientRect(), rects = [];
    for (const box of document.body.querySelectorAll('div')) {
      const r = box.getBoundingClientRect();
      rects.push([r.x - base.x, r.y - base.y, r.width, r.height]);
    }
    results.push(rects);
  }
  return JSON.stringify(results);
})()"""


class Chromium:
    """A running browser with one page."""

    def __init__(self, path="chromium"):
        to_child, to_parent = os.pipe(), os.pipe()
        self.folder = tempfile.mkdtemp()

        def connect():
            os.dup2(to_child[0], 13)
            os.dup2(to_parent[1], 14)
            os.dup2(13, 3)
            os.dup2(14, 4)

        self.process = subprocess.Popen(
            [path, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
             "--font-render-hinting=none", "--allow-file-access-from-files", "--window-size=1200,1200", f"--user-data-dir={self.folder}", "--remote-debugging-pipe", "about:blank"],
            preexec_fn=connect, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_child[0])
        os.close(to_parent[1])
        self.output, self.input, self.buffer, self.last = to_child[1], to_parent[0], b"", 0
        # A page from a file may read fonts from files.
        page_file = os.path.join(self.folder, "page.html")
        with open(page_file, "w", encoding="utf-8") as file:
            file.write("<!doctype html><meta charset=utf-8>")
        target = self.call("Target.createTarget", {"url": "file://" + page_file})["targetId"]
        self.session = self.call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        while self.evaluate("location.protocol + document.readyState") != "file:complete":
            time.sleep(0.05)

    def call(self, method, params, session=None):
        self.last += 1
        message = {"id": self.last, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.output, data):]
        while True:
            while b"\0" not in self.buffer:
                chunk = os.read(self.input, 1 << 20)
                if not chunk:
                    raise EOFError("Chromium ended")
                self.buffer += chunk
            answer, self.buffer = self.buffer.split(b"\0", 1)
            answer = json.loads(answer)
            if answer.get("id") == self.last:
                if "error" in answer:
                    raise RuntimeError(answer["error"])
                return answer["result"]

    def rectangles(self, cases):
        faces = font_faces() if any('"text"' in json.dumps(case) for case in cases) else ""
        return json.loads(self.evaluate(SCRIPT % (json.dumps([page(case) for case in cases]), json.dumps(faces))))

    def evaluate(self, script):
        result = self.call(
            "Runtime.evaluate", {"expression": script, "returnByValue": True, "awaitPromise": True}, self.session)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"])
        return result["result"]["value"]

    def version(self):
        return self.call("Browser.getVersion", {})["product"]

    def close(self):
        self.call("Browser.close", {})
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
