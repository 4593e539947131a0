#!/usr/bin/env python3
"""Compares the outputs of two builds of the command for the same feeds, byte for byte.

Each build renders every feed as one picture, as pages and as cards, in several themes, modes and
widths, and measures it. The names of different files are printed. The exit status is 1 if any file
or any run's status differs.

    Benchmarks/same_bytes.py OLD NEW [FEED ...]      # the sample feeds, without FEED
"""

import argparse
import hashlib
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SAMPLES = [
    path
    for path in sorted((ROOT / "Samples/Feeds").iterdir())
    if path.suffix in (".json", ".jsonl") and ".schema" not in path.name
]

# The name of a run, and the arguments after the feed; {} is the folder of the run.
RUNS = [
    ("light", ["render", "-o", "{}/light.png", "--json={}/light.jsonl"]),
    ("dark", ["render", "--theme", "dark", "--scale", "1", "--mode", "sync", "-o", "{}/dark.png"]),
    # The alias of theme plain, which earlier versions know too.
    ("plain", ["render", "--theme", "peer", "--width", "320", "--pages", "667", "-o",
              "{}/page-{page:04}.png"]),
    ("cards", ["render", "--cards", "--background", "transparent", "--scale", "1.6", "--jobs", "2",
               "-o", "{}/card-{index:06}.png"]),
    ("small", ["render", "--width", "411", "--png-profile", "small", "-o", "{}/small.png"]),
    ("measure", ["measure", "--width", "240", "--json={}/measure.jsonl"]),
]


def outputs(galley: str, feed: pathlib.Path, folder: pathlib.Path) -> dict[str, str]:
    """The status and the digest of every file that each run leaves."""
    found = {}
    for name, arguments in RUNS:
        target = folder / name
        target.mkdir()
        command = [galley, arguments[0], str(feed)]
        command += [part.replace("{}", str(target)) for part in arguments[1:]]
        command += ["--quiet"]
        if arguments[0] == "render":
            command += ["--assets", str(ROOT / "Samples/Assets")]
        run = subprocess.run(command, capture_output=True, timeout=600)
        if run.returncode > 1:
            sys.exit(f"{' '.join(command)}: status {run.returncode}: {run.stderr.decode()}")
        found[f"{feed.name} {name}: status"] = str(run.returncode)
        for path in sorted(target.iterdir()):
            content = path.read_bytes().replace(str(target).encode(), b"")
            digest = hashlib.sha256(content).hexdigest()
            found[f"{feed.name} {name}: {path.name}"] = digest
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("feeds", nargs="*", type=pathlib.Path, default=SAMPLES)
    options = parser.parse_args()
    differences, count = [], 0
    for feed in options.feeds:
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
            old = outputs(options.old, feed, pathlib.Path(one))
            new = outputs(options.new, feed, pathlib.Path(other))
        count += len(old)
        differences += [key for key in sorted(old | new) if old.get(key) != new.get(key)]
    for key in differences:
        print(f"differs: {key}")
    print(f"{count} statuses and files of {len(options.feeds)} feeds, {len(differences)} differ")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
