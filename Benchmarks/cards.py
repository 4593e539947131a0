#!/usr/bin/env python3
"""Lets Galley and other engines draw the same cards of 1200 by 630 pixels, side by side in one run.

  cards.py [--runs N] [--engines galley,blitz,…] [--agree N] [--readme]

A card has a bold title, a text, an avatar and a line about the author, in four scripts, one in five with an emoji.
Galley draws it from cards.yaml, blitz, takumi and headless Chromium from HTML, pictex from its own boxes. Each run
of an engine draws two feeds; the difference of their processor times is that of the additional cards, so that no
start counts. Engines take turns, and figures are medians. PNG encoding and files are included; they are written to
memory. --agree compares the boxes and lines of so many cards with Chromium's. --readme writes the table to
Benchmarks/README.md. A missing engine is named, and has no figure: pip install blitz-py takumi-py pictex;
apt-get install chromium. Compare only ratios within one run, on an idle machine.
"""
import argparse
import html
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GALLEY = os.path.join(ROOT, ".build", "release", "galley")
TEMPLATE = os.path.join(ROOT, "Benchmarks", "cards.yaml")
MEMORY = "/dev/shm"
SIZE = (1200, 630)
# The numbers of cards in the two feeds: enough that the difference takes a second or more.
FEEDS = {"galley": (200, 2200), "blitz": (20, 140), "takumi": (20, 140), "chromium": (4, 24), "pictex": (2, 8)}
LABELS = {"galley": "Galley, one worker", "galley1": "Galley, one worker on one core", "galley2": "Galley, two workers",
          "blitz": "blitz-py", "takumi": "takumi-py", "chromium": "headless Chromium", "pictex": "pictex"}
MODULES = {"blitz": "blitz_py", "takumi": "takumi_py", "pictex": "pictex"}
WORDS = {
    "en": "meadow anchor violin candle orchard ticket compass velvet thunder marble kettle ribbon saddle walnut beacon "
          "tunnel".split(),
    "ru": "берег письмо музыка дождь корабль улица камень вечер лампа дорога".split(),
    "zh": "山谷 灯火 书店 微风 石桥 晚霞 钟声 茶馆 海岸 候鸟".split(),
    "ar": "جبل كتاب مدينة مطر سفينة شارع ليل قمر طريق موسيقى".split(),
}
STYLE = """
body { margin: 0 }
.card { display: flex; flex-direction: column; justify-content: space-between; box-sizing: border-box;
  width: 1200px; height: 630px; padding: 64px; background: #f6f7f9;
  font-family: 'Noto Sans', 'Noto Sans CJK SC', 'Noto Sans Arabic', 'Noto Color Emoji' }
.title { font-size: 60px; font-weight: 700; line-height: 1.2; color: #14161a }
.body { font-size: 32px; line-height: 1.4; color: #3b4048 }
.by { display: flex; align-items: center; gap: 20px; font-size: 28px; line-height: 1.4 }
.avatar { width: 72px; height: 72px; border-radius: 36px; background: #3b6fd4 }
.name { font-weight: 700; color: #14161a }
.time { color: #6b7280 }
"""


def make_feed(path, count):
    """Writes a feed of different cards; a longer feed begins with the cards of a shorter one."""
    generator = random.Random(11)
    with open(path, "w", encoding="utf-8") as file:
        for number in range(count):
            language = generator.choices(list(WORDS), [6, 2, 2, 1])[0]

            def words(amount):
                return ("" if language == "zh" else " ").join(generator.choices(WORDS[language], k=amount))

            card = {"id": str(number), "title": f"{number} {words(7)}",
                    "body": words(24) + (" 🎈" if number % 5 == 0 else ""), "author": words(2),
                    "time": f"{number % 59 + 1} min", "lang": language}
            file.write(json.dumps(card, ensure_ascii=False) + "\n")


