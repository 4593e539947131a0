"""The lines of paragraphs in Galley and in Chromium, with the same font files, size and width."""

import json
import os
import subprocess

from icu import words

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
GALLEY = os.environ.get("GALLEY_COMMAND", os.path.join(ROOT, ".build", "release", "galley"))
SIZE = 16
WIDTHS = (120, 200, 320)


def galley_layout(texts, language, width, extra=()):
    """Galley's layout of paragraphs as one text, and the paragraphs' starts in it."""
    data = "\n".join(texts).encode()
    command = [GALLEY, "text", "--file", "-", "--lang", language, "--font", f"Noto Sans {SIZE}", "--width", str(width),
               "--json", "--quiet", *extra]
    answer = subprocess.run(command, input=data, capture_output=True, check=True).stdout
    layout = json.loads(answer.split(b"\n", 1)[0])
    if layout["repaired"]:
        raise ValueError(f"{language}: Galley repaired a text")
    starts, offset = [], 0
    for text in texts:
        starts.append(offset)
        offset += len(text.encode()) + 1
    return layout["text"], starts


class Paragraph:
    """A paragraph with Galley's lines and fonts; offsets are those of characters."""

    def __init__(self, text, language, script, source, width):
        self.text, self.language, self.script, self.source, self.width = text, language, script, source, width
        self.starts, self.widths, self.baselines, self.runs = [], [], [], []

    def read(self, layout, start):
        data = self.text.encode()
        fonts = {}
        for line in layout["lines"]:
            first, end = line["range"][0] - start, line["range"][1] - start
            if not 0 <= first < max(1, len(data)):
                continue
            self.starts.append(len(data[:first].decode()))
            self.widths.append(line["advance"] - line["trailingWhitespace"])
            self.baselines.append(line["baseline"])
            for run in line["runs"]:
                for byte in range(run["range"][0] - start, run["range"][1] - start):
                    fonts[byte] = run["font"]
        # Blanks at a line's end are in no run: the font before them has them.
        offset, last = 0, None
        for character in self.text:
            last = fonts.get(offset, last)
            if self.runs and self.runs[-1][0] == last:
                self.runs[-1][1] += character
            else:
                self.runs.append([last, character])
            offset += len(character.encode())
        self.fonts = layout["fonts"]


def galley_paragraphs(corpus, extra=(), widths=WIDTHS):
    """Lays out all paragraphs; each language has its paragraphs in each width."""
    groups = {}
    for number, (language, script, source, text) in enumerate(corpus):
        width = widths[number % len(widths)]
        groups.setdefault((language, width), []).append(Paragraph(text, language, script, source, width))
    for (language, width), group in groups.items():
        layout, starts = galley_layout([paragraph.text for paragraph in group], language, width, extra)
        lines = layout["lines"]
        position = 0
        for paragraph, start in zip(group, starts):
            end = start + len(paragraph.text.encode())
            own = []
            while position < len(lines) and lines[position]["range"][0] <= end:
                own.append(lines[position])
                position += 1
            paragraph.read({"lines": own, "fonts": layout["fonts"]}, start)
    return [paragraph for group in groups.values() for paragraph in group]


class Faces:
    """The fonts of Galley's layouts as families of a page."""

    def __init__(self):
        self.numbers, self.rules = {}, []

    def family(self, font):
        key = (font["path"], font["faceIndex"])
        if key not in self.numbers:
            self.numbers[key] = f"f{len(self.numbers)}"
            source = f"url('file://{font['path']}')"
            if font["path"].endswith(".ttc"):
                name = subprocess.run(["fc-scan", "-f", "%{index} %{postscriptname}\n", font["path"]],
                                      capture_output=True, text=True, check=True).stdout
                names = dict(line.split(" ", 1) for line in name.splitlines())
                source = f"local('{names[str(font['faceIndex'])]}')"
            self.rules.append(f"@font-face{{font-family:{self.numbers[key]};src:{source}}}")
        return self.numbers[key]


LINES = """(async () => {
  const texts = %s, results = [], step = 64;
  document.documentElement.innerHTML = '<head><style>' + %s + '</style></head><body></body>';
  await Promise.all([...document.fonts].map(font => font.load()));
  for (const text of texts) {
    const p = document.createElement('p');
    p.lang = text.lang; p.dir = 'auto'; p.style.width = text.width + 'px';
    for (const [family, string] of text.runs) {
      const span = document.createElement('span');
      span.style.fontFamily = family;
      // A word that has no break within, and a break between two of them.
      for (const [part, isWord] of string) {
        const word = document.createElement('span');
        word.textContent = part;
        if (isWord) word.style.whiteSpace = 'nowrap';
        if (isWord && span.lastChild?.style?.whiteSpace) span.append(document.createElement('wbr'));
        span.append(isWord ? word : part);
      }
      p.append(span);
    }
    document.body.append(p);
    text.p = p;
  }
  const range = document.createRange();
  for (const {p} of texts) {
    const top = p.getBoundingClientRect().y, lines = [];
    let base = 0, last = -1;
    const walker = document.createTreeWalker(p, NodeFilter.SHOW_TEXT);
    for (let node; node = walker.nextNode();) {
      const string = node.data;
      for (let i = 0; i < string.length; i++) {
        if (string[i] == ' ') continue;
        range.setStart(node, i); range.setEnd(node, i + 1);
        for (const r of range.getClientRects()) {
          const line = Math.floor((r.y + r.height / 2 - top) / step);
          if (line > last) { lines.push([base + i, r.left, r.right]); last = line; }
          const end = lines[lines.length - 1];
          if (line == last && end) { end[1] = Math.min(end[1], r.left); end[2] = Math.max(end[2], r.right); }
        }
      }
      base += string.length;
    }
    results.push(lines);
  }
  return JSON.stringify(results);
})()"""

STYLE = (f"body{{margin:0;width:1000px}}p{{margin:0;font-size:{SIZE}px;line-height:64px;text-rendering:geometricPrecision;"
         "overflow-wrap:break-word}")


def parts(paragraph, iterator):
    """The parts of each run of a paragraph: words of `iterator`'s dictionaries, if there is one, and other text."""
    if not iterator:
        return [[[text, False]] for _, text in paragraph.runs]
    breaks, start, result = iterator.breaks(paragraph.text, paragraph.language), 0, []
    for _, text in paragraph.runs:
        result.append(words(text, breaks, start))
        start += len(text)
    return result


def chromium_lines(browser, paragraphs, style="", iterator=None):
    """Adds Chromium's line starts and widths to paragraphs; words are those of an iterator, or Chromium's own."""
    faces = Faces()
    texts = [{"lang": p.language, "width": p.width,
              "runs": [[faces.family(p.fonts[font]), own] for (font, _), own in zip(p.runs, parts(p, iterator))]}
             for p in paragraphs]
    answer = browser.evaluate(LINES % (json.dumps(texts), json.dumps("".join(faces.rules) + STYLE + style)))
    for paragraph, lines in zip(paragraphs, json.loads(answer)):
        units = paragraph.text.encode("utf-16-le")
        paragraph.their_starts = [len(units[:2 * line[0]].decode("utf-16-le", "ignore")) for line in lines]
        paragraph.their_widths = [line[2] - line[1] for line in lines]
