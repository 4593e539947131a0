#!/usr/bin/env python3
"""Counts the instructions of layout, raster and encode per row of the sample feeds, by Callgrind.

Compares them with Benchmarks/instructions.json, or with --record writes that file. Counts depend on the
versions of the compiler and the libraries, which the file names: if these differ, nothing is compared and
the status is 0. The status is also 0 if all counts are within the tolerance, and otherwise 1.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COMMITTED = os.path.join(ROOT, "Benchmarks", "instructions.json")
FEEDS = ["everyday.jsonl", "cjk.json", "emoji.json", "right-to-left.jsonl"]
TOLERANCE = 0.05
# The libraries whose instructions are counted, and the fonts that affect the counts.
PACKAGES = (
    "valgrind libc6 libstdc++6 libglib2.0-0 libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz0b libfreetype6 "
    "libfontconfig1 libfribidi0 libthai0 libcairo2 libpixman-1-0 libisal2 libdeflate0 libxxhash0 "
    "fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji"
).split()


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def environment():
    """What the counts depend on beside our own code."""
    query = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Package} ${Version}\n", *PACKAGES], capture_output=True, text=True)
    found = dict(line.split(" ") for line in query.stdout.splitlines() if " " in line)
    found["swift"] = re.search(r"Swift version \S+", output("swift", "--version"))[0].split()[-1]
    with open("/proc/cpuinfo") as cpu:
        # Callgrind simulates a processor, with AVX2 if the real one has it.
        found["processor"] = "AVX2" if " avx2 " in cpu.read() else "other"
    return found


def inclusive(path):
    """The instructions of each function and all that it calls, by mangled name."""
    names, totals, callee, is_call = {}, {}, None, False
    with open(path) as profile:
        for line in profile:
            if line.startswith("cfn=") or line.startswith("fn="):
                number, name = re.match(r"c?fn=\((\d+)\) ?(.*)", line).groups()
                if name:
                    names[number] = name
                if line.startswith("cfn="):
                    callee = number
            elif line.startswith("calls="):
                is_call = True
            elif is_call:
                totals[callee] = totals.get(callee, 0) + int(line.split()[1])
                is_call = False
    return {names[number]: total for number, total in totals.items()}


def count(galley, feed, folder):
    """Instructions a row of each stage over a feed."""
    profile = os.path.join(folder, os.path.basename(feed) + ".callgrind")
    run = subprocess.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", galley, "bench", "count", feed],
        # Without the caller's environment, because its size moves the stack; without hash seeds.
        env={"PATH": os.defpath, "HOME": folder, "SWIFT_DETERMINISTIC_HASHING": "1"},
        capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"count_instructions: {feed} failed with status {run.returncode}:\n{run.stderr[-2000:]}")
    rows = json.loads(run.stdout)["rows"]
    totals = inclusive(profile)

    def stage(name):
        # The function itself has more instructions than its thunks and closures.
        return max((total for function, total in totals.items() if name in function), default=0)

    layout, raster, encode = stage("countedLayout"), stage("countedRaster"), stage("countedEncode")
    if not layout or not encode or raster <= encode:
        sys.exit(f"count_instructions: no such functions in the profile of {feed}")
    counts = {"layout": layout, "raster": raster - encode, "encode": encode}
    return {name: round(value / rows) for name, value in counts.items()}


def main():
    is_recording = "--record" in sys.argv[1:]
    here = environment()
    committed = {} if is_recording else json.load(open(COMMITTED))
    there = committed.get("environment", here)
    differing = sorted(name for name in there if there[name] != here.get(name))
    if differing:
        changes = ", ".join(f"{name} {there[name]} → {here.get(name)}" for name in differing)
        print(f"instructions: not compared, since they were counted with other versions: {changes}")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        galley = os.path.join(folder, "galley")
        # Valgrind 3.19 fails on Swift's debug information; the symbol names are stored elsewhere.
        output("strip", "--strip-debug", "-o", galley, os.path.join(ROOT, ".build", "release", "galley"))
        # A first run writes the font cache, so that this work is not counted.
        subprocess.run([galley, "doctor"], env={"PATH": os.defpath, "HOME": folder}, capture_output=True)
        paths = [os.path.join(ROOT, "Samples", "Feeds", feed) for feed in FEEDS]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            counts = dict(zip(FEEDS, pool.map(lambda path: count(galley, path, folder), paths)))
    if is_recording:
        with open(COMMITTED, "w") as file:
            json.dump({"environment": here, "instructionsPerRow": counts}, file, indent=2)
            file.write("\n")
    status = 0
    for feed, stages in counts.items():
        for stage, value in stages.items():
            known = value if is_recording else committed["instructionsPerRow"][feed][stage]
            change = value / known - 1
            verdict = ""
            if abs(change) > TOLERANCE:
                status = 1
                verdict = "  MORE than 5 %: slower" if change > 0 else "  fewer by 5 %: record anew"
            print(f"{feed:20} {stage:7} {value:9,} a row, recorded {known:9,} ({change:+.1%}){verdict}")
    if status:
        print("instructions: where the change is meant, `make instructions RECORD=1` records it", file=sys.stderr)
    return status


if __name__ == "__main__":
    if not shutil.which("valgrind"):
        sys.exit("count_instructions: valgrind is missing; `make setup` installs it")
    sys.exit(main())
