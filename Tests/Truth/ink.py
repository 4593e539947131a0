"""The ink of lines in Galley's pictures and in Chromium's, drawn from the same font files at the same places."""

import base64
import io
import json
import os
import subprocess

import numpy
from PIL import Image

from lines import GALLEY, SIZE, Faces, Paragraph

WIDTH = 480

PAGE = """(async () => {
  const lines = %s;
  document.documentElement.innerHTML = '<head><style>' + %s + '</style></head><body></body>';
  await Promise.all([...document.fonts].map(font => font.load()));
  for (const line of lines) {
    const div = document.createElement('div'), probe = document.createElement('i');
    div.lang = line.lang; div.dir = line.rtl ? 'rtl' : 'ltr'; div.style.left = line.x + 'px';
    for (const [family, string] of line.runs) {
      const span = document.createElement('span');
      span.style.fontFamily = family; span.textContent = string; div.append(span);
    }
    div.append(probe);
    document.body.append(div);
    div.style.top = line.y - probe.getBoundingClientRect().bottom + 'px';
  }
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  return 1;
})()"""


def galley_picture(texts, language, scale, folder, colors):
    """Draws paragraphs; returns the picture as an array of grey levels, and the lines for a page."""
    path, record = os.path.join(folder, "own.png"), os.path.join(folder, "own.json")
    data = "\n".join(texts).encode()
    command = [GALLEY, "text", "--file", "-", "--lang", language, "--font", f"Noto Sans {SIZE}", "--width", str(WIDTH),
               "--scale", str(scale), "--color", colors[0], "--background", colors[1], "-o", path, f"--json={record}",
               "--quiet"]
    subprocess.run(command, input=data, capture_output=True, check=True)
    with open(record, encoding="utf-8") as file:
        layout = json.loads(file.readline())["text"]
    faces, lines = Faces(), []
    for line in layout["lines"]:
        first, end = line["range"]
        string = data[first:end].decode().strip(" \n")
        paragraph = Paragraph(string, language, "", "", 0)
        paragraph.read({"lines": [line], "fonts": layout["fonts"]}, first)
        row = int(line["baseline"][1] * scale + 0.5)
        lines.append({"lang": language, "rtl": line["isRightToLeft"], "x": line["rect"]["x"] * scale, "y": row,
                      "runs": [[faces.family(layout["fonts"][font or 0]), text] for font, text in paragraph.runs]})
    return path, lines, faces


def chromium_picture(browser, lines, faces, size, scale, colors):
    """The picture of the same lines in Chromium, whose device pixels are its units: it moves lines to whole units."""
    style = (f"body{{margin:0;background:{colors[1]};color:{colors[0]}}}div{{position:absolute;white-space:pre;"
             f"font-size:{SIZE * scale}px;text-rendering:geometricPrecision}}i{{display:inline-block}}")
    browser.call("Emulation.setDeviceMetricsOverride", {
        "width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": False}, browser.session)
    browser.evaluate(PAGE % (json.dumps(lines), json.dumps("".join(faces.rules) + style)))
    answer = browser.call("Page.captureScreenshot", {"format": "png"}, browser.session)
    return Image.open(io.BytesIO(base64.b64decode(answer["data"]))).convert("RGB").crop((0, 0, *size))


def ink(picture, colors):
    """The coverage of each pixel between the ground, 0, and the text's colour, 1."""
    text, ground = (numpy.array([int(color[i:i + 2], 16) for i in (1, 3, 5)], float) for color in colors)
    pixels = numpy.asarray(picture, float)
    return numpy.clip(((pixels - ground) / (text - ground)).mean(axis=2), 0, 1)


def compare(browser, texts, language, scale, folder, colors=("#000000", "#ffffff")):
    """The overlap of both engines' ink, Chromium's share of ours, and both pictures."""
    path, lines, faces = galley_picture(texts, language, scale, folder, colors)
    own = Image.open(path).convert("RGB")
    other = chromium_picture(browser, lines, faces, own.size, scale, colors)
    ours, theirs = ink(own, colors), ink(other, colors)
    overlap = numpy.minimum(ours, theirs).sum() / numpy.maximum(ours, theirs).sum()
    return float(overlap), float(theirs.sum() / ours.sum()), own, other
