"""Lays out cases by headless Chromium, through its DevTools pipe."""

import json
import os
import shutil
import subprocess
import tempfile

CSS_DISTRIBUTION = {"start": "flex-start", "end": "flex-end", "center": "center", "stretch": "stretch",
                    "spaceBetween": "space-between", "spaceAround": "space-around", "spaceEvenly": "space-evenly"}
CSS_ALIGNMENT = {"start": "flex-start", "end": "flex-end", "center": "center", "stretch": "stretch",
                 "baseline": "baseline"}
SIDES = ("block-start", "inline-start", "block-end", "inline-end")


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


SCRIPT = """(() => {
  const cases = %s, results = [];
  document.documentElement.innerHTML =
    '<style>p{margin:0}section{position:absolute;left:0;top:0}</style><body></body>';
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
             "--window-size=1200,1200", f"--user-data-dir={self.folder}", "--remote-debugging-pipe", "about:blank"],
            preexec_fn=connect, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_child[0])
        os.close(to_parent[1])
        self.output, self.input, self.buffer, self.last = to_child[1], to_parent[0], b"", 0
        target = self.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        self.session = self.call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]

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
        script = SCRIPT % json.dumps([page(case) for case in cases])
        result = self.call("Runtime.evaluate", {"expression": script, "returnByValue": True}, self.session)
        return json.loads(result["result"]["value"])

    def version(self):
        return self.call("Browser.getVersion", {})["product"]

    def close(self):
        self.call("Browser.close", {})
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
