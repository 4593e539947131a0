#!/usr/bin/env python3
"""Writes the table and the plot of async against sync into Benchmarks/README.md and Samples/bench.svg, and the cold
scrolls of the table into README.md.

  bench_table.py GALLEY

The clock is virtual, so that all machines with the same libraries and fonts write the same figures. The command is the
one that follows the table.
"""
import os
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = os.path.join(ROOT, "Benchmarks", "README.md")
README = os.path.join(ROOT, "README.md")
HEAD, END = "| start | mode |", "```sh\n"
COLUMNS = ["mode", "dropped frames", "blank %", "hitch ms/s", "main P99 ms"]


def cold(table):
    """The cold scrolls of a table, and the columns that say most."""
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]
    chosen = [lines[0].index(name) for name in COLUMNS]
    rows = lines[:2] + [line for line in lines[2:] if line[0] == "cold"]
    return "".join("| " + " | ".join(row[place] for place in chosen) + " |\n" for row in rows)


def main():
    text = open(PAGE).read()
    start = text.index(HEAD)
    end = text.index(END, start)
    command = shlex.split(text[end + len(END):text.index("\n```", end)])
    with tempfile.TemporaryDirectory() as folder:
        table = os.path.join(folder, "bench.md")
        command[0] = os.path.abspath(sys.argv[1])
        command[command.index("--table") + 1] = table
        run = subprocess.run([*command, "--quiet"], cwd=ROOT, capture_output=True, text=True)
        if run.returncode != 0:
            sys.exit(run.stderr)
        rows = open(table).read()
    throttle = re.search(r"measured at a throttle of ([0-9]+)", run.stdout).group(1)
    page = re.sub(r"all work [0-9]+ times", f"all work {throttle} times", open(README).read())
    first = page.index("| " + " | ".join(COLUMNS) + " |")
    with open(README, "w") as readme:
        readme.write(page[:first] + cold(rows) + page[page.index("\n\n", first) + 1:])
    before = re.sub(r"(the\s+throttle\s+of) [0-9]+", rf"\1 {throttle}", text[:start])
    with open(PAGE, "w") as page:
        page.write(before + rows + "\n" + text[end:])


if __name__ == "__main__":
    main()
