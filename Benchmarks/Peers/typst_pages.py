#!/usr/bin/env python3
"""Draws a feed of feed.py as PNG pages with typst (the package typst of PyPI).

  typst_pages.py FEED.json PREFIX

Writes PREFIX0000.png and so on, of 750 by 1334 pixels; rows.json and page.typ in the current folder.
"""
import json
import pathlib
import shutil
import sys

import typst

feed, prefix = sys.argv[1:3]
pathlib.Path("rows.json").write_text(json.dumps(json.loads(pathlib.Path(feed).read_text())["feed"], ensure_ascii=False))
shutil.copy(pathlib.Path(__file__).with_name("page.typ"), "page.typ")
pages = typst.Compiler("page.typ", root=".").compile(format="png", ppi=144.0)
for number, page in enumerate([pages] if isinstance(pages, bytes) else pages):
    pathlib.Path(f"{prefix}{number:04}.png").write_bytes(page)
