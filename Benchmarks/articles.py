#!/usr/bin/env python3
"""Writes the tables of the five articles into their pages of the manual.

  articles.py GALLEY

Each page keeps its text up to the line that names the command; the tables follow it. The rows are built-in and the
clock is virtual, so that all machines write the same pages.
"""
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGES = os.path.join(ROOT, "Sources", "Galley", "Galley.docc", "Articles")


def main():
    for number in range(5):
        path = os.path.join(PAGES, f"Article{number:03}.md")
        text = open(path).read()
        mark = f"`galley bench article {number}` writes them.\n\n"
        head, found, _ = text.partition(mark)
        if not found:
            sys.exit(f"{path} has no line: {mark.strip()}")
        tables = subprocess.run(
            [sys.argv[1], "bench", "article", str(number)], check=True, capture_output=True, text=True).stdout
        with open(path, "w") as page:
            page.write(head + mark + tables.strip() + "\n")
        print(path)


if __name__ == "__main__":
    main()
