#!/usr/bin/env python3
"""Draws the contact sheets: every sample feed and every built-in template side by side, light and dark, at
scale 1 and 2.

python3 Samples/contact_sheet.py [GALLEY]: from the repository's root; GALLEY is the command, by
default the release build's. Needs only Python's own library. The columns are the feeds in
alphabetical order, then the templates with the posts; rows are left out whole where a column is full, and where they are very tall.
"""

import json
import pathlib
import struct
import subprocess
import sys
import tempfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parent
GALLEY = sys.argv[1] if len(sys.argv) > 1 else ".build/release/galley"
# How tall a sheet is, and how tall a row on it may be, in layout units.
SHEETS = {1: (1400, 450), 2: (680, 400)}
POSTS = ROOT / "Feeds/posts.jsonl"
NOW = "2026-05-01T12:00:00Z"


def read(path):
    """The width and the pixel rows of a PNG as Galley writes them: RGB, no filter."""
    data = path.read_bytes()
    offset, packed, width = 8, [], 0
    while offset < len(data):
        (count,) = struct.unpack_from(">I", data, offset)
        name, body = data[offset + 4 : offset + 8], data[offset + 8 : offset + 8 + count]
        if name == b"IHDR":
            width = struct.unpack(">I", body[:4])[0]
            assert body[8:] == bytes([8, 2, 0, 0, 0]), "8 bits a channel, RGB"
        if name == b"IDAT":
            packed.append(body)
        offset += 12 + count
    raw = zlib.decompress(b"".join(packed))
    stride = 1 + 3 * width
    assert not any(raw[::stride]), "no filter"
    return width, [raw[y + 1 : y + stride] for y in range(0, len(raw), stride)]


def write(path, width, rows):
    def chunk(name, body):
        body = name + body
        return struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))

    header = struct.pack(">IIBBBBB", width, len(rows), 8, 2, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")
    )


def column(feed, theme, scale, folder, template=None):
    """The pixel rows of a feed's first cells, as many as fit, and the page's colour below them."""
    height, tallest = SHEETS[scale]
    full = height * scale
    # The wide cards of social are drawn at half of the scale.
    if template == "social":
        scale, tallest = scale / 2, 2 * tallest
    look = ["--template", template, "--now", NOW] if template else []
    picture = folder / "feed.png"
    run = subprocess.run(
        [GALLEY, "render", feed, "--theme", theme, "--scale", str(scale), "--assets",
         ROOT / "Assets", "-o", picture, "--json", "--quiet", *look],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )
    # 1: some items are bad, as they are meant to be in the hostile feed.
    assert run.returncode in (0, 1), run.returncode
    width, pixels = read(picture)
    kept = []
    for line in run.stdout.splitlines():
        record = json.loads(line)
        if "y" not in record or record["height"] > tallest:
            continue
        if len(kept) + record["pixelHeight"] > full:
            break
        top = round(record["y"] * scale)
        kept += pixels[top : top + record["pixelHeight"]]
    page = bytes.fromhex({"light": "F0F1F5", "dark": "0E1014"}[theme])
    return kept + [page * width] * (full - len(kept))


def main():
    feeds = sorted(p for p in (ROOT / "Feeds").iterdir() if "schema" not in p.name)
    listed = subprocess.run([GALLEY, "templates"], stdout=subprocess.PIPE, text=True, check=True)
    templates = [line.split("\t")[0] for line in listed.stdout.splitlines()]
    with tempfile.TemporaryDirectory() as folder:
        for theme in ("light", "dark"):
            for scale in SHEETS:
                columns = [column(f, theme, scale, pathlib.Path(folder)) for f in feeds]
                columns += [
                    column(POSTS, theme, scale, pathlib.Path(folder), name) for name in templates
                ]
                rows = [b"".join(parts) for parts in zip(*columns)]
                suffix = "" if scale == 1 else f"@{scale}x"
                path = ROOT / f"contact-sheet-{theme}{suffix}.png"
                write(path, len(rows[0]) // 3, rows)
                print(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
