#!/usr/bin/env python3
"""Draws a feed of feed.py as PNG pages with headless Chromium (the Debian package chromium).

  chromium_pages.py FEED.json PREFIX

Writes PREFIX0000.png and so on, of 750 by 1334 pixels: one HTML page of all cards, scrolled by a screen and captured.
A card has a picture if its row has an `imageName`, a path. The program is driven over two pipes, which takes no other package.
"""
import base64
import html
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

WIDTH, HEIGHT = 375, 667
STYLE = """
body { margin: 0; width: 375px; background: #efeff4; font-family: 'Noto Sans', 'Noto Sans CJK SC', 'Noto Color Emoji', sans-serif }
.card { margin: 5px 10px 10px; padding: 12px; background: #fff; border: 1px solid #ccccd1; border-radius: 8px; overflow-wrap: anywhere }
.title { font: bold 16px 'Noto Sans', 'Noto Sans CJK SC', 'Noto Color Emoji', sans-serif; margin-bottom: 6px; color: #121212 }
.body { font-size: 14px; margin-bottom: 6px; color: #121212 }
img { display: block; width: 100%; height: auto; margin-bottom: 6px }
.small { font-size: 12px; color: #8c8c91; display: flex; justify-content: space-between }
"""


def document(rows):
    cards = []
    for row in rows:
        text = {name: html.escape(row[name]) for name in ("title", "content", "username", "time")}
        title = f"<div class=title>{text['title']}</div>" if row["title"] else ""
        image = row.get("imageName")
        picture = f'<img src="{html.escape(pathlib.Path(image).resolve().as_uri())}">' if image else ""
        cards.append(f"<div class=card>{title}<div class=body>{text['content']}</div>{picture}"
                     f"<div class=small><span>{text['username']}</span><span>{text['time']}</span></div></div>")
    return f"<!doctype html><meta charset=utf-8><style>{STYLE}</style>" + "\n".join(cards)


class Browser:
    """Chromium, commanded over a pair of pipes."""

    def __init__(self, folder):
        from_us, to_browser = os.pipe()
        from_browser, to_us = os.pipe()

        def hand_over():
            # The browser reads commands from descriptor 3, and writes answers to 4.
            kept = [os.dup(from_us), os.dup(to_us)]
            os.dup2(kept[0], 3)
            os.dup2(kept[1], 4)

        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
             "--disable-extensions", "--force-device-scale-factor=2", f"--window-size={WIDTH},{HEIGHT}",
             f"--user-data-dir={folder}", "--remote-debugging-pipe", "about:blank"],
            preexec_fn=hand_over, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(from_us)
        os.close(to_us)
        self.input, self.output, self.rest, self.number, self.session = to_browser, from_browser, b"", 0, None

    def read(self):
        while b"\0" not in self.rest:
            part = os.read(self.output, 1 << 20)
            if not part:
                sys.exit("chromium has ended")
            self.rest += part
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def ask(self, method, until=None, **parameters):
        """The answer to a command; with `until`, that event is awaited instead."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.input, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if until and answer.get("method") == until:
                return None
            if not until and answer.get("id") == self.number:
                if "error" in answer:
                    sys.exit(f"chromium: {answer['error']}")
                return answer["result"]

    def evaluate(self, expression):
        return self.ask("Runtime.evaluate", expression=expression)["result"].get("value")


def main():
    feed, prefix = sys.argv[1:3]
    folder = tempfile.mkdtemp()
    path = pathlib.Path(folder, "feed.html")
    path.write_text(document(json.loads(pathlib.Path(feed).read_text())["feed"]))
    browser = Browser(os.path.join(folder, "profile"))
    target = browser.ask("Target.createTarget", url="about:blank")["targetId"]
    browser.session = browser.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
    browser.ask("Page.enable")
    browser.ask("Emulation.setDeviceMetricsOverride", width=WIDTH, height=HEIGHT, deviceScaleFactor=2, mobile=False)
    browser.ask("Page.navigate", until="Page.loadEventFired", url=path.as_uri())
    height = browser.evaluate("document.documentElement.scrollHeight")
    for number in range((height + HEIGHT - 1) // HEIGHT):
        browser.evaluate(f"window.scrollTo(0, {number * HEIGHT})")
        picture = browser.ask("Page.captureScreenshot", format="png")["data"]
        pathlib.Path(f"{prefix}{number:04}.png").write_bytes(base64.b64decode(picture))
    browser.session = None
    browser.ask("Browser.close")
    browser.process.wait()
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
