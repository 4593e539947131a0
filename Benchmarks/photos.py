#!/usr/bin/env python3
"""Measures cards with large photos against libvips' thumbnails of the same photos alone, and headless Chromium.

  photos.py GALLEY [--count 60] [--runs 5] [--only JPEG]

For each format a feed of cards, each with a photo of its own, is rendered by GALLEY with one worker: reading, layout,
decoding, scaling, drawing and PNG. Beside it, in turns, libvips makes a thumbnail of each photo in the width of the
card and does nothing else; and headless Chromium, if it is installed, captures a page of the same cards screen by
screen at scale 2. Figures are medians of processor time, user and system, of all threads: of Galley that of the whole
process, of libvips that of the loop without the start of Python, of Chromium that of all its processes, without that
of an empty page. The photos are made first, of noise at
several scales, so that they compress as photographs do. Needs the packages pyvips, pyvips-binary, numpy and pillow.
"""
import argparse
import ctypes
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

import numpy
from PIL import Image

# The width of a picture in a card of 375 layout units at scale 2.
WIDTH = 662

THUMBNAILS = """
import os, sys, time
os.environ["VIPS_CONCURRENCY"] = "1"
import pyvips
pyvips.cache_set_max(0)
paths, width = sys.argv[2:], int(sys.argv[1])
start = time.process_time()
for path in paths:
    pyvips.Image.thumbnail(path, width, height=10_000_000, size="down").write_to_memory()
print(time.process_time() - start)
"""


def photo(width, height, seed):
    """Noise at several scales over a gradient, as a picture of `width` by `height` pixels."""
    random = numpy.random.default_rng(seed)
    sums = numpy.zeros((height, width, 3), numpy.float32)
    for cells, strength in [(3, 90), (12, 45), (48, 22), (200, 10), (800, 5)]:
        noise = random.random((cells * height // width + 2, cells + 2, 3), numpy.float32) - 0.5
        layers = [
            Image.fromarray(noise[..., channel]).resize((width, height), Image.BICUBIC) for channel in range(3)]
        sums += strength * 2 * numpy.stack([numpy.asarray(layer) for layer in layers], axis=-1)
    sums += random.normal(0, 2.5, (height, width, 1)).astype(numpy.float32) + 128
    return Image.fromarray(sums.clip(0, 255).astype(numpy.uint8))


def make_photos(folder, name, extension, size, count, options):
    """Writes `count` photos, of which four differ in content; each has a file of its own."""
    paths = []
    for index in range(count):
        path = os.path.join(folder, f"{name}-{index}.{extension}")
        if index < 4:
            photo(*size, index).save(path, **options)
        else:
            with open(paths[index % 4], "rb") as source, open(path, "wb") as target:
                target.write(source.read())
        paths.append(path)
    return paths


def processor_time(arguments):
    """The time of a process and of all its children, which become those of this process when their parents end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL)
    try:
        while True:
            os.wait()
    except ChildProcessError:
        pass
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def thumbnails_time(paths):
    output = subprocess.run(
        [sys.executable, "-c", THUMBNAILS, str(WIDTH), *paths], check=True, capture_output=True, text=True)
    return float(output.stdout)


class Chromium:
    """Headless Chromium with a page of cards, beside one without cards."""

    PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Peers", "chromium_pages.py")

    def __init__(self, folder, paths):
        self.folder, self.times = folder, []
        rows = [{"title": "A photo", "content": "Taken today.", "username": "", "time": "", "imageName": path}
                for path in paths]
        self.feed, self.empty = self.write("cards", rows), self.write("empty", [])

    def write(self, name, rows):
        path = os.path.join(self.folder, name + ".json")
        with open(path, "w") as file:
            json.dump({"feed": rows}, file)
        return path

    def measure(self):
        with_cards, without = (
            processor_time([sys.executable, self.PROGRAM, feed, os.path.join(self.folder, "page")])
            for feed in (self.feed, self.empty))
        self.times.append(with_cards - without)


def main():
    PR_SET_CHILD_SUBREAPER = 36
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("galley")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", help="only the set of this name, as in JPEG or 'PNG, 48 megapixels'")
    arguments = parser.parse_args()
    few = max(4, arguments.count // 6)
    sets = [
        ("JPEG", "jpg", (3072, 2304), arguments.count, {"quality": 90}),
        ("PNG", "png", (3072, 2304), few, {"compress_level": 6}),
        ("WebP", "webp", (3072, 2304), few, {"quality": 85, "method": 2}),
        ("JPEG, 48 megapixels", "jpg", (8000, 6000), few, {"quality": 90}),
        ("WebP, 48 megapixels", "webp", (8000, 6000), 4, {"quality": 85, "method": 2}),
        ("PNG, 48 megapixels", "png", (8000, 6000), 4, {"compress_level": 6}),
    ]
    print("| photos | Galley's cards | libvips' thumbnails alone | ratio | headless Chromium |\n|---|---|---|---|---|")
    for number, (name, extension, size, count, options) in enumerate(sets):
        if arguments.only not in (None, name):
            continue
        with tempfile.TemporaryDirectory() as folder:
            paths = make_photos(folder, f"photo{number}", extension, size, count, options)
            feed = os.path.join(folder, "feed.jsonl")
            with open(feed, "w") as file:
                for path in paths:
                    row = {"title": "A photo", "body": "Taken today.", "image": os.path.basename(path)}
                    file.write(json.dumps(row) + "\n")
            render = [
                arguments.galley, "render", feed, "--assets", folder, "--jobs", "1", "--quiet", "--strict", "-o",
                os.path.join(folder, "out.png")]
            ours, theirs = [], []
            browser = Chromium(folder, paths) if shutil.which("chromium") else None
            for _ in range(arguments.runs):
                ours.append(processor_time(render))
                theirs.append(thumbnails_time(paths))
                if browser:
                    browser.measure()
            one, other = statistics.median(ours), statistics.median(theirs)
            chromium = "not here"
            if browser:
                chromium = f"{statistics.median(browser.times):.2f} s"
            print(
                f"| {count} × {name}, {size[0]} × {size[1]}, {os.path.getsize(paths[0]) / 1e6:.1f} MB each "
                f"| {one:.2f} s | {other:.2f} s | {one / other:.2f}× | {chromium} |", flush=True)


if __name__ == "__main__":
    main()
