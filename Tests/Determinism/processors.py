#!/usr/bin/env python3
"""Compares the bytes that emulated processors write with those of this machine.

Pictures must not depend on the vector instructions that ISA-L, pixman, libjpeg-turbo, HarfBuzz and the C
library find. Needs qemu-x86_64 (Debian's qemu-user). Prints a line for each sample feed and processor, and ends
with status 1 if any file differs.
"""

import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
GALLEY = ROOT / ".build/release/galley"
# SSE4.2; AVX; AVX2 and BMI; all that the emulator has.
PROCESSORS = ["Nehalem", "SandyBridge", "Haswell", "max"]
OUTPUTS = {
    "fast.png": [], "balanced.png": ["--png-profile", "balanced"],
    "small.png": ["--png-profile", "small"], "gray.png": ["--colors", "gray4"],
    "photo.jpg": [], "exact.webp": [], "text.svg": [],
}


def files(feed, processor, folder):
    """The bytes of each output of a feed, by a processor or, for `None`, this machine."""
    emulator = [] if processor is None else ["qemu-x86_64", "-cpu", processor]
    written = {}
    for name, arguments in OUTPUTS.items():
        path = pathlib.Path(folder) / name
        command = emulator + [
            str(GALLEY), "render", str(feed), "-o", str(path), "--quiet",
            "--assets", str(ROOT / "Samples/Assets")] + arguments
        run = subprocess.run(command, stderr=subprocess.PIPE, text=True)
        if run.returncode not in (0, 1):
            sys.exit(f"{feed.name} {name} {processor}: status {run.returncode}: {run.stderr[-400:]}")
        written[name] = path.read_bytes()
    return written


def main():
    feeds = sorted((ROOT / "Samples/Feeds").glob("*.js*"))
    feeds = [feed for feed in feeds if "schema" not in feed.name]
    is_equal = True
    for feed in feeds:
        with tempfile.TemporaryDirectory() as folder:
            expected = files(feed, None, folder)
            for processor in PROCESSORS:
                found = files(feed, processor, folder)
                different = [name for name in OUTPUTS if found[name] != expected[name]]
                is_equal = is_equal and not different
                print(f"{feed.name:32} {processor:12} {' '.join(different) or 'equal'}", flush=True)
    sys.exit(0 if is_equal else 1)


main()