def read_feed(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def page(card):
    parts = {key: html.escape(card[key]) for key in ("title", "body", "author", "time")}
    direction = "rtl" if card["lang"] == "ar" else "ltr"
    return (f'<div class="card" lang="{card["lang"]}" dir="{direction}"><div class="title">{parts["title"]}</div>'
            f'<div class="body">{parts["body"]}</div><div class="by"><div class="avatar"></div>'
            f'<div class="name">{parts["author"]}</div><div class="time">{parts["time"]}</div></div></div>')


def font_files():
    """The files of the families that the cards name."""
    names = ["Noto Sans", "Noto Sans:bold", "Noto Sans CJK SC", "Noto Sans CJK SC:bold", "Noto Sans Arabic",
             "Noto Sans Arabic:bold", "Noto Color Emoji"]
    return [subprocess.run(["fc-match", "-f", "%{file}", name], capture_output=True, text=True, check=True).stdout
            for name in names]


# Engines: each draws all cards of a feed in a process of its own.


def draw_galley(feed, folder, jobs, cores=None):
    if cores:
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])
    pattern = os.path.join(folder, "{index:06}.png")
    os.execv(GALLEY, [GALLEY, "render", feed, "--template", TEMPLATE, "--cards", "-o", pattern, "--scale", "1",
                      "--jobs", str(jobs), "--quiet"])


def save_all(cards, folder, draw):
    for number, card in enumerate(cards):
        with open(os.path.join(folder, f"{number:06}.png"), "wb") as file:
            file.write(draw(card))


def draw_blitz(feed, folder):
    import blitz_py
    blitz_py.register_fonts([open(path, "rb").read() for path in font_files()])
    save_all(read_feed(feed), folder,
             lambda card: blitz_py.render_png(f"<style>{STYLE}</style>{page(card)}", width=SIZE[0], height=SIZE[1]))


def draw_takumi(feed, folder):
    import takumi_py
    renderer = takumi_py.Renderer()
    for path in font_files():
        try:
            renderer.register_font(open(path, "rb").read())
        except Exception as error:  # It refuses some formats, and draws without them.
            print(path, error, file=sys.stderr)
    save_all(read_feed(feed), folder,
             lambda card: renderer.render_html(page(card), stylesheets=[STYLE], width=SIZE[0], height=SIZE[1]))


def draw_pictex(feed, folder):
    import io
    from pictex import Canvas, Column, Row, Text

    def draw(card):
        avatar = Column().size(72, 72).background_color("#3b6fd4").border_radius(36)
        name = Text(card["author"]).font_size(28).font_weight(700).color("#14161a")
        moment = Text(card["time"]).font_size(28).color("#6b7280")
        column = Column(
            Text(card["title"]).font_size(60).font_weight(700).line_height(1.2).color("#14161a"),
            Text(card["body"]).font_size(32).line_height(1.4).color("#3b4048"),
            Row(avatar, name, moment).gap(20).align_items("center"))
        column = column.size(*SIZE).padding(64).background_color("#f6f7f9").justify_content("space-between")
        data = io.BytesIO()
        Canvas().font_family("Noto Sans").render(column).to_pillow().save(data, "PNG", compress_level=1)
        return data.getvalue()

    save_all(read_feed(feed), folder, draw)


def draw_chromium(feed, folder):
    cards = read_feed(feed)
    path = os.path.join(folder, "cards.html")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"<!doctype html><meta charset=utf-8><style>{STYLE}</style>" + "".join(map(page, cards)))
    subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--hide-scrollbars", "--disable-gpu",
         f"--window-size={SIZE[0]},{SIZE[1] * len(cards)}", f"--screenshot={folder}/cards.png", path],
        check=True, capture_output=True)


def draw(engine, feed, folder):
    if engine.startswith("galley"):
        draw_galley(feed, folder, 2 if engine == "galley2" else 1, 1 if engine == "galley1" else None)
    {"blitz": draw_blitz, "takumi": draw_takumi, "pictex": draw_pictex, "chromium": draw_chromium}[engine](feed, folder)


def missing(engine):
    """The command that installs an engine which is not here, or None."""
    if engine.startswith("galley"):
        return None if os.path.exists(GALLEY) else "make build"
    if engine == "chromium":
        return None if shutil.which("chromium") else "apt-get install chromium"
    check = subprocess.run([sys.executable, "-c", f"import {MODULES[engine]}"], capture_output=True)
    return None if check.returncode == 0 else f"pip install {MODULES[engine].replace('_', '-')}"


