#!/usr/bin/env python3
"""Plants faults in scrolls, and counts the tries in which `galley bench compare` finds them.

  planted.py GALLEY [--clock real|virtual] [--tries N] [--repeat N] [--seconds S] [--throttle T] [FEED]

Each try runs two benches of the verdict's scrolls, the later one with a fault, and compares them by the metric of the
fault. As many tries without a fault show how often chance is taken for one. Beside each try is the load of the
machine, because the real clock can tell only on an idle one: a bench without a verdict counts as neither. On the
virtual clock equal benches give equal files, so that one try stands for all, and one bench without a fault for each.
"""
import argparse
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FAULTS = [
    ("layout=5%", "p95,p99,slowest"),
    ("pause=1/100", "slowest"),
    ("hits=10%", "hits"),
    (None, "dropped,hitch,p50,p95,p99,slowest,blank,hits"),
]


def bench(options, path, fault):
    command = [
        options.galley, "bench", "run", options.feed, "--clock", options.clock, "--cpu-throttle", str(options.throttle),
        "--repeat", str(options.repeat), "--quiet", "--verdict-only", f"--json={path}"]
    if options.seconds:
        command += ["--seconds", str(options.seconds)]
    if fault:
        command += ["--plant", fault]
    return subprocess.run(command, capture_output=True, text=True)


def attempt(options, folder, fault, metrics):
    before, after = os.path.join(folder, "before.json"), os.path.join(folder, "after.json")
    for path, planted in [(before, None), (after, fault)]:
        if options.clock == "virtual" and path == before and os.path.exists(before):
            continue
        run = bench(options, path, planted)
        if run.returncode == 75:
            return "no verdict", run.stderr.strip().removeprefix("galley: no verdict: ")
        if run.returncode != 0:
            sys.exit(run.stderr)
    compared = subprocess.run(
        [options.galley, "bench", "compare", before, after, "--fail-on", metrics], capture_output=True, text=True)
    if compared.returncode not in (0, 1):
        return "no verdict", compared.stderr.strip()
    words = compared.stdout.strip().split("\n")[-1]
    return ("found" if compared.returncode == 1 else "not found"), words


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("galley")
    parser.add_argument("feed", nargs="?", default=os.path.join(ROOT, "Samples", "Feeds", "everyday.jsonl"))
    parser.add_argument("--clock", default="real", choices=["real", "virtual"])
    parser.add_argument("--tries", type=int)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--throttle", type=float, default=10)
    options = parser.parse_args()
    options.tries = options.tries or (1 if options.clock == "virtual" else 5)
    print("| fault | found | not found | no verdict | load |")
    print("| --- | ---: | ---: | ---: | --- |")
    details = []
    with tempfile.TemporaryDirectory() as folder:
        for fault, metrics in FAULTS:
            counts, loads = {"found": 0, "not found": 0, "no verdict": 0}, []
            for number in range(options.tries):
                result, words = attempt(options, folder, fault, metrics)
                counts[result] += 1
                loads.append(os.getloadavg()[0])
                details.append(f"{fault or 'none'}, try {number + 1}, load {loads[-1]:.1f}: {result}: {words}")
                print(details[-1], file=sys.stderr, flush=True)
            print(
                f"| {fault or 'none'} | {counts['found']} | {counts['not found']} | {counts['no verdict']} "
                f"| {min(loads):.1f} to {max(loads):.1f} |", flush=True)


if __name__ == "__main__":
    main()
