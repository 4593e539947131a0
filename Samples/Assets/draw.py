#!/usr/bin/env python3
"""Draws the pictures that the sample feeds show: python3 draw.py, beside the pictures.

Needs only Python's own library; the JPEG and the WebP also need cjpeg and cwebp (Debian's
libjpeg-turbo-progs and webp). The pictures are committed, so nobody has to run this.
"""

import math
import struct
import subprocess
import zlib


def mix(a, b, t):
    """The colour between a and b, t of the way."""
    t = min(1.0, max(0.0, t))
    return tuple(x + (y - x) * t for x, y in zip(a, b))


def rgb(number):
    return (number >> 16 & 255, number >> 8 & 255, number & 255)


def sample(width, height, color, steps=3):
    """The pixels of color(x, y), averaged over steps by steps points in each."""
    rows = []
    for y in range(height):
        row = bytearray()
        for x in range(width):
            total = [0.0, 0.0, 0.0]
            for j in range(steps):
                for i in range(steps):
                    point = color(x + (i + 0.5) / steps, y + (j + 0.5) / steps)
                    for k in range(3):
                        total[k] += point[k]
            row += bytes(round(part / steps / steps) for part in total)
        rows.append(bytes(row))
    return rows


def png(width, rows):
    def chunk(name, data):
        body = name + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    header = struct.pack(">IIBBBBB", width, len(rows), 8, 2, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def ppm(width, rows):
    return b"P6\n%d %d\n255\n" % (width, len(rows)) + b"".join(rows)


def disc(x, y, cx, cy, r):
    return (x - cx) ** 2 + (y - cy) ** 2 < r * r


def harbour(x, y, horizon=330):
    """Clouds coming in over a harbour: hills, a pier with its lamp, two sails."""
    sky = mix(rgb(0x7C93AE), rgb(0xF2D9B8), (y / horizon) ** 1.4)
    if y < horizon:
        color = sky
        if disc(x, y, 700, 286, 46):
            color = mix(rgb(0xFFF1CF), sky, 0.15)
        for cx, cy, w, h in (
            (170, 95, 260, 42), (430, 60, 300, 50), (760, 110, 240, 34), (920, 50, 200, 44),
            (300, 150, 200, 22), (600, 165, 170, 18),
        ):
            depth = 1 - ((x - cx) / w) ** 2 - ((y - cy) / h) ** 2
            color = mix(color, rgb(0x64748B), 0.55 * max(0.0, depth) ** 0.7)
        far = horizon - 46 - 22 * math.sin(x / 130 + 1) - 14 * math.sin(x / 47)
        near = horizon - 16 - 20 * math.sin(x / 190 + 4.2) - 7 * math.sin(x / 38)
        if y > far:
            color = mix(rgb(0x8396A8), sky, 0.25)
        if y > near:
            color = rgb(0x5C7185)
    else:
        depth = (y - horizon) / 230
        color = mix(rgb(0xC9BFB0), rgb(0x35556B), depth**0.6)
        wave = math.sin(y * 0.9 + 5 * math.sin(x / (30 + 90 * depth)))
        color = mix(color, rgb(0xE9D9BE) if wave > 0.55 else color, 0.22)
        if abs(x - 700) < (26 + 90 * depth) and wave > 0.1:
            color = mix(color, rgb(0xFFF1CF), 0.45 * (1 - depth))
    for mast, foot, tall, lean in ((300, 400, 150, 1), (470, 362, 84, -1)):
        t = (foot - 12 - y) / tall
        if 0 < t < 1:
            across = (x - mast) * lean
            if 0 < across < (1 - t) * tall * 0.52:
                color = rgb(0xFBF7EF)
            elif -(1 - t) * tall * 0.3 < across < -4 and t < 0.86:
                color = rgb(0xD9543F)
            elif abs(across) <= 2:
                color = rgb(0x3B3A3A)
        hull = (y - (foot - 12)) / (tall * 0.14)
        if 0 < hull < 1 and abs(x - mast) < tall * (0.42 - 0.14 * hull):
            color = mix(rgb(0x2C3E50), rgb(0x1D2B38), hull)
    if y > 444 - (x - 640) * 0.02 and x > 640 and y < 470 - (x - 640) * 0.02:
        color = rgb(0x3D342E)
    if x > 640 and 470 - (x - 640) * 0.02 <= y < 540 and (x - 640) % 70 < 12:
        color = rgb(0x2E2723)
    if 852 < x < 858 and 300 < y < 442 or 838 < x < 872 and 294 < y < 302:
        color = rgb(0x2E2723)
    if disc(x, y, 855, 316, 11):
        color = rgb(0xFFE9A8)
    glow = math.hypot(x - 855, y - 316) / 70
    return mix(color, rgb(0xFFE9A8), 0.35 * max(0.0, 1 - glow) ** 2)


def mara(x, y):
    """A portrait: hair, face, a striped jersey."""
    color = rgb(0xF6C667)
    if disc(x, y, 72, 66, 44) or (28 < x < 116 and 66 < y < 116):
        color = rgb(0x4A2C2A)
    if disc(x, y, 72, 158, 56):
        color = rgb(0x22577A) if (y // 8) % 2 else rgb(0xF4F1EA)
    if 60 < x < 84 and 84 < y < 112:
        color = rgb(0xDE9F7B)
    if ((x - 72) / 30) ** 2 + ((y - 72) / 34) ** 2 < 1:
        color = rgb(0xEDB28F)
        if y < 54 - (x - 96) * 0.18:
            color = rgb(0x4A2C2A)
    for eye in (60, 84):
        if disc(x, y, eye, 74, 3.4):
            color = rgb(0x2B2320)
    if disc(x, y, 72, 82, 12) and not disc(x, y, 72, 79, 12.5) and y > 84:
        color = rgb(0xB4544F)
    return color


def glyph(x, y):
    """A lower-case g between the lines that set its height."""
    color = rgb(0x14213D)
    for line in (42, 88, 118):
        if abs(y - line) < 0.9:
            color = rgb(0x3F5580)
    ink = rgb(0xFCA311)
    dx, dy = x - 66, y - 65
    bowl = math.hypot(dx, dy)
    if 13 < bowl < 24:
        color = ink
    if 82 < x < 93 and 42 < y < 96:
        color = ink
    hook = math.hypot(x - 68, y - 96)
    if 14 < hook < 25 and y >= 96:
        if x > 46 and not (x < 55 and y < 104):
            color = ink
    return color


def park(x, y):
    """A tree on a chessboard lawn."""
    color = mix(rgb(0xBFE3F2), rgb(0xEAF6E3), y / 100)
    if y > 100:
        column = (x - 72) / (20 + (y - 100) * 0.5)
        row = math.log(1 + (y - 100) / 6)
        light = (math.floor(column) + math.floor(row * 2)) % 2
        color = rgb(0x8BC06F) if light else rgb(0x5E9E52)
    if 67 < x < 77 and 70 < y < 112:
        color = rgb(0x6B4A32)
    for cx, cy, r in ((72, 46, 28), (50, 60, 20), (94, 60, 20), (72, 66, 22)):
        if disc(x, y, cx, cy, r):
            color = mix(rgb(0x3C8D50), rgb(0x226B3A), (x - 40 + y - 20) / 110)
    return color


def main():
    for name, draw in (("mara", mara), ("glyph", glyph)):
        with open(name + ".png", "wb") as file:
            file.write(png(144, sample(144, 144, draw, 4)))
    scene = ppm(1000, sample(1000, 560, harbour, 2))
    subprocess.run(["cjpeg", "-quality", "82", "-outfile", "harbour.jpg"], input=scene, check=True)
    tree = ppm(144, sample(144, 144, park, 4))
    subprocess.run(["cwebp", "-quiet", "-q", "80", "-o", "park.webp", "--", "-"], input=tree, check=True)


if __name__ == "__main__":
    main()