class Race:
    def __init__(self, folder):
        self.folder = folder
        self.times = {}

    def feed(self, count):
        path = os.path.join(self.folder, f"{count}.jsonl")
        if not os.path.exists(path):
            make_feed(path, count)
        return path

    def run(self, engine, count):
        """Processor and wall time of a process that draws so many cards."""
        feed, output = self.feed(count), os.path.join(self.folder, "out")
        shutil.rmtree(output, ignore_errors=True)
        os.mkdir(output)
        with open(os.path.join(self.folder, "log"), "w+") as log:
            start = time.perf_counter()
            process = subprocess.Popen(
                [sys.executable, os.path.abspath(__file__), "--draw", engine, feed, output], stdout=log, stderr=log)
            _, status, usage = os.wait4(process.pid, 0)
            wall = time.perf_counter() - start
            process.returncode = status
            if status:
                log.seek(0)
                raise RuntimeError(f"{engine} failed: {log.read()[-500:]}")
        pictures = [name for name in os.listdir(output) if name.endswith(".png")]
        if len(pictures) != (1 if engine == "chromium" else count):
            raise RuntimeError(f"{engine} wrote {len(pictures)} pictures of {count}")
        return usage.ru_utime + usage.ru_stime, wall

    def measure(self, engine):
        few, many = FEEDS[engine.rstrip("12")]
        short, long = self.run(engine, few), self.run(engine, many)
        cards = many - few
        self.times.setdefault(engine, []).append(
            tuple(1000 * (after - before) / cards for before, after in zip(short, long)))

    def median(self, engine, index):
        return statistics.median(times[index] for times in self.times[engine]) if engine in self.times else None

    def gain(self, engine):
        """How many times as many cards a second two workers draw."""
        return statistics.median(
            one[1] / two[1] for one, two in zip(self.times[engine], self.times["galley2"]))

    def table(self, engines):
        rivals = [engine for engine in engines if not engine.startswith("galley") and engine in self.times]
        fastest = min((self.median(engine, 0) for engine in rivals), default=None)
        own = self.median("galley", 0)
        lines = ["| engine | processor time a card | wall time a card | of Galley's processor time |",
                 "|---|---|---|---|"]
        for engine in engines:
            if engine not in self.times:
                continue
            cpu, wall = self.median(engine, 0), self.median(engine, 1)
            lines.append(f"| {LABELS[engine]} | {cpu:.2f} ms | {wall:.2f} ms | {cpu / own:.1f}× |")
        sentences = []
        if fastest:
            sentences.append(f"One worker takes {own:.2f} ms a card, 1/{fastest / own:.1f} of the fastest other engine's "
                             "(bar: 1/8, aim 1/10).")
        if "galley2" in self.times:
            words = f"Two workers draw {self.gain('galley'):.2f} times as many cards a second as one"
            if "galley1" in self.times:
                words += (f", whose files another thread writes meanwhile, and {self.gain('galley1'):.2f} times as many "
                          "as one worker on one core (bar: 1.8)")
            sentences.append(words + ".")
        if sentences:
            lines += ["", " ".join(sentences)]
        return "\n".join(lines)


# Agreement with Chromium: the same lines, and boxes within a pixel. Galley rounds the widths of texts up to whole
# pixels; after the name, that of the time is the second one in its row.
TOLERANCES = {"time": 2}

RECTANGLES = """JSON.stringify([...document.querySelectorAll('.card')].map(card => {
  const base = card.getBoundingClientRect(), result = {};
  for (const name of ['title', 'body', 'by', 'avatar', 'name', 'time']) {
    const box = card.querySelector('.' + name), r = box.getBoundingClientRect(), lines = new Map();
    const range = document.createRange();
    for (const node of box.childNodes) if (node.nodeType == 3)
      for (let i = 0; i < node.length; i++) {
        range.setStart(node, i); range.setEnd(node, i + 1);
        const c = range.getBoundingClientRect();
        if (c.width) {
          const line = Math.floor((c.y + c.height / 2 - r.y) / parseFloat(getComputedStyle(box).lineHeight));
          lines.set(line, (lines.get(line) || 0) + 1);
        }
      }
    result[name] = {rect: [r.x - base.x, r.y - base.y, r.width, r.height], lines: lines.size};
  }
  return result;
}))"""


def agree(folder, count):
    """Compares boxes and numbers of lines with Chromium's, and returns the differences."""
    sys.path.insert(0, os.path.join(ROOT, "Tests", "Boxes", "Cases"))
    from chromium import Chromium
    feed = os.path.join(folder, "agree.jsonl")
    make_feed(feed, count)
    cards = read_feed(feed)
    browser = Chromium()
    text = f"<style>{STYLE}</style>" + "".join(map(page, cards))
    browser.evaluate(f"document.documentElement.innerHTML = {json.dumps(text)}; document.fonts.ready.then(() => 1)")
    theirs = json.loads(browser.evaluate(RECTANGLES))
    browser.close()
    differences = []
    for number, card in enumerate(theirs):
        command = [GALLEY, "inspect", feed, "--row", str(number), "--template", TEMPLATE, "--scale", "1"]
        parts = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)["parts"]
        own = {part["part"]: part for part in parts}
        for name, other in card.items():
            rect = own[name]["rect"]
            numbers = [rect["x"], rect["y"], rect["width"], rect["height"]]
            edges = [[r[0], r[1], r[0] + r[2], r[1] + r[3]] for r in (numbers, other["rect"])]
            far = [abs(a - b) for a, b in zip(*edges)]
            if max(far[1], far[3]) > 1 or max(far[0], far[2]) > TOLERANCES.get(name, 1):
                differences.append(f"card {number}, {name}: {numbers}, Chromium has {other['rect']}")
            lines = len(own[name].get("text", {}).get("lines", []))
            if lines != other["lines"]:
                differences.append(f"card {number}, {name}: {lines} lines, Chromium has {other['lines']}")
    return differences


def write_readme(table):
    path = os.path.join(ROOT, "Benchmarks", "README.md")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    first, last = "<!-- make race-cards -->\n", "\n<!-- end of make race-cards -->"
    start, end = text.index(first) + len(first), text.index(last)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text[:start] + table + text[end:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--engines", default=",".join(LABELS))
    parser.add_argument("--agree", type=int, default=40, metavar="N")
    parser.add_argument("--readme", action="store_true")
    parser.add_argument("--draw", nargs=3, metavar=("ENGINE", "FEED", "FOLDER"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.draw:
        return draw(*options.draw)
    engines = []
    for engine in options.engines.split(","):
        if engine not in LABELS:
            parser.error(f"there is no engine '{engine}'; there are {', '.join(LABELS)}")
        command = missing(engine)
        if command:
            print(f"{LABELS[engine]} is not here: {command}", file=sys.stderr)
        else:
            engines.append(engine)
    folder = tempfile.mkdtemp(dir=MEMORY if os.path.isdir(MEMORY) else None)
    try:
        race, load = Race(folder), os.getloadavg()[0]
        for number in range(options.runs):
            # pictex and Chromium take long, and are far behind.
            for engine in engines:
                if engine not in ("pictex", "chromium") or number < 2:
                    race.measure(engine)
        lines = [race.table(engines), "", f"Medians of {options.runs} runs that took turns, on {os.cpu_count()} "
                 f"cores with a load of {load:.1f} before the run."]
        if options.agree and "chromium" in engines and "galley" in engines:
            differences = agree(folder, options.agree)
            for difference in differences:
                print(difference, file=sys.stderr)
            lines[-1] += (f" In {options.agree} cards, all lines are Chromium's, and all boxes within a pixel, but for "
                          "the moment at the end of its row, which is within two."
                          if not differences else f" {len(differences)} boxes or lines differ from Chromium's.")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    text = "\n".join(lines)
    print(text)
    if options.readme:
        write_readme(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
